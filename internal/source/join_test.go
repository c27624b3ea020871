// SPDX-License-Identifier: MPL-2.0

package source_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source"
)

const (
	ourProvider    = `"provider_name": "registry.terraform.io/spillway/spillway"`
	googleProvider = `"provider_name": "registry.terraform.io/hashicorp/google"`
	group          = `{"address": "spillway_instance_group.a", "mode": "managed", "type": "spillway_instance_group", "name": "a", ` + ourProvider + `, "change": {"actions": ["create"], "before": null,
		"after": {"name": "a", "project": "p", "zone": "us-central1-a", "size": 3}, "after_unknown": {}}}`
	googleGroup = `{"address": "google_compute_region_instance_group_manager.b", "mode": "managed", "type": "google_compute_region_instance_group_manager", "name": "b", ` + googleProvider + `, "change": {"actions": ["create"], "before": null,
		"after": {"name": "b", "project": "p", "region": "us-central1", "target_size": 3}, "after_unknown": {}}}`
	googleService = `{"address": "google_compute_region_backend_service.web", "mode": "managed", "type": "google_compute_region_backend_service", "name": "web", ` + googleProvider + `, "change": {"actions": ["create"], "before": null,
		"after": {"name": "web", "project": "p", "region": "us-central1", "load_balancing_scheme": "INTERNAL", "backend": [{"group": "projects/p/zones/us-central1-a/instanceGroups/a"}]}, "after_unknown": {}}}`
	rules = `{"address": "spillway_forwarding_rule.web", "mode": "managed", "type": "spillway_forwarding_rule", "name": "web", ` + ourProvider + `, "change": {"actions": ["create"], "before": null,
		"after": {"name": "web", "project": "p", "region": "us-central1", "load_balancing_scheme": "INTERNAL", "backend_service": "https://www.googleapis.com/compute/v1/projects/p/regions/us-central1/backendServices/web"}, "after_unknown": {}}},
		{"address": "spillway_forwarding_rule.named", "mode": "managed", "type": "spillway_forwarding_rule", "name": "named", ` + ourProvider + `, "change": {"actions": ["create"], "before": null,
		"after": {"name": "named", "project": "p", "region": "us-central1", "load_balancing_scheme": "INTERNAL", "backend_service": "web"}, "after_unknown": {}}},
		{"address": "spillway_forwarding_rule.gone", "mode": "managed", "type": "spillway_forwarding_rule", "name": "gone", ` + ourProvider + `, "change": {"actions": ["delete"], "before":
		{"name": "gone", "project": "p", "region": "us-central1", "load_balancing_scheme": "INTERNAL", "backend_service": "web"}, "after": null}},
		{"address": "spillway_region_backend_service.api", "mode": "managed", "type": "spillway_region_backend_service", "name": "api", ` + ourProvider + `, "change": {"actions": ["create"], "before": null,
		"after": {"name": "api", "project": "p", "region": "us-central1", "load_balancing_scheme": "INTERNAL", "backend": [{"group": "projects/p/regions/us-central1/instanceGroupManagers/b"}, {"group": "projects/p/zones/us-central1-a/instanceGroups/nobody"}]}, "after_unknown": {}}}`
)

func planOf(changes string) []byte {
	return []byte(`{"format_version": "1.2", "terraform_version": "1.11.4", "planned_values": {"root_module": {}}, "resource_changes": [` + changes + `]}`)
}

func open(t *testing.T, files ...string) *source.Set {
	t.Helper()
	set, err := source.Open(files, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// lead prints where a link leads and why.
func lead(l topology.Link) string {
	if l.State != topology.LinkResolved {
		return [...]string{"unresolved", "absent", "", "outside"}[l.State]
	}
	return l.Target.Base().Address + " by " + string(l.Proof)
}

// One plan holds objects of both providers, or two plans each one's: links
// between them lead by identity, those of removed objects too.
func TestObjectsOfBothProviders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one := write(t, filepath.Join(dir, "one.json"), planOf(group+","+googleGroup+","+googleService+","+rules))
	ours := write(t, filepath.Join(dir, "ours.json"), planOf(group+","+rules))
	google := write(t, filepath.Join(dir, "google.json"), planOf(googleGroup+","+googleService))
	for name, files := range map[string][]string{"one plan": {one}, "ours first": {ours, google}, "google's first": {google, ours}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, files...).After()
			got := map[string]string{}
			for _, r := range s.Rules {
				got[r.Address] = lead(r.BackendService)
			}
			for _, service := range s.Services {
				for _, b := range service.Backends.List {
					got[service.Address+"."+b.Path] = lead(b.Group)
				}
			}
			for _, n := range s.Removed {
				if r, ok := n.(*topology.ForwardingRule); ok {
					got["removed "+r.Address] = lead(r.BackendService)
				}
			}
			want := map[string]string{
				"spillway_forwarding_rule.web":                         "google_compute_region_backend_service.web by self_link",
				"spillway_forwarding_rule.named":                       "google_compute_region_backend_service.web by name",
				"removed spillway_forwarding_rule.gone":                "google_compute_region_backend_service.web by name",
				"google_compute_region_backend_service.web.backend[0]": "spillway_instance_group.a by id",
				"spillway_region_backend_service.api.backend[0]":       "google_compute_region_instance_group_manager.b by id",
				"spillway_region_backend_service.api.backend[1]":       "outside",
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if s.Services[0].Address > s.Services[1].Address || s.Groups[0].Address > s.Groups[1].Address {
				t.Error("the objects are not sorted")
			}
		})
	}
}

