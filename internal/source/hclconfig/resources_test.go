// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

// load evaluates a configuration.
func (f files) load(t testing.TB, opts Options) (*graph.Graph, []string) {
	t.Helper()
	c, diags := f.open(t, opts)
	g, more := c.Graph()
	return g, summaries(append(diags, more...))
}

// values writes the wanted attributes of each instance.
func values(g *graph.Graph, attrs ...string) map[string]string {
	out := map[string]string{}
	for _, i := range g.Instances {
		var parts []string
		for _, a := range attrs {
			if i.After.Has(a) {
				parts = append(parts, a+"="+text(i.After.Get(a)))
			}
		}
		out[i.Address] = strings.Join(parts, " ")
	}
	return out
}

const provider = `
	provider "google" {
	  project = "p"
	  region  = "us-central1"
	  zone    = "us-central1-a"
	}
`

func TestResources(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files files
		attrs []string
		want  map[string]string
		diags []string
		open  []string
	}{
		"identity and what the provider block fills in": {
			files: files{"main.tf": provider + `
				resource "google_compute_instance_group" "a" { name = "a" }
				resource "google_compute_region_backend_service" "b" { name = "b" }
				resource "google_compute_region_instance_group_manager" "m" {
				  name               = "m"
				  base_instance_name = "m"
				  region             = null
				}
				resource "google_compute_region_health_source" "s" {
				  name   = "s"
				  region = "us-east1"
				}`},
			attrs: []string{"id", "self_link", "instance_group", "zone", "region", "project"},
			want: map[string]string{
				"google_compute_instance_group.a":         `id="projects/p/zones/us-central1-a/instanceGroups/a" self_link="https://www.googleapis.com/compute/v1/projects/p/zones/us-central1-a/instanceGroups/a" zone="us-central1-a" project="p"`,
				"google_compute_region_backend_service.b": `id="projects/p/regions/us-central1/backendServices/b" self_link="https://www.googleapis.com/compute/v1/projects/p/regions/us-central1/backendServices/b" region="us-central1" project="p"`,
				"google_compute_region_instance_group_manager.m": `id="projects/p/regions/us-central1/instanceGroupManagers/m" self_link="https://www.googleapis.com/compute/v1/projects/p/regions/us-central1/instanceGroupManagers/m" ` +
					`instance_group="https://www.googleapis.com/compute/v1/projects/p/regions/us-central1/instanceGroups/m" region="us-central1" project="p"`,
				"google_compute_region_health_source.s": `id="projects/p/regions/us-east1/healthSources/s" region="us-east1" project="p"`,
			},
		},
		"without a provider block nothing is guessed": {
			files: files{"main.tf": `
				resource "google_compute_instance_group" "a" {
				  name = "a"
				  zone = "us-central1-b"
				}`},
			attrs: []string{"id", "zone", "project"},
			want:  map[string]string{"google_compute_instance_group.a": `id=? zone="us-central1-b" project=?`},
		},
		"aliases, in a module too": {
			files: files{
				"main.tf": provider + `
					provider "google" {
					  alias   = "west"
					  project = "west-project"
					  region  = "us-west1"
					}
					resource "google_compute_forwarding_rule" "r" {
					  name     = "r"
					  provider = google.west
					}
					module "plain" { source = "./m" }
					module "west" {
					  source    = "./m"
					  providers = { google = google.west }
					}
					module "named" {
					  source    = "./n"
					  providers = { google.other = google.west }
					}`,
				"m/main.tf": `resource "google_compute_forwarding_rule" "r" { name = "m" }`,
				"n/main.tf": `
					terraform {
					  required_providers {
					    google = {
					      source                = "hashicorp/google"
					      configuration_aliases = [google.other]
					    }
					  }
					}
					resource "google_compute_forwarding_rule" "r" {
					  name     = "n"
					  provider = google.other
					}`,
			},
			attrs: []string{"project", "region"},
			want: map[string]string{
				"google_compute_forwarding_rule.r":              `project="west-project" region="us-west1"`,
				"module.plain.google_compute_forwarding_rule.r": `project="p" region="us-central1"`,
				"module.west.google_compute_forwarding_rule.r":  `project="west-project" region="us-west1"`,
				"module.named.google_compute_forwarding_rule.r": `project="west-project" region="us-west1"`,
			},
		},
		"google-beta is another provider": {
			files: files{"main.tf": provider + `
				provider "google-beta" { project = "beta" }
				resource "google_compute_network" "n" {
				  provider = google-beta
				  name     = "n"
				}`},
			attrs: []string{"id"},
			want:  map[string]string{"google_compute_network.n": `id="projects/beta/global/networks/n"`},
		},
		"count, for_each, keys": {
			files: files{"main.tf": provider + `
				resource "google_compute_network" "c" {
				  count = 2
				  name  = "c${count.index}"
				}
				resource "google_compute_network" "e" {
				  for_each = { "x.y" = 1, "z\"" = 2 }
				  name     = "e${each.value}"
				}
				resource "google_compute_network" "s" {
				  for_each = toset(["q", "q"])
				  name     = each.value
				}
				resource "google_compute_network" "none" {
				  count = 0
				  name  = "none"
				}
				resource "google_compute_subnetwork" "n" {
				  for_each      = google_compute_network.e
				  name          = each.key
				  network       = each.value.id
				  ip_cidr_range = "10.0.0.0/24"
				}`},
			attrs: []string{"name", "network"},
			want: map[string]string{
				"google_compute_network.c[0]":        `name="c0"`,
				"google_compute_network.c[1]":        `name="c1"`,
				`google_compute_network.e["x.y"]`:    `name="e1"`,
				`google_compute_network.e["z\""]`:    `name="e2"`,
				`google_compute_network.s["q"]`:      `name="q"`,
				`google_compute_subnetwork.n["x.y"]`: `name="x.y" network="projects/p/global/networks/e1"`,
				`google_compute_subnetwork.n["z\""]`: `name="z\"" network="projects/p/global/networks/e2"`,
			},
		},
		"a count that is not known is never none": {
			files: files{
				"main.tf": provider + `
					variable "n" { type = number }
					variable "m" { type = map(string) }
					resource "google_compute_network" "a" {
					  count = var.n
					  name  = "a"
					}
					resource "google_compute_network" "b" {
					  for_each = var.m
					  name     = each.key
					}
					module "m" {
					  source = "./m"
					  count  = var.n
					}
					resource "google_compute_subnetwork" "s" {
					  name          = "s"
					  network       = google_compute_network.a[0].id
					  ip_cidr_range = join(",", google_compute_network.b[*].name)
					}`,
				"m/main.tf": `
					resource "google_compute_network" "one" { name = "one" }
					resource "google_compute_network" "two" {
					  count = 2
					  name  = "two"
					}
					module "in" { source = "../in" }`,
				"in/main.tf": `resource "google_compute_network" "deep" { name = "deep" }`,
			},
			attrs: []string{"network", "ip_cidr_range"},
			want:  map[string]string{"google_compute_subnetwork.s": `network=? ip_cidr_range=?`},
			open: []string{
				"google_compute_network.a[*]", "google_compute_network.b[*]", "module.m[*].google_compute_network.one",
				"module.m[*].google_compute_network.two[*]", "module.m[*].module.in.google_compute_network.deep",
			},
		},
		"counts that cannot be": {
			files: files{"main.tf": `
				resource "google_compute_network" "giant" { count = 100001 }
				resource "google_compute_network" "neg"   { count = -1 }
				resource "google_compute_network" "frac"  { count = 1.5 }
				resource "google_compute_network" "null"  { count = null }
				resource "google_compute_network" "text"  { count = "x" }
				resource "google_compute_network" "list"  { for_each = ["a"] }
				resource "google_compute_network" "both" {
				  count    = 1
				  for_each = {}
				}`},
			want: map[string]string{},
			open: []string{
				"google_compute_network.both[*]", "google_compute_network.frac[*]", "google_compute_network.giant[*]",
				"google_compute_network.list[*]", "google_compute_network.neg[*]", "google_compute_network.null[*]", "google_compute_network.text[*]",
			},
			diags: []string{
				"Incorrect value type", "Invalid combination of count and for_each", "Invalid count argument", "Invalid count argument",
				"Invalid count argument", "Invalid for_each argument", "Too many instances",
			},
		},
		"dynamic blocks, nested, with iterators": {
			files: files{"main.tf": `
				locals { filters = { a = ["10.0.0.0/8"], b = ["11.0.0.0/8", "12.0.0.0/8"] } }
				resource "google_compute_url_map" "u" {
				  name = "u"
				  dynamic "path_matcher" {
				    for_each = local.filters
				    iterator = m
				    content {
				      name = m.key
				      dynamic "path_rule" {
				        for_each = m.value
				        content {
				          paths   = ["${m.key}/${path_rule.key}/${path_rule.value}"]
				          service = path_rule.value
				        }
				      }
				    }
				  }
				}`},
			attrs: []string{"name"},
			want:  map[string]string{"google_compute_url_map.u": `name="u"`},
		},
		"a dynamic block that is not known": {
			files: files{"main.tf": `
				variable "groups" { type = list(string) }
				resource "google_compute_region_backend_service" "b" {
				  name = "b"
				  backend { group = "x" }
				  dynamic "backend" {
				    for_each = var.groups
				    content { group = backend.value }
				  }
				}`},
			attrs: []string{"backend"},
			want:  map[string]string{"google_compute_region_backend_service.b": "backend=?"},
		},
		"lists of strings keep what is known, sets do not": {
			files: files{"main.tf": `
				variable "u" { type = string }
				resource "google_compute_region_composite_health_check" "c" {
				  name           = "c"
				  health_sources = ["a", var.u]
				}
				resource "google_compute_instance_group" "g" {
				  name      = "g"
				  instances = ["a", var.u]
				}`},
			attrs: []string{"health_sources", "instances"},
			want: map[string]string{
				"google_compute_region_composite_health_check.c": `health_sources=["a",?]`,
				"google_compute_instance_group.g":                `instances=?`,
			},
		},
		"defaults by provider version": {
			files: files{"main.tf": `
				terraform {
				  required_providers {
				    google = {
				      source  = "hashicorp/google"
				      version = "~> 5.40"
				    }
				  }
				}
				resource "google_compute_backend_service" "b" { name = "b" }
				resource "google_compute_network_endpoint_group" "n" { name = "n" }`},
			attrs: []string{"load_balancing_scheme", "network_endpoint_type", "connection_draining_timeout_sec"},
			want: map[string]string{
				"google_compute_backend_service.b":        `load_balancing_scheme="EXTERNAL" connection_draining_timeout_sec=300`,
				"google_compute_network_endpoint_group.n": `network_endpoint_type="GCE_VM_IP_PORT"`,
			},
		},
		"the lock file decides": {
			files: files{
				"main.tf":             "terraform {\n  required_providers {\n    google = {\n      source = \"hashicorp/google\"\n      version = \">= 5.0\"\n    }\n  }\n}\nresource \"google_compute_backend_service\" \"b\" { name = \"b\" }\n",
				".terraform.lock.hcl": "provider \"registry.terraform.io/hashicorp/google\" {\n  version = \"7.13.0\"\n  hashes = [\"h1:x\"]\n}\n",
			},
			attrs: []string{"load_balancing_scheme"},
			want:  map[string]string{"google_compute_backend_service.b": `load_balancing_scheme="EXTERNAL"`},
		},
		"the lock file of OpenTofu decides": {
			files: files{
				"main.tf":             "resource \"google_compute_backend_service\" \"b\" { name = \"b\" }\n",
				".terraform.lock.hcl": "provider \"registry.opentofu.org/hashicorp/google\" {\n  version = \"7.13.0\"\n  hashes = [\"h1:x\"]\n}\n",
			},
			attrs: []string{"load_balancing_scheme"},
			want:  map[string]string{"google_compute_backend_service.b": `load_balancing_scheme="EXTERNAL"`},
		},
		"types without a schema": {
			files: files{"main.tf": provider + `
				resource "aws_thing" "t" {
				  name = "t"
				  block { x = 1 }
				}
				resource "google_compute_disk" "d" {
				  name = "d"
				  zone = "us-central1-f"
				}
				resource "google_compute_network" "n" {
				  name        = aws_thing.t.name
				  description = aws_thing.t.arn
				  project     = google_compute_disk.d.id
				}
				resource "google_compute_network" "o" {
				  name        = [for t in [aws_thing.t] : t.name][0]
				  description = [for t in [aws_thing.t] : t.arn][0]
				}`},
			attrs: []string{"name", "description", "project", "block"},
			want: map[string]string{
				"aws_thing.t":              `name="t" block=[{x:1}]`,
				"google_compute_disk.d":    `name="d"`,
				"google_compute_network.n": `name="t" description=? project="projects/p/zones/us-central1-f/disks/d"`,
				"google_compute_network.o": `name="t" description=? project="p"`,
			},
		},
		"data sources are unknown but for what they write": {
			files: files{"main.tf": `
				data "google_compute_instance_group" "d" {
				  name = "existing"
				  zone = "us-central1-a"
				}
				resource "google_compute_network" "n" {
				  name        = data.google_compute_instance_group.d.name
				  description = data.google_compute_instance_group.d.self_link
				}`},
			attrs: []string{"name", "description", "zone"},
			want: map[string]string{
				"data.google_compute_instance_group.d": `name="existing" description=? zone="us-central1-a"`,
				"google_compute_network.n":             `name="existing" description=?`,
			},
		},
		"a cycle of resources, though no value depends on itself": {
			files: files{"main.tf": provider + `
				resource "google_compute_network" "a" {
				  name        = "a"
				  description = google_compute_network.b.id
				}
				resource "google_compute_network" "b" {
				  name        = "b"
				  description = google_compute_network.a.id
				}`},
			attrs: []string{"name"},
			want:  map[string]string{"google_compute_network.a": `name="a"`, "google_compute_network.b": `name="b"`},
			diags: []string{"Cycle"},
		},
		"a cycle through modules": {
			files: files{
				"main.tf":   "module \"a\" {\n  source = \"./m\"\n  x = module.b.y\n}\nmodule \"b\" {\n  source = \"./m\"\n  x = module.a.y\n}\n",
				"m/main.tf": "variable \"x\" {}\noutput \"y\" { value = var.x }\nresource \"google_compute_network\" \"n\" { name = var.x }\n",
			},
			attrs: []string{"name"},
			want:  map[string]string{"module.a.google_compute_network.n": "name=?", "module.b.google_compute_network.n": "name=?"},
			diags: []string{"Cycle"},
		},
		"JSON": {
			files: files{"main.tf.json": `{
				"provider": {"google": {"project": "p", "region": "us-central1"}},
				"variable": {"zones": {"type": "list(string)", "default": ["us-central1-a", "us-central1-b"]}},
				"resource": {
				  "google_compute_instance_group": {"g": {"count": "${length(var.zones)}", "name": "g-${count.index}", "zone": "${var.zones[count.index]}"}},
				  "google_compute_region_backend_service": {"b": {
				    "name": "b",
				    "backend": [{"group": "${google_compute_instance_group.g[0].id}"}],
				    "dynamic": {"backend": {"for_each": "${slice(google_compute_instance_group.g[*].id, 1, 2)}", "content": {"group": "${backend.value}", "failover": true}}}
				  }}
				}}`},
			attrs: []string{"id"},
			want: map[string]string{
				"google_compute_instance_group.g[0]":      `id="projects/p/zones/us-central1-a/instanceGroups/g-0"`,
				"google_compute_instance_group.g[1]":      `id="projects/p/zones/us-central1-b/instanceGroups/g-1"`,
				"google_compute_region_backend_service.b": `id="projects/p/regions/us-central1/backendServices/b"`,
			},
		},
		"an override replaces blocks of its type": {
			files: files{
				"main.tf":     "resource \"google_compute_firewall\" \"f\" {\n  name = \"f\"\n  allow {\n    protocol = \"tcp\"\n  }\n  deny {\n    protocol = \"udp\"\n  }\n}\n",
				"override.tf": "resource \"google_compute_firewall\" \"f\" {\n  description = \"over\"\n  dynamic \"allow\" {\n    for_each = [\"icmp\"]\n    content {\n      protocol = allow.value\n    }\n  }\n}\n",
			},
			attrs: []string{"name", "description", "allow", "deny"},
			want: map[string]string{
				"google_compute_firewall.f": `name="f" description="over" allow=[{ports:null,protocol:"icmp"}] deny=[{ports:null,protocol:"udp"}]`,
			},
		},
		"a module that is not installed": {
			files: files{"main.tf": `
				module "vpc" {
				  source  = "terraform-google-modules/network/google"
				  version = "~> 9.0"
				}
				resource "google_compute_network" "n" {
				  name        = "n"
				  description = module.vpc.anything.at[0].all
				}`},
			attrs: []string{"description"},
			want:  map[string]string{"google_compute_network.n": "description=?"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, diags := c.files.load(t, Options{})
			if diff := cmp.Diff(c.want, values(g, c.attrs...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.diags, diags); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
			var open []string
			for _, u := range g.Unexpanded {
				open = append(open, u.Address)
				if u.Reason == "" || u.Where == nil {
					t.Errorf("%s: no reason or place", u.Address)
				}
			}
			if diff := cmp.Diff(c.open, open); diff != "" {
				t.Errorf("unexpanded (-want +got):\n%s", diff)
			}
			for _, i := range g.Instances {
				if !slices.IsSortedFunc(g.Instances, func(a, b *graph.Instance) int { return strings.Compare(a.Address, b.Address) }) {
					t.Fatal("not sorted")
				}
				if !i.After.IsEvaluated() {
					t.Errorf("%s is not marked as evaluated", i.Address)
				}
			}
		})
	}
}

