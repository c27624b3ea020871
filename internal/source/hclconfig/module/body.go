// SPDX-License-Identifier: MPL-2.0

package module

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Body is the body of a block in either syntax, with what override files put
// over it. It is small and passed by value. The zero Body is empty.
type Body struct {
	native *hclsyntax.Body
	json   *jsonBody
	over   *Body // wins
	// open says that nothing can be told of the body.
	open bool
}

type jsonBody struct {
	hcl.Body
	attrs hcl.Attributes
}

// BodyOf wraps a body that a parser made.
func BodyOf(b hcl.Body) Body {
	switch b := b.(type) {
	case nil:
		return Body{}
	case *hclsyntax.Body:
		return Body{native: b}
	}
	attrs, _ := b.JustAttributes() // what is meant as a block is no attribute's fault
	return Body{json: &jsonBody{Body: b, attrs: attrs}}
}

// Overridden returns the body with another one over it: its arguments win,
// and its nested blocks replace all of the same type.
func (b Body) Overridden(over Body) Body {
	if b.over != nil {
		over = b.over.Overridden(over)
	}
	b.over = &over
	return b
}

// Expr returns the expression of an argument, nil where it is not written.
func (b Body) Expr(name string) hcl.Expression {
	if b.over != nil {
		if e := b.over.Expr(name); e != nil {
			return e
		}
	}
	if b.native != nil {
		if a, ok := b.native.Attributes[name]; ok {
			return a.Expr
		}
	}
	if b.json != nil {
		if a, ok := b.json.attrs[name]; ok {
			return a.Expr
		}
	}
	if b.open {
		return hcl.StaticExpr(unknown, hcl.Range{})
	}
	return nil
}

// AttributeRange returns the place of an argument with its expression.
func (b Body) AttributeRange(name string) (hcl.Range, bool) {
	if b.over != nil {
		if r, ok := b.over.AttributeRange(name); ok {
			return r, true
		}
	}
	if b.native != nil {
		if a, ok := b.native.Attributes[name]; ok {
			return a.SrcRange, true
		}
	}
	if b.json != nil {
		if a, ok := b.json.attrs[name]; ok {
			return a.Range, true
		}
	}
	return hcl.Range{}, false
}

// EachAttribute calls f for every argument, in no particular order.
func (b Body) EachAttribute(f func(name string, expr hcl.Expression)) {
	hidden := func(name string) bool { return b.over != nil && b.over.Expr(name) != nil }
	if b.native != nil {
		for name, a := range b.native.Attributes {
			if !hidden(name) {
				f(name, a.Expr)
			}
		}
	}
	if b.json != nil {
		for name, a := range b.json.attrs {
			if !hidden(name) {
				f(name, a.Expr)
			}
		}
	}
	if b.over != nil {
		b.over.EachAttribute(f)
	}
}

// Block is a nested block, static or dynamic.
type Block struct {
	Type string
	// Body is that of the block; of a dynamic block, that of its content.
	Body     Body
	DefRange hcl.Range
	// ForEach is the expression of a dynamic block, nil for a static one.
	ForEach hcl.Expression
	// Iterator is the name of a dynamic block's element.
	Iterator string
}

// Blocks returns the nested blocks of a type in the order of the text, static
// and dynamic ones.
func (b Body) Blocks(blockType string) []Block {
	if b.over != nil {
		if blocks := b.over.Blocks(blockType); len(blocks) > 0 {
			return blocks
		}
	}
	var out []Block
	if b.native != nil {
		for _, blk := range b.native.Blocks {
			switch {
			case blk.Type == blockType:
				out = append(out, Block{Type: blockType, Body: Body{native: blk.Body}, DefRange: blk.DefRange()})
			case blk.Type == "dynamic" && len(blk.Labels) == 1 && blk.Labels[0] == blockType:
				out = append(out, dynamic(blockType, Body{native: blk.Body}, blk.DefRange()))
			}
		}
	}
	if b.json != nil {
		out = append(out, b.json.blocks(blockType)...)
	}
	if b.open {
		out = append(out, Block{Type: blockType, ForEach: hcl.StaticExpr(unknown, hcl.Range{})})
	}
	return out
}

func (j *jsonBody) blocks(blockType string) []Block {
	if _, ok := j.attrs[blockType]; !ok && j.attrs["dynamic"] == nil {
		return nil
	}
	content, _, _ := j.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: blockType}, {Type: "dynamic", LabelNames: []string{"type"}},
	}})
	var out []Block
	for _, blk := range content.Blocks {
		switch {
		case blk.Type == blockType:
			out = append(out, Block{Type: blockType, Body: BodyOf(blk.Body), DefRange: blk.DefRange})
		case blk.Labels[0] == blockType:
			out = append(out, dynamic(blockType, BodyOf(blk.Body), blk.DefRange))
		}
	}
	return out
}

// dynamic reads a dynamic block. One without for_each or content, which
// terraform refuses, is one whose elements are not known.
func dynamic(blockType string, body Body, at hcl.Range) Block {
	b := Block{Type: blockType, DefRange: at, ForEach: body.Expr("for_each"), Iterator: blockType}
	if b.ForEach == nil {
		b.ForEach = hcl.StaticExpr(unknown, at)
	}
	if it := body.Expr("iterator"); it != nil {
		if name := hcl.ExprAsKeyword(it); name != "" {
			b.Iterator = name
		}
	}
	if content := body.Blocks("content"); len(content) > 0 {
		b.Body = content[0].Body
	} else {
		b.ForEach = hcl.StaticExpr(unknown, at)
	}
	return b
}

// BlockTypes returns the types of nested blocks of a body in native syntax,
// each once, in the order of the text. Of JSON they cannot be told from
// arguments without a schema.
func (b Body) BlockTypes() []string {
	var out []string
	seen := map[string]bool{}
	add := func(t string) {
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	if b.native != nil {
		for _, blk := range b.native.Blocks {
			if blk.Type == "dynamic" && len(blk.Labels) == 1 {
				add(blk.Labels[0])
			} else {
				add(blk.Type)
			}
		}
	}
	if b.over != nil {
		for _, t := range b.over.BlockTypes() {
			add(t)
		}
	}
	return out
}
