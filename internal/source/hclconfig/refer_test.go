// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

// openIdentities is a configuration in which no id is known: the project comes
// from a variable, the names from a random suffix.
const openIdentities = `
variable "project_id" {
  type = string
}
variable "use_first" {
  type = bool
}
provider "google" {
  project = var.project_id
}
resource "random_id" "suffix" {
  byte_length = 2
}
resource "google_compute_instance_group" "g" {
  for_each = toset(["a", "b/c"])
  name     = "g-${random_id.suffix.hex}"
  zone     = "us-central1-a"
}
resource "google_compute_region_instance_group_manager" "m" {
  name   = "m-${random_id.suffix.hex}"
  region = "us-central1"
}
data "google_compute_region_health_check" "h" {
  name   = "h"
  region = "us-central1"
}
resource "google_network_services_gateway" "gw" {
  name     = "gw"
  location = "us-central1"
}
resource "google_compute_instance_group" "nameless" {
  name = ""
  zone = "us-central1-a"
}
locals {
  groups = [for g in google_compute_instance_group.g : g.id]
}
module "lb" {
  source = "./lb"
  groups = concat(local.groups, [google_compute_region_instance_group_manager.m.instance_group])
}
resource "google_compute_forwarding_rule" "out" {
  name            = "out"
  region          = "us-central1"
  backend_service = module.lb.service
}
resource "google_compute_region_backend_service" "x" {
  name          = "x"
  region        = "us-central1"
  health_checks = [data.google_compute_region_health_check.h.self_link]
  description   = google_compute_instance_group.g["a"].id
  backend {
    group = GROUP
  }
}
`

const openModule = `
variable "groups" {
  type = set(string)
}
resource "google_compute_region_backend_service" "s" {
  name   = "s"
  region = "us-central1"
  dynamic "backend" {
    for_each = var.groups
    content {
      group          = backend.value
      balancing_mode = "CONNECTION"
    }
  }
}
output "service" {
  value = google_compute_region_backend_service.s.self_link
}
`

// refers lists what a value names, by address, and what else it is.
func refers(v graph.Value) string {
	if address, ok := v.Refers(); ok {
		return address
	}
	if v.Kind() == graph.List {
		var all []string
		for _, e := range v.Elements() {
			if e.Kind() == graph.Object {
				e = e.Get("group")
			}
			all = append(all, refers(e))
		}
		return strings.Join(all, " ")
	}
	return text(v)
}

