// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

// Each type is created, imported, changed in place, replaced, and planned empty
// after each (plugin-testing plans again after every apply).
func TestLifecycle(t *testing.T) {
	t.Parallel()
	web := groups + service("web") + rule("web", "allow_global_access = true")
	published := web + attachment("api")
	health := published + policy("main") + source("web")
	for name, test := range map[string]struct {
		before                   string // what the object refers to
		first, changed, replaced string
		id                       string
	}{
		"spillway_instance_group": {
			first:    named("spillway_instance_group", "x", `zone = "us-central1-a"`, "size = 2"),
			changed:  named("spillway_instance_group", "x", `zone = "us-central1-a"`, "size = 5", "unhealthy = 1"),
			replaced: named("spillway_instance_group", "x", `zone = "us-central1-b"`, "size = 5"),
			id:       "projects/demo/zones/us-central1-a/instanceGroups/x",
		},
		"spillway_region_instance_group": {
			first:    named("spillway_region_instance_group", "x", `zones = { us-central1-a = { size = 2 } }`),
			changed:  named("spillway_region_instance_group", "x", `zones = { us-central1-a = { size = 2, unhealthy = 1 }, us-central1-c = { size = 1 } }`),
			replaced: named("spillway_region_instance_group", "x", `zones = { us-central1-a = { size = 2 } }`, `project = "other"`),
			id:       "projects/demo/regions/us-central1/instanceGroups/x",
		},
		"spillway_network_endpoint_group": {
			first:    named("spillway_network_endpoint_group", "x", `zone = "us-central1-a"`, `endpoints = [{ ip_address = "10.0.0.2" }, { ip_address = "10.0.0.3" }]`),
			changed:  named("spillway_network_endpoint_group", "x", `zone = "us-central1-a"`, "size = 7"),
			replaced: named("spillway_network_endpoint_group", "x", `zone = "us-central1-a"`, "size = 7", `network_endpoint_type = "GCE_VM_IP"`),
			id:       "projects/demo/zones/us-central1-a/networkEndpointGroups/x",
		},
		"spillway_region_backend_service": {
			before:   groups,
			first:    service("x"),
			changed:  service("x", affinity("SPILL_CROSS_ZONE", "0.8"), `session_affinity = "CLIENT_IP"`),
			replaced: service("x", `region = "us-central1"`, `network = "projects/demo/global/networks/main"`),
			id:       "projects/demo/regions/us-central1/backendServices/x",
		},
		"spillway_forwarding_rule": {
			before:   groups + service("web"),
			first:    rule("x"),
			changed:  rule("x", "allow_global_access = true"),
			replaced: rule("x", "is_mirroring_collector = true"),
			id:       "projects/demo/regions/us-central1/forwardingRules/x",
		},
		"spillway_packet_mirroring": {
			before:   groups + service("web") + rule("web", "is_mirroring_collector = true"),
			first:    mirroring("x", webRule),
			changed:  named("spillway_packet_mirroring", "x", "collector_ilb = { url = "+webRule+" }", `enable = "FALSE"`),
			replaced: named("spillway_packet_mirroring", "x", "collector_ilb = { url = "+webRule+" }", `network = "projects/demo/global/networks/main"`),
			id:       "projects/demo/regions/us-central1/packetMirrorings/x",
		},
		"spillway_service_attachment": {
			before:   web,
			first:    attachment("x"),
			changed:  named("spillway_service_attachment", "x", "target_service = "+webRule, `connection_preference = "ACCEPT_MANUAL"`),
			replaced: named("spillway_service_attachment", "x", "target_service = "+webRule, `project = "other"`),
			id:       "projects/demo/regions/us-central1/serviceAttachments/x",
		},
		"spillway_health_aggregation_policy": {
			first:    policy("x"),
			changed:  policy("x", "healthy_percent_threshold = 75", "min_healthy_threshold = 2"),
			replaced: policy("x", `region = "us-east1"`),
			id:       "projects/demo/regions/us-central1/healthAggregationPolicies/x",
		},
		"spillway_health_source": {
			before:   web + policy("main"),
			first:    source("x"),
			changed:  source("x", `description = "changed"`),
			replaced: strings.Replace(source("x"), `name = "x"`, `name = "renamed"`, 1),
			id:       "projects/demo/regions/us-central1/healthSources/x",
		},
		"spillway_composite_health_check": {
			before:   health,
			first:    composite("x", "spillway_health_source.web.id", webRule),
			changed:  composite("x", "spillway_health_source.web.id", webRule, `description = "changed"`),
			replaced: strings.Replace(composite("x", "spillway_health_source.web.id", webRule), `name = "x"`, `name = "renamed"`, 1),
			id:       "projects/demo/regions/us-central1/compositeHealthChecks/x",
		},
		"spillway_psc_network_endpoint_group": {
			before:   published,
			first:    named("spillway_psc_network_endpoint_group", "x", "psc_target_service = spillway_service_attachment.api.id", `psc_data = { producer_port = "443" }`),
			changed:  named("spillway_psc_network_endpoint_group", "x", "psc_target_service = spillway_service_attachment.api.id", `psc_data = { producer_port = "443" }`, `description = "changed"`),
			replaced: named("spillway_psc_network_endpoint_group", "x", "psc_target_service = spillway_service_attachment.api.id", `psc_data = { producer_port = "8443" }`),
			id:       "projects/demo/regions/us-central1/networkEndpointGroups/x",
		},
		"spillway_backend_service": {
			before:   published + named("spillway_psc_network_endpoint_group", "n", "psc_target_service = spillway_service_attachment.api.id", `psc_data = { producer_port = "443" }`),
			first:    named("spillway_backend_service", "x", "backend = [{ group = spillway_psc_network_endpoint_group.n.id }]"),
			changed:  named("spillway_backend_service", "x", "backend = [{ group = spillway_psc_network_endpoint_group.n.id }]", `protocol = "HTTPS"`),
			replaced: named("spillway_backend_service", "x", "backend = [{ group = spillway_psc_network_endpoint_group.n.id }]", `project = "other"`),
			id:       "projects/demo/global/backendServices/x",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := name + ".x"
			expect := func(action plancheck.ResourceActionType) plancheck.PlanCheck {
				return plancheck.ExpectResourceAction(address, action)
			}
			first := apply(test.before+test.first, expect(plancheck.ResourceActionCreate),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("id"), knownvalue.StringExact(test.id)),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("self_link"), knownvalue.StringExact("https://www.googleapis.com/compute/v1/"+test.id)))
			first.ConfigStateChecks = []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("id"), knownvalue.StringExact(test.id)),
			}
			steps := []resource.TestStep{
				first,
				{ResourceName: address, ImportState: true, ImportStateVerify: true},
				apply(test.before+test.changed, expect(plancheck.ResourceActionUpdate)),
			}
			run(t, append(steps, apply(test.before+test.replaced, expect(plancheck.ResourceActionReplace)))...)
		})
	}
}
