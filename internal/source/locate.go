package source

import (
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
	name := under(in.base, p.Range.Filename)
	if in.base == "" || !exists(name) {
		return hclconfig.Place{}, false
	}
	out := hclconfig.Place{Range: renamed(p.Range, name)}
	for _, r := range p.Related {
		if name := under(in.base, r.Range.Filename); exists(name) {
			r.Range = renamed(r.Range, name)
			out.Related = append(out.Related, r)
		}
	}
	return out, true
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

func renamed(r graph.Range, name string) graph.Range {
	r.Filename = name
	return r
}

// Ignored returns the comment in the configuration that suppresses a finding,
// and marks it used; matches says whether a word in it means the finding's
// rule.
func (s *Set) Ignored(matches func(word string) bool, address, path string) (*hclconfig.Suppression, bool) {
	in, local := s.holder(address)
	if in == nil || in.ignores == nil {
		return nil, false
	}
	return in.ignores.Match(matches, local, path)
}

// Unused returns the comments that suppress nothing.
func (s *Set) Unused() []*hclconfig.Suppression {
	var out []*hclconfig.Suppression
	for _, in := range s.inputs {
		if in.ignores != nil {
			out = append(out, in.ignores.Unused()...)
		}
	}
	return out
}
