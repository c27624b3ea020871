// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
)

// Spec is a scenario as a user asks for it: a parsed spec, or a named
// scenario. It may hold families, which stand for several scenarios.
type Spec struct {
	// Name is the spec as it was written, or the name.
	Name string
	// Description is that of a named scenario.
	Description string
	terms       []term
}

// The words that begin a term.
const (
	wordAllHealthy   = "all-healthy"
	wordAllUnhealthy = "all-unhealthy"
	wordZoneDown     = "zone-down"
	wordRegionDown   = "region-down"
	wordUnhealthy    = "unhealthy"
	wordSource       = "source"
	wordComposite    = "composite"
	wordAttachment   = "attachment"
)

var words = []string{
	wordAllHealthy, wordAllUnhealthy, wordZoneDown, wordRegionDown, wordUnhealthy, wordSource, wordComposite, wordAttachment,
}

// Defaults returns the scenarios that are looked at when nobody asks for
// others: everything healthy, each zone down, and, with regions, each region
// down.
func Defaults(regions bool) []Spec {
	out := []Spec{
		{Name: wordAllHealthy, terms: []term{{kind: allHealthy, text: wordAllHealthy}}},
		{Name: wordZoneDown, terms: []term{{kind: zoneFamily, text: wordZoneDown}}},
	}
	if regions {
		out = append(out, Spec{Name: wordRegionDown, terms: []term{{kind: regionFamily, text: wordRegionDown}}})
	}
	return out
}

// Parse reads a spec. Named holds the scenarios that can be meant by their
// name, as a whole spec or as one of its terms; it may be nil.
func Parse(spec string, named map[string]Spec) (Spec, error) {
	if s, ok := named[spec]; ok {
		return s, nil
	}
	out := Spec{Name: strings.TrimSpace(spec)}
	parts, err := splitTerms(spec)
	if err != nil {
		return Spec{}, fmt.Errorf("scenario %q: %w", spec, err)
	}
	for _, p := range parts {
		if s, ok := named[p]; ok {
			out.terms = append(out.terms, s.as(p)...)
			continue
		}
		t, err := parseTerm(p, named)
		if err != nil {
			return Spec{}, fmt.Errorf("scenario %q: %w", spec, err)
		}
		out.terms = append(out.terms, t)
	}
	return out, out.contradiction()
}

// as returns the terms of a named scenario that stands in a spec: the name is
// the text of the first, so that the whole is called by it.
func (s Spec) as(name string) []term {
	terms := slices.Clone(s.terms)
	for i := range terms {
		terms[i].text = ""
	}
	if len(terms) == 0 {
		terms = []term{{kind: allHealthy}}
	}
	terms[0].text = name
	return terms
}

func parseTerm(text string, named map[string]Spec) (term, error) {
	word, rest, has := strings.Cut(text, ":")
	t := term{text: text}
	switch word {
	case wordAllHealthy, wordAllUnhealthy:
		if has {
			return t, fmt.Errorf("%s takes nothing after it", word)
		}
		if word == wordAllUnhealthy {
			t.kind = allUnhealthy
		}
		return t, nil
	case wordZoneDown:
		return t.down(zoneFamily, rest, has)
	case wordRegionDown:
		return t.down(regionFamily, rest, has)
	case wordUnhealthy:
		return t.unhealthy(rest)
	case wordSource:
		return t.setState(Source, rest)
	case wordComposite:
		return t.setState(Composite, rest)
	case wordAttachment:
		return t.setState(Attachment, rest)
	case "":
		return t, errors.New("a term is empty")
	}
	return t, unknownWord(word, named)
}

func unknownWord(word string, named map[string]Spec) error {
	known := slices.Clone(words)
	for name := range named {
		known = append(known, name)
	}
	if near, ok := spelling.Nearest(word, known); ok {
		return fmt.Errorf("%q begins no term and names no scenario; did you mean %s?", word, near)
	}
	slices.Sort(known)
	return fmt.Errorf("%q begins no term and names no scenario; there are %s", word, strings.Join(known, ", "))
}

// down reads zone-down and region-down: a family, or one place of it.
func (t term) down(family kind, place string, has bool) (term, error) {
	switch {
	case !has:
		t.kind = family
		return t, nil
	case place == "":
		return t, fmt.Errorf("%q names no place after the colon", t.text)
	case family == zoneFamily && looksLikeRegion(place):
		return t, fmt.Errorf("%q is a region; write region-down:%s for all its zones", place, place)
	case family == regionFamily && topology.IsZone(place):
		return t, fmt.Errorf("%q is a zone; write zone-down:%s", place, place)
	case family == zoneFamily:
		t.zone = place
	default:
		t.region = place
	}
	t.kind, t.amount = unhealthy, amount{all: true}
	return t, nil
}

// looksLikeRegion reports whether a place is written like a region:
// "us-central1".
func looksLikeRegion(s string) bool {
	return topology.IsZone(s+"-a") && strings.Count(s, "-") == 1
}

// unhealthy reads ZONE=N, ZONE/POOL=N and ADDRESS=N.
func (t term) unhealthy(rest string) (term, error) {
	place, number, ok := cutLast(rest, '=')
	if !ok || place == "" {
		return t, fmt.Errorf("%q is not unhealthy:ZONE=N, unhealthy:ZONE/POOL=N or unhealthy:ADDRESS=N", t.text)
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n > maxCount {
		return t, fmt.Errorf("%q is no number of endpoints", number)
	}
	t.kind, t.amount = unhealthy, amount{count: n}
	if strings.Contains(place, ".") {
		t.group = place
		return t, nil
	}
	zone, pool, pooled := strings.Cut(place, "/")
	t.zone = zone
	if pooled {
		if t.pool, err = parsePool(pool); err != nil {
			return t, err
		}
	}
	if looksLikeRegion(zone) {
		return t, fmt.Errorf("%q is a region; a count goes with a zone or a group", zone)
	}
	return t, nil
}

// maxCount bounds counts, far above what any service can have, so that sums
// stay in range.
const maxCount = 1 << 40

func parsePool(s string) (poolFilter, error) {
	switch s {
	case "primary":
		return primaryPool, nil
	case "failover":
		return failoverPool, nil
	}
	return anyPool, fmt.Errorf("%q is no pool; there are primary and failover", s)
}

// setState reads ADDRESS=STATE.
func (t term) setState(o ObjectKind, rest string) (term, error) {
	name, state, ok := cutLast(rest, '=')
	if !ok || name == "" {
		return t, fmt.Errorf("%q does not name a %s and its state, as in …=UNHEALTHY", t.text, o)
	}
	if !slices.Contains(healthStates, state) {
		hint := "there are " + strings.Join(healthStates, ", ")
		if near, ok := spelling.Nearest(strings.ToUpper(state), healthStates); ok {
			hint = "did you mean " + near + "?"
		}
		return t, fmt.Errorf("%q is no health state; %s", state, hint)
	}
	t.kind, t.object, t.name, t.state = setState, o, name, HealthState(state)
	return t, nil
}

// contradiction returns an error when the spec sets one object to two states.
func (s Spec) contradiction() error {
	for i, t := range s.terms {
		if t.kind != setState {
			continue
		}
		for _, u := range s.terms[:i] {
			if u.kind == setState && t.object == u.object && t.name == u.name && t.state != u.state {
				return fmt.Errorf("scenario %q: the %s %s cannot be both %s and %s", s.Name, t.object, t.name, u.state, t.state)
			}
		}
	}
	return nil
}
