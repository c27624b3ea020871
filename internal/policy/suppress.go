// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"fmt"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// Suppressed says what has accepted a finding.
type Suppressed struct {
	By     Acceptance
	Reason string
	Where  string // "FILE:LINE:COLUMN" of the block or comment; the baseline's path
}

// Acceptance is a way to accept a finding. The words are part of the JSON
// output.
type Acceptance string

// The ways to accept a finding.
const (
	ByConfiguration Acceptance = "configuration" // a suppress block
	ByComment       Acceptance = "comment"       // # spillway:ignore
	ByBaseline      Acceptance = "baseline"      // --baseline
)

// Suppressions is what the suppress blocks of a configuration make of a
// result.
type Suppressions struct {
	// Findings and Undecided run parallel to those of the result; nil where
	// nothing suppresses.
	Findings  []*Suppressed
	Undecided []*Suppressed
	// Notices report blocks that have expired, and those that match nothing.
	Notices []string
}

// Suppress applies the suppress blocks to a result. A block holds up to and
// including the day on which it expires. An undecided answer is suppressed as
// the finding would be that it may hide.
func (c *Config) Suppress(r validate.Result, today Date) Suppressions {
	out := Suppressions{
		Findings: make([]*Suppressed, len(r.Findings)), Undecided: make([]*Suppressed, len(r.Undecided)),
	}
	for i := range c.Suppressions {
		s := &c.Suppressions[i]
		if !s.Expires.IsZero() && today.After(s.Expires) {
			out.Notices = append(out.Notices, fmt.Sprintf(
				"%s: the suppression of %s at %s expired on %s and no longer holds; renew it with a new date, or remove it", Where(s.Where), s.Rule, s.Address, s.Expires))
			continue
		}
		by := &Suppressed{By: ByConfiguration, Reason: s.Reason, Where: Where(s.Where)}
		matched := false
		for j, f := range r.Findings {
			if s.matches(f.Rule, f.Address, f.Input) {
				matched = true
				if out.Findings[j] == nil {
					out.Findings[j] = by
				}
			}
		}
		for j, u := range r.Undecided {
			if s.matches(u.Rule, u.Address, u.Input) {
				matched = true
				if out.Undecided[j] == nil {
					out.Undecided[j] = by
				}
			}
		}
		if !matched {
			out.Notices = append(out.Notices, s.unmatched())
		}
	}
	return out
}

// unmatched says that nothing matches, and what a wildcard means where the
// address has one.
func (s *Suppression) unmatched() string {
	text := fmt.Sprintf("%s: the suppression of %s at %s matches nothing; remove it, or correct the rule or the address", Where(s.Where), s.Rule, s.Address)
	if strings.Contains(s.Address.String(), "*") {
		text += ", where * stands for one name between dots, and ** for any number of them"
	}
	return text
}

func (s *Suppression) matches(r *validate.Rule, address, input string) bool {
	return slices.Contains(s.Rules, r) && s.Address.Match(address, input)
}
