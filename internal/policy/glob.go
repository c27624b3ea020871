package policy

import (
	"fmt"
	"strings"
)

// Glob is a pattern of Terraform addresses.
//
// It is compared part by part, a part being what stands between dots, with its
// instance key: "*" stands for any characters of one name or one key and never
// reaches over a dot or a bracket, and "**" for any number of parts. A name
// without a key means every instance of it, as on Terraform's own command
// line; a pattern that names modules only means everything inside them.
//
// The zero Glob matches nothing.
type Glob struct {
	text  string
	parts []part
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
	parts, ok := splitAddress(text)
	if !ok {
		return Glob{}, fmt.Errorf("%q is no address pattern: write TYPE.NAME or module.NAME.TYPE.NAME, with * for any name or key", text)
	}
	return Glob{text: text, parts: parts}, nil
}

// String returns the pattern as written.
func (g Glob) String() string { return g.text }

// Match reports whether an address fits the pattern. Where several inputs hold
// an address, the input's path that follows in parentheses does not count.
func (g Glob) Match(address string) bool {
	parts, ok := splitAddress(withoutInput(address))
	if !ok || len(g.parts) == 0 {
		return false
	}
	return matchParts(g.parts, parts)
}

// MatchService reports whether an address fits the pattern, or, for a pattern
// of a single part, whether the last part of the address or the resource's
// own name does: "web", "web*".
func (g Glob) MatchService(address, name string) bool {
	if len(g.parts) != 1 {
		return g.Match(address)
	}
	parts, ok := splitAddress(withoutInput(address))
	return g.Match(address) || ok && matchPart(g.parts[0], parts[len(parts)-1]) ||
		!g.parts[0].hasKey && wildcard(g.parts[0].name, name)
}

// withoutInput cuts the path of an input, " (plan.json)", from an address.
func withoutInput(address string) string {
	if i := strings.LastIndex(address, " ("); i > 0 && strings.HasSuffix(address, ")") {
		return address[:i]
	}
	return address
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
			if len(pattern) == 0 {
				return true // everything inside the module
			}
			continue
		}
		pattern, address = pattern[1:], address[1:]
	}
	return len(address) == 0
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
