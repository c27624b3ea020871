// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

// Each configuration stops the plan, and its twin does not.
func TestRefusedAtPlan(t *testing.T) {
	t.Parallel()
	web := groups + service("web") + rule("web")
	policies := policy("main")
	sourced := web + policies + source("web")
	manySources := func(n int) (resources, list string) {
		var all, ids strings.Builder
		for i := range n {
			all.WriteString(source(fmt.Sprintf("s%d", i)))
			fmt.Fprintf(&ids, "spillway_health_source.s%d.id, ", i)
		}
		return all.String(), ids.String()
	}
	eleven, elevenIDs := manySources(11)
	ten, tenIDs := manySources(10)
	healthSource := func(sources string) string {
		return named("spillway_health_source", "x", "sources = ["+sources+"]", "health_aggregation_policy = spillway_health_aggregation_policy.main.id")
	}
	second := service("second")
	east := strings.NewReplacer(`"web-a"`, `"east-a"`, `"a"`, `"east"`, "us-central1-a", "us-east1-b").Replace(strings.Split(groups, `resource "spillway_instance_group" "b"`)[0])
	consumer := func(service string) string {
		return named("spillway_psc_network_endpoint_group", "n", "psc_target_service = spillway_service_attachment.api.id", `psc_data = { producer_port = "443" }`) +
			named("spillway_backend_service", "global", "backend = [{ group = spillway_psc_network_endpoint_group.n.id }]", service)
	}
	for name, test := range map[string]struct {
		bad  string
		says []string
		twin string
	}{
		"affinity with subsetting": {
			groups + service("web", affinity("STAY_WITHIN_ZONE", ""), `subsetting = { policy = "CONSISTENT_HASH_SUBSETTING" }`),
			[]string{"Zonal affinity with backend subsetting"},
			groups + service("web", affinity("STAY_WITHIN_ZONE", ""), `subsetting = { policy = "NONE" }`),
		},
		"affinity with ha_policy": {
			groups + haService(affinity("SPILL_CROSS_ZONE", "0.5")), []string{"Traffic policy together with an HA policy"}, groups + haService(""),
		},
		"affinity on another scheme": {
			groups + service("web", affinity("STAY_WITHIN_ZONE", ""), `load_balancing_scheme = "INTERNAL_MANAGED"`),
			[]string{"Zonal affinity on something else than an internal passthrough load balancer"},
			groups + service("web", affinity("DISABLED", ""), `load_balancing_scheme = "INTERNAL_MANAGED"`),
		},
		"a misspelt option": {
			groups + service("web", affinity("STAY_IN_ZONE", "")), []string{"the nearest one is ZONAL_AFFINITY_STAY_WITHIN_ZONE"}, groups + service("web"),
		},
		"a ratio below 0": {
			groups + service("web", affinity("SPILL_CROSS_ZONE", "-0.1")), []string{"Spillover ratio outside 0.0 to 1.0", "spillover_ratio is -0.1"},
			groups + service("web", affinity("SPILL_CROSS_ZONE", "0")),
		},
		"a ratio above 1": {
			groups + service("web", affinity("SPILL_CROSS_ZONE", "1.1")), []string{"spillover_ratio is 1.1"}, groups + service("web", affinity("SPILL_CROSS_ZONE", "1.0")),
		},
		"a failover ratio above 1": {
			groups + failoverService("1.5"), []string{"failover_ratio is 1.5"}, groups + failoverService("0.5"),
		},
		"a percentage above 100": {
			policy("x", "healthy_percent_threshold = 101"), []string{"healthy_percent_threshold is 101"}, policy("x", "healthy_percent_threshold = 100"),
		},
		"a percentage below 0": {
			policy("x", "healthy_percent_threshold = -1"), []string{"healthy_percent_threshold is -1"}, policy("x", "healthy_percent_threshold = 0"),
		},
		"a part of a percent": {
			policy("x", "healthy_percent_threshold = 66.6"), []string{"healthy_percent_threshold is 66.6"}, policy("x", "healthy_percent_threshold = 66"),
		},
		"a minimum below 0": {
			policy("x", "min_healthy_threshold = -1"), []string{"min_healthy_threshold is -1"}, policy("x", "min_healthy_threshold = 2"),
		},
		"a minimum that is never reached": {
			web + policy("main", "min_healthy_threshold = 7") + source("web"), []string{"asks for 7 healthy endpoints"},
			web + policy("main", "min_healthy_threshold = 6") + source("web"),
		},
		"a name": {
			strings.Replace(policy("x"), `name = "x"`, `name = "X_1"`, 1), []string{"Name that Google refuses"}, policy("x"),
		},
		"no source": {web + policies + healthSource(""), []string{"names no backend service"}, web + policies + healthSource(webService)},
		"two sources": {
			web + second + policies + healthSource(webService+", spillway_region_backend_service.second.id"), []string{"names 2 sources"},
			web + second + policies + healthSource(webService),
		},
		"no member":      {sourced + composite("x", "", webRule), []string{"names no health source"}, sourced + composite("x", "spillway_health_source.web.id", webRule)},
		"eleven members": {web + policies + eleven + composite("x", elevenIDs, webRule), []string{"names 11 health sources"}, web + policies + ten + composite("x", tenIDs, webRule)},
		"a policy of another region": {
			web + policy("main", `region = "us-east1"`) + source("web"), []string{"healthAggregationPolicies/main", "us-east1"}, sourced,
		},
		"a service of another project": {
			groups + service("web", `project = "other"`) + policies + source("web"), []string{"Parts of composite health in different projects", "is in other"}, sourced,
		},
		"a group of another region": {
			groups + east + strings.Replace(service("web"), "spillway_instance_group.b.id", "spillway_instance_group.east.id", 1),
			[]string{"Group outside the region of its backend service", "us-east1"}, groups + service("web"),
		},
		"a source that is a group": {
			groups + policies + healthSource("spillway_instance_group.a.id"), []string{"instanceGroups/web-a"}, sourced,
		},
		"a destination that is a service": {
			sourced + composite("x", "spillway_health_source.web.id", webService), []string{"backendServices/web"},
			sourced + composite("x", "spillway_health_source.web.id", webRule),
		},
		"a source of an external scheme": {
			groups + service("web", `load_balancing_scheme = "EXTERNAL"`) + policies + source("web"), []string{"has the scheme EXTERNAL"},
			groups + service("web", `load_balancing_scheme = "INTERNAL_MANAGED"`) + policies + source("web"),
		},
		"a consumer of a rule without global access": {
			web + attachment("api") + consumer(""), []string{"Published rule without global access behind a global consumer"},
			groups + service("web") + rule("web", "allow_global_access = true") + attachment("api") + consumer(""),
		},
		"what is no zone": {
			named("spillway_network_endpoint_group", "x", `zone = "us-east1"`, "size = 1"), []string{"must be a zone"},
			named("spillway_network_endpoint_group", "x", `zone = "us-east1-b"`, "size = 1"),
		},
		"both endpoints and a size": {
			named("spillway_network_endpoint_group", "x", `zone = "us-central1-a"`, "size = 1", "endpoints = []"), []string{"Invalid Attribute Combination"},
			named("spillway_network_endpoint_group", "x", `zone = "us-central1-a"`, "endpoints = []"),
		},
		"a zone of another region": {
			named("spillway_region_instance_group", "x", `region = "us-central1"`, "zones = { us-east1-b = { size = 1 } }"), []string{"Zone of another region"},
			named("spillway_region_instance_group", "x", `region = "us-central1"`, "zones = { us-central1-b = { size = 1 } }"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, refused(test.bad, test.says...), plans(test.twin))
		})
	}
}

