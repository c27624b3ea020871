// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
)

// words are what random values are made of: names, places and links that meet.
var words = []string{
	"", "a", "b", "p", "123", "us-central1", "us-central1-a", "us-central1-b", "INTERNAL", "OFF", "10.0.0.9", "0", "0.8", "-1", "true",
	"projects/p/zones/us-central1-a/instanceGroups/a", "projects/p/regions/us-central1/instanceGroupManagers/a",
	"projects/p/regions/us-central1/backendServices/a", "projects/123/regions/us-central1/backendServices/a",
	"https://www.googleapis.com/compute/v1/projects/p/regions/us-central1/forwardingRules/a", "regions/us-central1/forwardingRules/b",
	"projects/p/zones/us-central1-a/instances/a", "projects/p/regions/us-central1/addresses/a", "projects/p/global/networks/a",
	"PROJECTS/P/ZONES/US-CENTRAL1-A/INSTANCEGROUPS/A", "://", "//", "projects/", "a/b", "$(x)",
}

// typeNames are the types that the package reads, and one that it does not.
var typeNames = append(slices.Sorted(maps.Keys(google.Selection())), "aws_instance")

// inner are names of arguments within blocks.
var inner = []string{
	"group", "failover", "balancing_mode", "capacity_scaler", "max_rate", "max_in_flight_requests", "description", "zonal_affinity", "spillover",
	"spillover_ratio", "url", "instance", "network", "subnetwork", "port", "ports", "protocol", "min_replicas", "max_replicas", "mode", "policy",
	"service", "default_service", "path_rule", "route_action", "weighted_backend_services", "backend_service", "name", "zone", "project", "producer_port",
}

func randomValue(t *rapid.T, depth int) graph.Value {
	kinds := 9
	if depth == 0 {
		kinds = 6
	}
	switch rapid.IntRange(0, kinds).Draw(t, "kind") {
	case 0:
		return graph.UnknownValue()
	case 1:
		return graph.NullValue()
	case 2:
		return graph.BoolValue(rapid.Bool().Draw(t, "bool"))
	case 3:
		return graph.NumberValue(rapid.SampledFrom([]string{"0", "1", "3", "0.5", "-2", "1e400", "x", ""}).Draw(t, "number"))
	case 4, 5:
		return graph.StringValue(rapid.SampledFrom(words).Draw(t, "string"))
	case 6:
		return randomValue(t, 0).Sensitive()
	case 7:
		return randomValue(t, depth-1).Evaluated()
	case 8:
		elements := make([]graph.Value, rapid.IntRange(0, 4).Draw(t, "length"))
		for i := range elements {
			elements[i] = randomValue(t, depth-1)
		}
		return graph.ListValue(elements)
	}
	return randomObject(t, inner, depth-1)
}

func randomObject(t *rapid.T, names []string, depth int) graph.Value {
	keys := slices.Clone(rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, min(8, len(names)), rapid.ID[string]).Draw(t, "names"))
	values := make([]graph.Value, len(keys))
	for i := range values {
		values[i] = randomValue(t, depth)
	}
	return graph.ObjectValue(keys, values)
}

func randomInstance(t *rapid.T, n int) *graph.Instance {
	typ := rapid.SampledFrom(typeNames).Draw(t, "type")
	data := rapid.IntRange(0, 3).Draw(t, "data") == 0
	address := fmt.Sprintf("%s.x%d", typ, n)
	if data {
		address = "data." + address
	}
	attributes := slices.Sorted(maps.Keys(google.Selection()[typ]))
	if len(attributes) == 0 {
		attributes = inner
	}
	side := func() graph.Value {
		if rapid.IntRange(0, 9).Draw(t, "side") == 0 {
			return randomValue(t, 1)
		}
		o := randomObject(t, attributes, 3)
		keys, values := o.Fields()
		keys, values = slices.Clone(keys), slices.Clone(values)
		for _, more := range []struct{ name, value string }{{"name", "a"}, {"project", "p"}, {"region", "us-central1"}, {"zone", "us-central1-a"}} {
			if !o.Has(more.name) && rapid.IntRange(0, 4).Draw(t, "more") > 0 {
				keys, values = append(keys, more.name), append(values, graph.StringValue(more.value))
			}
		}
		return graph.ObjectValue(keys, values)
	}
	return &graph.Instance{
		Address: address, Type: typ, Name: fmt.Sprint("x", n), Data: data, Change: graph.ChangeKind(rapid.IntRange(0, 7).Draw(t, "change")),
		Before: side(), After: side(),
	}
}

