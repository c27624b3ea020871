// SPDX-License-Identifier: MPL-2.0

package google

import (
	"net/netip"
	"slices"
	"strconv"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// Moment says which side of a plan a topology shows.
type Moment uint8

// The moments.
const (
	// After is what is planned, and all there is of a state.
	After Moment = iota
	// Before is the prior state. A state that is joined with a plan shows the
	// same at both moments; a configuration without a plan shows nothing before.
	Before
)

// Build returns the topology of one input, or of several that are joined, at a
// moment. It takes any graph, and gives for each object of the google and
// google-beta providers what the graph proves; the rest stays unknown, and
// links unresolved with a reason.
//
// Links between the inputs are found by identity. Of two objects that are the
// same one the managed one stands for both, else that of the first input. An
// address that stands in several inputs gets the input's path in parentheses.
// What an input leaves unknown may mean objects of that input only.
func Build(graphs []*graph.Graph, moment Moment) *topology.Snapshot {
	b := &builder{
		moment:   moment,
		snapshot: &topology.Snapshot{LinksComplete: true},
		of:       make(map[*graph.Instance]*object),
		blocks:   make(map[blockKey]*resourceBlocks),
	}
	b.collect(graphs)
	b.connect()
	b.finish(len(graphs) > 1)
	return b.snapshot
}

// builder holds what stands between the graphs and the topology.
type builder struct {
	moment   Moment
	snapshot *topology.Snapshot
	objects  []*object
	removed  []*object
	// unexpanded stand for resources whose instances cannot be told.
	unexpanded []*object
	of         map[*graph.Instance]*object
	index      *index
	// shared are the addresses that stand in more than one input.
	shared map[string]bool
	// strangers are the addresses of what providers of other names hold.
	strangers map[origin][]string
	// gone indexes the objects that the plan destroys, for links among them.
	gone *index

	// Built when they are first asked for:
	byNode    map[topology.Node]*object
	siblings  map[sibling][]*object
	addresses map[netip.Addr][]*object // forwarding rules
	blocks    map[blockKey]*resourceBlocks
	paths     map[string][]string
}

// connect fills the objects in. Services come first, since the region of one
// may follow from its backends, then forwarding rules, whose region may follow
// from their service.
func (b *builder) connect() {
	for _, o := range b.objects {
		if o.typ.noun == service {
			b.service(o)
			b.inferFromBackends(o)
		}
	}
	for _, o := range b.objects {
		if o.typ.noun == rule {
			b.rule(o)
		}
	}
	for _, o := range b.objects {
		b.fill(o)
	}
	b.nextHops()
	b.capacities()
	b.suggestGroups()
	for _, o := range b.removed {
		b.fillRemoved(o)
	}
}

// finish sorts the snapshot and says what was not read.
func (b *builder) finish(several bool) {
	for _, o := range slices.Concat(b.objects, b.removed) {
		if o.hidden && o.twin == nil {
			b.notice(o.base.Address, "arguments that are marked as sensitive are not read, and count as not known")
		}
		if o.node == nil || o.twin != nil {
			continue
		}
		if o.removed {
			b.snapshot.Removed = append(b.snapshot.Removed, o.node)
			continue
		}
		add(b.snapshot, o.node)
	}
	if several && b.moment == After {
		b.tellApart()
	}
	sortAll(b.snapshot)
}

func (b *builder) notice(address, text string) {
	b.snapshot.Notices = append(b.snapshot.Notices, topology.Notice{Address: address, Text: text})
}

// at returns the path of an element, "backend[3]".
func (b *builder) at(list string, i int) string {
	known := b.paths[list]
	for len(known) <= i && i < 256 {
		known = append(known, list+"["+strconv.Itoa(len(known))+"]")
		if b.paths == nil {
			b.paths = make(map[string][]string)
		}
		b.paths[list] = known
	}
	if i < len(known) {
		return known[i]
	}
	return list + "[" + strconv.Itoa(i) + "]"
}
