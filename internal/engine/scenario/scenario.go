// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"slices"
	"strings"
)

// Scenario is one state of health: a spec without families. It is immutable;
// the zero value is everything healthy.
type Scenario struct {
	// Name is what outcomes are labelled with.
	Name string
	// Description is that of a named scenario.
	Description string

	everything bool // all endpoints are unhealthy
	places     []term
	groups     map[string][]term
	states     []term
}

// Families reports which families the spec holds.
func (s Spec) Families() (zones, regions bool) {
	for _, t := range s.terms {
		zones = zones || t.kind == zoneFamily
		regions = regions || t.kind == regionFamily
	}
	return zones, regions
}

// Explicit reports whether the spec names something of the input: a place, a
// group, or an object whose state it sets.
func (s Spec) Explicit() bool {
	return slices.ContainsFunc(s.terms, func(t term) bool { return t.kind == unhealthy || t.kind == setState })
}

// In returns the scenarios of the spec for an object: the families stand for
// the given zones and regions, one scenario for each, in their order. A spec
// without families is one scenario; a family without members is none.
func (s Spec) In(zones, regions []string) []*Scenario {
	zoned, regional := s.Families()
	if !zoned {
		zones = []string{""}
	}
	if !regional {
		regions = []string{""}
	}
	out := make([]*Scenario, 0, len(zones)*len(regions))
	for _, z := range zones {
		for _, r := range regions {
			out = append(out, s.At(z, r))
		}
	}
	return out
}

// At returns the scenario in which the families stand for one zone and one
// region. Without families both are ignored.
func (s Spec) At(zone, region string) *Scenario {
	out := &Scenario{Name: s.Name, Description: s.Description}
	zoned, regional := s.Families()
	var names []string
	for _, t := range s.terms {
		switch t.kind {
		case zoneFamily:
			t = term{kind: unhealthy, zone: zone, amount: amount{all: true}, text: wordZoneDown + ":" + zone}
		case regionFamily:
			t = term{kind: unhealthy, region: region, amount: amount{all: true}, text: wordRegionDown + ":" + region}
		}
		if t.text != "" {
			names = append(names, t.text)
		}
		out.add(t)
	}
	if zoned || regional {
		out.Name = strings.Join(names, "+")
	}
	return out
}

func (s *Scenario) add(t term) {
	switch {
	case t.kind == allUnhealthy:
		s.everything = true
	case t.kind == setState:
		s.states = append(s.states, t)
	case t.kind == unhealthy && t.group != "":
		if s.groups == nil {
			s.groups = map[string][]term{}
		}
		s.groups[t.group] = append(s.groups[t.group], t)
	case t.kind == unhealthy:
		s.places = append(s.places, t)
	}
}

// Setting is a state that a scenario sets by hand.
type Setting struct {
	Object ObjectKind
	// Name is the address of the object; of a service attachment also a path,
	// which World.Objects reads.
	Name  string
	State HealthState
}

// Settings returns the states that the scenario sets by hand, in the order of
// its terms.
func (s *Scenario) Settings() []Setting {
	out := make([]Setting, len(s.states))
	for i, t := range s.states {
		out[i] = Setting{t.object, t.name, t.state}
	}
	return out
}
