// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
)

// Block is one unhealthy block of a named scenario. Exactly one of Zone,
// Group and Region is set, and exactly one of Count, Percent and All.
type Block struct {
	Zone, Group, Region string
	Count               topology.Known[int]            // null where it is left out
	Percent             topology.Known[topology.Ratio] // of the endpoints named, from 0 to 100, rounded up
	All                 bool
	Pool                string // "primary", "failover", or empty for both
}

// Named returns the scenario that a configuration file defines by blocks; it
// may have none, which is everything healthy. An error speaks of the block by
// its number, from 1.
func Named(name, description string, blocks []Block) (Spec, error) {
	if err := checkName(name); err != nil {
		return Spec{}, err
	}
	s := Spec{Name: name, Description: description}
	for i, b := range blocks {
		t, err := b.term()
		if err != nil {
			return Spec{}, fmt.Errorf("scenario %q, unhealthy block %d: %w", name, i+1, err)
		}
		s.terms = append(s.terms, t)
	}
	return s, nil
}

// checkName refuses names that a spec could not mean.
func checkName(name string) error {
	word, _, _ := strings.Cut(name, ":")
	switch {
	case strings.TrimSpace(name) != name || name == "":
		return fmt.Errorf("scenario %q: a name is not empty and has no space around it", name)
	case slices.Contains(words, word):
		return fmt.Errorf("scenario %q: the name would be read as a term of a scenario spec; choose another one", name)
	case strings.ContainsAny(name, `+[]"`):
		return fmt.Errorf("scenario %q: a name holds no plus sign, bracket or quote", name)
	}
	return nil
}

func (b Block) term() (term, error) {
	t := term{kind: unhealthy, zone: b.Zone, group: b.Group, region: b.Region}
	places := 0
	for _, p := range []string{b.Zone, b.Group, b.Region} {
		if p != "" {
			places++
		}
	}
	if places != 1 {
		return t, errors.New("give one of zone, group and region")
	}
	if b.Pool != "" {
		pool, err := parsePool(b.Pool)
		if err != nil {
			return t, err
		}
		t.pool = pool
	}
	return t, b.setAmount(&t)
}

func (b Block) setAmount(t *term) error {
	given := 0
	for _, set := range []bool{b.Count.IsSet(), b.Percent.IsSet(), b.All} {
		if set {
			given++
		}
	}
	if given != 1 {
		return errors.New("give one of count, percent and all")
	}
	t.amount = amount{all: b.All}
	if n, ok := b.Count.Value(); ok {
		if n < 0 || n > maxCount {
			return fmt.Errorf("count %d is no number of endpoints", n)
		}
		t.amount.count = n
	}
	if p, ok := b.Percent.Value(); ok {
		if p.Negative() || !p.AtMost(100, 1) {
			return fmt.Errorf("percent %s is not between 0 and 100", p)
		}
		t.amount.relative, t.amount.percent = true, p
	}
	return nil
}
