// SPDX-License-Identifier: MPL-2.0

package schema

import (
	"encoding/json"
	"strings"
	"sync"
)

// identitiesName is the data file with the identity templates of all types,
// those without a schema included.
const identitiesName = "identities"

// SelfLinkPrefix comes before an id in the self link of a Compute Engine
// object.
const SelfLinkPrefix = "https://www.googleapis.com/compute/v1/"

// Template is a string with the names of arguments in braces, as in
// projects/{project}/zones/{zone}/instanceGroups/{name}.
type Template string

var identities = sync.OnceValue(func() map[string]Template {
	src, err := data.ReadFile("data/" + identitiesName + ".json")
	if err != nil {
		panic(err) // a test reads it
	}
	var m map[string]Template
	if err := json.Unmarshal(src, &m); err != nil {
		panic(err)
	}
	return m
})

func identity(resourceType string) Template { return identities()[resourceType] }

// IdentityOf returns the template of a type's id, empty where none is known.
// Types without a schema may have one.
func IdentityOf(resourceType string) Template { return identity(resourceType) }

// Arguments returns the names in braces.
func (t Template) Arguments() []string {
	var names []string
	for rest := string(t); ; {
		_, after, ok := strings.Cut(rest, "{")
		if !ok {
			return names
		}
		name, tail, _ := strings.Cut(after, "}")
		names, rest = append(names, name), tail
	}
}

// Fill replaces the names in braces. ok is false where value does not know
// one of them.
func (t Template) Fill(value func(name string) (string, bool)) (string, bool) {
	var b strings.Builder
	for rest := string(t); ; {
		before, after, ok := strings.Cut(rest, "{")
		b.WriteString(before)
		if !ok {
			return b.String(), true
		}
		name, tail, _ := strings.Cut(after, "}")
		v, known := value(name)
		if !known || v == "" {
			return "", false
		}
		b.WriteString(v)
		rest = tail
	}
}
