// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/hcl/v2/hclparse"

	"terraform-provider-spillway/internal/bench/generate"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
)

func writeTree(b *testing.B, t generate.Tree) string {
	b.Helper()
	dir := b.TempDir()
	if _, _, err := t.Write(dir); err != nil {
		b.Fatal(err)
	}
	return dir
}

// BenchmarkParseAlone is what hclparse takes for the same files on one core.
func BenchmarkParseAlone(b *testing.B) {
	dir := writeTree(b, generate.LargeTree)
	var names []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".tf") {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b.ReportAllocs()
	for b.Loop() {
		p := hclparse.NewParser()
		for _, n := range names {
			if _, diags := p.ParseHCLFile(n); diags.HasErrors() {
				b.Fatal(diags)
			}
		}
	}
}

// BenchmarkLargeTree finds and evaluates the root modules of the same files.
func BenchmarkLargeTree(b *testing.B) {
	dir := writeTree(b, generate.LargeTree)
	b.ReportAllocs()
	for b.Loop() {
		roots, err := Roots(dir)
		if err != nil {
			b.Fatal(err)
		}
		opts := Options{Select: google.Selection(), Cache: NewCache()}
		var next, n atomic.Int64
		var wait sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			wait.Go(func() {
				for i := int(next.Add(1)) - 1; i < len(roots); i = int(next.Add(1)) - 1 {
					g, _ := Load(roots[i].Dir, opts)
					n.Add(int64(len(g.Instances)))
				}
			})
		}
		if wait.Wait(); n.Load() < 1000 {
			b.Fatalf("%d instances", n.Load())
		}
	}
}

// BenchmarkSmallRoot evaluates one root, as before a commit.
func BenchmarkSmallRoot(b *testing.B) {
	dir := writeTree(b, generate.SmallRoot)
	b.ReportAllocs()
	for b.Loop() {
		g, diags := Load(filepath.Join(dir, "live/root0"), Options{Select: google.Selection()})
		if diags.HasErrors() || len(g.Instances) == 0 {
			b.Fatal(diags)
		}
	}
}

// BenchmarkFillLargePlan fills a plan of 20,000 resources from its archive.
func BenchmarkFillLargePlan(b *testing.B) {
	var file bytes.Buffer
	if err := generate.Large.WriteFile(&file); err != nil {
		b.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		b.Fatal(err)
	}
	planned := largePlan(b)
	b.ReportAllocs()
	for b.Loop() {
		g := *planned
		g.Instances = make([]*graph.Instance, len(planned.Instances))
		for i, inst := range planned.Instances {
			c := *inst
			g.Instances[i] = &c
		}
		c, diags := OpenEmbedded(z, Options{})
		if diags = append(diags, c.Fill(&g)...); diags.HasErrors() {
			b.Fatal(diags)
		}
		for _, i := range g.Instances {
			for _, e := range i.After.Get("backend").Elements() {
				if e.Get("group").IsUnknown() {
					b.Fatalf("%s is not filled", i.Address)
				}
			}
		}
	}
}

func largePlan(b *testing.B) *graph.Graph {
	b.Helper()
	dir := b.TempDir()
	f, err := os.Create(filepath.Join(dir, "plan.json"))
	if err != nil {
		b.Fatal(err)
	}
	if err := generate.Large.WriteJSON(f); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return readPlan(b, dir).graph(google.Selection())
}
