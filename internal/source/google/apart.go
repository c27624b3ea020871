// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
)

// tellApart says, where several inputs are joined, which objects have a link of
// which nothing is known: it may lead to another input, and is not looked for
// there.
func (b *builder) tellApart() {
	s := b.snapshot
	note := func(n topology.Node, links ...topology.Link) {
		for i := range links {
			if isLost(&links[i]) {
				b.notice(n.Base().Address, "a link of it is known after apply; what it names is looked for in its own input, and not in the others that are joined")
				return
			}
		}
	}
	for _, r := range s.Rules {
		note(r, r.BackendService, r.Target)
	}
	for _, a := range s.Attachments {
		note(a, a.TargetService)
	}
	for _, g := range s.Groups {
		note(g, g.TargetService)
	}
	for _, v := range s.Services {
		for i := range v.Backends.List {
			note(v, v.Backends.List[i].Group)
		}
	}
	for _, h := range s.Sources {
		note(h, slices.Concat(h.Sources.Links, []topology.Link{h.Policy})...)
	}
	for _, c := range s.Composites {
		note(c, slices.Concat(c.Sources.Links, []topology.Link{c.Destination})...)
	}
}
