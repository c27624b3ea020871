// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

// ProviderArgument implements graph.Configuration. Of an argument that is
// written with a reference to one variable the value of that variable counts,
// if it looks like a location: whether the expression passes it on as it is, a
// plan does not say.
func (c *configuration) ProviderArgument(inst *graph.Instance, name string) graph.Value {
	b := c.block(inst)
	if b == nil {
		return graph.UnknownValue()
	}
	p, ok := c.providerOf(inst, strings.TrimPrefix(b.provider, "provider.")) // which 0.12 writes before it
	if !ok {
		return graph.UnknownValue()
	}
	if p == nil {
		return graph.NullValue() // no block at all: the environment decides
	}
	a, ok := p.arguments[name]
	switch {
	case !ok:
		return graph.NullValue()
	case len(a.references) == 0:
		return a.constant
	}
	value := c.variable(a, moduleNames(p.module))
	if text, ok := value.Text(); ok && isLocation(text, name) {
		return value
	}
	return graph.UnknownValue()
}

// providerOf returns the provider block that configures an instance, nil where
// there is none. ok is false where it cannot be told.
//
// The key is not always that of a block. Before 1.2 Terraform wrote one made of
// the names inside the module, whether the module inherits its provider or is
// given another one by the providers argument of the call, which a plan does
// not show. Since then it follows both, but gives up at a module that has
// nothing of the provider itself: where the call of that one stands in the root,
// its provider is the default one, else a module further out may be given
// another. What is left to tell then is a block that is the only one.
func (c *configuration) providerOf(inst *graph.Instance, key string) (p *provider, ok bool) {
	if p := c.providers[key]; p != nil && p.arguments != nil {
		return p, true
	}
	if inst.Module == "" {
		return nil, true
	}
	path := moduleNames(inst.Module)
	inherits := c.followsProviders && len(path) <= 2
	for otherKey, other := range c.providers {
		switch {
		case other.arguments == nil, !other.isOf(inst, otherKey), !isAround(moduleNames(other.module), path):
			continue
		case inherits && (other.alias || other.module != ""):
			continue
		case p != nil || other.alias:
			return nil, false
		}
		p = other
	}
	return p, true
}

// isOf reports whether a provider block configures the provider of an instance.
func (p *provider) isOf(inst *graph.Instance, key string) bool {
	if p.source != "" {
		return p.source == inst.Provider
	}
	local := key[strings.LastIndexByte(key, ':')+1:]
	local, _, _ = strings.Cut(local, ".")
	return local == inst.Provider[strings.LastIndexByte(inst.Provider, '/')+1:]
}

// isAround reports whether a module is another one, or around it.
func isAround(outer, inner []string) bool {
	if len(outer) > len(inner) {
		return false
	}
	for i, name := range outer {
		if inner[i] != name {
			return false
		}
	}
	return true
}

// isLocation reports whether a text has the form of a region or a zone, as
// the name of the argument asks: us-central1, us-central1-a.
func isLocation(text, name string) bool {
	parts := strings.Split(text, "-")
	if name == "zone" {
		last := len(parts) - 1
		if len(parts[last]) != 1 {
			return false
		}
		parts = parts[:last]
	} else if name != "region" {
		return false
	}
	if len(parts) < 2 {
		return false
	}
	last := strings.TrimRight(parts[len(parts)-1], "0123456789")
	return last != "" && last != parts[len(parts)-1] && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// variable returns the value of the one variable that an argument refers to,
// in the module at a path; unknown where it refers to anything else.
func (c *configuration) variable(a *argument, path []string) graph.Value {
	for {
		if len(a.references) != 1 {
			return graph.UnknownValue()
		}
		ref := parseReference(a.references[0])
		if ref.kind != toVariable || ref.inner {
			return graph.UnknownValue()
		}
		if len(path) == 0 {
			return c.variables[ref.name] // the zero value is unknown
		}
		last := len(path) - 1
		parent, child := c.moduleAt(path[:last]), c.moduleAt(path)
		if child == nil {
			return graph.UnknownValue()
		}
		passed, ok := parent.calls[path[last]].arguments[ref.name]
		switch {
		case ok && len(passed.references) == 0:
			return passed.constant
		case !ok && child.variables[ref.name] != nil:
			return child.variables[ref.name].fallback
		case !ok:
			return graph.UnknownValue()
		}
		a, path = passed, path[:last]
	}
}

func (c *configuration) moduleAt(path []string) *module {
	m := c.root
	for _, name := range path {
		call := m.calls[name]
		if call == nil {
			return nil
		}
		m = call.module
	}
	return m
}
