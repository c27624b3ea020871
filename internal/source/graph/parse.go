// SPDX-License-Identifier: MPL-2.0

package graph

import (
	"strconv"
	"strings"
)

// Address is the address of a resource instance in its parts.
type Address struct {
	Module string // module.a["x"].module.b; empty for the root
	Data   bool
	Type   string
	Name   string
	Key    Key
}

// ParseAddress takes an address apart, as Terraform writes it in plans and
// states: module.a["x"].data.google_compute_instance.vm[0]. ok is false where
// the text is no address of a resource or of an instance of one.
func ParseAddress(text string) (a Address, ok bool) {
	steps, rest, ok := moduleSteps(text)
	if !ok || rest == "" {
		return Address{}, false
	}
	if len(steps) > 0 {
		a.Module = text[:len(text)-len(rest)-1]
	}
	if after, found := strings.CutPrefix(rest, "data."); found {
		a.Data, rest = true, after
	}
	dot := strings.IndexByte(rest, '.')
	if dot <= 0 || strings.IndexByte(rest[:dot], '[') >= 0 {
		return Address{}, false
	}
	a.Type = rest[:dot]
	a.Name, a.Key, rest, ok = nameAndKey(rest[dot+1:])
	return a, ok && rest == ""
}

// ParseUnexpanded reads an address in which "[*]" stands for instance keys that
// are not known yet, as plans write it that defer changes. ok is false where the
// text is none of a managed resource.
func ParseUnexpanded(text string) (u Unexpanded, ok bool) {
	var b strings.Builder // the address with 0 for each star
	open := false
	for rest := text; rest != ""; {
		if key, found := strings.CutPrefix(rest, "[*]"); found {
			b.WriteString("[0]")
			rest, open = key, true
			continue
		}
		if _, after, isKey := CutKey(rest); isKey { // which may hold a star in quotes
			b.WriteString(rest[:len(rest)-len(after)])
			rest = after
			continue
		}
		b.WriteByte(rest[0])
		rest = rest[1:]
	}
	a, ok := ParseAddress(b.String())
	return Unexpanded{Address: text, Module: text[:len(a.Module)], Type: a.Type, Name: a.Name}, ok && open && !a.Data
}

// IsEphemeral reports whether a text is the address of an ephemeral resource,
// which exists only while Terraform or OpenTofu runs.
func IsEphemeral(text string) bool {
	_, rest, ok := moduleSteps(text)
	rest, found := strings.CutPrefix(rest, "ephemeral.")
	if !ok || !found {
		return false
	}
	_, ok = ParseAddress(rest)
	return ok
}

// ModuleStep is one module call on the way to a module instance.
type ModuleStep struct {
	Name string
	Key  Key
}

// String returns the step as it stands in an address.
func (s ModuleStep) String() string { return "module." + s.Name + s.Key.String() }

// ModuleSteps takes the path of a module instance apart; the root has none. ok
// is false where the text is no such path.
func ModuleSteps(path string) (steps []ModuleStep, ok bool) {
	if path == "" {
		return nil, true
	}
	steps, rest, ok := moduleSteps(path)
	return steps, ok && rest == ""
}

// moduleSteps reads the module calls at the start of an address and returns
// what follows them, without the dot between.
func moduleSteps(text string) (steps []ModuleStep, rest string, ok bool) {
	rest = text
	for {
		after, found := strings.CutPrefix(rest, "module.")
		if !found {
			return steps, rest, true
		}
		var step ModuleStep
		step.Name, step.Key, rest, ok = nameAndKey(after)
		if !ok {
			return nil, "", false
		}
		steps = append(steps, step)
		if rest == "" {
			return steps, "", true
		}
		if rest[0] != '.' || len(rest) == 1 {
			return nil, "", false
		}
		rest = rest[1:]
	}
}

// nameAndKey reads a name with its instance key, if there is one, from the
// start of a text.
func nameAndKey(text string) (name string, key Key, rest string, ok bool) {
	end := strings.IndexAny(text, ".[")
	if end < 0 {
		return text, Key{}, "", text != ""
	}
	name, rest = text[:end], text[end:]
	if name == "" {
		return "", Key{}, "", false
	}
	if rest[0] == '.' {
		return name, Key{}, rest, true
	}
	key, rest, ok = CutKey(rest)
	return name, key, rest, ok
}

// CutKey reads an instance key in brackets from the start of a text: [0] or
// ["a"].
func CutKey(text string) (key Key, rest string, ok bool) {
	if len(text) < 3 || text[0] != '[' {
		return Key{}, "", false
	}
	if text[1] != '"' {
		end := strings.IndexByte(text, ']')
		if end < 0 {
			return Key{}, "", false
		}
		n, err := strconv.ParseInt(text[1:end], 10, 64)
		if err != nil {
			return Key{}, "", false
		}
		return Key{Kind: IntKey, Int: n}, text[end+1:], true
	}
	str, rest, ok := cutQuoted(text[1:])
	if !ok || rest == "" || rest[0] != ']' {
		return Key{}, "", false
	}
	return Key{Kind: StringKey, Str: str}, rest[1:], true
}

// cutQuoted reads what [QuoteKey] writes.
func cutQuoted(text string) (str, rest string, ok bool) {
	end := 1
	plain := true
	for ; ; end++ {
		if end >= len(text) {
			return "", "", false
		}
		if c := text[end]; c == '"' {
			break
		} else if c == '\\' {
			plain = false
			end++
		} else if (c == '$' || c == '%') && strings.HasPrefix(text[end+1:], string(c)+"{") {
			plain = false
		}
	}
	inner, rest := text[1:end], text[end+1:]
	if plain {
		return inner, rest, true
	}
	str, ok = unquoteKey(inner)
	return str, rest, ok
}

func unquoteKey(inner string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(inner); i++ {
		c := inner[i]
		if (c == '$' || c == '%') && strings.HasPrefix(inner[i+1:], string(c)+"{") {
			i++ // written twice to stand for itself
		}
		if c != '\\' {
			b.WriteByte(c)
			continue
		}
		i++
		if i >= len(inner) {
			return "", false
		}
		switch inner[i] {
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case '"', '\\':
			b.WriteByte(inner[i])
		case 'u', 'U':
			digits := 4
			if inner[i] == 'U' {
				digits = 8
			}
			if len(inner) < i+1+digits {
				return "", false
			}
			r, err := strconv.ParseUint(inner[i+1:i+1+digits], 16, 32)
			if err != nil {
				return "", false
			}
			b.WriteRune(rune(r))
			i += digits
		default:
			return "", false
		}
	}
	return b.String(), true
}
