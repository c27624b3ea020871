// SPDX-License-Identifier: MPL-2.0

package predict_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/scenario"
	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// casesDir holds real plans with right answers.
var casesDir = filepath.Join("..", "..", "..", "testdata", "cases")

// readJSON reads a JSON file, numbers as they are written.
func readJSON(tb testing.TB, path string, into any) {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	d := json.NewDecoder(f)
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		tb.Fatal(err)
	}
}

// plan is the part of plan JSON that the plans under cases/routing need. They
// are flat and name every group by reference; what reads plans in general is
// package planjson, which the engine does not import.
type plan struct {
	ResourceChanges []struct {
		Address, Type, Name string
		Change              struct{ After after }
	} `json:"resource_changes"`
	Configuration struct {
		RootModule struct {
			Resources []struct {
				Address     string
				Expressions struct{ Backend json.RawMessage }
			}
		} `json:"root_module"`
	}
}

type after struct {
	Name, Zone string
	Size       json.Number       `json:"target_size"`
	Zones      []string          `json:"distribution_policy_zones"`
	Instances  []string          `json:"instances"`
	Endpoints  []json.RawMessage `json:"network_endpoints"`
	Failover   []struct {
		Ratio *json.Number `json:"failover_ratio"`
		Drop  *bool        `json:"drop_traffic_if_unhealthy"`
	} `json:"failover_policy"`
	Traffic []struct {
		Affinity []struct {
			Spillover string
			Ratio     *json.Number `json:"spillover_ratio"`
		} `json:"zonal_affinity"`
	} `json:"network_pass_through_lb_traffic_policy"`
}

// backendOf is one backend in the configuration section.
type backendOf struct {
	Failover struct {
		Value bool `json:"constant_value"`
	}
	Group struct{ References []string }
}

func readPlan(tb testing.TB, path string) *t.Snapshot {
	tb.Helper()
	var p plan
	readJSON(tb, path, &p)
	b := tt.New()
	groups := map[string]*t.Group{}
	members := map[string]int{}
	for _, r := range p.ResourceChanges {
		if r.Type == "google_compute_network_endpoints" {
			members[r.Name] = len(r.Change.After.Endpoints)
		}
	}
	for _, r := range p.ResourceChanges {
		a := r.Change.After
		size, _ := strconv.Atoi(a.Size.String())
		var g *t.Group
		switch r.Type {
		case "google_compute_instance_group":
			g = b.Group(r.Name, a.Zone, len(a.Instances))
		case "google_compute_instance_group_manager":
			g = b.RegionGroup(r.Name, size, a.Zone)
			g.GroupKind = t.ManagedGroup
		case "google_compute_region_instance_group_manager":
			g = b.RegionGroup(r.Name, size, a.Zones...)
		case "google_compute_network_endpoint_group":
			g = b.Group(r.Name, a.Zone, members[r.Name])
			g.GroupKind = t.ZonalNEG
		default:
			continue
		}
		g.Address, g.Type = r.Address, r.Type
		groups[r.Address] = g
	}
	services := map[string]*t.BackendService{}
	for _, r := range p.ResourceChanges {
		if r.Type == "google_compute_region_backend_service" {
			services[r.Address] = planService(b, r.Name, r.Change.After)
		}
	}
	for _, r := range p.Configuration.RootModule.Resources {
		s := services[r.Address]
		if s == nil {
			continue
		}
		var backends []backendOf
		if err := json.Unmarshal(r.Expressions.Backend, &backends); err != nil {
			tb.Fatal(err)
		}
		for _, x := range backends {
			refs := x.Group.References
			tt.Attach(s, groups[refs[len(refs)-1]], x.Failover.Value)
		}
	}
	return b.Snapshot()
}

func planService(b *tt.Builder, name string, a after) *t.BackendService {
	s := b.Service(name)
	for _, traffic := range a.Traffic {
		for _, za := range traffic.Affinity {
			ratio := ""
			if za.Ratio != nil {
				ratio = za.Ratio.String()
			}
			tt.Affinity(s, za.Spillover, ratio)
		}
	}
	for _, f := range a.Failover {
		ratio := ""
		if f.Ratio != nil {
			ratio = f.Ratio.String()
		}
		tt.FailoverPolicy(s, ratio, f.Drop != nil && *f.Drop)
	}
	return s
}

var (
	scenarioBlock  = regexp.MustCompile(`(?s)scenario "([^"]+)" \{\n(.*?)\n\}`)
	unhealthyBlock = regexp.MustCompile(`group = "([^"]+)"\s+count = (\d+)`)
)

// readScenarios reads the scenarios of a configuration file that holds nothing
// but groups and counts.
func readScenarios(tb testing.TB, path string) map[string]scenario.Spec {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	out := map[string]scenario.Spec{}
	for _, m := range scenarioBlock.FindAllStringSubmatch(string(text), -1) {
		var blocks []scenario.Block
		for _, u := range unhealthyBlock.FindAllStringSubmatch(m[2], -1) {
			n, _ := strconv.Atoi(u[2])
			blocks = append(blocks, scenario.Block{Group: u[1], Count: t.Of(n), Percent: t.Null[t.Ratio]()})
		}
		if len(blocks) != strings.Count(m[2], "unhealthy {") {
			tb.Fatalf("%s: scenario %s has blocks of another form", path, m[1])
		}
		s, err := scenario.Named(m[1], "", blocks)
		if err != nil {
			tb.Fatal(err)
		}
		out[m[1]] = s
	}
	return out
}
