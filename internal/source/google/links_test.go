// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/golden"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
)

// field is a link, or a list of links, of an object.
type field struct {
	node     topology.Node
	name     string // "Sources"
	links    []topology.Link
	list     bool
	complete bool
}

// fields returns all links of a snapshot, in order, whatever the noun.
func fields(s *topology.Snapshot) (out []field) {
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		if v.Field(i).Kind() != reflect.Slice {
			continue
		}
		for j := range v.Field(i).Len() {
			node, ok := v.Field(i).Index(j).Interface().(topology.Node)
			if !ok {
				continue
			}
			n := reflect.ValueOf(node).Elem()
			for k := range n.NumField() {
				f := field{node: node, name: n.Type().Field(k).Name}
				switch x := n.Field(k).Interface().(type) {
				case topology.Link:
					f.links = []topology.Link{x}
				case topology.LinkList:
					f.links, f.list, f.complete = x.Links, true, x.Complete
				case topology.Backends:
					f.list, f.complete = true, x.Complete
					for _, b := range x.List {
						f.links = append(f.links, b.Group)
					}
				default:
					continue
				}
				out = append(out, f)
			}
		}
	}
	return out
}

// TestNothingIsGuessed holds a plan, of which much is known after apply,
// against the state after it was applied, where every link is known: what the
// plan resolves must be so, and what it leaves open must be among the
// candidates.
func TestNothingIsGuessed(t *testing.T) {
	t.Parallel()
	states, err := filepath.Glob(cases + "/*/*/state.json")
	if err != nil || len(states) == 0 {
		t.Fatalf("no states: %v", err)
	}
	resolved, open := 0, 0
	for _, path := range states {
		dir := filepath.Dir(path)
		planned := readPlan(t, dir+"/plan.json")
		if slices.ContainsFunc(planned.Instances, func(i *graph.Instance) bool { return i.Change == graph.Update }) {
			continue // this state is the one before
		}
		before := google.Build([]*graph.Graph{planned}, google.After)
		truth := map[string][]string{}
		for _, f := range fields(google.Build([]*graph.Graph{readState(t, path)}, google.After)) {
			truth[f.node.Base().Address+" "+f.name] = meanings(f.links)
		}
		for _, f := range fields(before) {
			key := f.node.Base().Address + " " + f.name
			want, ok := truth[key]
			if !ok {
				t.Errorf("%s: %s is not in the state", dir, key)
				continue
			}
			if f.complete && len(f.links) != len(want) {
				t.Errorf("%s: %s has %d links, want %v", dir, key, len(f.links), want)
			}
			for _, l := range f.links {
				switch {
				case l.State == topology.LinkUnresolved && len(l.Candidates) == 0:
					open++
				case l.State == topology.LinkUnresolved:
					open++
					if !slices.ContainsFunc(want, func(w string) bool { return slices.Contains(l.Candidates, w) }) {
						t.Errorf("%s: %s may be %v, but is %v", dir, key, l.Candidates, want)
					}
				case l.State == topology.LinkAbsent && !f.list && f.node.Base().Type == "google_compute_forwarding_rule" && f.name == "ReservedAddress":
				case !slices.Contains(want, meaning(l)):
					t.Errorf("%s: %s is %s, want %v", dir, key, meaning(l), want)
				default:
					resolved++
				}
			}
		}
	}
	if resolved < 100 || open < 20 {
		t.Errorf("%d links resolved and %d open: too few to prove anything", resolved, open)
	}
}

func meanings(links []topology.Link) (out []string) {
	for _, l := range links {
		out = append(out, meaning(l))
	}
	return out
}

func meaning(l topology.Link) string {
	switch {
	case l.State == topology.LinkAbsent:
		return "absent"
	case l.Target != nil:
		return l.Target.Base().Address
	case l.ID.Name != "":
		return l.ID.String()
	}
	return l.Text
}

// TestLinkGrades holds every link of the structural plans, as a person reads
// it: what each spelling proves, and why where it proves nothing.
func TestLinkGrades(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"plans/*", "psc/*"} {
		dirs, err := filepath.Glob(cases + "/" + pattern)
		if err != nil || len(dirs) == 0 {
			t.Fatalf("no cases: %v", err)
		}
		for _, dir := range dirs {
			t.Run(filepath.Base(dir), func(t *testing.T) {
				t.Parallel()
				s := google.Build([]*graph.Graph{readPlan(t, dir+"/plan.json")}, google.After)
				golden.Assert(t, "testdata/links/"+filepath.Base(dir)+".txt", describe(s))
			})
		}
	}
}

// describe prints all links of a snapshot that are set.
func describe(s *topology.Snapshot) []byte {
	var b bytes.Buffer
	for _, f := range fields(s) {
		a := f.node.Base().Address
		for _, l := range f.links {
			switch l.State {
			case topology.LinkResolved:
				fmt.Fprintf(&b, "%s %s\n\t-> %s (%s)\n", a, l.Path, meaning(l), l.Proof)
			case topology.LinkExternal:
				fmt.Fprintf(&b, "%s %s\n\toutside: %s\n", a, l.Path, meaning(l))
			case topology.LinkUnresolved:
				fmt.Fprintf(&b, "%s %s\n\t?  %s\n", a, l.Path, l.Reason)
				if len(l.Candidates) > 0 {
					fmt.Fprintf(&b, "\t   one of %s\n", strings.Join(l.Candidates, ", "))
				}
			}
		}
		if f.list && !f.complete && f.name != "Members" {
			fmt.Fprintf(&b, "%s %s\n\tmay hold more\n", a, f.name)
		}
	}
	return b.Bytes()
}

// TestEveryPlanIsRead builds every plan and state of the cases at both moments:
// no field may be left out by mistake, every object has its identity, and the
// result is the same every time.
func TestEveryPlanIsRead(t *testing.T) {
	t.Parallel()
	plans, err := filepath.Glob(cases + "/*/*/plan.json")
	if err != nil || len(plans) < 100 {
		t.Fatalf("%d plans: %v", len(plans), err)
	}
	for _, path := range plans {
		g := []*graph.Graph{readPlan(t, path)}
		for _, moment := range []google.Moment{google.After, google.Before} {
			s := google.Build(g, moment)
			if !s.LinksComplete {
				t.Errorf("%s: not all could be read: %v", path, s.Notices)
			}
			for _, f := range fields(s) {
				for _, l := range f.links {
					if problem := wrong(f, l); problem != "" {
						t.Errorf("%s: %s %s: %s: %+v", path, f.node.Base().Address, f.name, problem, l)
					}
				}
			}
			if again := describe(google.Build(g, moment)); !bytes.Equal(again, describe(s)) {
				t.Errorf("%s: a second build differs", path)
			}
		}
	}
}

// wrong says what no link may be, empty where nothing is wrong.
func wrong(f field, l topology.Link) string {
	switch l.State {
	case topology.LinkResolved:
		if l.Target == nil || l.Proof == "" || l.Proof == topology.Unresolved || len(l.Candidates) > 0 {
			return "is resolved"
		}
	case topology.LinkUnresolved:
		if l.Target != nil || l.Reason == "" || l.Proof != topology.Unresolved {
			return "is not resolved"
		}
	case topology.LinkExternal, topology.LinkAbsent:
		if l.Target != nil || l.Reason != "" {
			return "leads nowhere in the input"
		}
	}
	if l.Path == "" && f.name != "TargetService" {
		return "has no path"
	}
	return ""
}
