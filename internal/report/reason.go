// SPDX-License-Identifier: MPL-2.0

package report

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
)

// A reason why something is not decided is a text that names objects and
// arguments. Here reasons that differ in nothing else become one.

// onArgument is a reason about an argument of an element of a list:
// "backend[0].group of ADDRESS is known after apply, and …".
var onArgument = regexp.MustCompile(`^([a-z_]+\[\d+\])\.([a-z_]+)( of .* is known after apply.*| is known after apply.*)$`)

// mergeCauses puts the causes of one object that differ only in the element of
// a list, or in one address that they are about, into one: "group of backend[0]
// and backend[1] of ADDRESS is known after apply". The order is that of the
// first of each.
func mergeCauses(list []Cause) []Cause {
	if len(list) < 2 {
		return list
	}
	return mergeAddresses(mergeElements(list))
}

func mergeElements(list []Cause) []Cause {
	out := make([]Cause, 0, len(list))
	elements := map[string][]string{} // by the rest of the reason
	at := map[string]int{}
	for _, c := range list {
		m := onArgument.FindStringSubmatch(c.Reason)
		if m == nil {
			out = append(out, c)
			continue
		}
		key := m[2] + "\x00" + m[3]
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, c)
		}
		elements[key] = append(elements[key], m[1])
		if all := elements[key]; len(all) > 1 {
			sortElements(all)
			out[i].Reason = m[2] + " of " + join(slices.Compact(all)) + m[3]
			out[i].Addresses = union(out[i].Addresses, c.Addresses)
		}
	}
	return out
}

// sortElements sorts "backend[2]" before "backend[10]".
func sortElements(list []string) {
	slices.SortFunc(list, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
}

func mergeAddresses(list []Cause) []Cause {
	out := make([]Cause, 0, len(list))
	subjects := map[string][]string{}
	at := map[string]int{}
	for _, c := range list {
		before, subject, after := aroundAddress(c)
		key := before + "\x00" + after
		subjects[key] = union(subjects[key], []string{subject})
		i, ok := at[key]
		if !ok {
			at[key] = len(out)
			out = append(out, c)
			continue
		}
		out[i].Addresses = union(out[i].Addresses, c.Addresses)
		if subject != "" {
			out[i].Reason = before + join(subjects[key]) + after
		}
	}
	return out
}

// identityText is an object outside the input in a reason.
var identityText = regexp.MustCompile(`projects/[^ ,;:]+`)

// aroundAddress takes a reason apart that names the one address of its cause,
// or one object outside the input, and that once; else subject is empty.
func aroundAddress(c Cause) (before, subject, after string) {
	if ids := identityText.FindAllString(c.Reason, 2); len(ids) == 1 {
		subject = ids[0]
	} else if len(c.Addresses) == 1 {
		subject = c.Addresses[0]
	}
	if subject == "" || strings.Count(c.Reason, subject) != 1 {
		return c.Reason, "", ""
	}
	before, after, _ = strings.Cut(c.Reason, subject)
	if after != "" && after[0] != ' ' && after[0] != ',' && after[0] != ':' {
		return c.Reason, "", "" // the beginning of a longer address
	}
	return before, subject, after
}

func union(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// withoutAdvice takes off a reason what to do about it, and what may be the
// answer; advised says that there was something to do.
func withoutAdvice(reason string) (text string, advised bool) {
	text, _, _ = strings.Cut(reason, topology.ByElimination)
	return strings.CutSuffix(text, topology.GiveSource)
}

// giveSource says so once, after all reasons.
const giveSource = "Give the .tf files with --source, or the saved plan file: plan JSON does not hold all of the configuration, which tells most such links."

// giveSizes says once what helps where the number or the zones of endpoints are
// open.
const giveSizes = "Give what is open: --assume ADDRESS=N for the size of a group, or an assume block in .spillway.hcl for its size in each zone."

// sizeText is how the reasons of package sizing begin, and those of adapters
// about the members of a group.
var sizeText = regexp.MustCompile(`^(?:the (?:size|target size|zones|members) of |an autoscaler may own |a total is given by hand)`)

// aboutSize reports whether a reason is about the size or the zones of a group.
func aboutSize(reason string) bool { return sizeText.MatchString(reason) }

// ofItself returns a reason under the heading of an object, without advice and
// without its address.
func ofItself(reason, address string) string {
	text := strings.Replace(reason, topology.GiveSource, "", 1)
	return strings.Replace(text, " of "+address+" is ", " is ", 1)
}

// clause returns the first clause of a reason, for a line that has to be
// short.
func clause(reason string) string {
	text, _ := withoutAdvice(reason)
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case quoted:
		case strings.HasPrefix(text[i:], ", and "), strings.HasPrefix(text[i:], ": "), strings.HasPrefix(text[i:], "; "):
			return text[:i]
		}
	}
	return text
}

