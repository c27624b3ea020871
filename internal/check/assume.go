// SPDX-License-Identifier: MPL-2.0

package check

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
)

// Assume reads --assume over the assume blocks of the configuration file. A
// size that the input itself gives is never overridden: that would be a wrong
// answer, not an assumption.
func (r *Run) Assume(flags []string) (sizing.Assume, error) {
	out := sizing.Assume{Minimum: true, Groups: map[string]sizing.Given{}}
	for _, address := range slices.Sorted(maps.Keys(r.Config.Assume)) {
		for _, g := range r.unsized(address, r.Config.Path) {
			out.Groups[g.Address] = r.Config.Assume[address]
		}
	}
	for _, text := range flags {
		switch text {
		case "minimum":
			out.Minimum = true
			continue
		case "none":
			out.Minimum = false
			continue
		}
		address, n, err := r.assumption(text)
		if err != nil {
			return out, fmt.Errorf("--assume: %w", err)
		}
		for _, g := range r.unsized(address, "--assume") {
			out.Groups[g.Address] = sizing.Given{Total: n}
		}
	}
	return out, nil
}

// assumption reads ADDRESS=N.
func (r *Run) assumption(text string) (address string, n int, err error) {
	i := strings.LastIndexByte(text, '=')
	if i <= 0 {
		return "", 0, fmt.Errorf("%q is not ADDRESS=N, minimum or none", text)
	}
	address = text[:i]
	n, err = strconv.Atoi(text[i+1:])
	if err != nil || n < 0 || n > 1_000_000 {
		return "", 0, fmt.Errorf("%q is no number of members", text[i+1:])
	}
	if len(r.groups(address)) == 0 {
		var names []string
		for _, g := range r.After.Groups {
			names = append(names, g.Address)
		}
		if near, ok := spelling.Nearest(address, names); ok {
			return "", 0, fmt.Errorf("the input holds no group %s; did you mean %s?", address, near)
		}
		return "", 0, fmt.Errorf("the input holds no group %s; %s", address, There(names))
	}
	return address, n, nil
}

// groups returns the groups that an address means: one, or those of all inputs
// that hold it.
func (r *Run) groups(address string) (out []*topology.Group) {
	for _, g := range r.After.Groups {
		if g.IsCalled(address) {
			out = append(out, g)
		}
	}
	return out
}

// unsized returns the groups that an address means and whose size the input
// leaves unknown. It says where an assumption is not needed.
func (r *Run) unsized(address, from string) (out []*topology.Group) {
	named := r.groups(address)
	if len(named) == 0 {
		r.Notices.Add(from+": an assumed size names no group of the input", address)
	}
	for _, g := range named {
		if sizing.OfGroup(g, sizing.Nothing).Known {
			r.Notices.Add(from+": the input gives the size of this group, so the assumed one is not used", g.Address)
			continue
		}
		out = append(out, g)
	}
	return out
}

// maxThere is how many objects an error lists.
const maxThere = 12

// There lists what there is in place of something that is not.
func There(names []string) string {
	switch {
	case len(names) == 0:
		return "the input holds none"
	case len(names) > maxThere:
		return fmt.Sprintf("there are %s and %d more", strings.Join(names[:maxThere], ", "), len(names)-maxThere)
	}
	return "there is " + strings.Join(names, ", ")
}
