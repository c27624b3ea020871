// SPDX-License-Identifier: MPL-2.0

package source

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
)

// Locate finds where an object, or an argument of it, stands in the source
// files. ok is false where no configuration is at hand, and for a saved plan
// whose files are not there.
func (s *Set) Locate(address, path string) (hclconfig.Place, bool) {
	in, local := s.holder(address)
	if in == nil || in.config == nil {
		return hclconfig.Place{}, false
	}
	place, ok := in.config.Locate(local, path)
	if !ok || !in.embedded {
		return place, ok
	}
	return in.rebase(place)
}

// Origin takes an address of the joined topology apart: into the one that
// Terraform knows, and the path of the input that holds it. The path is empty
// for what is no address.
func (s *Set) Origin(address string) (local, path string) {
	if in, local := s.holder(address); in != nil {
		return local, in.graph.Path
	}
	return address, ""
}

// holder returns the input that holds an address, and the address as it stands
// there. Where several inputs hold one, the adapter has put the input's path
// behind it.
func (s *Set) holder(address string) (*input, string) {
	for i := range s.inputs {
		in := &s.inputs[i]
		if in.holds(address) {
			return in, address
		}
		if local, ok := topology.WithoutInput(address, in.graph.Path); ok && in.holds(local) {
			return in, local
		}
	}
	return nil, address
}

// holds reports whether an address is one of the input: of an instance, or of
// an element of what a data source lists, "data.TYPE.NAME.rules[0]".
func (in *input) holds(address string) bool {
	if in.addresses[address] {
		return true
	}
	dot := strings.LastIndexByte(address, '.')
	return dot > 0 && strings.HasSuffix(address, "]") && in.addresses[address[:dot]]
}

// rebase brings the file names of an embedded configuration to those of the
// folder of the plan, and drops places in files that are not there.
func (in *input) rebase(p hclconfig.Place) (hclconfig.Place, bool) {
	at := in.seen(p.Range)
	if at == nil {
		return hclconfig.Place{}, false
	}
	out := hclconfig.Place{Range: *at}
	for _, r := range p.Related {
		if at := in.seen(r.Range); at != nil {
			r.Range = *at
			out.Related = append(out.Related, r)
		}
	}
	return out, true
}

// seen returns a place in the configuration behind the input as seen from the
// working directory; nil for one in a file that is not there.
func (in *input) seen(r graph.Range) *graph.Range {
	if !in.embedded {
		return &r
	}
	name := under(in.base, r.Filename)
	if in.base == "" || !exists(name) {
		return nil
	}
	r.Filename = name
	return &r
}

// hasFiles reports whether a place may be in a file that is there.
func (in *input) hasFiles() bool {
	if !in.embedded {
		return true
	}
	if in.base == "" {
		return false
	}
	for name := range in.config.Files() {
		if exists(under(in.base, name)) {
			return true
		}
	}
	return false
}

// Comment is a comment in a configuration that suppresses findings. Where is
// nil for one in a saved plan whose files are not there.
type Comment struct {
	Rules  []string
	Reason string
	Where  *graph.Range
	// Place says where it is in a text.
	Place string
}

func (in *input) comment(s *hclconfig.Suppression) *Comment {
	c := &Comment{Rules: s.Rules, Reason: s.Reason, Where: in.seen(s.Range)}
	at := s.Range
	if c.Where != nil {
		at = *c.Where
	}
	c.Place = fmt.Sprintf("%s:%d:%d", filepath.ToSlash(filepath.Clean(at.Filename)), at.Start.Line, at.Start.Column)
	if c.Where == nil {
		c.Place += " in " + in.graph.Path
	}
	return c
}

// Ignored returns the comment in the configuration that suppresses a finding,
// and marks it used; matches says whether a word in it means the finding's
// rule.
func (s *Set) Ignored(matches func(word string) bool, address, path string) (*Comment, bool) {
	in, local := s.holder(address)
	if in == nil || in.ignores == nil {
		return nil, false
	}
	sup, ok := in.ignores.Match(matches, local, path)
	if !ok {
		return nil, false
	}
	return in.comment(sup), true
}

// Unused returns the comments that suppress nothing. One in a module that
// several inputs call, or that a saved plan holds more than once, is used where
// one of them uses it.
func (s *Set) Unused() []*Comment {
	var all []*Comment
	used := map[string]bool{}
	for i := range s.inputs {
		in := &s.inputs[i]
		if in.ignores == nil {
			continue
		}
		for _, sup := range in.ignores.All() {
			c := in.comment(sup)
			if was, ok := used[c.Place]; !ok || sup.Used() {
				used[c.Place] = was || sup.Used()
			}
			all = append(all, c)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(c *Comment) bool {
		again := seen[c.Place]
		seen[c.Place] = true
		return again || used[c.Place]
	})
}