// haService is a backend service with an ha_policy.
func haService(arguments ...string) string {
	return fmt.Sprintf(`
resource "spillway_network_endpoint_group" "ha" {
  name                  = "ha"
  zone                  = "us-central1-a"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 2
}
resource "spillway_region_backend_service" "ha" {
  name      = "ha"
  network   = "projects/demo/global/networks/main"
  ha_policy = { fast_ip_move = "GARP_RA" }
  backend   = [{ group = spillway_network_endpoint_group.ha.id }]
  %s
}
`, strings.Join(arguments, "\n  "))
}

// failoverService is a backend service with a failover pool.
func failoverService(ratio string) string {
	return strings.Replace(service("web", "failover_policy = { failover_ratio = "+ratio+" }"), "spillway_instance_group.b.id }", "spillway_instance_group.b.id, failover = true }", 1)
}

// The edition decides about affinity on a published service.
func TestEdition(t *testing.T) {
	t.Parallel()
	published := groups + service("web", affinity("STAY_WITHIN_ZONE", "")) + rule("web") + attachment("api")
	t.Run("preview", func(t *testing.T) {
		t.Parallel()
		run(t, refused(published, "published through Private Service Connect"))
	})
	t.Run("current", func(t *testing.T) {
		t.Parallel()
		runWith(t, providerBlock(t, `edition = "current"`), apply(published))
	})
}

