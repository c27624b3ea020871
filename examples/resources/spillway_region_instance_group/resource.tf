resource "spillway_region_instance_group" "web" {
  name   = "web"
  region = "us-central1"

  zones = {
    us-central1-a = { size = 3 }
    us-central1-b = { size = 3, unhealthy = 1 }
    us-central1-c = { size = 2 }
  }
}
