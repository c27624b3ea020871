// SPDX-License-Identifier: MPL-2.0

package schema

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// Resource is the schema of a resource type. It is immutable.
type Resource struct {
	Type string
	*Block
	// Identity is the template of the id, empty where none is known.
	Identity Template
	// InstanceGroup is the template of the group that a manager makes.
	InstanceGroup Template
}

// Block is the schema of a block's body.
type Block struct {
	Attributes map[string]*Attribute
	Blocks     map[string]*Nested

	names []string
	ty    cty.Type
}

// Attribute is the schema of an attribute.
type Attribute struct {
	Type     cty.Type
	Required bool
	Optional bool
	Computed bool
	// Defaults are by provider version, oldest first; empty for none.
	Defaults []Default
	// Suppressed is a value that a plan drops as equal to the default, NilVal
	// for none.
	Suppressed cty.Value
}

// Default is the value that a provider gives to an attribute that is not set.
type Default struct {
	// Before is the first version that no longer has this default, nil for the
	// newest.
	Before *Version
	Value  cty.Value
}

// Nested is the schema of nested blocks of one type.
type Nested struct {
	Nesting Nesting
	// Computed says that the provider fills the block in where it is not
	// written.
	Computed bool
	*Block
}

// Nesting is how the nested blocks of one type appear as a value.
type Nesting string

// The nestings. Single is an object, null where the block is not written.
const (
	List   Nesting = "list"
	Set    Nesting = "set"
	Single Nesting = "single"
)

// Names returns the names of attributes and nested blocks, sorted.
func (b *Block) Names() []string { return b.names }

// ObjectType returns the type of the block's value.
func (b *Block) ObjectType() cty.Type { return b.ty }

// ImpliedType returns the type of the value that the nested blocks make.
func (n *Nested) ImpliedType() cty.Type {
	switch n.Nesting {
	case Set:
		return cty.Set(n.ty)
	case Single:
		return n.ty
	}
	return cty.List(n.ty)
}

//go:embed data
var data embed.FS

var loaded sync.Map // type → *Resource, nil for a type without a schema

// Of returns the schema of a resource type, nil where there is none.
func Of(resourceType string) *Resource {
	if known, ok := loaded.Load(resourceType); ok {
		r, _ := known.(*Resource)
		return r
	}
	r, err := read(resourceType)
	if err != nil {
		// A test reads every file.
		panic(fmt.Sprintf("embedded schema of %s: %v", resourceType, err))
	}
	loaded.Store(resourceType, r)
	return r
}

// Types returns the types that have a schema, sorted.
func Types() []string {
	entries, err := data.ReadDir("data")
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if t, ok := strings.CutSuffix(e.Name(), ".json"); ok && t != identitiesName {
			out = append(out, t)
		}
	}
	sort.Strings(out)
	return out
}

type rawBlock struct {
	Attributes map[string]rawAttribute `json:"attributes"`
	Blocks     map[string]rawNested    `json:"blocks"`
}

type rawAttribute struct {
	Type       json.RawMessage `json:"type"`
	Is         string          `json:"is"` // R, O, C or OC
	Default    json.RawMessage `json:"default"`
	Suppressed json.RawMessage `json:"suppressed"`
}

type rawNested struct {
	Nesting  Nesting `json:"nesting"`
	Computed bool    `json:"computed"`
	rawBlock
}

func read(resourceType string) (*Resource, error) {
	r := &Resource{Type: resourceType, Identity: identity(resourceType)}
	src, err := data.ReadFile("data/" + resourceType + ".json")
	if unknown := errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid); unknown || resourceType == identitiesName {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var raw struct {
		InstanceGroup Template `json:"instance_group"`
		rawBlock
	}
	if err := json.Unmarshal(src, &raw); err != nil {
		return nil, err
	}
	r.InstanceGroup = raw.InstanceGroup
	r.Block, err = raw.block()
	return r, err
}

func (raw rawBlock) block() (*Block, error) {
	b := &Block{
		Attributes: make(map[string]*Attribute, len(raw.Attributes)),
		Blocks:     make(map[string]*Nested, len(raw.Blocks)),
	}
	types := make(map[string]cty.Type, len(raw.Attributes)+len(raw.Blocks))
	for name, a := range raw.Attributes {
		attr, err := a.attribute()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		b.Attributes[name] = attr
		types[name] = attr.Type
		b.names = append(b.names, name)
	}
	for name, n := range raw.Blocks {
		inner, err := n.block()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		b.Blocks[name] = &Nested{Nesting: n.Nesting, Computed: n.Computed, Block: inner}
		types[name] = b.Blocks[name].ImpliedType()
		b.names = append(b.names, name)
	}
	sort.Strings(b.names)
	b.ty = cty.Object(types)
	return b, nil
}

func (a rawAttribute) attribute() (*Attribute, error) {
	ty, err := attributeType(a.Type)
	if err != nil {
		return nil, err
	}
	out := &Attribute{
		Type:     ty,
		Required: a.Is == "R",
		Optional: strings.HasPrefix(a.Is, "O"),
		Computed: strings.HasSuffix(a.Is, "C"),
	}
	if a.Suppressed != nil {
		if out.Suppressed, err = ctyjson.Unmarshal(a.Suppressed, ty); err != nil {
			return nil, err
		}
	}
	if a.Default == nil {
		return out, nil
	}
	var versions []struct {
		Before *Version        `json:"before"`
		Value  json.RawMessage `json:"value"`
	}
	if a.Default[0] != '[' {
		v, err := ctyjson.Unmarshal(a.Default, ty)
		out.Defaults = []Default{{Value: v}}
		return out, err
	}
	if err := json.Unmarshal(a.Default, &versions); err != nil {
		return nil, err
	}
	for _, d := range versions {
		v, err := ctyjson.Unmarshal(d.Value, ty)
		if err != nil {
			return nil, err
		}
		out.Defaults = append(out.Defaults, Default{Before: d.Before, Value: v})
	}
	return out, nil
}

func attributeType(src json.RawMessage) (cty.Type, error) {
	switch string(src) {
	case `"string"`:
		return cty.String, nil
	case `"number"`:
		return cty.Number, nil
	case `"bool"`:
		return cty.Bool, nil
	}
	return ctyjson.UnmarshalType(src)
}

// Planned returns a written value as a plan shows it.
func (a *Attribute) Planned(v cty.Value) cty.Value {
	if a.Suppressed == cty.NilVal {
		return v
	}
	if plain, _ := v.Unmark(); plain.IsKnown() && !plain.IsNull() && plain.RawEquals(a.Suppressed) {
		return cty.NullVal(a.Type)
	}
	return v
}

// Default returns the value that a provider of the given versions gives to
// the attribute where it is not set. ok is false where it has none.
func (a *Attribute) Default(v Versions) (cty.Value, bool) {
	for i, d := range a.Defaults {
		if d.Before == nil || i == len(a.Defaults)-1 || v.AllBefore(*d.Before) {
			return d.Value, true
		}
	}
	return cty.NilVal, false
}
