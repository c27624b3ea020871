// SPDX-License-Identifier: MPL-2.0

// Command generate writes the data files of package schema from a provider's
// schema dump and from facts.json. It is run by hand when a new provider
// version is to be known; see the package's documentation.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// facts is the file kept by hand.
type facts struct {
	Identities     map[string]string   `json:"identities"`
	InstanceGroups map[string]string   `json:"instance_groups"`
	ComputedBlocks map[string][]string `json:"computed_blocks"`
	// Attributes are some that the dump at hand lacked.
	Attributes map[string]map[string]*attribute      `json:"attributes"`
	Defaults   map[string]map[string]json.RawMessage `json:"defaults"`
	Suppressed map[string]map[string]json.RawMessage `json:"suppressed"`
	Types      map[string]*block                     `json:"types"`
}

// dump is the part of `terraform providers schema -json` that counts.
type dump struct {
	ProviderSchemas map[string]struct {
		ResourceSchemas map[string]struct {
			Block dumpBlock `json:"block"`
		} `json:"resource_schemas"`
	} `json:"provider_schemas"`
}

type dumpBlock struct {
	Attributes map[string]struct {
		Type     json.RawMessage `json:"type"`
		Required bool            `json:"required"`
		Optional bool            `json:"optional"`
		Computed bool            `json:"computed"`
	} `json:"attributes"`
	BlockTypes map[string]struct {
		NestingMode string    `json:"nesting_mode"`
		Block       dumpBlock `json:"block"`
	} `json:"block_types"`
}

// block is the form of the data files.
type block struct {
	Attributes map[string]*attribute `json:"attributes,omitempty"`
	Blocks     map[string]*nested    `json:"blocks,omitempty"`
}

type attribute struct {
	Type       json.RawMessage `json:"type"`
	Is         string          `json:"is"`
	Default    json.RawMessage `json:"default,omitempty"`
	Suppressed json.RawMessage `json:"suppressed,omitempty"`
}

type nested struct {
	Nesting  string `json:"nesting"`
	Computed bool   `json:"computed,omitempty"`
	block
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("generate: ")
	schemaFile := flag.String("schema", "", "the output of terraform providers schema -json")
	dir := flag.String("dir", "internal/source/hclconfig/schema", "the folder of package schema")
	flag.Parse()
	if err := run(*schemaFile, *dir); err != nil {
		log.Fatal(err)
	}
}

func run(schemaFile, dir string) error {
	var f facts
	if err := readJSON(filepath.Join(dir, "facts.json"), &f); err != nil {
		return err
	}
	var d dump
	if err := readJSON(schemaFile, &d); err != nil {
		return err
	}
	types := f.Types
	for _, provider := range slices.Sorted(maps.Keys(d.ProviderSchemas)) { // google-beta over google
		for name, r := range d.ProviderSchemas[provider].ResourceSchemas {
			types[name] = r.Block.reduce()
		}
	}
	if err := f.apply(types); err != nil {
		return err
	}
	for name, b := range types {
		out := struct {
			InstanceGroup string `json:"instance_group,omitempty"`
			*block
		}{f.InstanceGroups[name], b}
		if err := writeJSON(filepath.Join(dir, "data", name+".json"), out); err != nil {
			return err
		}
	}
	return writeJSON(filepath.Join(dir, "data", "identities.json"), f.Identities)
}

// reduce keeps of a dumped block what a value depends on. The block of
// timeouts is none of the object's.
func (d dumpBlock) reduce() *block {
	b := &block{Attributes: map[string]*attribute{}, Blocks: map[string]*nested{}}
	for name, a := range d.Attributes {
		is := "R"
		switch {
		case a.Optional && a.Computed:
			is = "OC"
		case a.Optional:
			is = "O"
		case a.Computed:
			is = "C"
		}
		b.Attributes[name] = &attribute{Type: a.Type, Is: is}
	}
	for name, n := range d.BlockTypes {
		if name != "timeouts" {
			b.Blocks[name] = &nested{Nesting: n.NestingMode, block: *n.Block.reduce()}
		}
	}
	return b
}

// apply adds defaults and computed blocks. A path that leads nowhere is a
// mistake in facts.json.
func (f facts) apply(types map[string]*block) error {
	for t, attrs := range f.Attributes {
		for path, a := range attrs {
			b, last := types[t].at(path)
			if b == nil {
				return fmt.Errorf("facts.json: attribute %s.%s: no such block", t, path)
			}
			if b.Attributes[last] == nil {
				b.Attributes[last] = a
			}
		}
	}
	if err := eachAttribute(types, f.Defaults, func(a *attribute, v json.RawMessage) { a.Default = v }); err != nil {
		return err
	}
	if err := eachAttribute(types, f.Suppressed, func(a *attribute, v json.RawMessage) { a.Suppressed = v }); err != nil {
		return err
	}
	for _, t := range slices.Sorted(maps.Keys(f.ComputedBlocks)) {
		for _, path := range f.ComputedBlocks[t] {
			b, last := types[t].at(path)
			switch {
			case b != nil && b.Blocks[last] != nil:
				b.Blocks[last].Computed = true
			case b == nil || b.Attributes[last] == nil:
				return fmt.Errorf("facts.json: computed block %s.%s: no such block", t, path)
			}
		}
	}
	return nil
}

// eachAttribute calls f for the attributes that values are given for.
func eachAttribute(types map[string]*block, values map[string]map[string]json.RawMessage, f func(*attribute, json.RawMessage)) error {
	for _, t := range slices.Sorted(maps.Keys(values)) {
		for path, value := range values[t] {
			b, last := types[t].at(path)
			if b == nil || b.Attributes[last] == nil {
				return fmt.Errorf("facts.json: %s.%s: no such attribute", t, path)
			}
			f(b.Attributes[last], value)
		}
	}
	return nil
}

// at returns the block that a path leads into, and the last name of the path.
func (b *block) at(path string) (*block, string) {
	names := strings.Split(path, ".")
	for _, n := range names[:len(names)-1] {
		if b == nil || b.Blocks[n] == nil {
			return nil, ""
		}
		b = &b.Blocks[n].block
	}
	return b, names[len(names)-1]
}

func readJSON(path string, into any) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(src, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// writeJSON writes a value with one attribute on each line.
func writeJSON(path string, v any) error {
	src, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, src, "", " "); err != nil {
		return err
	}
	return os.WriteFile(path, append(joinLeaves(b.Bytes()), '\n'), 0o644)
}

// joinLeaves puts objects and lists without further objects on one line.
func joinLeaves(src []byte) []byte {
	lines := strings.Split(string(src), "\n")
	var out []string
	for i := 0; i < len(lines); i++ {
		if !strings.HasSuffix(lines[i], "{") {
			out = append(out, lines[i])
			continue
		}
		joined, end := lines[i], i+1
		for end < len(lines) && !strings.HasSuffix(lines[end], "{") {
			t := strings.TrimSpace(lines[end])
			joined += t
			if strings.HasSuffix(t, ",") && t != "}," && t != "]," {
				joined += " "
			}
			if t == "}" || t == "}," {
				break
			}
			end++
		}
		if end < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[end]), "}") && len(joined) < 160 {
			out = append(out, joined)
			i = end
			continue
		}
		out = append(out, lines[i])
	}
	return []byte(strings.Join(out, "\n"))
}
