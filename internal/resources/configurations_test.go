// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"fmt"
	"strings"
)

// Pieces of configurations. All are in one project and region.

const healthCheck = `["projects/demo/regions/us-central1/healthChecks/web"]`

// groups are two instance groups, in zones a and b.
const groups = `
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
`

// service is a backend service over both groups.
func service(name string, arguments ...string) string {
	return fmt.Sprintf(`
resource "spillway_region_backend_service" %q {
  name          = %q
  health_checks = %s
  backend = [
    { group = spillway_instance_group.a.id },
    { group = spillway_instance_group.b.id },
  ]
  %s
}
`, name, name, healthCheck, strings.Join(arguments, "\n  "))
}

// rule is a forwarding rule of the service web.
func rule(name string, arguments ...string) string {
	return fmt.Sprintf(`
resource "spillway_forwarding_rule" %q {
  name                  = %q
  load_balancing_scheme = "INTERNAL"
  all_ports             = true
  backend_service       = spillway_region_backend_service.web.id
  %s
}
`, name, name, strings.Join(arguments, "\n  "))
}

// affinity is an argument that switches zonal affinity on.
func affinity(spillover, ratio string) string {
	if ratio != "" {
		ratio = ", spillover_ratio = " + ratio
	}
	return fmt.Sprintf("network_pass_through_lb_traffic_policy = { zonal_affinity = { spillover = %q%s } }", "ZONAL_AFFINITY_"+spillover, ratio)
}

// named is a resource of any type.
func named(resourceType, name string, arguments ...string) string {
	return fmt.Sprintf("\nresource %q %q {\n  name = %q\n  %s\n}\n", resourceType, name, name, strings.Join(arguments, "\n  "))
}

func mirroring(name, rule string) string {
	return named("spillway_packet_mirroring", name, "collector_ilb = { url = "+rule+" }")
}

func attachment(name string) string {
	return named("spillway_service_attachment", name, "target_service = "+webRule)
}

func policy(name string, arguments ...string) string {
	return named("spillway_health_aggregation_policy", name, arguments...)
}

func source(name string, arguments ...string) string {
	return named("spillway_health_source", name, append([]string{"sources = [" + webService + "]", "health_aggregation_policy = spillway_health_aggregation_policy.main.id"}, arguments...)...)
}

func composite(name, sources, destination string, arguments ...string) string {
	return named("spillway_composite_health_check", name, append([]string{"health_sources = [" + sources + "]", "health_destination = " + destination}, arguments...)...)
}

const (
	webService = "spillway_region_backend_service.web.id"
	webRule    = "spillway_forwarding_rule.web.id"
)