func TestNestedBlocksInTheOrderOfTheText(t *testing.T) {
	t.Parallel()
	g, diags := files{"main.tf": `
		resource "google_compute_region_backend_service" "b" {
		  name = "b"
		  backend { group = "z" }
		  dynamic "backend" {
		    for_each = ["y", "x"]
		    content {
		      group    = backend.value
		      failover = backend.key == 1
		    }
		  }
		  backend { group = "a" }
		}
		resource "google_compute_url_map" "u" {
		  name = "u"
		  dynamic "path_matcher" {
		    for_each = { a = ["1"], b = ["2", "3"] }
		    iterator = m
		    content {
		      name = m.key
		      dynamic "path_rule" {
		        for_each = m.value
		        content {
		          paths   = ["${m.key}/${path_rule.key}/${path_rule.value}"]
		          service = path_rule.value
		        }
		      }
		    }
		  }
		}`}.load(t, Options{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var got []string
	for _, i := range g.Instances {
		for _, b := range i.After.Get("backend").Elements() {
			got = append(got, text(b.Get("group"))+text(b.Get("failover")))
		}
		for _, m := range i.After.Get("path_matcher").Elements() {
			for _, r := range m.Get("path_rule").Elements() {
				got = append(got, text(m.Get("name"))+text(r.Get("paths")))
			}
		}
	}
	want := []string{`"z"false`, `"y"false`, `"x"true`, `"a"false`, `"a"["a/0/1"]`, `"b"["b/0/2"]`, `"b"["b/1/3"]`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
