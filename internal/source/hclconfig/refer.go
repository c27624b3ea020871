// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"strings"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
	"terraform-provider-spillway/internal/source/hclconfig/lang"
)

// A configuration often leaves a part of all identities to the apply: a project
// that a variable or the environment sets, a random suffix of a name. What
// names such an object is then known after apply as well, but which object it
// names is not: a second evaluation, with a text of its own in the place of
// each such part, shows it through locals, modules and dynamic blocks.

// referring returns a value of an instance's attribute in which unknown parts
// that name another instance say so.
func (c *Config) referring(i *eval.Instance, module, name string, v graph.Value) graph.Value {
	if !hasUnknown(v) || !isWritten(i.Resource().Decl, name) {
		return v
	}
	twin := c.standing(i, module)
	if twin == nil {
		return v
	}
	return c.join(v, attribute(twin, name))
}

// standing returns an instance in the evaluation with stand-ins, nil where it
// is not there.
func (c *Config) standing(i *eval.Instance, module string) *eval.Instance {
	if c.stands == nil {
		s := c.settings
		s.StandIns = true
		c.stands = eval.New(c.root, s)
	}
	m := moduleIn(c.stands, module)
	if m == nil {
		return nil
	}
	return m.Resource(i.Resource().Decl.Name).Instance(i.Key)
}

// join takes over from a value with stand-ins what is unknown in the other.
func (c *Config) join(v, stands graph.Value) graph.Value {
	switch {
	case v.IsUnknown():
		out := c.resolved(stands)
		if out.Kind() == graph.List || out.IsUnknown() {
			return out
		}
	case v.Kind() == graph.List && stands.Kind() == graph.List:
		list, others := v.Elements(), stands.Elements()
		if len(list) != len(others) {
			return v
		}
		out := make([]graph.Value, len(list))
		for k := range list {
			out[k] = c.join(list[k], others[k])
		}
		return keepSensitive(graph.ListValue(out), v)
	case v.Kind() == graph.Object && stands.Kind() == graph.Object:
		names, values := v.Fields()
		out := make([]graph.Value, len(values))
		for k, name := range names {
			out[k] = values[k]
			if stands.Has(name) {
				out[k] = c.join(values[k], stands.Get(name))
			}
		}
		return keepSensitive(graph.ObjectValue(names, out), v)
	}
	return v
}

func keepSensitive(v, like graph.Value) graph.Value {
	if like.IsSensitive() {
		return v.Sensitive()
	}
	return v
}

// resolved turns the stand-ins of a value into references. What is only made
// of stand-ins is unknown.
func (c *Config) resolved(v graph.Value) graph.Value {
	switch v.Kind() {
	case graph.String:
		text, _ := v.Text()
		if !strings.Contains(text, lang.StandInMark) {
			return v
		}
		out := graph.UnknownValue()
		if i, ok := c.stands.Named(text); ok {
			out = graph.ReferenceValue(i.Address())
		}
		return keepSensitive(out, v)
	case graph.List:
		out := make([]graph.Value, len(v.Elements()))
		for k, e := range v.Elements() {
			out[k] = c.resolved(e)
		}
		return keepSensitive(graph.ListValue(out), v)
	case graph.Object:
		names, values := v.Fields()
		out := make([]graph.Value, len(values))
		for k := range values {
			out[k] = c.resolved(values[k])
		}
		return keepSensitive(graph.ObjectValue(names, out), v)
	}
	return v
}
