// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

const placesConfig = `resource "google_compute_region_backend_service" "b" {
  name = "b"
  backend {
    group = "a"
  }
  dynamic "backend" {
    for_each = ["x", "y"]
    content {
      group    = backend.value
      failover = true
    }
  }
  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 1.5
    }
  }
}
resource "google_compute_region_composite_health_check" "c" {
  health_sources = [
    "one",
    "two",
  ]
}
module "m" {
  source = "./m"
  for_each = { k = 1 }
}
`

func (p Place) String() string {
	show := func(r graph.Range) string {
		return fmt.Sprintf("%s:%d:%d-%d:%d", filepath.Base(r.Filename), r.Start.Line, r.Start.Column, r.End.Line, r.End.Column)
	}
	out := show(p.Range)
	for _, r := range p.Related {
		out += " < " + r.Address + " " + show(r.Range)
	}
	return out
}

func TestLocate(t *testing.T) {
	t.Parallel()
	c, diags := files{
		"main.tf":      placesConfig,
		"m/outer.tf":   "module \"in\" {\n  source = \"./in\"\n}\n",
		"m/in/deep.tf": "\nresource \"google_compute_network\" \"n\" {\n  name = \"n\"\n}\n",
	}.open(t, Options{})
	g, more := c.Graph()
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	if len(g.Instances) != 3 {
		t.Fatalf("%d instances", len(g.Instances))
	}
	const b = "google_compute_region_backend_service.b"
	for at, want := range map[string]string{
		b:                          "main.tf:1:1-1:53",
		b + " name":                "main.tf:2:3-2:13",
		b + " region":              "main.tf:1:1-1:53",
		b + " backend":             "main.tf:3:3-3:10",
		b + " backend[0].group":    "main.tf:4:5-4:16",
		b + " backend[0].failover": "main.tf:3:3-3:10",
		b + " backend[1].group":    "main.tf:9:7-9:31",
		b + " backend[2].failover": "main.tf:10:7-10:22",
		b + " backend[2]":          "main.tf:6:3-6:20",
		b + " backend[3].group":    "main.tf:1:1-1:53",
		b + " network_pass_through_lb_traffic_policy[0].zonal_affinity[0].spillover_ratio": "main.tf:16:7-16:28",
		b + " network_pass_through_lb_traffic_policy[0].zonal_affinity[0]":                 "main.tf:14:5-14:19",
		b + " subsetting[0].policy": "main.tf:1:1-1:53",
		b + " [0]broken":            "main.tf:1:1-1:53",
		"google_compute_region_composite_health_check.c health_sources[1]": "main.tf:23:5-23:10",
		"google_compute_region_composite_health_check.c health_sources[7]": "main.tf:21:3-24:4",
		`module.m["k"].module.in.google_compute_network.n name`:            `main.tf:26:1-26:11 < module.m["k"].module.in outer.tf:1:1-1:12 < module.m["k"].module.in.google_compute_network.n deep.tf:3:3-3:13`,
		`module.m[*].module.in.google_compute_network.n[*]`:                `main.tf:26:1-26:11 < module.m.module.in outer.tf:1:1-1:12 < module.m[*].module.in.google_compute_network.n[*] deep.tf:2:1-2:38`,
		"google_compute_network.nosuch":                                    "",
		"module.nosuch.google_compute_network.n":                           "",
		"nonsense":                                                         "",
	} {
		address, path, _ := strings.Cut(at, " ")
		place, ok := c.Locate(address, path)
		got := ""
		if ok {
			got = place.String()
		}
		if got != want {
			t.Errorf("%s is at %s, want %s", at, got, want)
		}
	}
}

// The elements of a set stand in a plan in another order than in the text.
func TestLocateInThePlansOrder(t *testing.T) {
	t.Parallel()
	c, _ := files{"main.tf": `resource "google_compute_region_backend_service" "b" {
  name = "b"
  backend {
    group = "projects/p/zones/z/instanceGroups/one"
  }
  backend {
    group = "projects/p/zones/z/instanceGroups/two"
  }
}
`}.open(t, Options{})
	element := func(group string) graph.Value {
		return graph.ObjectValue([]string{"group"}, []graph.Value{graph.StringValue(group)})
	}
	const address = "google_compute_region_backend_service.b"
	g := &graph.Graph{Instances: []*graph.Instance{{
		Address: address, Type: "google_compute_region_backend_service", Name: "b", Change: graph.Create,
		After: graph.ObjectValue([]string{"backend"}, []graph.Value{graph.ListValue([]graph.Value{
			element("https://www.googleapis.com/compute/v1/projects/p/zones/z/instanceGroups/two"), element("projects/p/zones/z/instanceGroups/one"),
		})}),
	}}}
	if diags := c.Fill(g); diags.HasErrors() {
		t.Fatal(diags)
	}
	for path, want := range map[string]string{"backend[0].group": "main.tf:7:5-7:52", "backend[1].group": "main.tf:4:5-4:52"} {
		if place, _ := c.Locate(address, path); place.String() != want {
			t.Errorf("%s is at %s, want %s", path, place, want)
		}
	}
}

