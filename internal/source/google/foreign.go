// SPDX-License-Identifier: MPL-2.0

package google

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// isGoogle reports whether a provider is google or google-beta, from whatever
// registry or mirror; an input that does not say counts as one.
func isGoogle(provider string) bool {
	if provider == "" {
		return true
	}
	name := topology.LastSegment(provider)
	return name == "google" || name == "google-beta"
}

// origin is a provider in an input.
type origin struct{ input, provider string }

// foreign notes an object of a type of Google's that another provider has, of
// which nobody knows whether it is a copy under a name of its own.
func (b *builder) foreign(in *input, inst *graph.Instance) {
	if b.moment != After {
		return
	}
	b.incomplete(in)
	if b.strangers == nil {
		b.strangers = map[origin][]string{}
	}
	at := origin{in.name, inst.Provider}
	b.strangers[at] = append(b.strangers[at], inst.Address)
}

// tellForeign says what was not read, once for each provider.
func (b *builder) tellForeign() {
	origins := slices.SortedFunc(maps.Keys(b.strangers), func(x, y origin) int {
		return cmp.Or(cmp.Compare(x.input, y.input), cmp.Compare(x.provider, y.provider))
	})
	for _, at := range origins {
		addresses := b.strangers[at]
		slices.Sort(addresses)
		b.notice("", fmt.Sprintf("what the provider %s holds is not read, since it is neither google nor google-beta: %s", at.provider, enumerate(addresses)))
	}
}
