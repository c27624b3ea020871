// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
)

// Glob is a pattern of Terraform addresses.
//
// It is compared part by part, a part being what stands between dots, with its
// instance key: "*" stands for any characters of one name or one key and never
// reaches over a dot or a bracket, and "**" for any number of parts. A name
// without a key means every instance of it, as on Terraform's own command
// line; a pattern that names modules only, or modules and then a single "*",
// means everything inside them.
//
// Where several inputs are joined, the path of an input in parentheses behind
// the address, "TYPE.NAME (live/prod)", means that input only; "*" stands for
// any characters of it.
//
// The zero Glob matches nothing.
type Glob struct {
	text  string
	parts []part
	input string // empty: every input
}

// part is one step of an address: name, or name and key.
type part struct {
	name   string
	key    string // without brackets, quotes included
	hasKey bool
}

// ParseGlob reads a pattern. It fails on an empty one and on brackets or
// quotes that do not close.
func ParseGlob(text string) (Glob, error) {
	g := Glob{text: text}
	address := text
	if i := inputAt(text); i >= 0 {
		address, g.input = text[:i], text[i+2:len(text)-1]
	}
	var ok bool
	if g.parts, ok = splitAddress(address); !ok {
		return Glob{}, fmt.Errorf("%q is no address pattern: write TYPE.NAME or module.NAME.TYPE.NAME, with * for any name or key", text)
	}
	return g, nil
}

// String returns the pattern as written.
func (g Glob) String() string { return g.text }

// Match reports whether an address fits the pattern. It may be one of a
// snapshot, behind which the path of its input stands in parentheses; input is
// that path in either case.
func (g Glob) Match(address, input string) bool {
	if g.input != "" && !wildcard(g.input, input) {
		return false
	}
	local, _ := topology.WithoutInput(address, input)
	parts, ok := splitAddress(local)
	return ok && len(g.parts) > 0 && matchParts(g.parts, parts)
}

// MatchService reports whether a service fits the pattern by its address, or,
// for a pattern of a single part, by the last part of the address or its own
// name: "web", "web*".
func (g Glob) MatchService(s *topology.BackendService) bool {
	if len(g.parts) != 1 || g.Match(s.Address, s.Input) {
		return g.Match(s.Address, s.Input)
	}
	if g.input != "" && !wildcard(g.input, s.Input) {
		return false
	}
	parts, ok := splitAddress(s.TerraformAddress())
	return ok && matchPart(g.parts[0], parts[len(parts)-1]) || !g.parts[0].hasKey && wildcard(g.parts[0].name, s.Name.Default(""))
}

// inputAt returns where the path of an input begins behind an address, with
// the space before it, or -1. A key in quotes may hold anything.
func inputAt(text string) int {
	if !strings.HasSuffix(text, ")") {
		return -1
	}
	quoted := false
	for i := 0; i+1 < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case !quoted && text[i] == ' ' && text[i+1] == '(':
			return i
		}
	}
	return -1
}

func matchParts(pattern, address []part) bool {
	for len(pattern) > 0 {
		if pattern[0].name == "**" && !pattern[0].hasKey {
			for i := 0; i <= len(address); i++ {
				if matchParts(pattern[1:], address[i:]) {
					return true
				}
			}
			return false
		}
		if len(address) == 0 || !matchPart(pattern[0], address[0]) {
			return false
		}
		if pattern[0].name == "module" && len(pattern) >= 2 && len(address) >= 2 {
			if !matchPart(pattern[1], address[1]) {
				return false
			}
			pattern, address = pattern[2:], address[2:]
			if everything(pattern) {
				return true
			}
			continue
		}
		pattern, address = pattern[1:], address[1:]
	}
	return len(address) == 0
}

// everything reports whether what a pattern says behind a module means all
// that is inside it. Nothing has an address of one part there, so that a single
// "*" can mean nothing else.
func everything(pattern []part) bool {
	return len(pattern) == 0 || len(pattern) == 1 && pattern[0] == part{name: "*"}
}

func matchPart(pattern, p part) bool {
	if !wildcard(pattern.name, p.name) {
		return false
	}
	return !pattern.hasKey || p.hasKey && wildcard(pattern.key, p.key)
}

// wildcard matches text against a pattern in which * stands for any
// characters. It is linear in the product of the lengths, without recursion.
func wildcard(pattern, text string) bool {
	star, mark := -1, 0
	p, t := 0, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && pattern[p] == text[t]:
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// splitAddress splits at dots outside brackets and quotes.
func splitAddress(s string) ([]part, bool) {
	var parts []part
	for {
		p, rest, ok := cutPart(s)
		if !ok {
			return nil, false
		}
		parts = append(parts, p)
		if rest == "" {
			return parts, true
		}
		if rest[0] != '.' || len(rest) == 1 {
			return nil, false
		}
		s = rest[1:]
	}
}

// cutPart takes one part from the front of an address.
func cutPart(s string) (p part, rest string, ok bool) {
	end := strings.IndexAny(s, ".[")
	if end < 0 {
		return part{name: s}, "", s != ""
	}
	p.name = s[:end]
	if p.name == "" || s[end] == '.' {
		return p, s[end:], p.name != ""
	}
	quoted := false
	for i := end + 1; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ']' && !quoted:
			p.key, p.hasKey = s[end+1:i], true
			return p, s[i+1:], p.key != ""
		}
	}
	return p, "", false
}
