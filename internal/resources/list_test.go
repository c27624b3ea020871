// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// What the catalogue holds can be listed, which Terraform does from 1.14 on.
func TestList(t *testing.T) {
	t.Parallel()
	p := startProtocol(t, filepath.Join(t.TempDir(), "engine.db"))
	for name := range p.schema.ResourceSchemas {
		if p.schema.ListResourceSchemas[name] == nil && name != "spillway_guard" {
			t.Errorf("%s cannot be listed", name)
		}
	}
	if got := p.list("instance_group", object{}, 0, false); len(got) > 0 {
		t.Errorf("without a catalogue there is %q", got)
	}
	make := func(resource string, config object) {
		planned, _ := p.plan(resource, config)
		p.none(p.apply(resource, nil, planned, config).Diagnostics)
	}
	group := func(name, zone string) object { return object{"name": name, "zone": zone, "size": float64(3)} }
	make("instance_group", group("b", "us-central1-a"))
	make("instance_group", group("a", "us-central1-b"))
	make("instance_group", group("c", "us-central1-b"))
	other := group("d", "us-central1-b")
	other["project"] = "other"
	make("instance_group", other)
	make("backend_service", object{"name": "global"})
	const a, b, c = "projects/demo/zones/us-central1-b/instanceGroups/a", "projects/demo/zones/us-central1-a/instanceGroups/b", "projects/demo/zones/us-central1-b/instanceGroups/c"
	for name, test := range map[string]struct {
		resource string
		config   object
		limit    int64
		want     []string
	}{
		"all":             {"instance_group", object{}, 0, []string{b, a, c}},
		"of a zone":       {"instance_group", object{"zone": "us-central1-b"}, 0, []string{a, c}},
		"the first":       {"instance_group", object{}, 2, []string{b, a}},
		"another project": {"instance_group", object{"project": "other"}, 0, []string{"projects/other/zones/us-central1-b/instanceGroups/d"}},
		"an empty zone":   {"instance_group", object{"zone": "us-east1-b"}, 0, nil},
		"another type":    {"backend_service", object{}, 0, []string{"projects/demo/global/backendServices/global"}},
		"none of a type":  {"forwarding_rule", object{"region": "us-central1"}, 0, nil},
	} {
		for _, whole := range []bool{false, true} {
			if diff := cmp.Diff(test.want, p.list(test.resource, test.config, test.limit, whole)); diff != "" {
				t.Errorf("%s, with the objects: %t: %s", name, whole, diff)
			}
		}
	}
}

// list returns the display names, after it has held identity and object
// against them.
func (p *protocol) list(resource string, config object, limit int64, whole bool) (names []string) {
	p.t.Helper()
	server, ok := p.server.(tfprotov6.ListResourceServer) //nolint:staticcheck // the way to it in this version
	if !ok {
		p.t.Fatal("the server lists nothing")
	}
	schema := p.schema.ListResourceSchemas["spillway_"+resource]
	stream, err := server.ListResource(p.t.Context(), &tfprotov6.ListResourceRequest{
		TypeName: "spillway_" + resource, Config: p.dynamic(schema.ValueType(), config), Limit: limit, IncludeResource: whole,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	schemas, err := p.server.GetResourceIdentitySchemas(p.t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		p.t.Fatal(err)
	}
	for r := range stream.Results {
		p.none(r.Diagnostics)
		names = append(names, r.DisplayName)
		identity, err := r.Identity.IdentityData.Unmarshal(schemas.IdentitySchemas["spillway_"+resource].ValueType())
		if err != nil {
			p.t.Fatal(err)
		}
		parts := map[string]tftypes.Value{}
		if err := identity.As(&parts); err != nil {
			p.t.Fatal(err)
		}
		var name string
		if err := parts["name"].As(&name); err != nil || !strings.HasSuffix(r.DisplayName, "/"+name) {
			p.t.Errorf("%s has the identity %s (%v)", r.DisplayName, name, err)
		}
		if whole {
			var id string
			all := map[string]tftypes.Value{}
			if err := unpack(p.t, p, resource, r.Resource).As(&all); err != nil {
				p.t.Fatal(err)
			}
			if err := all["id"].As(&id); err != nil || id != r.DisplayName {
				p.t.Errorf("%s is the object %s (%v)", r.DisplayName, id, err)
			}
		}
	}
	return names
}
