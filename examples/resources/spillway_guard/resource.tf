resource "spillway_instance_group" "a" {
  name = "web-a"
  zone = "us-central1-a"
  size = 3
}

resource "spillway_instance_group" "b" {
  name = "web-b"
  zone = "us-central1-b"
  size = 3
}

resource "spillway_region_backend_service" "web" {
  name          = "web"
  health_checks = ["projects/demo-project/regions/us-central1/healthChecks/web"]

  backend = [
    { group = spillway_instance_group.a.id },
    { group = spillway_instance_group.b.id },
  ]
}

# Warnings stop the plan, too.
resource "spillway_guard" "web" {
  objects = [spillway_region_backend_service.web.id]
  fail_on = "warning"
}