// A folder is read without a plan: ids follow from the arguments and from the
// provider block, and what is left out is so.
func TestFolderOfOurResources(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ provider, zone string }{
		"with a project":           {"project = \"p\"\n region = \"us-central1\"", "a"},
		"from the environment":     {"", "a"},
		"a zone known after apply": {"project = \"p\"\n region = \"us-central1\"", "${terraform_data.x.output}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, filepath.Join(dir, "main.tf"), []byte(`provider "spillway" {
`+test.provider+`
}
resource "terraform_data" "x" { input = "a" }
resource "spillway_instance_group" "a" {
  name = "a"
  zone = "us-central1-`+test.zone+`"
  size = 3
}
resource "spillway_region_backend_service" "web" {
  name    = "web"
  backend = [{ group = spillway_instance_group.a.self_link }]
}
resource "spillway_forwarding_rule" "web" {
  name                  = "web"
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.web.id
}
`))
			s := open(t, dir).After()
			if len(s.Services) != 1 || len(s.Groups) != 1 || len(s.Rules) != 1 || !s.LinksComplete {
				t.Fatalf("read %d services, %d groups, %d rules", len(s.Services), len(s.Groups), len(s.Rules))
			}
			if l := s.Services[0].Backends.List[0].Group; l.State != topology.LinkResolved {
				t.Errorf("the backend is %+v", l)
			}
			if l := s.Rules[0].BackendService; l.State != topology.LinkResolved {
				t.Errorf("the service of the rule is %+v", l)
			}
			if service := s.Services[0]; !service.TrafficPolicy.IsNull() || !topology.Is(service.Scheme, "INTERNAL") || s.Rules[0].Target.State != topology.LinkAbsent {
				t.Errorf("what is left out is not: %+v", service)
			}
			if !topology.Is(s.Groups[0].Capacity.Members, 3) {
				t.Errorf("the size is %v", s.Groups[0].Capacity.Members)
			}
		})
	}
}

// The state of what a plan holds adds nothing to it, whichever comes first; a
// second plan with the same addresses has objects of its own.
func TestOurObjectsInSeveralInputs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plan := write(t, filepath.Join(dir, "plan.json"), planOf(group))
	again := write(t, filepath.Join(dir, "again.json"), planOf(group))
	state := write(t, filepath.Join(dir, "state.json"), []byte(`{"format_version": "1.0", "terraform_version": "1.11.4", "values": {"root_module": {"resources": [
		{"address": "spillway_instance_group.a", "mode": "managed", "type": "spillway_instance_group", "name": "a", `+ourProvider+`, "values": {"name": "a", "project": "p", "zone": "us-central1-a", "size": 3}}]}}}`))
	for name, test := range map[string]struct {
		files  []string
		groups int
	}{
		"a plan": {[]string{plan}, 1}, "a state": {[]string{state}, 1}, "both": {[]string{plan, state}, 1}, "the state first": {[]string{state, plan}, 1}, "two plans": {[]string{plan, again}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := open(t, test.files...)
			s := set.After()
			if len(s.Groups) != test.groups {
				t.Fatalf("%d groups, want %d", len(s.Groups), test.groups)
			}
			for _, g := range s.Groups {
				if local, path := set.Origin(g.Address); local != "spillway_instance_group.a" || path != g.Input {
					t.Errorf("%s is %s of %s", g.Address, local, path)
				}
				for _, f := range test.files[:len(test.files)*(2-test.groups)] {
					if !g.In(f) {
						t.Errorf("%s is not in %s", g.Address, f)
					}
				}
			}
		})
	}
}

// What is marked as sensitive stands in no topology.
func TestSensitiveArgumentsOfOurs(t *testing.T) {
	t.Parallel()
	const secret = "very-secret"
	service := `{"address": "spillway_region_backend_service.web", "mode": "managed", "type": "spillway_region_backend_service", "name": "web", ` + ourProvider + `, "change": {"actions": ["create"], "before": null,
		"after": {"name": "web", "project": "p", "region": "us-central1", "load_balancing_scheme": "INTERNAL", "description": "` + secret + `", "backend": [{"group": "projects/p/zones/us-central1-a/instanceGroups/` + secret + `", "failover": true}]},
		"after_unknown": {}, "after_sensitive": {"description": true, "backend": [{"group": true}]}}}`
	file := write(t, filepath.Join(t.TempDir(), "plan.json"), planOf(service))
	s := open(t, file).After()
	if d := s.Services[0].Description; !d.IsUnknown() {
		t.Errorf("the description is %v", d)
	}
	b := s.Services[0].Backends.List[0]
	if b.Group.State != topology.LinkUnresolved || !topology.Is(b.Failover, true) {
		t.Errorf("the backend is %+v", b)
	}
	if len(s.Notices) != 1 || s.Notices[0].Address != "spillway_region_backend_service.web" {
		t.Errorf("the notices are %v", s.Notices)
	}
}
