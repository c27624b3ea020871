// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"strings"

	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/source/hclconfig/module"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

// provider is a provider configuration as a resource sees it: the block that
// configures it, in the module where that stands.
type provider struct {
	// source is the address, registry.terraform.io/hashicorp/google.
	source string
	// m and decl are nil where no block configures it.
	m    *Module
	decl *module.Provider
	// open says that which configuration it is cannot be told.
	open     bool
	versions schema.Versions
	args     map[string]*node
}

const (
	registry     = "registry.terraform.io/"
	tofuRegistry = "registry.opentofu.org/"
)

// sourceOf returns the source address of a local provider name.
func (m *Module) sourceOf(local string) string {
	src := m.Node.Module.Required[local].Source
	switch strings.Count(src, "/") {
	case 0:
		if src == "" {
			src = local
		}
		return registry + "hashicorp/" + src
	case 1:
		return registry + src
	}
	return src
}

// localOf returns the local name of a source address.
func (m *Module) localOf(source string) string {
	for local := range m.Node.Module.Required {
		if m.sourceOf(local) == source {
			return local
		}
	}
	return source[strings.LastIndexByte(source, '/')+1:]
}

// provider follows a local provider name to the block that configures it.
func (m *Module) provider(name module.ProviderName) *provider {
	if p, ok := m.providers[name]; ok {
		return p
	}
	p := m.findProvider(name)
	m.providers[name] = p
	return p
}

func (m *Module) findProvider(name module.ProviderName) *provider {
	source := m.sourceOf(name.Local)
	versions := m.constraint(name.Local)
	if locked, ok := m.locked(source); ok {
		versions = locked
	}
	plain := module.ProviderName{Local: name.Local, Alias: name.Alias}
	if m.Parent != nil {
		if outer, ok := m.Node.Call.Providers[plain]; ok {
			return m.inherit(source, versions, outer)
		}
	}
	if decl := m.Node.Module.Providers[plain]; decl != nil {
		return &provider{source: source, m: m, decl: decl, open: name.Keyed || decl.ForEach, versions: versions}
	}
	switch {
	case m.Parent != nil && name.Alias == "":
		return m.inherit(source, versions, module.ProviderName{Local: m.Parent.localOf(source)})
	case name.Alias != "":
		return &provider{source: source, open: true, versions: versions}
	}
	return &provider{source: source, versions: versions}
}

// locked returns the version of a provider in the lock file. OpenTofu writes the
// address in its own registry for what names no registry.
func (m *Module) locked(source string) (schema.Versions, bool) {
	vs, ok := m.e.settings.Locked[source]
	if rest, found := strings.CutPrefix(source, registry); found && !ok {
		vs, ok = m.e.settings.Locked[tofuRegistry+rest]
	}
	return vs, ok
}

// inherit returns a configuration of the parent.
func (m *Module) inherit(source string, versions schema.Versions, outer module.ProviderName) *provider {
	p := *m.Parent.provider(outer)
	p.source, p.args = source, nil
	p.versions = p.versions.And(versions)
	return &p
}

func (m *Module) constraint(local string) schema.Versions {
	vs, _ := schema.Constrained(m.Node.Module.Required[local].Version)
	return vs
}

// argument returns what the block sets: null where it does not, or where there
// is no block; unknown where it cannot be told.
func (p *provider) argument(name string) cty.Value {
	if p.open {
		return cty.DynamicVal
	}
	if p.decl == nil {
		return cty.NullVal(cty.DynamicPseudoType)
	}
	expr := p.decl.Body.Expr(name)
	if expr == nil {
		return cty.NullVal(cty.DynamicPseudoType)
	}
	n := p.args[name]
	if n == nil {
		if p.args == nil {
			p.args = map[string]*node{}
		}
		n = &node{name: func() string { return p.m.address("provider." + p.decl.Name.Local) }, at: expr.Range}
		p.args[name] = n
	}
	return p.m.e.once(n, func() cty.Value { return p.m.scope.eval(expr) })
}

// provider returns the configuration that a resource uses.
func (r *Resource) provider() *provider {
	if e := r.Decl.Expr("provider"); e != nil {
		if name, ok := module.ParseProviderName(e); ok {
			return r.m.provider(name)
		}
		return &provider{source: r.m.sourceOf(implied(r.Decl.Type)), open: true}
	}
	return r.m.provider(module.ProviderName{Local: implied(r.Decl.Type)})
}

// implied returns the local provider name that a resource type implies.
func implied(resourceType string) string {
	local, _, _ := strings.Cut(resourceType, "_")
	return local
}

// versions are the provider versions that the configuration admits.
func (r *Resource) versions() schema.Versions { return r.provider().versions }

// ProviderSource returns the source address of the resource's provider.
func (r *Resource) ProviderSource() string { return r.provider().source }

// ProviderArgument returns what the provider block of the resource sets for an
// argument: null where it does not set it, unknown where it cannot be told.
func (r *Resource) ProviderArgument(name string) cty.Value { return r.provider().argument(name) }
