terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

locals {
  healthy_now = { web = 3, api = 1 }

  states = [for name, healthy in local.healthy_now : provider::spillway::aggregate_health(healthy, 4, 50, 1)]
}

# One source below its threshold makes the whole region unhealthy.
output "state" {
  value = provider::spillway::composite_health(local.states)
}