// Every case: a place for every instance, in a file that is there.
func TestLocateInstancesOfCases(t *testing.T) {
	t.Parallel()
	for _, dir := range caseDirs(t, "main.tf") {
		if strings.Contains(dir, "modules") || strings.Contains(dir, "mods") {
			continue
		}
		c, _ := Open(dir, Options{})
		g, _ := c.Graph()
		known := c.Files()
		for _, i := range g.Instances {
			for _, path := range []string{"", "name", "backend[0].group", "nosuch[3].x"} {
				p, ok := c.Locate(i.Address, path)
				if !ok || known[p.Range.Filename] == nil || p.Range.Start.Line == 0 {
					t.Errorf("%s: %s %s: %v %v", dir, i.Address, path, p, ok)
				}
			}
		}
	}
}

func TestSuppressions(t *testing.T) {
	t.Parallel()
	c, _ := files{
		"main.tf": `# spillway:ignore ZA001 above a block
resource "google_compute_region_backend_service" "a" {
  name = "a" // spillway:ignore LB001,LB002 at the end
  # spillway:ignore FO001, FO002 above an argument
  # another comment between
  description = "x"
  backend {
    # spillway:ignore LB010 one of two
    group = "b"
  }
  backend { # spillway:ignore LB011 on a header
    group = "c"
  }
  labels = {
    x = 1
  } # spillway:ignore LB012 after a long one
}

resource "google_compute_region_backend_service" "n" {
  count = 2 # spillway:ignore LB099 no finding here
  name  = "n"
}
/* spillway:ignore PSC001 long comment */
module "m" {
  source = "./m"
}

# spillway:ignore CH001 not next to anything

# spillway:ignored ZA001 another word
# spillway:ignore
# spillway:ignore ZA003
`,
		"m/main.tf": `resource "google_compute_network" "n" {
  name = "n" # spillway:ignore NET001 inside
}
`,
	}.open(t, Options{})
	if _, diags := c.Graph(); diags.HasErrors() {
		t.Fatal(diags)
	}
	s, diags := c.Suppressions()
	if diff := cmp.Diff([]string{"Invalid suppression comment", "Invalid suppression comment"}, summaries(diags)); diff != "" {
		t.Error(diff)
	}
	for _, d := range diags {
		if d.Subject == nil || d.Subject.Start.Line < 30 {
			t.Errorf("place of %s: %v", d.Detail, d.Subject)
		}
	}
	const a = "google_compute_region_backend_service.a"
	for _, f := range []struct{ rule, address, path, reason string }{
		{"ZA001", a, "", "above a block"},
		{"ZA001", a, "backend[0].group", "above a block"},
		{"ZA002", a, "", ""},
		{"LB001", a, "name", "at the end"},
		{"LB002", a, "name", "at the end"},
		{"LB001", a, "description", ""},
		{"FO002", a, "description", "above an argument"},
		{"LB010", a, "backend[0].group", "one of two"},
		{"LB010", a, "backend[0]", ""},
		{"LB010", a, "backend[1].group", ""},
		{"LB011", a, "backend[1].group", "on a header"},
		{"LB011", a, "backend[0].group", ""},
		{"LB012", a, "labels", "after a long one"},
		{"PSC001", "module.m.google_compute_network.n", "name", "long comment"},
		{"NET001", "module.m.google_compute_network.n", "name", "inside"},
		{"ZA003", a, "", ""},
	} {
		sup, ok := s.Match(func(rule string) bool { return rule == f.rule }, f.address, f.path)
		got := ""
		if ok {
			got = sup.Reason
		}
		if got != f.reason {
			t.Errorf("%s at %s %s: %q, want %q", f.rule, f.address, f.path, got, f.reason)
		}
	}
	var unused []string
	for _, sup := range s.Unused() {
		unused = append(unused, fmt.Sprintf("%d %s", sup.Range.Start.Line, strings.Join(sup.Rules, ",")))
	}
	if diff := cmp.Diff([]string{"20 LB099", "28 CH001"}, unused); diff != "" {
		t.Errorf("unused (-want +got):\n%s", diff)
	}
}

func TestSuppressionsInTheOrderOfPlaces(t *testing.T) {
	t.Parallel()
	c, _ := files{"b.tf": "# spillway:ignore B x\n# spillway:ignore A y\n", "a.tf": "# spillway:ignore C z\n"}.open(t, Options{})
	s, _ := c.Suppressions()
	var got []string
	for _, sup := range s.Unused() {
		got = append(got, sup.Rules...)
	}
	if want := []string{"C", "B", "A"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if _, ok := s.Match(func(string) bool { return true }, "nonsense", ""); ok {
		t.Error("a comment covers what is not there")
	}
}
