// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/jsondoc"
)

// configuration reads the section of that name.
func (r *reader) configuration() error {
	r.config.present = true
	return r.doc.Object(func(name string) error {
		switch name {
		case "provider_config":
			return r.doc.Object(r.provider)
		case "root_module":
			return r.module(r.config.root)
		}
		return r.doc.Skip()
	})
}

// object reads an object as a whole.
func (r *reader) object() (jsondoc.Raw, error) {
	raw, err := r.doc.Raw()
	if err != nil {
		return raw, err
	}
	return raw, r.expect(raw, '{', "an object")
}

// expect refuses a value of another kind; none and null pass.
func (r *reader) expect(raw jsondoc.Raw, kind byte, what string) error {
	if raw.IsNull() || raw.Kind() == kind {
		return nil
	}
	return r.doc.RawErrorf(raw, "this should be %s", what)
}

func (r *reader) provider(key string) error {
	raw, err := r.object()
	if err != nil {
		return err
	}
	p := &provider{source: raw.Get("full_name").String(), alias: raw.Get("alias").Is(), module: raw.Get("module_address").String()}
	r.config.providers[key] = p
	p.arguments, err = r.arguments(raw.Get("expressions"), providerArguments)
	return err
}

// providerArguments are those that can be asked for. All others, credentials
// among them, are not read.
var providerArguments = graph.Select("project", "region", "zone")

func (r *reader) module(m *module) error {
	return r.doc.Object(func(name string) error {
		switch name {
		case "resources":
			return r.doc.Array(func(raw jsondoc.Raw) error { return r.resource(m, raw) })
		case "module_calls":
			return r.doc.Object(func(name string) error {
				c := &call{module: newModule()}
				m.calls[name] = c
				return r.call(c)
			})
		case "outputs":
			return r.doc.Object(func(name string) error {
				raw, err := r.object()
				if err != nil {
					return err
				}
				a, err := r.argument(raw.Get("expression"))
				if err == nil {
					m.outputs[name] = a.references
				}
				return err
			})
		case "variables":
			return r.doc.Object(func(name string) error {
				raw, err := r.object()
				if err != nil {
					return err
				}
				v := &variable{sensitive: raw.Get("sensitive").IsTrue()}
				m.variables[name] = v
				v.fallback, err = r.values.Value(raw.Get("default"))
				return err
			})
		}
		return r.doc.Skip()
	})
}

func (r *reader) call(c *call) error {
	return r.doc.Object(func(name string) error {
		if name == "module" {
			return r.module(c.module)
		}
		switch name {
		case "expressions", "count_expression", "for_each_expression":
		default:
			return r.doc.Skip()
		}
		raw, err := r.object()
		if err != nil {
			return err
		}
		if name == "expressions" {
			c.arguments, err = r.arguments(raw, nil)
			return err
		}
		return r.each(&c.each, name, raw)
	})
}

func (r *reader) resource(m *module, raw jsondoc.Raw) error {
	if raw.Kind() != '{' {
		return r.doc.RawErrorf(raw, "this should be an object that describes a resource")
	}
	var key resourceKey
	var typ, name, expressions, count, forEach jsondoc.Raw
	b := &block{}
	for n, v := range raw.Members {
		switch string(n) {
		case "mode":
			key.data = string(v.Bytes()) == "data"
		case "type":
			typ = v
		case "name":
			name = v
		case "provider_config_key":
			b.provider = r.values.String(v)
		case "expressions":
			expressions = v
		case "count_expression":
			count = v
		case "for_each_expression":
			forEach = v
		}
	}
	attrs, ok := r.sel[string(typ.Bytes())]
	if !ok {
		return nil
	}
	key.typ, key.name = r.values.String(typ), r.values.String(name)
	if attrs == nil {
		attrs = graph.Attributes{}
	}
	if err := r.each(&b.each, "count_expression", count); err != nil {
		return err
	}
	if err := r.each(&b.each, "for_each_expression", forEach); err != nil {
		return err
	}
	var err error
	b.body, err = r.body(expressions, attrs, 0)
	m.resources[key] = b
	return err
}

func (r *reader) each(e *each, name string, raw jsondoc.Raw) error {
	if !raw.Is() {
		return nil
	}
	a, err := r.argument(raw)
	if err != nil {
		return err
	}
	e.several = true
	if name == "for_each_expression" {
		e.forEach, e.references = true, a.references
	}
	return nil
}

