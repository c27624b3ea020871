// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

// TestForeignProviders: objects of Google's types count whatever mirror their
// provider comes from. Those of a provider of another name are not read, and
// that is said once.
func TestForeignProviders(t *testing.T) {
	t.Parallel()
	of := func(provider string, addresses ...string) *graph.Graph {
		var all []*graph.Instance
		for _, a := range addresses {
			inst := res(a, obj{"name": "g", "zone": "us-central1-a"})
			inst.Provider = provider
			all = append(all, inst)
		}
		return planOf(all...)
	}
	for name, tc := range map[string]struct {
		graph *graph.Graph
		read  int
		want  []string
	}{
		"not said":       {graph: of("", groupType+".g"), read: 1},
		"google":         {graph: of("registry.terraform.io/hashicorp/google", groupType+".g"), read: 1},
		"google-beta":    {graph: of("registry.terraform.io/hashicorp/google-beta", groupType+".g"), read: 1},
		"OpenTofu":       {graph: of("registry.opentofu.org/hashicorp/google", groupType+".g"), read: 1},
		"a mirror":       {graph: of("mirror.example.com/acme/google", groupType+".g"), read: 1},
		"Terraform 0.12": {graph: of("google", groupType+".g"), read: 1},
		"a copy": {
			graph: of("mirror.example.com/acme/google-copy", groupType+".d", groupType+".c", groupType+".b", groupType+".a"),
			want: []string{
				"what the provider mirror.example.com/acme/google-copy holds is not read, since it is neither google nor google-beta: " +
					groupType + ".a, " + groupType + ".b, " + groupType + ".c and 1 more",
			},
		},
		"another type": {graph: of("registry.terraform.io/hashicorp/aws", "aws_instance.i")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(tc.graph)
			if len(s.Groups) != tc.read || s.LinksComplete != (tc.want == nil) {
				t.Errorf("%d groups, links complete: %v", len(s.Groups), s.LinksComplete)
			}
			var got []string
			for _, n := range s.Notices {
				got = append(got, n.Text)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
