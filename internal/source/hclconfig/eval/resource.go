// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/module"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

// Resource is the expansion of a resource or data block.
type Resource struct {
	expansion
	Decl   *module.Resource
	schema *schema.Resource // nil for a type without one, and for data
	// only is the instance without a key, instances are those with one: most
	// resources of a large configuration have the one.
	only      *Instance
	instances map[graph.Key]*Instance
	whole     *node
}

// Resource returns the expansion of a block, nil where there is none.
func (m *Module) Resource(name module.Name) *Resource {
	if r, ok := m.resources[name]; ok {
		return r
	}
	decl := m.Node.Module.Resources[name]
	if decl == nil {
		return nil
	}
	r := &Resource{Decl: decl}
	r.expansion = expansion{m: m, name: name.String(), at: decl.DefRange, body: decl}
	if !name.Data {
		r.schema = schema.Of(name.Type)
	}
	m.resources[name] = r
	return r
}

// Address returns the address without a key.
func (r *Resource) Address() string { return r.m.address(r.name) }

// Instance returns the instance with a key, nil where there is none.
func (r *Resource) Instance(key graph.Key) *Instance {
	if key == (graph.Key{}) && r.only != nil {
		return r.only
	}
	if i, ok := r.instances[key]; ok {
		return i
	}
	s, ok := r.scopeOf(key)
	if !ok {
		return nil
	}
	i := &Instance{r: r, Key: key, scope: s}
	if known := r.m.e.settings.Known; known != nil {
		i.known = known(i.Address())
	}
	switch {
	case key == graph.Key{}:
		r.only = i
	case r.instances == nil:
		r.instances = map[graph.Key]*Instance{key: i}
	default:
		r.instances[key] = i
	}
	return i
}

// Instances returns the instances in the order of their keys. ok is false
// where they cannot be told.
func (r *Resource) Instances() (out []*Instance, ok bool) {
	keys, ok := r.keys()
	if !ok {
		return nil, false
	}
	out = make([]*Instance, len(keys))
	for i, k := range keys {
		out[i] = r.Instance(k)
	}
	return out, true
}

// value returns what the block is for expressions that name it as a whole.
func (r *Resource) value() cty.Value {
	if r.whole == nil {
		r.whole = &node{name: func() string { return r.m.address(r.name) }, at: r.Where}
	}
	return r.m.e.once(r.whole, func() cty.Value {
		return r.assemble(func(k graph.Key) cty.Value { return r.Instance(k).object() })
	})
}

// Instance is an instance of a resource or data block.
type Instance struct {
	r     *Resource
	Key   graph.Key
	scope *scope
	known *graph.Instance
	attrs []attrNode // few, so that a search is no loss
	// standsIn is what is inside the marks of its stand-ins, if it has any.
	standsIn string
}

// Address returns the address of the instance.
func (i *Instance) Address() string { return i.r.Address() + i.Key.String() }

// Resource returns the block of the instance.
func (i *Instance) Resource() *Resource { return i.r }

// Attr returns an attribute as it is for expressions: what the plan knows of
// it, else what the configuration makes of it. An attribute that the type is
// not known to have is unknown.
func (i *Instance) Attr(name string) cty.Value {
	n := i.evaluated(name)
	if n == nil {
		n = &node{name: i.Address, at: func() hcl.Range {
			if rng, ok := i.r.Decl.Body().AttributeRange(name); ok {
				return rng
			}
			return i.r.at
		}}
		i.attrs = append(i.attrs, attrNode{name, n})
	}
	return i.r.m.e.once(n, func() cty.Value {
		if v, ok := i.fromPlan(name); ok {
			return v
		}
		return i.Evaluate(name)
	})
}

// attrNode is an attribute that something has asked for.
type attrNode struct {
	name string
	*node
}

func (i *Instance) evaluated(name string) *node {
	for _, a := range i.attrs {
		if a.name == name {
			return a.node
		}
	}
	return nil
}

// fromPlan returns what the plan knows of an attribute.
func (i *Instance) fromPlan(name string) (cty.Value, bool) {
	if i.known == nil || !i.known.After.Has(name) {
		return cty.NilVal, false
	}
	v := i.known.After.Get(name)
	if !whollyKnown(v) {
		return cty.NilVal, false
	}
	out := ToCty(v)
	if ty, ok := i.typeOf(name); ok {
		if converted, err := convert.Convert(out, ty); err == nil {
			out = converted
		}
	}
	return out, true
}

// typeOf returns the type of an attribute or nested block by the schema.
func (i *Instance) typeOf(name string) (cty.Type, bool) {
	if i.r.schema == nil {
		return cty.NilType, false
	}
	if a := i.r.schema.Attributes[name]; a != nil {
		return a.Type, true
	}
	if b := i.r.schema.Blocks[name]; b != nil {
		return b.ImpliedType(), true
	}
	return cty.NilType, false
}

// Evaluate returns what the configuration makes of an attribute or of nested
// blocks, whatever a plan knows.
func (i *Instance) Evaluate(name string) cty.Value {
	s := i.r.schema
	if v, ok := i.identified(name); ok {
		return v
	}
	if n, ok := i.Nested(name); ok {
		return n.Value()
	}
	var attr *schema.Attribute
	if s != nil {
		attr = s.Attributes[name]
	}
	if expr := i.r.Decl.Expr(name); expr != nil {
		if attr == nil {
			return i.scope.eval(expr)
		}
		if v := i.scope.evalTo(expr, attr.Type); !v.IsNull() {
			return attr.Planned(v)
		}
	} else if attr == nil {
		if v, ok := i.generic(name); ok {
			return v
		}
	}
	if v, ok := i.filled(name, attr); ok {
		return v
	}
	switch {
	case attr == nil && name == "id" && i.r.schema == nil:
		return cty.UnknownVal(cty.String)
	case attr == nil:
		return cty.DynamicVal
	case attr.Computed:
		return cty.UnknownVal(attr.Type)
	}
	return cty.NullVal(attr.Type)
}

