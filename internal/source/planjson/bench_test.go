// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"terraform-provider-spillway/internal/bench/generate"
	"terraform-provider-spillway/internal/source/graph"
)

// The plans of the speed budget: one in which every resource matters, and one
// in which 50 of 60,000 do.
// Of the small one, tests read all.
var benchPlans = map[string]generate.Plan{"small": {Services: 400, GroupsPerService: 3}, "large": generate.Large, "needles": generate.Needles}

// What the linter reads of the types in them.
var benchSelection = graph.Selection{
	"google_compute_region_backend_service": graph.Select("name", "project", "region", "id", "self_link", "backend", "health_checks", "load_balancing_scheme", "protocol",
		"session_affinity", "network_pass_through_lb_traffic_policy", "failover_policy", "connection_tracking_policy", "subsetting", "ha_policy", "network", "locality_lb_policy"),
	"google_compute_instance_group": graph.Select("name", "project", "zone", "id", "self_link", "instances", "size", "network"),
	"google_compute_forwarding_rule": graph.Select("name", "project", "region", "id", "self_link", "backend_service", "target", "all_ports", "ports", "allow_global_access",
		"ip_protocol", "load_balancing_scheme", "network", "subnetwork", "ip_address", "is_mirroring_collector"),
}

func benchFile(b *testing.B, name string) (path string, size int64) {
	b.Helper()
	path = filepath.Join(b.TempDir(), name+".json")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	if err := benchPlans[name].WriteJSON(f); err != nil {
		b.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	return path, info.Size()
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"large", "needles"} {
		b.Run(name, func(b *testing.B) {
			path, size := benchFile(b, name)
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				readFile(b, path)
			}
		})
	}
}

func readFile(b *testing.B, path string) *graph.Graph {
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	g, err := Read(f, path, benchSelection, Options{})
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// BenchmarkTokenScan is the measure that BenchmarkRead is held against: every
// token of the same file, and nothing done with it.
func BenchmarkTokenScan(b *testing.B) {
	for _, name := range []string{"large", "needles"} {
		b.Run(name, func(b *testing.B) {
			path, size := benchFile(b, name)
			b.SetBytes(size)
			for b.Loop() {
				f, err := os.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				d := jsontext.NewDecoder(bufio.NewReaderSize(f, 1<<16))
				for {
					if _, err := d.ReadToken(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
				_ = f.Close() // only read
			}
		})
	}
}

// BenchmarkPeak reports the largest heap of a reading, sampled.
func BenchmarkPeak(b *testing.B) {
	for _, name := range []string{"large", "needles"} {
		b.Run(name, func(b *testing.B) {
			path, _ := benchFile(b, name)
			var peak uint64
			for b.Loop() {
				runtime.GC()
				stop := make(chan struct{})
				done := make(chan uint64)
				go sampleHeap(stop, done)
				g := readFile(b, path)
				close(stop)
				peak = max(peak, <-done)
				runtime.KeepAlive(g)
			}
			b.ReportMetric(float64(peak)/1e6, "peak-MB")
		})
	}
}

func sampleHeap(stop <-chan struct{}, done chan<- uint64) {
	var peak uint64
	for {
		select {
		case <-stop:
			done <- peak
			return
		case <-time.After(2 * time.Millisecond):
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapSys-m.HeapReleased)
		}
	}
}
