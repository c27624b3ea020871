// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Of joined inputs, an address means every input that holds it, and with the
// path of an input behind it that one.
func TestObjectsOfJoinedInputs(t *testing.T) {
	object := func(address, input string) topology.Object {
		return topology.Object{Address: address, Input: input}
	}
	w := WorldOf(&topology.Snapshot{
		LinksComplete: true,
		Sources: []*topology.HealthSource{
			{Object: object("s.a (dev)", "dev")}, {Object: object("s.a (prod)", "prod")}, {Object: object("s.b", "prod")},
		},
		Composites:  []*topology.CompositeHealth{{Object: object("c.a (dev)", "dev")}, {Object: object("c.a (prod)", "prod")}},
		Attachments: []*topology.ServiceAttachment{{Object: object("t.a (dev)", "dev")}, {Object: object("t.a (prod)", "prod")}},
	}, nil, sizing.Nothing)
	tests := map[string]struct {
		kind ObjectKind
		name string
		want []string
	}{
		"a source of two":         {Source, "s.a", []string{"s.a (dev)", "s.a (prod)"}},
		"a source of one":         {Source, "s.a (prod)", []string{"s.a (prod)"}},
		"an unshared source":      {Source, "s.b (prod)", []string{"s.b"}},
		"of an input without it":  {Source, "s.b (dev)", nil},
		"a composite of two":      {Composite, "c.a", []string{"c.a (dev)", "c.a (prod)"}},
		"a composite of one":      {Composite, "c.a (dev)", []string{"c.a (dev)"}},
		"an attachment of two":    {Attachment, "t.a", []string{"t.a (dev)", "t.a (prod)"}},
		"an attachment of one":    {Attachment, "t.a (dev)", []string{"t.a (dev)"}},
		"an attachment of no one": {Attachment, "t.a (test)", nil},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got := w.Objects(tc.kind, tc.name)
			if len(got) == 0 {
				got = nil
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
			word := map[ObjectKind]string{Source: "source", Composite: "composite", Attachment: "attachment"}[tc.kind]
			spec, err := Parse(word+":"+tc.name+"=UNHEALTHY", nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Check(spec); (err == nil) != (tc.want != nil) {
				t.Errorf("Check says %v", err)
			}
		})
	}
}
