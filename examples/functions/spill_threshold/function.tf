terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

locals {
  endpoints = { us-central1-a = 5, us-central1-b = 3 }
}

# With a spillover ratio of 0.8, a zone of 5 endpoints keeps its clients while
# 4 of them are healthy, and one of 3 while all are.
output "healthy_endpoints_needed" {
  value = { for zone, n in local.endpoints : zone => provider::spillway::spill_threshold(n, 0.8) }
}

check "one_may_fail" {
  assert {
    condition     = provider::spillway::spill_threshold(local.endpoints.us-central1-a, 0.8) < local.endpoints.us-central1-a
    error_message = "The first endpoint that fails sends the clients of its zone away."
  }
}
