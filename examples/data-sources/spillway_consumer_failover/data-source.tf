# One service in two regions, each with its own composite health check.
locals {
  regions = ["us-central1", "us-east1"]
}

resource "spillway_region_instance_group" "api" {
  count = length(local.regions)

  name   = "api"
  region = local.regions[count.index]
  zones  = { "${local.regions[count.index]}-b" = { size = 3 }, "${local.regions[count.index]}-c" = { size = 3 } }
}

resource "spillway_region_backend_service" "api" {
  count = length(local.regions)

  name          = "api"
  region        = local.regions[count.index]
  health_checks = ["projects/demo-project/regions/${local.regions[count.index]}/healthChecks/api"]

  backend = [{ group = spillway_region_instance_group.api[count.index].id }]
}

resource "spillway_forwarding_rule" "api" {
  count = length(local.regions)

  name                  = "api"
  region                = local.regions[count.index]
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.api[count.index].id
  all_ports             = true
  allow_global_access   = true
}

resource "spillway_service_attachment" "api" {
  count = length(local.regions)

  name           = "api"
  region         = local.regions[count.index]
  target_service = spillway_forwarding_rule.api[count.index].id
}

resource "spillway_health_aggregation_policy" "most" {
  count = length(local.regions)

  name   = "most"
  region = local.regions[count.index]
}

resource "spillway_health_source" "api" {
  count = length(local.regions)

  name                      = "api"
  region                    = local.regions[count.index]
  sources                   = [spillway_region_backend_service.api[count.index].id]
  health_aggregation_policy = spillway_health_aggregation_policy.most[count.index].id
}

resource "spillway_composite_health_check" "api" {
  count = length(local.regions)

  name               = "api"
  region             = local.regions[count.index]
  health_sources     = [spillway_health_source.api[count.index].id]
  health_destination = spillway_forwarding_rule.api[count.index].id
}

resource "spillway_psc_network_endpoint_group" "api" {
  count = length(local.regions)

  name               = "api"
  region             = local.regions[count.index]
  psc_target_service = spillway_service_attachment.api[count.index].id
  psc_data           = { producer_port = "443" }
}

resource "spillway_backend_service" "api" {
  name                  = "api"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"

  backend = [for neg in spillway_psc_network_endpoint_group.api : { group = neg.id }]
}

# The composite health checks have to be there before anybody can say which
# region serves whom.
data "spillway_consumer_failover" "api" {
  backend_service = spillway_backend_service.api.id
  scenarios       = ["all-healthy", "zone-down:us-central1-b"]

  depends_on = [spillway_composite_health_check.api]
}

# Half of a region's endpoints are fewer than 60 percent: us-east1 serves the
# clients of us-central1.
output "serving" {
  value = {
    for e in data.spillway_consumer_failover.api.evaluations : e.scenario => "${e.client_region} by ${e.serving_region}"...
  }
}
