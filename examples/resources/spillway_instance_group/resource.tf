resource "spillway_instance_group" "web_a" {
  name = "web-a"
  zone = "us-central1-a"
  size = 3

  # One of the three is sick at present.
  unhealthy = 1
}
