// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"encoding/json"
	"fmt"
	"regexp"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA026 finds affinity that GKE's controller takes away again.
var ZA026 = &validate.Rule{
	ID:       "ZA026",
	Name:     "gke-managed-service",
	Title:    "Zonal affinity set by hand on a service of the GKE controller",
	Severity: validate.Warning,
	Rationale: "GKE's controller owns the backend service of a Kubernetes Service of type LoadBalancer. It writes its own zonal " +
		"affinity whenever it synchronises: `ZONAL_AFFINITY_SPILL_CROSS_ZONE` with ratio 0 where the Service asks for it by " +
		"`trafficDistribution`, otherwise `ZONAL_AFFINITY_DISABLED`. What Terraform sets is reverted, and comes back as drift.",
	Source: "kubernetes/ingress-gce, pkg/l4/backends/backends.go, pkg/l4/resources/l4.go and pkg/utils/namer (names), " +
		"pkg/utils/common (marks in descriptions)",
	Fix:   "Set `spec.trafficDistribution: PreferSameZone` on the Kubernetes Service, and leave its backend service out of Terraform.",
	Bad:   hclGroups + hclServiceOfGKE + hclBackendA + hclBackendB + hclSpill,
	Good:  hclGroups + hclServiceOfGKE + hclBackendA + hclBackendB + "}\n",
	Check: func(p *validate.Pass) { withAffinity(p, checkGKEManaged) },
}

const hclServiceOfGKE = `resource "google_compute_region_backend_service" "web" {
  name                  = "k8s2-4rl8i2qc-shop-web-x2k9v1pd"
  description           = jsonencode({ "networking.gke.io/service-name" = "shop/web" })
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

`

// gkeNames are the names that the controller makes, so long and particular
// that nobody else writes them: a prefix, the cluster's mark, namespace and
// name of the Service and a hash; or, in old clusters, the letter a and the
// UID of the Service.
var gkeNames = regexp.MustCompile(`^(k8s2-[a-z0-9]{8}-.+-.+-[a-z0-9]{8}|a[0-9a-f]{32})$`)

// gkeMarks are the keys by which the controller marks a description.
var gkeMarks = []string{"networking.gke.io/service-name", "kubernetes.io/service-name"}

func checkGKEManaged(s *topology.BackendService) answer {
	name, named := s.Name.Value()
	owner := gkeOwner(s.Description.Default(""))
	switch {
	case owner == "" && (!named || !gkeNames.MatchString(name)):
		if s.Description.IsUnknown() {
			return open("description", "description is known after apply")
		}
		if !named {
			return open("name", "name is known after apply")
		}
		return answer{}
	case owner == "":
		owner = "a Kubernetes Service"
	default:
		owner = fmt.Sprintf("the Kubernetes Service %s", owner)
	}
	return fail(spilloverPath, fmt.Sprintf("The backend service belongs to GKE's controller, which made it for %s: its name and description are the "+
		"controller's. The controller reverts zonal affinity that is set here at its next synchronisation. Set spec.trafficDistribution to "+
		"PreferSameZone on the Kubernetes Service.", owner))
}

// gkeOwner returns the Service that a description marks as the owner, or "".
func gkeOwner(description string) string {
	var marks map[string]any
	if len(description) == 0 || description[0] != '{' || json.Unmarshal([]byte(description), &marks) != nil {
		return ""
	}
	for _, key := range gkeMarks {
		if owner, ok := marks[key].(string); ok && owner != "" {
			return owner
		}
	}
	return ""
}
