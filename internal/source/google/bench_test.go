package google_test

import (
	"bytes"
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
