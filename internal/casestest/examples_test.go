// SPDX-License-Identifier: MPL-2.0

package casestest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// providers stands before every example without provider blocks of its own.
const providers = `provider "google" {
  project = "demo"
  region  = "us-central1"
}

provider "google-beta" {
  project = "demo"
  region  = "us-central1"
}

`

// priors are the configurations that were applied before the examples of
// rules that compare.
var priors = map[string]string{
	"ZA031": rules.ZA031.Good,
	"LB019": `resource "google_compute_instance_group" "b" {
  name      = "web-b"
  zone      = "us-central1-b"
  instances = ["projects/demo/zones/us-central1-b/instances/b-0"]
}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group.b.id
    balancing_mode = "CONNECTION"
  }
}
`,
	"CH024": rules.CH033.Good,
	"CH033": rules.CH033.Good,
}

// companions are the rules that an example cannot avoid: one-sided affinity
// takes affinity on a next hop, and what makes a composite unhealthy from the
// start is a fault by itself.
var companions = map[string]string{"ZA025": "ZA024", "CH024": "CH003"}

// Every rule reports its bad example, and nothing but information is reported
// beside it; it does not report its good one, on which nothing else is.
func TestExamples(t *testing.T) {
	for _, r := range rules.All {
		t.Run(r.ID, func(t *testing.T) {
			bad, good := example(t, r, r.Bad), example(t, r, r.Good)
			if !reports(r, bad) {
				t.Errorf("the bad example is not reported; undecided: %q", reasons(r, bad))
			}
			if reports(r, good) {
				t.Errorf("the good example is reported")
			}
			for name, got := range map[string]validate.Result{"bad": bad, "good": good} {
				for _, f := range got.Findings {
					if f.Rule != r && f.Severity >= validate.Warning && companions[r.ID] != f.Rule.ID {
						t.Errorf("the %s example is reported by %s, too: %s", name, f.Rule.ID, f.Detail)
					}
				}
			}
		})
	}
}

func reports(r *validate.Rule, got validate.Result) bool {
	for _, f := range got.Findings {
		if f.Rule == r {
			return true
		}
	}
	return false
}

func reasons(r *validate.Rule, got validate.Result) (out []string) {
	for _, u := range got.Undecided {
		if u.Rule == r {
			out = append(out, u.Reason)
		}
	}
	return out
}

// example runs all rules over an example of a rule, with what the rule needs
// beside it: the configuration file that the example shows in a comment, and
// the state before.
func example(t *testing.T, r *validate.Rule, hcl string) validate.Result {
	t.Helper()
	in := validate.Input{After: evaluate(t, hcl), Traffic: shownTraffic(t, hcl)}
	if prior, ok := priors[r.ID]; ok {
		in.Before = evaluate(t, prior)
		plan(in.Before, in.After)
	}
	return validate.Run(in, rules.All)
}

// evaluate evaluates a configuration of one file.
func evaluate(t *testing.T, hcl string) *topology.Snapshot {
	t.Helper()
	dir := t.TempDir()
	if !strings.Contains(hcl, `provider "google" {`) {
		hcl = providers + hcl
	}
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(hcl), 0o600); err != nil {
		t.Fatal(err)
	}
	g, diags := hclconfig.Load(dir, hclconfig.Options{Select: google.Selection()})
	for _, d := range diags {
		t.Errorf("the example is not right: %s", d)
	}
	return google.Build([]*graph.Graph{g}, google.After)
}

// shownTraffic reads the traffic blocks of the configuration file that an
// example shows as a comment.
func shownTraffic(t *testing.T, hcl string) map[string]validate.Traffic {
	t.Helper()
	_, shown, ok := strings.Cut(hcl, ".spillway.hcl, holds:\n")
	if !ok {
		return nil
	}
	var b strings.Builder
	for line := range strings.Lines(shown) {
		text, comment := strings.CutPrefix(line, "#")
		if !comment {
			break
		}
		b.WriteString(text)
	}
	c, err := policy.Parse([]byte(b.String()), ".spillway.hcl")
	if err != nil {
		t.Fatal(err)
	}
	return c.Traffic
}

// plan marks, as the plan between two configurations does, what is created and
// what is destroyed.
func plan(before, after *topology.Snapshot) {
	old, kept := map[string]bool{}, map[string]bool{}
	for _, n := range nodes(before) {
		old[n.Base().Address] = true
	}
	for _, n := range nodes(after) {
		kept[n.Base().Address] = true
		if !old[n.Base().Address] {
			n.Base().Change = topology.ChangeCreate
		}
	}
	for _, n := range nodes(before) {
		if !kept[n.Base().Address] {
			after.Removed = append(after.Removed, n)
		}
	}
}

// nodes returns what the rules that compare look at, by address within a
// kind.
func nodes(s *topology.Snapshot) (out []topology.Node) {
	for _, x := range s.Services {
		out = append(out, x)
	}
	for _, x := range s.Groups {
		out = append(out, x)
	}
	for _, x := range s.Policies {
		out = append(out, x)
	}
	for _, x := range s.Sources {
		out = append(out, x)
	}
	for _, x := range s.Composites {
		out = append(out, x)
	}
	return out
}
