// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// matters are the arguments of a backend that the model reads, beside its
// group.
var matters = slices.Concat([]string{"failover", "balancing_mode", "capacity_scaler"}, limits)

// marks are further arguments that tell blocks from each other, and telling are
// all that do.
var (
	marks   = []string{"description", "traffic_duration", "preference"}
	telling = slices.Concat(matters, marks)
)

// defaulted are those of them for which the provider plans a default of its
// own when they are left out.
var defaulted = map[string]bool{"balancing_mode": true, "capacity_scaler": true}

// backendBlock is a static backend block of a resource; all instances of the
// resource share it.
type backendBlock struct {
	index int // in the configuration
	path  string
	of    *resourceBlocks
	// asked has a bit for each of the telling arguments that were asked for;
	// written holds what the block writes, nil where nothing.
	asked   uint32
	written []*graph.Expression
}

// resourceBlocks are the static backend blocks of a resource.
type resourceBlocks struct {
	conf graph.Configuration
	inst *graph.Instance // any of the resource
	list []backendBlock
}

// blockKey names the resource of a block.
type blockKey struct {
	in *input
	sibling
}

// backendBlocks returns the static backend blocks of a service.
func (b *builder) backendBlocks(o *object) []backendBlock {
	key := blockKey{o.in, siblingOf(o)}
	if blocks, ok := b.blocks[key]; ok {
		return blocks.list
	}
	static, _ := o.conf.Blocks(o.inst, "backend")
	blocks := &resourceBlocks{conf: o.conf, inst: o.inst, list: make([]backendBlock, max(static, 0))}
	for i := range blocks.list {
		blocks.list[i] = backendBlock{index: i, of: blocks, path: b.at("backend", i)}
	}
	b.blocks[key] = blocks
	return blocks.list
}

// group returns what the block writes for its group.
func (c *backendBlock) group() (graph.Expression, bool) {
	return c.of.conf.Expression(c.of.inst, c.path+".group")
}

// argument returns what the block writes for one of the telling arguments, nil
// where it writes nothing, or null.
func (c *backendBlock) argument(i int) *graph.Expression {
	if c.asked&(1<<i) == 0 {
		c.asked |= 1 << i
		if e, ok := c.of.conf.Expression(c.of.inst, c.path+"."+telling[i]); ok && !e.Constant.IsNull() {
			if c.written == nil {
				c.written = make([]*graph.Expression, len(telling))
			}
			w := e // only what is written is kept
			c.written[i] = &w
		}
	}
	if c.written == nil {
		return nil
	}
	return c.written[i]
}

// writes reports whether the block sets an argument.
func (c *backendBlock) writes(name string) bool {
	i := slices.Index(telling, name)
	return i >= 0 && c.argument(i) != nil
}

// canBe reports whether the block can have made a planned element, as far as
// the arguments tell that are known on both sides.
func (c *backendBlock) canBe(element graph.Value) bool {
	if element.IsUnknown() {
		return true
	}
	for i, name := range telling {
		planned, e := element.Get(name), c.argument(i)
		switch {
		case e == nil:
			if !defaulted[name] && !isEmpty(planned) {
				return false
			}
		case e.Constant.IsUnknown():
			// an expression: it may be anything
		case !equalScalars(e.Constant, planned):
			return false
		}
	}
	return true
}

// isEmpty reports whether a planned argument can be one that was left out.
func isEmpty(v graph.Value) bool {
	switch v.Kind() {
	case graph.Unknown, graph.Null:
		return true
	case graph.Bool:
		b, _ := v.Bool()
		return !b
	case graph.String, graph.Number:
		s, _ := v.Text()
		if s == "" {
			return true
		}
		r, err := topology.ParseRatio(s)
		return v.Kind() == graph.Number && err == nil && r.IsZero()
	}
	return false
}

// equalScalars reports whether two values are equal, as Terraform converts
// them: what is left out equals what is empty, and a number the text of it.
// What is known after apply equals only the like.
func equalScalars(x, y graph.Value) bool {
	if x.IsUnknown() || y.IsUnknown() {
		return x.IsUnknown() && y.IsUnknown()
	}
	if isEmpty(x) || isEmpty(y) {
		return isEmpty(x) && isEmpty(y)
	}
	s, t := scalarText(x), scalarText(y)
	if s == t {
		return true
	}
	r, err := topology.ParseRatio(s)
	if err != nil {
		return false
	}
	q, err := topology.ParseRatio(t)
	return err == nil && r.Compare(q) == 0
}

func scalarText(v graph.Value) string {
	if b, ok := v.Bool(); ok {
		if b {
			return "true"
		}
		return "false"
	}
	s, _ := v.Text()
	return s
}
