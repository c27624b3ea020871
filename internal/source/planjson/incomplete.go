// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

// incomplete says why the plan lacks objects of its configuration, in a clause
// after "because"; it is empty where nothing says so.
func (r *reader) incomplete() string {
	switch {
	case r.errored:
		return "planning stopped at an error"
	case r.defers && r.partial:
		return "it defers changes to a later plan"
	case r.partial:
		return "it says that it is not complete: it was made for targets only (-target)"
	case r.graph.RefreshOnly && r.config.present && r.missing() != "":
		return graph.OnlyRefreshed
	case !r.saysWhether && r.config.present && hasNoDisabled(r.doc.TerraformVersion):
		if missing := r.missing(); missing != "" {
			return "it holds no instance of " + missing + ", which its configuration describes: it was made for targets only (-target), or with exceptions (-exclude)"
		}
	}
	return ""
}

// hasNoDisabled reports whether every resource without count and for_each has
// an instance in the plans of a version. From 1.11 on OpenTofu, whose plans do
// not say whether they are complete, can leave one out by its lifecycle block,
// which a plan does not show.
func hasNoDisabled(version string) bool {
	major, minor, ok := release(version)
	return ok && (major == 0 || major == 1 && minor < 11)
}

// release reads a version of Terraform or OpenTofu.
func release(version string) (major, minor int, ok bool) {
	first, rest, _ := strings.Cut(version, ".")
	second, _, _ := strings.Cut(rest, ".")
	major, err := strconv.Atoi(first)
	minor, err2 := strconv.Atoi(second)
	return major, minor, err == nil && err2 == nil
}

// missing returns the first resource that has an instance for certain, and of
// which the plan holds none. Of a plan that destroys everything nothing is
// missing. A count or for_each without references may not be shown, so that the
// keys of what is there do not matter.
func (r *reader) missing() string {
	held := r.held()
	if len(held) > 0 && !r.keeps() {
		return ""
	}
	first := ""
	r.config.root.each("", false, func(path string, key resourceKey, several bool) {
		address := joinAddress(path, key.typ+"."+key.name)
		if !several && held[address] == notHeld && (first == "" || address < first) {
			first = address
		}
	})
	return first
}

// leaveOut notes the resources of which the plan may lack instances.
func (r *reader) leaveOut() {
	held := r.held()
	r.config.root.each("", false, func(path string, key resourceKey, several bool) {
		if several || held[joinAddress(path, key.typ+"."+key.name)] != heldWithoutKeys {
			r.graph.LeaveOut(path, key.typ, key.name)
		}
	})
}

// holding says what a plan holds of a resource.
type holding uint8

const (
	notHeld holding = iota
	heldWithoutKeys
	heldWithKeys // and so perhaps not all of it
)

// held collects what the plan holds, by address without keys.
func (r *reader) held() map[string]holding {
	held := make(map[string]holding, len(r.found))
	for _, f := range r.found {
		path, keyed := "", f.Key.Kind != graph.NoKey
		steps, _ := graph.ModuleSteps(f.Module)
		for _, s := range steps {
			path = joinAddress(path, "module."+s.Name)
			keyed = keyed || s.Key.Kind != graph.NoKey
		}
		address := joinAddress(path, f.Type+"."+f.Name)
		if held[address] = heldWithoutKeys; keyed {
			held[address] = heldWithKeys
		}
	}
	return held
}

// keeps reports whether the plan leaves anything that it does not destroy.
func (r *reader) keeps() bool {
	for _, f := range r.found {
		if f.Change != graph.Delete && !f.Data {
			return true
		}
	}
	return false
}

// each visits the managed resources of a module and of those that it calls, and
// says of each whether it, or a module around it, has a count or for_each.
func (m *module) each(path string, several bool, visit func(path string, key resourceKey, several bool)) {
	for key, b := range m.resources {
		if !key.data {
			visit(path, key, several || b.each.several)
		}
	}
	for _, name := range sortedNames(m.calls) {
		c := m.calls[name]
		c.module.each(joinAddress(path, "module."+name), several || c.each.several, visit)
	}
}

func joinAddress(path, rest string) string {
	if path == "" {
		return rest
	}
	return path + "." + rest
}