// The parts of a reason that differ between objects of one kind.
var (
	quotedText    = regexp.MustCompile(`"[^"]*"`)
	indexText     = regexp.MustCompile(`\[\d+\]`)
	addressText   = regexp.MustCompile(`(?:module\.[\w-]+(?:\[[^\]]*\])?\.)*(?:data\.)?(google_\w+)\.[\w-]+(?:\[[^\]]*\])?(?: \([^)]*\))?`)
	repeatedText  = regexp.MustCompile(`[\w.]+(?:, [\w.]+)* and (?:\d+ more|[\w.]+)`)
	indexedAccess = regexp.MustCompile(`\[(?:"")?\]`)
)

// kindOf returns what reasons of one kind have in common.
func kindOf(reason string) string {
	text, _ := withoutAdvice(reason)
	text = quotedText.ReplaceAllString(text, `""`)
	text = indexText.ReplaceAllString(text, "[]")
	text = addressText.ReplaceAllString(text, "$1")
	text = indexedAccess.ReplaceAllString(text, "")
	text = identityText.ReplaceAllString(text, "projects")
	return repeatedText.ReplaceAllStringFunc(text, func(list string) string {
		words := strings.Fields(strings.ReplaceAll(list, ",", ""))
		for _, w := range words[1:] {
			if _, err := strconv.Atoi(w); err != nil && w != words[0] && w != "and" && w != "more" {
				return list
			}
		}
		return words[0]
	})
}

// kinds collects reasons by kind.
type kinds struct {
	index map[string]int
	list  []kind
}

// kind is reasons of one kind: the first of them, and what they are about,
// without repetition.
type kind struct {
	text    string
	several bool // their texts differ
	count   int
	about   []string
	with    []string
}

// add adds a reason about something; with says what else goes with it.
func (k *kinds) add(reason, about, with string) {
	if k.index == nil {
		k.index = map[string]int{}
	}
	text, _ := withoutAdvice(reason)
	key := kindOf(reason)
	i, ok := k.index[key]
	if !ok {
		i = len(k.list)
		k.index[key] = i
		k.list = append(k.list, kind{text: text})
	}
	e := &k.list[i]
	e.count++
	e.several = e.several || e.text != text
	if !slices.Contains(e.about[max(0, len(e.about)-8):], about) { // what is alike stands together
		e.about = append(e.about, about)
	}
	if !slices.Contains(e.with, with) {
		e.with = append(e.with, with)
	}
}

// sorted returns the kinds, the most frequent first, then by text.
func (k *kinds) sorted() []kind {
	slices.SortStableFunc(k.list, func(a, b kind) int {
		if a.count != b.count {
			return b.count - a.count
		}
		return strings.Compare(a.text, b.text)
	})
	return k.list
}

// line says a kind of reasons, with what they are about in parentheses, where
// the text itself does not tell it.
func (k *kind) line() string {
	about := slices.DeleteFunc(slices.Clone(k.about), func(a string) bool { return strings.Contains(k.text, a) })
	switch {
	case len(about) == 0:
		return Printable(k.text)
	case k.several && len(about) == len(k.about) && len(about) > 1:
		return Printable(k.text) + " (" + Printable(about[0]) + "; alike for " + Printable(some(about[1:])) + ")"
	case k.several && len(about) < len(k.about):
		return Printable(k.text) + " (alike for " + Printable(some(about)) + ")"
	}
	return Printable(k.text) + " (" + Printable(some(about)) + ")"
}

// some lists all of a few, else the first and how many more.
func some(list []string) string {
	const most = 6
	if len(list) <= most {
		return join(list)
	}
	return strings.Join(list[:most-1], ", ") + " and " + itoa(len(list)-most+1) + " more"
}
