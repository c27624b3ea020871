// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"maps"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

// reference is one entry of a list of references, taken apart.
type reference struct {
	kind referenceKind
	text string
	typ  string // of a resource or data source
	name string // of it, of a module call, a variable, a local
	key  graph.Key
	// output of a module, or of each.value if that is one; empty where the
	// whole of it is named.
	output string
	// inner says that the reference goes on into the value that it names: an
	// attribute or an element, and so not all of it.
	inner bool
}

type referenceKind uint8

const (
	toNothing  referenceKind = iota // path.module, terraform.workspace, self
	toResource                      // google_compute_instance_group.ig[0].id
	toData
	toModule
	toVariable
	toLocal
	toEachValue
	toOwnKey // each.key, count.index
)

// parseReference takes a reference apart. What cannot be understood leads
// nowhere, as a local does.
func parseReference(text string) reference {
	ref := reference{text: text}
	first, rest := cutName(text)
	switch first {
	case "path", "terraform", "self":
		return ref
	case "each":
		second, rest := cutName(rest)
		ref.kind, ref.inner = toEachValue, rest != ""
		ref.output, _ = cutName(rest)
		if second == "key" {
			ref.kind = toOwnKey
		}
		return ref
	case "count":
		ref.kind = toOwnKey
		return ref
	case "var", "local", "module":
		ref.name, rest = cutName(rest)
		ref.kind = map[string]referenceKind{"var": toVariable, "local": toLocal, "module": toModule}[first]
	case "data", "ephemeral":
		ref.typ, rest = cutName(rest)
		ref.name, rest = cutName(rest)
		ref.kind = toData
	default:
		ref.typ = first
		ref.name, rest = cutName(rest)
		ref.kind = toResource
	}
	if ref.name == "" {
		return reference{text: text, kind: toLocal}
	}
	if ref.kind != toVariable && ref.kind != toLocal {
		if key, after, ok := graph.CutKey(rest); ok {
			ref.key, rest = key, after
		}
	}
	if ref.kind == toModule {
		ref.output, rest = cutName(rest)
	}
	ref.inner = rest != ""
	return ref
}

// cutName reads a name, with the dot before it if there is one, up to the next
// dot or bracket.
func cutName(text string) (name, rest string) {
	text = strings.TrimPrefix(text, ".")
	if end := strings.IndexAny(text, ".["); end >= 0 {
		return text[:end], text[end:]
	}
	return text, ""
}

// moduleNames returns the names of the calls on the way to a module, without
// instance keys.
func moduleNames(path string) (names []string) {
	steps, _ := graph.ModuleSteps(path)
	for _, s := range steps {
		names = append(names, s.Name)
	}
	return names
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
