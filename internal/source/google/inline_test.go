// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
)

// Small graphs, written in the tests themselves.

// obj is an object; list a list; after what is known after apply.
type (
	obj  map[string]any
	list []any
)

type afterApply struct{}

var after = afterApply{}

// sensitive marks a value that may not be shown; evaluated one that comes from
// the configuration's source.
type (
	sensitive struct{ v any }
	evaluated struct{ v any }
)

// referring is what is known after apply and names an instance.
type referring string

func value(x any) graph.Value {
	switch x := x.(type) {
	case nil:
		return graph.NullValue()
	case graph.Value:
		return x
	case afterApply:
		return graph.UnknownValue()
	case referring:
		return graph.ReferenceValue(string(x))
	case bool:
		return graph.BoolValue(x)
	case int, float64:
		return graph.NumberValue(fmt.Sprint(x))
	case string:
		return graph.StringValue(x)
	case sensitive:
		return value(x.v).Sensitive()
	case evaluated:
		return value(x.v).Evaluated()
	case []string:
		var l list
		for _, s := range x {
			l = append(l, s)
		}
		return value(l)
	case list:
		elements := []graph.Value{}
		for _, e := range x {
			elements = append(elements, value(e))
		}
		return graph.ListValue(elements)
	case obj:
		names := slices.Sorted(maps.Keys(x))
		values := make([]graph.Value, len(names))
		for i, n := range names {
			values[i] = value(x[n])
		}
		return graph.ObjectValue(names, values)
	}
	panic(fmt.Sprintf("%T", x))
}

// res is a resource instance that the plan creates, in project p.
func res(address string, attributes obj) *graph.Instance {
	a, ok := graph.ParseAddress(address)
	if !ok {
		panic(address)
	}
	if _, ok := attributes["project"]; !ok && attributes != nil {
		attributes["project"] = "p"
	}
	return &graph.Instance{
		Address: address, Module: a.Module, Data: a.Data, Type: a.Type, Name: a.Name, Key: a.Key,
		Provider: "registry.terraform.io/hashicorp/google", Change: graph.Create,
		Before: graph.NullValue(), After: value(attributes),
	}
}

// exists makes an instance one that is there before and after.
func exists(i *graph.Instance) *graph.Instance {
	i.Change, i.Before = graph.NoChange, i.After
	return i
}

// destroyed makes an instance one that the plan destroys.
func destroyed(i *graph.Instance) *graph.Instance {
	i.Change, i.Before, i.After = graph.Delete, i.After, graph.NullValue()
	return i
}

func planOf(instances ...*graph.Instance) *graph.Graph {
	slices.SortFunc(instances, func(a, b *graph.Instance) int { return strings.Compare(a.Address, b.Address) })
	return &graph.Graph{Path: "plan.json", Kind: graph.PlanJSON, HasPrior: true, Instances: instances}
}

func stateOf(path string, instances ...*graph.Instance) *graph.Graph {
	g := planOf(instances...)
	g.Path, g.Kind, g.HasPrior = path, graph.StateJSON, false
	for _, i := range instances {
		i.Change = graph.NoChange
	}
	return g
}

func build(graphs ...*graph.Graph) *topology.Snapshot { return google.Build(graphs, google.After) }

// config is what the configuration of a plan writes, by TYPE.NAME: an argument
// ("backend[0].group") is a value, or refs.
type config struct {
	written  map[string]obj
	provider obj
	graph    *graph.Graph
}

// refs are the references of an expression.
type refs []string

func (g config) of(instances ...*graph.Instance) *graph.Graph {
	g.graph = planOf(instances...)
	g.graph.Configuration = g
	return g.graph
}

func (g config) Expression(i *graph.Instance, path string) (graph.Expression, bool) {
	x, ok := g.written[i.Type+"."+i.Name][path]
	if !ok {
		return graph.Expression{}, false
	}
	if r, ok := x.(refs); ok {
		return graph.Expression{References: r}, true
	}
	return graph.Expression{Constant: value(x)}, true
}

func (g config) Blocks(i *graph.Instance, block string) (static int, dynamic bool) {
	seen := map[string]bool{}
	for path := range g.written[i.Type+"."+i.Name] {
		if rest, ok := strings.CutPrefix(path, block+"["); ok {
			index, _, _ := strings.Cut(rest, "]")
			seen[index] = true
		}
	}
	planned := i.After.Get(block)
	return len(seen), planned.IsUnknown() || len(planned.Elements()) > len(seen)
}

func (g config) ProviderArgument(_ *graph.Instance, name string) graph.Value {
	return value(g.provider[name])
}

// Resolve follows references to instances of the root module; a local is lost.
func (g config) Resolve(_ *graph.Instance, e graph.Expression, want func(string) bool) (r graph.Resolution) {
	r.Grade = graph.Exact
	for _, ref := range e.References {
		found := false
		for _, i := range g.graph.Instances {
			rest, ok := strings.CutPrefix(ref, i.Type+"."+i.Name)
			exact := i.Key.Kind == graph.NoKey || strings.HasPrefix(rest, i.Key.String())
			if !ok || !want(i.Type) || !exact && strings.HasPrefix(rest, "[") {
				continue
			}
			found = true
			if slices.Contains(r.Targets, i) {
				continue
			}
			r.Targets = append(r.Targets, i)
			if !exact {
				r.Grade, r.Whole, r.Reason = graph.Ambiguous, true, "the index cannot be seen"
			}
		}
		if !found {
			r.Others = append(r.Others, ref)
		}
		if strings.HasPrefix(ref, "local.") {
			r.Grade, r.Reason = graph.Ambiguous, "a local takes part"
		}
	}
	if len(r.Targets) == 0 {
		r.Grade = graph.Lost
	}
	return r
}

// at returns the object at an address of a snapshot.
func at[T topology.Node](t *testing.T, s *topology.Snapshot, address string) T {
	t.Helper()
	n, ok := s.Index().At(address).(T)
	if !ok {
		t.Fatalf("%s is no %T of the snapshot", address, n)
	}
	return n
}

const (
	serviceType = "google_compute_region_backend_service"
	groupType   = "google_compute_instance_group"
)

// group is an unmanaged group of the zone, with members by their URLs.
func group(address, name, zone string, members int) *graph.Instance {
	instances := list{}
	for i := range members {
		instances = append(instances, fmt.Sprintf("projects/p/zones/%s/instances/%s-%d", zone, name, i))
	}
	return res(address, obj{"name": name, "zone": zone, "instances": instances, "id": after, "self_link": after})
}

// service is an internal service in us-central1 with backends.
func service(address, name string, backends ...any) *graph.Instance {
	return res(address, obj{
		"name": name, "region": "us-central1", "load_balancing_scheme": "INTERNAL", "backend": list(backends),
		"id": after, "self_link": after,
	})
}
