terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

provider "spillway" {
  project     = "demo-project"
  region      = "us-central1"
  engine_path = ":memory:"
}

resource "spillway_psc_network_endpoint_group" "c_central" {
  name               = "c-central"
  region             = "us-central1"
  psc_target_service = "projects/producer-project/regions/us-central1/serviceAttachments/api"
}

resource "spillway_psc_network_endpoint_group" "c_east" {
  name               = "c-east"
  region             = "us-east1"
  psc_target_service = "projects/producer-project/regions/us-east1/serviceAttachments/api"
}

resource "spillway_backend_service" "consumer" {
  name                  = "consumer"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"
  backend = [
    { group = spillway_psc_network_endpoint_group.c_central.id },
    { group = spillway_psc_network_endpoint_group.c_east.id },
  ]
}