func TestReferencesToWhatHasNoKnownID(t *testing.T) {
	t.Parallel()
	const a, bc = `google_compute_instance_group.g["a"]`, `google_compute_instance_group.g["b/c"]`
	for name, c := range map[string]struct{ group, want string }{
		"plain":                    {a + ".id", a},
		"self link":                {bc + ".self_link", bc},
		"without the host":         {`trimprefix(` + a + `.self_link, "https://www.googleapis.com/compute/v1/")`, a},
		"manager's group":          {`google_compute_region_instance_group_manager.m.instance_group`, "google_compute_region_instance_group_manager.m"},
		"element":                  {`element(local.groups, 3)`, bc},
		"values":                   {`values(google_compute_instance_group.g)[0].id`, a},
		"known condition":          {`length(local.groups) == 2 ? ` + a + `.id : ` + bc + `.id`, a},
		"of another kind":          {`google_network_services_gateway.gw.self_link`, "google_network_services_gateway.gw"},
		"of an empty name":         {`google_compute_instance_group.nameless.id`, "google_compute_instance_group.nameless"},
		"beside a strange id":      {`flatten([[random_id.suffix.id], [` + a + `.id]])[1]`, a},
		"compact":                  {`compact(["", ` + bc + `.id])[0]`, bc},
		"open condition":           {`var.use_first ? ` + a + `.id : ` + bc + `.id`, "?"},
		"by what is in it":         {`strcontains(` + a + `.id, "prod") ? ` + a + `.id : ` + bc + `.id`, "?"},
		"by its length":            {`length(` + a + `.id) > 70 ? ` + a + `.id : ` + bc + `.id`, "?"},
		"by its hash":              {`substr(sha1(` + a + `.id), 0, 1) == "0" ? ` + a + `.id : ` + bc + `.id`, "?"},
		"another object of its id": {a + `.id == "" ? "x" : "${` + a + `.id}-copy"`, "?"},
		"name":                     {a + ".name", "?"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "main.tf", strings.Replace(openIdentities, "GROUP", c.group, 1))
			write(t, dir, "lb/main.tf", openModule)
			g, diags := Load(dir, Options{})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			after := func(address string) graph.Value {
				k := slices.IndexFunc(g.Instances, func(i *graph.Instance) bool { return i.Address == address })
				return g.Instances[k].After
			}
			x := after("google_compute_region_backend_service.x")
			got := map[string]string{
				"group":         refers(x.Get("backend")),
				"health_checks": refers(x.Get("health_checks")),
				"id":            refers(x.Get("id")),
				"module":        refers(after("module.lb.google_compute_region_backend_service.s").Get("backend")),
				"output":        refers(after("google_compute_forwarding_rule.out").Get("backend_service")),
			}
			want := map[string]string{
				"group": c.want, "health_checks": "data.google_compute_region_health_check.h", "id": "?",
				"module": "google_compute_region_instance_group_manager.m " + a + " " + bc, // a set
				"output": "module.lb.google_compute_region_backend_service.s",
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What a plan leaves unknown in the same way is told, too.
func TestFillTellsWhatIsNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "main.tf", strings.Replace(openIdentities, "GROUP", `google_compute_instance_group.g["a"].id`, 1))
	write(t, dir, "lb/main.tf", openModule)
	unknown := graph.UnknownValue()
	planned := func(address, resourceType, name string, key graph.Key, names []string, values ...graph.Value) *graph.Instance {
		return &graph.Instance{Address: address, Type: resourceType, Name: name, Key: key, Change: graph.Create, After: graph.ObjectValue(names, values)}
	}
	backend := graph.ListValue([]graph.Value{graph.ObjectValue([]string{"balancing_mode", "group"}, []graph.Value{graph.StringValue("UTILIZATION"), unknown})})
	g := &graph.Graph{
		Kind: graph.PlanFile, HasPrior: true,
		Variables: map[string]graph.Value{"project_id": graph.StringValue("p"), "use_first": graph.BoolValue(true)},
		Instances: []*graph.Instance{
			planned(`google_compute_instance_group.g["a"]`, "google_compute_instance_group", "g", graph.Key{Kind: graph.StringKey, Str: "a"},
				[]string{"id", "name", "project", "zone"}, unknown, unknown, graph.StringValue("p"), graph.StringValue("us-central1-a")),
			planned("google_compute_region_backend_service.x", "google_compute_region_backend_service", "x", graph.Key{},
				[]string{"backend", "health_checks", "name"}, backend, unknown, graph.StringValue("x")),
		},
	}
	c, diags := Open(dir, Options{})
	if diags = append(diags, c.Fill(g)...); diags.HasErrors() {
		t.Fatal(diags)
	}
	x := g.Instances[1].After
	if got, want := refers(x.Get("backend")), `google_compute_instance_group.g["a"]`; got != want {
		t.Errorf("the group is %s, want %s", got, want)
	}
	if got, want := refers(x.Get("health_checks")), "data.google_compute_region_health_check.h"; got != want {
		t.Errorf("the health check is %s, want %s", got, want)
	}
}

func TestOriginOfTheProject(t *testing.T) {
	t.Parallel()
	const group = "\nresource \"google_compute_instance_group\" \"%\" {\n  name = \"g\"\n  zone = \"us-central1-a\"\n"
	for name, c := range map[string]struct{ src, want string }{
		"environment":         {"}\n", "environment"},
		"provider":            {"}\nprovider \"google\" {\n  project = var.p\n}\n", "var.p"},
		"argument":            {"  project = var.p\n}\n", "var.p"},
		"local":               {"  project = local.p\n}\nlocals {\n  p = var.p\n}\n", "var.p"},
		"data source":         {"  project = data.google_project.p.project_id\n}\ndata \"google_project\" \"p\" {\n}\n", "data.google_project.p.project_id"},
		"text around":         {"  project = \"${var.p}-x\"\n}\n", ""},
		"object":              {"  project = local.p.id\n}\nlocals {\n  p = { id = var.p }\n}\n", ""},
		"provider of another": {"  provider = google.b\n}\nprovider \"google\" {\n  project = var.p\n}\nprovider \"google\" {\n  alias   = \"b\"\n  project = var.q\n}\nvariable \"q\" {\n  type = string\n}\n", "var.q"},
		"a local in a circle": {"  project = local.p\n}\nlocals {\n  p = local.q\n  q = local.p\n}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "main.tf", "variable \"p\" {\n  type = string\n}\n"+strings.Replace(group, "%", "g", 1)+c.src)
			g, _ := Load(dir, Options{})
			k := slices.IndexFunc(g.Instances, func(i *graph.Instance) bool { return i.Address == "google_compute_instance_group.g" })
			got, _ := g.Instances[k].After.Get("project").Origin()
			if got != c.want {
				t.Errorf("origin %q, want %q", got, c.want)
			}
		})
	}
}

// Through the variables of modules the origin is that of the root.
func TestOriginThroughModules(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "main.tf", `
variable "p" {
  type = string
}
module "a" {
  for_each = { x = var.p }
  source   = "./a"
  project  = var.p
  other    = each.value
}
`)
	write(t, dir, "a/main.tf", `
variable "project" {
  type = string
}
variable "other" {
  type = string
}
resource "google_compute_instance_group" "g" {
  name    = "g"
  project = var.project
}
resource "google_compute_instance_group" "h" {
  name    = "h"
  project = var.other
}
`)
	g, diags := Load(dir, Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	got := map[string]string{}
	for _, i := range g.Instances {
		got[i.Name], _ = i.After.Get("project").Origin()
	}
	if diff := cmp.Diff(map[string]string{"g": "var.p", "h": ""}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
