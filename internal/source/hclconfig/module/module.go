// SPDX-License-Identifier: MPL-2.0

package module

import (
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"
)

var unknown = cty.DynamicVal

// Module is a parsed module. It is immutable and may be shared.
type Module struct {
	// Dir is its folder as ranges name it.
	Dir   string
	Files []*File

	Variables map[string]*Variable
	Locals    map[string]*Local
	Outputs   map[string]*Output
	Calls     map[string]*Call
	Resources map[Name]*Resource
	Providers map[ProviderName]*Provider
	// Required are the provider requirements by local name.
	Required map[string]Requirement

	// Cloud is the block that leaves the state to HCP Terraform, nil without one.
	Cloud *Cloud

	mentions    map[string]struct{}
	texts       [][]byte // of the files that are not parsed as a whole
	mentionOnce sync.Once

	// ProviderFunctions are the functions of providers that expressions call.
	ProviderFunctions []string
	// References are what each declaration refers to, by its own reference.
	References map[string][]Reference

	Diags hcl.Diagnostics
}

// File is a parsed file.
type File struct {
	Name string // as ranges name it
	HCL  *hcl.File
}

// Name is the name of a resource or data source within a module.
type Name struct {
	Data       bool
	Type, Name string
}

func (n Name) String() string {
	if n.Data {
		return "data." + n.Type + "." + n.Name
	}
	return n.Type + "." + n.Name
}

// Mentions returns all names that expressions select from objects: only these
// attributes of an object can be seen by one.
func (m *Module) Mentions() map[string]struct{} {
	m.mentionOnce.Do(func() {
		r := referrer{m: m}
		for _, text := range m.texts {
			r.words(text)
		}
	})
	return m.mentions
}

// Resource is a resource or data block.
type Resource struct {
	Name
	DefRange hcl.Range

	body Body
	lazy *lazyBlock // nil where the body is parsed
}

// Body returns the body of the block.
func (r *Resource) Body() Body {
	if r.lazy != nil {
		return r.lazy.kept.body(r.lazy)
	}
	return r.body
}

// Expr returns the expression of an argument, nil where it is not written.
func (r *Resource) Expr(name string) hcl.Expression {
	if !r.May(name) {
		return nil
	}
	return r.Body().Expr(name)
}

// Blocks returns the nested blocks of a type.
func (r *Resource) Blocks(blockType string) []Block {
	if !r.May(blockType) {
		return nil
	}
	return r.Body().Blocks(blockType)
}

// May reports whether the block can hold a name, without parsing it for that.
func (r *Resource) May(name string) bool {
	if r.lazy == nil {
		return true
	}
	return r.lazy.kept.has(r.lazy) || r.lazy.may(name)
}

// Parsed reports whether a block of those that are parsed when they are asked
// for is parsed at the moment.
func (r *Resource) Parsed() bool {
	if r.lazy == nil {
		return false
	}
	return r.lazy.kept.has(r.lazy)
}

// Unparsed reports whether a block is not parsed and can hold one of the
// names.
func (r *Resource) Unparsed(names []string) bool {
	return r.lazy != nil && slices.ContainsFunc(names, r.lazy.may)
}

// Variable is a variable block.
type Variable struct {
	Name string
	// Type is what values are converted to, Declared whether one stands there.
	Type     cty.Type
	Declared bool
	Defaults *typeexpr.Defaults
	// Default is nil for a required variable.
	Default              hcl.Expression
	Sensitive, Ephemeral bool
	Nullable             bool
	DefRange             hcl.Range
}

// Local is one local value.
type Local struct {
	Name  string
	Expr  hcl.Expression
	Range hcl.Range
}

// Output is an output block.
type Output struct {
	Name      string
	Expr      hcl.Expression // may be nil
	Sensitive bool
	Ephemeral bool
	DefRange  hcl.Range
}

// Call is a module block.
type Call struct {
	Name string
	// Source is the source address, empty where it is not a literal.
	Source   string
	Version  string
	Body     Body
	DefRange hcl.Range
	// Providers maps the local names of the called module to those of the
	// caller. It is nil where the block has no such argument.
	Providers map[ProviderName]ProviderName
}

// ProviderName is the local name of a provider with its alias, which is empty
// for the default configuration. Keyed says that an instance key follows,
// which OpenTofu allows.
type ProviderName struct {
	Local, Alias string
	Keyed        bool
}

// Provider is a provider block.
type Provider struct {
	Name     ProviderName
	Body     Body
	DefRange hcl.Range
	// ForEach says that the block has several instances, which OpenTofu allows.
	ForEach bool
}

// Cloud is a cloud block. Workspace is the one that it names, empty where it
// leaves several to choose from.
type Cloud struct{ Workspace string }

// Requirement is one entry of required_providers.
type Requirement struct {
	Source, Version string
}

// metaCall are the arguments of a module block that are no input variables.
var metaCall = map[string]bool{
	"source": true, "version": true, "count": true, "for_each": true, "providers": true, "depends_on": true, "enabled": true,
}

// Inputs calls f for every argument that sets a variable of the module.
func (c *Call) Inputs(f func(name string, expr hcl.Expression)) {
	c.Body.EachAttribute(func(name string, expr hcl.Expression) {
		if !metaCall[name] {
			f(name, expr)
		}
	})
}
