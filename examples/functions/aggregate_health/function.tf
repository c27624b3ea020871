terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

locals {
  endpoints = 5
}

# 3 of 5 healthy endpoints are 60 percent, and at least 2.
output "state" {
  value = provider::spillway::aggregate_health(local.endpoints - 2, local.endpoints, 60, 2)
}

# Null means Google's defaults, 60 percent and 1.
output "state_by_default" {
  value = provider::spillway::aggregate_health(2, local.endpoints, null, null)
}

check "two_may_fail" {
  assert {
    condition     = provider::spillway::aggregate_health(local.endpoints - 2, local.endpoints, 60, 2) == "HEALTHY"
    error_message = "Two unhealthy endpoints make the whole region unhealthy."
  }
}
