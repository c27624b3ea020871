// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"

	"terraform-provider-spillway/internal/source/graph"
)

// classify puts the open elements into classes, in the order of the first of
// each.
func (p *pairing) classify() {
	for _, i := range p.open {
		at := slices.IndexFunc(p.classes, func(c *class) bool { return alike(p.elements[c.elements[0]], p.elements[i]) })
		if at < 0 {
			p.classes = append(p.classes, &class{})
			at = len(p.classes) - 1
		}
		p.classes[at].elements = append(p.classes[at].elements, i)
	}
}

// alike reports whether two elements agree in all that the model reads of a
// backend.
func alike(x, y graph.Value) bool {
	for _, name := range matters {
		if !equalScalars(x.Get(name), y.Get(name)) {
			return false
		}
	}
	return true
}

// assign finds for each block the class that it certainly belongs to.
func (p *pairing) assign() {
	for _, c := range p.blocks {
		c.fits = p.fits(c)
	}
	if p.broken {
		return
	}
	for changed := true; changed; {
		changed = false
		for _, c := range p.blocks {
			if c.class != nil {
				continue
			}
			fit, n := p.fitting(c)
			if n == 0 {
				p.reset()
				return
			}
			if n == 1 {
				fit.take(c)
				changed = true
			}
		}
		changed = p.tight && p.fill() || changed
	}
}

// fits says for each class whether the block can be one of its elements.
func (p *pairing) fits(c *candidate) []bool {
	out := make([]bool, len(p.classes))
	for k, class := range p.classes {
		out[k] = p.tight && len(p.classes) == 1 ||
			slices.ContainsFunc(class.elements, func(i int) bool { return c.canBe(p.elements[i]) })
	}
	return out
}

// fitting returns how many classes have room for the block, and the last of
// them.
func (p *pairing) fitting(c *candidate) (fit *class, n int) {
	for k, class := range p.classes {
		if c.fits[k] && !class.full() {
			fit, n = class, n+1
		}
	}
	return fit, n
}

// fill gives a class all blocks that it can have, where they are as many as it
// needs.
func (p *pairing) fill() (changed bool) {
	for k, class := range p.classes {
		if class.full() {
			continue
		}
		var fit []*candidate
		for _, c := range p.blocks {
			if c.class == nil && c.fits[k] {
				fit = append(fit, c)
			}
		}
		if len(fit) != len(class.elements)-len(class.blocks) {
			continue
		}
		for _, c := range fit {
			class.take(c)
		}
		changed = true
	}
	return changed
}

func (c *class) take(block *candidate) {
	block.class = c
	c.blocks = append(c.blocks, block)
}

// reset forgets what was assigned, since it leads to a contradiction.
func (p *pairing) reset() {
	p.broken = true
	for _, c := range p.blocks {
		c.class = nil
	}
	for _, c := range p.classes {
		c.blocks = nil
	}
}