// filled returns what the provider makes of an attribute that is not set: a
// default, an argument of the provider block, an identity.
func (i *Instance) filled(name string, attr *schema.Attribute) (cty.Value, bool) {
	if attr != nil {
		if v, ok := attr.Default(i.r.versions()); ok {
			return v, true
		}
		if !attr.Computed {
			return cty.NilVal, false
		}
	}
	if i.r.Decl.Data {
		return cty.NilVal, false
	}
	switch name {
	case "project", "region", "zone":
		if attr != nil || schema.IdentityOf(i.r.Decl.Type) != "" {
			return i.fromProvider(name), true
		}
	}
	return cty.NilVal, false
}

// identified returns an attribute that follows from the object's identity.
// Of those that can be set it returns what is not.
func (i *Instance) identified(name string) (cty.Value, bool) {
	if i.r.Decl.Data {
		return i.standsFor(name)
	}
	switch name {
	case "id", "self_link":
		if name == "self_link" && !hasSelfLink(i.r.Decl.Type) {
			return i.standsFor(name)
		}
		if i.r.schema != nil && i.r.schema.Attributes[name] == nil {
			return cty.NilVal, false
		}
		if t := schema.IdentityOf(i.r.Decl.Type); t != "" {
			return i.identity(t, name == "self_link"), true
		}
	case "instance_group":
		if s := i.r.schema; s != nil && s.InstanceGroup != "" {
			return i.identity(s.InstanceGroup, true), true
		}
	case "self_link_with_id", "ip_address", "address":
		return i.standsFor(name)
	}
	return cty.NilVal, false
}

// hasSelfLink reports whether the objects of a type have a URL at Compute
// Engine; those of the spillway provider spell theirs alike.
func hasSelfLink(resourceType string) bool {
	return strings.HasPrefix(resourceType, "google_compute_") || strings.HasPrefix(resourceType, "spillway_")
}

// identity fills the template of an id, or of a self link.
func (i *Instance) identity(t schema.Template, link bool) cty.Value {
	id, ok := t.Fill(func(arg string) (string, bool) {
		if i.known != nil {
			if s, ok := i.known.After.Get(arg).Text(); ok {
				return s[strings.LastIndexByte(s, '/')+1:], true
			}
		}
		v, _ := i.Attr(arg).Unmark()
		if !v.IsKnown() {
			return i.standIn()
		}
		if v.IsNull() || v.Type() != cty.String {
			return "", false
		}
		s := v.AsString()
		if s == "" { // Google refuses it, and a link to the object is one all the same
			return i.standIn()
		}
		return s[strings.LastIndexByte(s, '/')+1:], true
	})
	switch {
	case ok && link:
		return cty.StringVal(schema.SelfLinkPrefix + id)
	case ok:
		return cty.StringVal(id)
	}
	return openIdentity(t, link)
}

// openIdentity is an identity that is known after apply: it is never null, and
// begins as the template does.
func openIdentity(t schema.Template, link bool) cty.Value {
	begins, _, _ := strings.Cut(string(t), "{")
	if link {
		begins = schema.SelfLinkPrefix + begins
	}
	r := cty.UnknownVal(cty.String).Refine().NotNull()
	if begins != "" {
		r = r.StringPrefixFull(begins)
	}
	return r.NewValue()
}

// fromProvider returns project, region or zone of the provider block.
func (i *Instance) fromProvider(name string) cty.Value {
	v, err := convert.Convert(i.r.ProviderArgument(name), cty.String)
	if err != nil || v.IsNull() { // the environment may set it
		return cty.UnknownVal(cty.String)
	}
	plain, marks := v.Unmark()
	if plain.IsKnown() && name != "project" {
		s := plain.AsString()
		v = cty.StringVal(s[strings.LastIndexByte(s, '/')+1:]).WithMarks(marks)
	}
	return v
}

// object returns the instance as an object. Of attributes that are not
// written, it holds those that some expression of the configuration names: no
// other can be seen.
func (i *Instance) object() cty.Value {
	names := i.names()
	attrs := make(map[string]cty.Value, len(names))
	for _, name := range names {
		attrs[name] = i.Attr(name)
	}
	return cty.ObjectVal(attrs)
}

// names returns the attributes of the instance's object.
func (i *Instance) names() []string {
	mentions := i.r.m.e.mentioned()
	var out []string
	if i.r.schema != nil {
		for _, name := range i.r.schema.Names() {
			if _, ok := mentions[name]; ok {
				out = append(out, name)
			}
		}
		i.r.Decl.Body().EachAttribute(func(name string, _ hcl.Expression) {
			if _, ok := mentions[name]; ok && !IsMeta(name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		})
		return out
	}
	return slices.DeleteFunc(slices.Collect(maps.Keys(mentions)), IsMeta)
}

// IsMeta reports whether an argument belongs to the language, not to the type.
func IsMeta(name string) bool {
	switch name {
	case "count", "for_each", "depends_on", "provider", "lifecycle", "connection", "provisioner", "dynamic", "content":
		return true
	}
	return false
}