// references returns a list of references, without those that are only the
// beginning of the one before: Terraform lists "a.b[0].id", then "a.b[0]",
// then "a.b" for what is written as a.b[0].id.
func (r *reader) references(raw jsondoc.Raw) ([]string, error) {
	if err := r.expect(raw, '[', "a list of references"); err != nil {
		return nil, err
	}
	var all []string
	for element := range raw.Elements {
		if element.Kind() != '"' {
			return nil, r.doc.RawErrorf(element, "a reference should be a string")
		}
		ref := r.values.String(element)
		if len(all) > 0 && isPrefix(ref, all[len(all)-1]) {
			continue
		}
		all = append(all, ref)
	}
	return slices.Clip(all), nil
}

// isPrefix reports whether a reference ends inside another one, before a dot
// or bracket.
func isPrefix(ref, longer string) bool {
	rest, ok := strings.CutPrefix(longer, ref)
	return ok && rest != "" && (rest[0] == '.' || rest[0] == '[')
}

func (r *reader) arguments(raw jsondoc.Raw, only graph.Attributes) (map[string]*argument, error) {
	if err := r.expect(raw, '{', "an object with arguments"); err != nil || raw.IsNull() {
		return nil, err
	}
	arguments := map[string]*argument{}
	for name, value := range raw.Members {
		if only != nil {
			if _, ok := only[string(name)]; !ok {
				continue
			}
		}
		a, err := r.argument(value)
		if err != nil {
			return nil, err
		}
		arguments[r.values.Name(name)] = a
	}
	return arguments, nil
}

// maxConstants bounds how many constants are remembered to be shared.
const maxConstants = 1 << 12

// argument reads an expression. Those that are constant, which most are and
// alike, share memory.
func (r *reader) argument(raw jsondoc.Raw) (*argument, error) {
	if known, ok := r.constants[string(raw.Text())]; ok {
		return known, nil
	}
	if err := r.expect(raw, '{', "an object that describes an expression"); err != nil {
		return nil, err
	}
	a := &argument{}
	for name, value := range raw.Members {
		var err error
		switch string(name) {
		case "references":
			a.references, err = r.references(value)
		case "constant_value":
			a.constant, err = r.values.Value(value)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(a.references) > 0 {
		a.constant = graph.UnknownValue()
	} else if text := raw.Text(); len(r.constants) < maxConstants && len(text) < 100 {
		r.constants[string(text)] = a
	}
	return a, nil
}

// maxBlocks bounds how deep blocks may be nested.
const maxBlocks = 50

func (r *reader) body(raw jsondoc.Raw, attrs graph.Attributes, depth int) (body, error) {
	if depth > maxBlocks {
		return nil, r.doc.RawErrorf(raw, "blocks are nested deeper than %d levels", maxBlocks)
	}
	if err := r.expect(raw, '{', "an object with the arguments of a block"); err != nil {
		return nil, err
	}
	first := len(r.members)
	defer func() { r.members = r.members[:first] }()
	for name, value := range raw.Members {
		if attrs != nil {
			if _, ok := attrs[string(name)]; !ok {
				continue
			}
		}
		m := member{name: r.values.Name(name)}
		var err error
		if isBlock(value) {
			m.blocks, err = r.blocks(value, depth)
		} else {
			m.argument, err = r.argument(value)
		}
		if err != nil {
			return nil, err
		}
		r.members = append(r.members, m)
	}
	b := slices.Clone(r.members[first:])
	byName := func(x, y member) int { return strings.Compare(x.name, y.name) }
	if !slices.IsSortedFunc(b, byName) {
		slices.SortStableFunc(b, byName)
	}
	return b, nil
}

// blocks reads the nested blocks of one type.
func (r *reader) blocks(raw jsondoc.Raw, depth int) ([]body, error) {
	if raw.Kind() == '{' {
		only, err := r.body(raw, nil, depth+1)
		return []body{only}, err
	}
	blocks := []body{}
	for element := range raw.Elements {
		b, err := r.body(element, nil, depth+1)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, b)
	}
	return slices.Clip(blocks), nil
}

// isBlock tells nested blocks from an expression. An expression is an object
// with constant_value or references, or an empty one; a block type of which
// only one block is allowed (timeouts) is an object of expressions.
func isBlock(raw jsondoc.Raw) bool {
	switch raw.Kind() {
	case '[':
		return true
	case '{':
		for name, value := range raw.Members {
			if string(name) == "constant_value" || string(name) == "references" && value.Kind() != '{' {
				return false
			}
			return true
		}
	}
	return false
}
