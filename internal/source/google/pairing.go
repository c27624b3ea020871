// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// The backends of a service are a set: the order of its planned elements is
// not that of the configuration's blocks, and an element whose group is known
// after apply says nothing of where it came from but its other arguments. A
// pairing finds, for these elements, the blocks that they certainly come from.
//
// Elements that agree in all that matters are one class; which of them has
// which group makes no difference. A block belongs to a class where no other
// class has an element that it can be. The other way round, a class takes all
// blocks that it can have when there are just enough of them, provided that
// every block is known to have its element (no dynamic block adds any).

// pairing is the work on the backends of one service.
type pairing struct {
	b        *builder
	o        *object
	elements []graph.Value
	open     []int // the elements whose group is known after apply
	classes  []*class
	blocks   []*candidate
	// tight says that the open elements come from the blocks, one for one.
	tight bool
	// broken says that blocks and elements do not go together.
	broken bool
}

// class is the open elements that agree in what matters.
type class struct {
	elements []int
	blocks   []*candidate // certainly theirs
}

func (c *class) full() bool { return len(c.blocks) == len(c.elements) }

// candidate is a static block whose group may be one of the open ones.
type candidate struct {
	*backendBlock
	trace trace
	fits  []bool // by class: whether it can be one of its elements
	class *class // where it belongs, once that is certain
}

// pair completes the backends of a service by the configuration.
func (b *builder) pair(o *object, elements []graph.Value, list []topology.Backend) {
	p := &pairing{b: b, o: o, elements: elements}
	for i, e := range elements {
		if isOpenLink(e.Get("group")) {
			p.open = append(p.open, i)
		}
	}
	if o.conf == nil {
		for _, i := range p.open {
			list[i].Group = unresolved(list[i].Path+".group", afterApply(o, list[i].Path+".group"), nil)
		}
		for i := range list {
			p.leaveOut(&list[i], i, func(string) bool { return false })
		}
		return
	}
	blocks := b.backendBlocks(o)
	p.completeKnown(list, blocks)
	if len(p.open) == 0 {
		return
	}
	p.classify()
	p.choose(list, blocks)
	p.assign()
	for k, c := range p.classes {
		p.write(k, c, list)
	}
}

// completeKnown settles what the elements of known group leave out: an argument
// that no block writes is left out everywhere. Of dynamic blocks nothing is
// seen.
func (p *pairing) completeKnown(list []topology.Backend, blocks []backendBlock) {
	shown := len(blocks) >= len(list)
	for i := range list {
		if !isOpenLink(p.elements[i].Get("group")) {
			p.leaveOut(&list[i], i, func(argument string) bool { return shown && !anyWrites(blocks, argument) })
		}
	}
}

func anyWrites(blocks []backendBlock, argument string) bool {
	for i := range blocks {
		if blocks[i].writes(argument) {
			return true
		}
	}
	return false
}

// leaveOut settles the arguments of an element that are known after apply: null
// where they are certainly not written.
func (p *pairing) leaveOut(backend *topology.Backend, element int, leftOut func(argument string) bool) {
	if backend.Failover.IsUnknown() && leftOut("failover") {
		backend.Failover = topology.Of(false)
	}
	for _, name := range laterLimits(p.elements[element]) {
		if !leftOut(name) {
			backend.Limits = append(backend.Limits, topology.Limit{Name: name})
		}
	}
}

// choose finds the blocks that the open elements may come from: all but those
// whose group is known, and which therefore made one of the other elements.
func (p *pairing) choose(list []topology.Backend, blocks []backendBlock) {
	known := len(p.elements) - len(p.open)
	certain := true
	for i := range blocks {
		group, ok := blocks[i].group()
		if !ok {
			certain = false
			continue
		}
		if !group.Constant.IsUnknown() {
			known--
			continue
		}
		c := &candidate{backendBlock: &blocks[i], trace: p.b.follow(p.o, group, toGroup)}
		if c.trace.known() || p.made(c, list) {
			known--
			continue
		}
		p.blocks = append(p.blocks, c)
	}
	p.tight = certain && known == 0 && len(p.blocks) == len(p.open) && len(blocks) == len(p.elements)
	if known > 0 {
		// Some element of known group comes from a dynamic block, or from one of
		// these. Only a block whose group certainly is not known stays.
		p.blocks = slices.DeleteFunc(p.blocks, func(c *candidate) bool { return !c.trace.exact() || !isNew(c.trace.targets[0]) })
	}
	p.broken = len(p.blocks) > len(p.open) // two blocks may have become one element
}

