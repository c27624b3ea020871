// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

// configuration is the configuration part of a plan, reduced to what leads
// from one selected instance to another. It answers as graph.Configuration.
type configuration struct {
	present   bool
	root      *module
	providers map[string]*provider
	// followsProviders says that the program which wrote the plan follows
	// providers into modules, see providerOf.
	followsProviders bool

	// What connect adds.
	variables map[string]graph.Value
	groups    map[groupKey]*group
	calls     map[callKey]*callGroup
	modules   map[string]*module    // of every module instance
	pending   map[groupKey]struct{} // data sources read during apply
}

// module is a module of the configuration; its instances share it.
type module struct {
	resources map[resourceKey]*block
	calls     map[string]*call
	outputs   map[string][]string // references
	variables map[string]*variable
}

type resourceKey struct {
	data      bool
	typ, name string
}

// block is a resource block.
type block struct {
	provider string // key of provider_config
	body     body
	each     each
}

// each is what a count or for_each argument says.
type each struct {
	several    bool // there is one
	forEach    bool
	references []string // of for_each
}

// call is a module block.
type call struct {
	arguments map[string]*argument
	each      each
	module    *module
}

type variable struct {
	fallback  graph.Value // default, null where there is none
	sensitive bool
}

type provider struct {
	source    string // registry.terraform.io/hashicorp/google; empty where a plan does not say
	alias     bool
	module    string // address of the module that it stands in
	arguments map[string]*argument
}

// body holds the arguments and static nested blocks of a block, sorted by name.
// It is kept small: a plan may hold a block for every resource.
type body []member

type member struct {
	name     string
	argument *argument // nil for nested blocks
	blocks   []body
}

// argument is an expression.
type argument struct {
	constant   graph.Value // unknown where there are references, or none is given
	references []string
}

func (b body) find(name string) *member {
	i, ok := slices.BinarySearchFunc(b, name, func(m member, name string) int { return strings.Compare(m.name, name) })
	if !ok {
		return nil
	}
	return &b[i]
}

func newConfiguration() *configuration {
	return &configuration{root: newModule(), providers: map[string]*provider{}}
}

func newModule() *module {
	return &module{
		resources: map[resourceKey]*block{},
		calls:     map[string]*call{},
		outputs:   map[string][]string{},
		variables: map[string]*variable{},
	}
}
