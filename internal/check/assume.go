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
		if r.unsized(address, r.Config.Path) {
			out.Groups[address] = r.Config.Assume[address]
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
		if r.unsized(address, "--assume") {
			out.Groups[address] = sizing.Given{Total: n}
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
	if r.group(address) == nil {
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

func (r *Run) group(address string) *topology.Group {
	i, ok := slices.BinarySearchFunc(r.After.Groups, address, func(g *topology.Group, a string) int { return strings.Compare(g.Address, a) })
	if !ok {
		return nil
	}
	return r.After.Groups[i]
}

// unsized reports whether an assumption about a group is needed, and says so
// where it is not.
func (r *Run) unsized(address, from string) bool {
	g := r.group(address)
	switch {
	case g == nil:
		r.Notices.Add(from+": an assumed size names no group of the input", address)
		return false
	case sizing.OfGroup(g, sizing.Nothing).Known:
		r.Notices.Add(from+": the input gives the size of this group, so the assumed one is not used", address)
		return false
	}
	return true
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
