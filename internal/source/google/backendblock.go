package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// matters are the arguments of a backend that the model reads, beside its
// group.
var matters = slices.Concat([]string{"failover", "balancing_mode", "capacity_scaler"}, limits)

// telling are the arguments that can tell blocks from each other.
var telling = slices.Concat(matters, []string{"description", "traffic_duration", "preference"})

// defaulted are those of them for which the provider plans a default of its
// own when they are left out.
var defaulted = map[string]bool{"balancing_mode": true, "capacity_scaler": true}

// backendBlock is a static backend block of a resource; all instances of the
// resource share it.
type backendBlock struct {
	index    int // in the configuration
	group    graph.Expression
	hasGroup bool
	conf     graph.Configuration
	inst     *graph.Instance
	path     string
	// asked and arguments run beside telling: what was asked for, and what the
	// block writes for it, nil where nothing.
	asked     []bool
	arguments []*graph.Expression
}

// blockKey names the resource of a block.
type blockKey struct {
	in *input
	sibling
}

// backendBlocks returns the static backend blocks of a service.
func (b *builder) backendBlocks(o *object) []*backendBlock {
	key := blockKey{o.in, siblingOf(o)}
	if blocks, ok := b.blocks[key]; ok {
		return blocks
	}
	static, _ := o.conf.Blocks(o.inst, "backend")
	blocks := make([]*backendBlock, 0, max(static, 0))
	for i := range static {
		block := &backendBlock{index: i, conf: o.conf, inst: o.inst, path: b.at("backend", i)}
		block.group, block.hasGroup = o.conf.Expression(o.inst, block.path+".group")
		blocks = append(blocks, block)
	}
	b.blocks[key] = blocks
	return blocks
}

// argument returns what the block writes for one of the telling arguments, nil
// where it writes nothing, or null.
func (c *backendBlock) argument(i int) *graph.Expression {
	if c.asked == nil {
		c.asked, c.arguments = make([]bool, len(telling)), make([]*graph.Expression, len(telling))
	}
	if !c.asked[i] {
		c.asked[i] = true
		if e, ok := c.conf.Expression(c.inst, c.path+"."+telling[i]); ok && !e.Constant.IsNull() {
			c.arguments[i] = &e
		}
	}
	return c.arguments[i]
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