// randomConfig answers anything: the same for the same question.
type randomConfig struct {
	seed      uint32
	instances []*graph.Instance
}

func (c randomConfig) hash(parts ...string) uint32 {
	h := c.seed
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint32(p[i])) * 16777619
		}
	}
	return h ^ h>>15
}

func (c randomConfig) Expression(i *graph.Instance, path string) (graph.Expression, bool) {
	h := c.hash("e", i.Name, path)
	switch h % 4 {
	case 0:
		return graph.Expression{}, false
	case 1:
		return graph.Expression{Constant: graph.StringValue(words[h%uint32(len(words))])}, true
	}
	refs := []string{"local.x", "var.y", "each.key", typeNames[h%uint32(len(typeNames))] + ".x1.id", typeNames[h%7] + ".x0[\"k\"].zone", "module.m.o", ".", "["}
	return graph.Expression{References: refs[h%5 : h%5+h%4]}, true
}

func (c randomConfig) Blocks(i *graph.Instance, block string) (int, bool) {
	h := c.hash("b", i.Name, block)
	return int(h % 5), h%3 == 0
}

func (c randomConfig) ProviderArgument(i *graph.Instance, name string) graph.Value {
	h := c.hash("p", i.Name, name)
	if h%2 == 0 {
		return graph.UnknownValue()
	}
	return graph.StringValue(words[h%uint32(len(words))])
}

func (c randomConfig) Resolve(i *graph.Instance, e graph.Expression, want func(string) bool) graph.Resolution {
	h := c.hash(append([]string{"r", i.Name}, e.References...)...)
	r := graph.Resolution{Grade: graph.Grade(h % 5), Whole: h%2 == 0, Reason: "it is random"}
	for n, to := range c.instances {
		if (h>>n)&1 == 1 && (want(to.Type) || h%7 == 0) {
			r.Targets = append(r.Targets, to)
		}
	}
	r.Others = e.References
	return r
}

// anyGraphs checks what holds for every input, whatever is in it: nothing
// panics, every link is in one of its states, everything is sorted, and a
// second build is the same.
func anyGraphs(t *rapid.T) {
	var graphs []*graph.Graph
	for n := range rapid.IntRange(1, 3).Draw(t, "inputs") {
		g := &graph.Graph{
			Path: "input", HasPrior: rapid.Bool().Draw(t, "prior"),
			Kind: rapid.SampledFrom([]graph.InputKind{graph.PlanJSON, graph.PlanFile, graph.StateJSON, graph.StateFile, graph.ConfigurationTree}).Draw(t, "input"),
		}
		for i := range rapid.IntRange(0, 8).Draw(t, "instances") {
			g.Instances = append(g.Instances, randomInstance(t, i*(n+1)))
		}
		slices.SortFunc(g.Instances, func(a, b *graph.Instance) int { return bytes.Compare([]byte(a.Address), []byte(b.Address)) })
		if rapid.Bool().Draw(t, "configuration") {
			g.Configuration = randomConfig{rapid.Uint32().Draw(t, "seed"), g.Instances}
		}
		graphs = append(graphs, g)
	}
	if rapid.Bool().Draw(t, "nil") {
		graphs = append(graphs, nil)
	}
	for _, m := range []google.Moment{google.After, google.Before} {
		s := google.Build(graphs, m)
		for _, f := range fields(s) {
			for _, l := range f.links {
				if problem := wrong(f, l); problem != "" {
					t.Errorf("%s %s: %s: %+v", f.node.Base().Address, f.name, problem, l)
				}
				if l.Target != nil && f.node.Base().Change != topology.ChangeDelete && s.Index().At(l.Target.Base().Address) == nil {
					t.Errorf("%s %s leads to %s, which is not in the snapshot", f.node.Base().Address, f.name, l.Target.Base().Address)
				}
			}
		}
		if !slices.IsSortedFunc(s.Services, func(a, b *topology.BackendService) int { return bytes.Compare([]byte(a.Address), []byte(b.Address)) }) {
			t.Error("services are not sorted")
		}
		if !bytes.Equal(describe(s), describe(google.Build(graphs, m))) {
			t.Error("a second build differs")
		}
	}
}

func TestAnyGraph(t *testing.T) {
	t.Parallel()
	rapid.Check(t, anyGraphs)
}

func FuzzBuild(f *testing.F) { f.Fuzz(rapid.MakeFuzz(anyGraphs)) }