// Two endpoints whose addresses are known after apply may be one.
func TestEndpointsThatTurnOutTheSame(t *testing.T) {
	t.Parallel()
	config := `
resource "terraform_data" "address" {
  count = 2
  input = "10.0.0.2"
}
` + named("spillway_network_endpoint_group", "web", `zone = "us-central1-a"`, `network_endpoint_type = "GCE_VM_IP"`,
		"endpoints = [for a in terraform_data.address : { ip_address = a.output }]") + `
resource "spillway_region_backend_service" "web" {
  name          = "web"
  health_checks = ["web"]
  backend       = [{ group = spillway_network_endpoint_group.web.id }]
}
`
	run(t, apply(config,
		plancheck.ExpectUnknownValue("spillway_network_endpoint_group.web", tfjsonpath.New("size")),
		plancheck.ExpectUnknownValue("spillway_region_backend_service.web", tfjsonpath.New("routing")),
	))
}

// Elements that come from variables are known after apply while Terraform
// validates.
func TestElementsOfVariables(t *testing.T) {
	t.Parallel()
	run(t, apply(`
variable "zone" {
  type    = object({ size = number })
  default = { size = 3 }
}
variable "endpoint" {
  type    = object({ ip_address = string })
  default = { ip_address = "10.0.0.2" }
}
variable "backend" {
  type    = object({ group = string, failover = optional(bool) })
  default = { group = "projects/demo/regions/us-central1/instanceGroups/web" }
}
`+named("spillway_region_instance_group", "web", "zones = { us-central1-a = var.zone, us-central1-b = var.zone }")+
		named("spillway_network_endpoint_group", "web", `zone = "us-central1-a"`, "endpoints = [var.endpoint]")+
		named("spillway_region_backend_service", "web", `health_checks = ["web"]`, "backend = [var.backend]", "depends_on = [spillway_region_instance_group.web]")))
}

// A ratio that is known after apply waits for the apply, and is held to its
// range then.
func TestUnknownAtPlan(t *testing.T) {
	t.Parallel()
	config := func(ratio string) string {
		return fmt.Sprintf("\nresource \"terraform_data\" \"ratio\" {\n  input = %s\n}\n", ratio) + groups +
			service("web", affinity("SPILL_CROSS_ZONE", "terraform_data.ratio.output"))
	}
	t.Run("right", func(t *testing.T) {
		t.Parallel()
		run(t, apply(config("0.8")))
	})
	t.Run("wrong", func(t *testing.T) {
		t.Parallel()
		run(t, resource.TestStep{Config: config("1.8"), PlanOnly: true, ExpectNonEmptyPlan: true}, fails(config("1.8"), "spillover_ratio is 1.8"))
	})
}
