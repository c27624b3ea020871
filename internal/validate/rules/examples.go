// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"strings"
)

// whole puts blocks together to one configuration. The examples of the rules
// on composite health and published services are made of the blocks below,
// which, together, break no rule but those that only inform.
func whole(blocks ...string) string {
	for i, b := range blocks {
		blocks[i] = strings.TrimSpace(b)
	}
	return strings.Join(blocks, "\n\n") + "\n"
}

const exampleGroups = `resource "google_compute_instance_group" "a" {
  name = "api-a"
  zone = "us-central1-a"
  instances = [
    "projects/demo/zones/us-central1-a/instances/a-0",
    "projects/demo/zones/us-central1-a/instances/a-1",
  ]
}

resource "google_compute_instance_group" "b" {
  name = "api-b"
  zone = "us-central1-b"
  instances = [
    "projects/demo/zones/us-central1-b/instances/b-0",
    "projects/demo/zones/us-central1-b/instances/b-1",
  ]
}

`

// exampleService is a service of four endpoints in two zones.
const exampleService = exampleGroups + `resource "google_compute_region_health_check" "api" {
  name   = "api"
  region = "us-central1"
  tcp_health_check {
    port = 443
  }
}

resource "google_compute_region_backend_service" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.api.id]

  backend {
    group          = google_compute_instance_group.a.id
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group.b.id
    balancing_mode = "CONNECTION"
  }
}

`

const exampleRule = `resource "google_compute_forwarding_rule" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["443"]
  allow_global_access   = true
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.api.id
}

`

const exampleAttachment = `resource "google_compute_service_attachment" "api" {
  name                  = "api"
  region                = "us-central1"
  connection_preference = "ACCEPT_AUTOMATIC"
  enable_proxy_protocol = false
  nat_subnets           = ["projects/demo/regions/us-central1/subnetworks/psc"]
  target_service        = google_compute_forwarding_rule.api.id
}

`

// examplePolicy is an aggregation policy.
func examplePolicy(name string, percent, minimum int) string {
	return fmt.Sprintf(`resource "google_compute_region_health_aggregation_policy" "%s" {
  name                      = "%[1]s"
  region                    = "us-central1"
  healthy_percent_threshold = %d
  min_healthy_threshold     = %d
}

`, name, percent, minimum)
}

const exampleSource = `resource "google_compute_region_health_source" "api" {
  name                      = "api"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [google_compute_region_backend_service.api.id]
  health_aggregation_policy = google_compute_region_health_aggregation_policy.api.id
}
`

const exampleComposite = `
resource "google_compute_region_composite_health_check" "api" {
  name               = "api"
  region             = "us-central1"
  health_sources     = [google_compute_region_health_source.api.id]
  health_destination = google_compute_forwarding_rule.api.id
}
`

// examplePublished is a published service whose health reaches its consumers.
var examplePublished = whole(exampleService, exampleRule, exampleAttachment, examplePolicy("api", 50, 1), exampleSource, exampleComposite)

// exampleNEG is a PSC NEG that connects to a target.
func exampleNEG(name, region, target string) string {
	return fmt.Sprintf(`
resource "google_compute_region_network_endpoint_group" "%s" {
  name                  = "%[1]s"
  region                = "%s"
  network_endpoint_type = "PRIVATE_SERVICE_CONNECT"
  psc_target_service    = %s
  network               = "projects/shop/global/networks/main"
  subnetwork            = "projects/shop/regions/%[2]s/subnetworks/main"
}
`, name, region, target)
}

// exampleForeign is the URI of a service attachment of another project.
func exampleForeign(region string) string {
	return `"projects/demo/regions/` + region + `/serviceAttachments/api"`
}

const exampleOwn = "google_compute_service_attachment.api.id"

// exampleConsumer is the backend service of a global external Application Load
// Balancer over NEGs.
func exampleConsumer(negs ...string) string {
	s := `
resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"
`
	for _, n := range negs {
		s += `
  backend {
    group = google_compute_region_network_endpoint_group.` + n + `.id
  }
`
	}
	return s + "}\n"
}

const exampleOwnEast = "google_compute_service_attachment.east.id"

// exampleEast is the same service, published in a second region.
const exampleEast = `
resource "google_compute_instance_group" "east" {
  name = "api-east"
  zone = "us-east1-b"
  instances = [
    "projects/demo/zones/us-east1-b/instances/e-0",
    "projects/demo/zones/us-east1-b/instances/e-1",
  ]
}

resource "google_compute_region_health_check" "east" {
  name   = "api"
  region = "us-east1"
  tcp_health_check {
    port = 443
  }
}

resource "google_compute_region_backend_service" "east" {
  name                  = "api"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.east.id]

  backend {
    group          = google_compute_instance_group.east.id
    balancing_mode = "CONNECTION"
  }
}

resource "google_compute_forwarding_rule" "east" {
  name                  = "api"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["443"]
  allow_global_access   = true
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-east1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.east.id
}

resource "google_compute_service_attachment" "east" {
  name                  = "api"
  region                = "us-east1"
  connection_preference = "ACCEPT_AUTOMATIC"
  enable_proxy_protocol = false
  nat_subnets           = ["projects/demo/regions/us-east1/subnetworks/psc"]
  target_service        = google_compute_forwarding_rule.east.id
}
`

// exampleEastHealth is the composite health of the second region.
const exampleEastHealth = `
resource "google_compute_region_health_aggregation_policy" "east" {
  name                      = "api"
  region                    = "us-east1"
  healthy_percent_threshold = 50
}

resource "google_compute_region_health_source" "east" {
  name                      = "api"
  region                    = "us-east1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [google_compute_region_backend_service.east.id]
  health_aggregation_policy = google_compute_region_health_aggregation_policy.east.id
}

resource "google_compute_region_composite_health_check" "east" {
  name               = "api"
  region             = "us-east1"
  health_sources     = [google_compute_region_health_source.east.id]
  health_destination = google_compute_forwarding_rule.east.id
}
`
