// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"bytes"
	"fmt"
	"testing"

	"terraform-provider-spillway/internal/bench/generate"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/planjson"
)

// BenchmarkBuild builds the topology of a plan of 20,000 resources.
func BenchmarkBuild(b *testing.B) {
	var plan bytes.Buffer
	if err := generate.Large.WriteJSON(&plan); err != nil {
		b.Fatal(err)
	}
	g, err := planjson.Read(&plan, "plan.json", google.Selection(), planjson.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		google.Build([]*graph.Graph{g}, google.After)
	}
}

// wholes is a configuration in which every group is chosen by an index that
// cannot be seen, as count.index*3+1.
type wholes struct {
	graph.Configuration
	groups []*graph.Instance
}

func (c wholes) Resolve(*graph.Instance, graph.Expression, func(string) bool) graph.Resolution {
	return graph.Resolution{Grade: graph.Ambiguous, Whole: true, Targets: c.groups, Others: []string{"count.index"}, Reason: "no index"}
}

// BenchmarkBuildCounted builds a plan in which every one of many services may
// have any of many groups.
func BenchmarkBuildCounted(b *testing.B) {
	const services = 2000
	c := wholes{Configuration: config{written: map[string]obj{serviceType + ".s": {"backend[0].group": refs{groupType + ".g"}}}}}
	var instances []*graph.Instance
	for i := range services {
		instances = append(instances, service(fmt.Sprintf("%s.s[%d]", serviceType, i), fmt.Sprint("s", i), planned(nil)))
		for j := range 3 {
			g := group(fmt.Sprintf("%s.g[%d]", groupType, i*3+j), fmt.Sprint("g", i*3+j), "us-central1-a", 1)
			instances, c.groups = append(instances, g), append(c.groups, g)
		}
	}
	g := planOf(instances...)
	g.Configuration = c
	for b.Loop() {
		build(g)
	}
}