// made reports whether the block made an element whose group is known.
func (p *pairing) made(c *candidate, list []topology.Backend) bool {
	if !c.trace.exact() {
		return false
	}
	return slices.ContainsFunc(list, func(k topology.Backend) bool {
		return k.Group.State == topology.LinkResolved && k.Group.Target == c.trace.targets[0].node
	})
}

// isNew reports whether what names the object is known only after apply.
func isNew(o *object) bool {
	return o.value.Get("id").IsUnknown() && o.value.Get("self_link").IsUnknown()
}

// write gives the elements of a class the groups of its blocks, and says of the
// others why they have none.
func (p *pairing) write(k int, c *class, list []topology.Backend) {
	p.order(c)
	var may []*candidate // what the elements without a block of their own may be
	for _, block := range p.blocks {
		if block.class == nil && (block.fits[k] || p.broken) {
			may = append(may, block)
		}
	}
	for n, i := range c.elements {
		backend, path := &list[i], list[i].Path+".group"
		if n < len(c.blocks) {
			backend.Group = p.b.traced(p.o, path, c.blocks[n].trace, toGroup)
		} else {
			backend.Group = p.undecided(path, may)
		}
		// Elements of a class are interchangeable: what is left out must be left
		// out by every block that any of them may come from.
		from, shown := c.blocks, n < len(c.blocks)
		if p.tight {
			from, shown = slices.Concat(c.blocks, may), true
		}
		p.leaveOut(backend, i, func(argument string) bool {
			return shown && !slices.ContainsFunc(from, func(b *candidate) bool { return b.writes(argument) })
		})
	}
}

// order puts the blocks of a class in the order of its elements. Which element
// has which group makes no difference to anything but the place that a finding
// names: it follows the configuration, but for what tells them apart.
func (p *pairing) order(c *class) {
	slices.SortFunc(c.blocks, func(x, y *candidate) int { return x.index - y.index })
	if len(c.blocks) != len(c.elements) || !slices.ContainsFunc(c.elements, func(i int) bool { return p.differ(c.elements[0], i) }) {
		return
	}
	for n, i := range c.elements {
		if at := slices.IndexFunc(c.blocks[n:], func(b *candidate) bool { return b.canBe(p.elements[i]) }); at > 0 {
			c.blocks[n], c.blocks[n+at] = c.blocks[n+at], c.blocks[n]
		}
	}
}

// differ reports whether two elements of a class can be told apart.
func (p *pairing) differ(i, j int) bool {
	return slices.ContainsFunc(marks, func(name string) bool {
		return !equalScalars(p.elements[i].Get(name), p.elements[j].Get(name))
	})
}

// undecided returns the link of an element that no block certainly made.
func (p *pairing) undecided(path string, may []*candidate) topology.Link {
	reason := afterApply(p.o, path)
	switch {
	case p.broken:
		return unresolved(path, reason+p.b.hint(p.o, ", and the planned backends do not go together with the configuration's blocks"), nil)
	case !p.tight:
		return unresolved(path, reason+p.b.hint(p.o, ", and it may come from a dynamic block, of which the configuration shows nothing"), nil)
	}
	var targets []*object
	for _, c := range may {
		if len(c.trace.targets) == 0 {
			targets = nil
			break
		}
		targets = append(targets, p.b.candidates(c.trace)...)
	}
	return unresolved(path, reason+p.b.hint(p.o, ", and which of the configuration's backend blocks it comes from cannot be seen"), targets)
}
