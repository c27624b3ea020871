// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"strconv"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// outline is what a resource block writes, for the questions of a
// graph.Configuration: it is small, where the block's syntax tree is not and
// had to be made anew.
type outline struct {
	expressions map[string]graph.Expression // by path
	blocks      map[string]blockCount       // by type, of the outermost blocks
}

type blockCount struct {
	static  int
	dynamic bool
}

// remember keeps the outline of a block that was parsed for this moment.
func (c *Config) remember(decl *module.Resource) {
	if c.outlines[decl] != nil || !decl.Parsed() {
		return
	}
	o := &outline{expressions: map[string]graph.Expression{}, blocks: map[string]blockCount{}}
	c.outlineOf(o, decl.Body(), "")
	if c.outlines == nil {
		c.outlines = map[*module.Resource]*outline{}
	}
	c.outlines[decl] = o
}

func (c *Config) outlineOf(o *outline, body module.Body, prefix string) {
	body.EachAttribute(func(name string, expr hcl.Expression) { o.expressions[prefix+name] = c.expression(expr) })
	for _, t := range body.BlockTypes() {
		all := body.Blocks(t)
		blocks := static(all)
		if prefix == "" {
			o.blocks[t] = blockCount{static: len(blocks), dynamic: len(blocks) < len(all)}
		}
		for i, b := range blocks {
			c.outlineOf(o, b.Body, prefix+t+"["+strconv.Itoa(i)+"].")
		}
	}
}
