// SPDX-License-Identifier: MPL-2.0

package twinstest

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "make the plans of our side anew, with the terraform binary")

// twin is one topology.
type twin struct {
	// google is the folder of google's plan, below testdata/cases.
	google string
	// refused is what stands in the provider's error where it refuses to plan the
	// topology; then there is no plan of it.
	refused string
}

var twins = map[string]twin{
	"spill":                    {google: "plans/01-ilb-spill"},
	"stay-failover":            {google: "plans/02-ilb-stay-failover", refused: "Idle timeout out of range"},
	"stay-failover-fits":       {google: "clean/failover-affinity-stay"},
	"published":                {google: "plans/05-psc-producer-conflict"},
	"mirroring":                {google: "plans/04-ilb-mirror-collector", refused: "Zonal affinity on a packet mirroring collector"},
	"mirroring-spill":          {google: "bad/za-packet-mirroring", refused: "Zonal affinity on a packet mirroring collector"},
	"mirroring-other-rule":     {google: "clean/mirroring-other-rule"},
	"composite-consumer":       {google: "plans/08-psc-health", refused: "Published rule without global access"},
	"composite-two-regions":    {google: "psc/two-regions-written-out"},
	"psc-consumer-two-regions": {google: "clean/psc-consumer-two-regions"},
	"routing":                  {google: "routing/1"},
}

// unmodelled are the rules about what the provider has no resource for, on any
// topology.
var unmodelled = map[string]string{
	"LB023": "instances are counted, not named",
	"LB024": "instances are counted, not named",
}

// types are google's resource types as ours, longest first so that no name
// hides another.
var types = strings.NewReplacer(
	"google_compute_region_health_aggregation_policy.", "spillway_health_aggregation_policy.",
	"google_compute_region_composite_health_check.", "spillway_composite_health_check.",
	"google_compute_region_network_endpoint_group.", "spillway_psc_network_endpoint_group.",
	"google_compute_region_instance_group_manager.", "spillway_region_instance_group.",
	"google_compute_region_backend_service.", "spillway_region_backend_service.",
	"google_compute_network_endpoint_group.", "spillway_network_endpoint_group.",
	"google_compute_instance_group_manager.", "spillway_instance_group.",
	"google_compute_region_health_source.", "spillway_health_source.",
	"google_compute_service_attachment.", "spillway_service_attachment.",
	"google_compute_packet_mirroring.", "spillway_packet_mirroring.",
	"google_compute_backend_service.", "spillway_backend_service.",
	"google_compute_forwarding_rule.", "spillway_forwarding_rule.",
	"google_compute_instance_group.", "spillway_instance_group.",
)

var linter string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "twins")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir) //nolint:errcheck // a folder of the system's own for such
		linter = filepath.Join(dir, "spillway-lint")
		if err := build(linter, "./cmd/lint"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

// build builds a program of the module.
func build(to, of string) error {
	cmd := exec.Command("go", "build", "-o", to, of)
	cmd.Dir = filepath.Join("..", "..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// lint runs the linter on one input and reads its JSON into out.
func lint(t *testing.T, out any, command, edition, input string, more ...string) {
	t.Helper()
	arguments := append([]string{command, "--format", "json"}, more...)
	if edition != "" {
		arguments = append(arguments, "--edition", edition)
	}
	printed, err := exec.CommandContext(t.Context(), linter, append(arguments, input)...).Output()
	var failed *exec.ExitError
	if err != nil && (!errors.As(err, &failed) || failed.ExitCode() == 1) {
		if failed != nil {
			t.Fatalf("%s %s: %v\n%s", command, input, err, failed.Stderr)
		}
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(types.Replace(string(printed))), out); err != nil {
		t.Fatalf("%v in\n%s", err, printed)
	}
}

type finding struct {
	Rule, Severity, Address, Path, Message, Detail, Reason string
	Related                                                []struct{ Address, Message string }
}

func (f finding) key() string { return fmt.Sprint(f.Rule, f.Address, f.Path, f.Detail, f.Reason) }

// findings returns what the rules say of an input, and what they leave
// undecided, without what the topologies differ in.
func findings(t *testing.T, input, edition string) (found, undecided []finding) {
	t.Helper()
	var out struct{ Findings, Undecided []finding }
	lint(t, &out, "check", edition, input, "--min-severity", "info")
	drop := func(list []finding) []finding {
		list = slices.DeleteFunc(list, func(f finding) bool { return unmodelled[f.Rule] != "" })
		slices.SortFunc(list, func(a, b finding) int { return strings.Compare(a.key(), b.key()) })
		return list
	}
	return drop(out.Findings), drop(out.Undecided)
}

// outcomes returns every row of a prediction by what it is about: service,
// scenario and client; composite and scenario; consumer, scenario and region.
func outcomes(t *testing.T, input, edition string) map[string]any {
	t.Helper()
	var out struct {
		Services []struct {
			Name, Region string
			Zones        any
			Outcomes     []map[string]any
			Undecided    []any
		}
		CompositeHealth []struct {
			Name        string
			Evaluations []map[string]any
		} `json:"composite_health"`
		Consumers []struct {
			Address     string
			Regions     any
			Evaluations []map[string]any
		}
	}
	lint(t, &out, "predict", edition, input)
	rows := map[string]any{}
	for _, s := range out.Services {
		rows[s.Name+" of "+s.Region+" zones"] = s.Zones
		rows[s.Name+" of "+s.Region+" undecided"] = len(s.Undecided)
		for _, o := range s.Outcomes {
			rows[fmt.Sprint(s.Name, " of ", s.Region, " ", o["scenario"], " ", o["client"])] = o
		}
	}
	for _, c := range out.CompositeHealth {
		for _, e := range c.Evaluations {
			rows[fmt.Sprint("composite ", c.Name, " ", e["scenario"])] = e
		}
	}
	for _, c := range out.Consumers {
		rows[c.Address] = c.Regions
		for _, e := range c.Evaluations {
			rows[fmt.Sprint(c.Address, " ", e["scenario"], " ", e["client_region"])] = e
		}
	}
	return rows
}

// The linter says the same of a topology, whichever provider's resources
// describe it, from the plan and from the configuration.
func TestTwins(t *testing.T) {
	t.Parallel()
	if folders, err := filepath.Glob(filepath.Join("testdata", "*")); err != nil || len(folders) != len(twins) {
		t.Fatalf("%d folders, %d twins, %v", len(folders), len(twins), err)
	}
	for _, name := range slices.Sorted(maps.Keys(twins)) {
		folder := filepath.Join("testdata", name)
		google := filepath.Join("..", "..", "..", "testdata", "cases", filepath.FromSlash(twins[name].google))
		t.Run(name+"/folder", func(t *testing.T) {
			t.Parallel()
			equal(t, google, folder)
		})
		if twins[name].refused == "" {
			t.Run(name+"/plan", func(t *testing.T) {
				t.Parallel()
				equal(t, filepath.Join(google, "plan.json"), filepath.Join(folder, "plan.json"))
			})
		}
	}
}

// equal compares what the linter says of google's side and of ours.
func equal(t *testing.T, google, input string) {
	t.Helper()
	for _, edition := range []string{"preview", "current"} {
		want, open := findings(t, google, edition)
		got, ours := findings(t, input, edition)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("findings of edition %s, -google +ours:\n%s", edition, diff)
		}
		if diff := cmp.Diff(open, ours); diff != "" {
			t.Errorf("undecided in edition %s, -google +ours:\n%s", edition, diff)
		}
		rows := outcomes(t, google, edition)
		if len(rows) == 0 {
			t.Error("google's side has no outcome to compare")
		}
		if diff := cmp.Diff(rows, outcomes(t, input, edition)); diff != "" {
			t.Errorf("outcomes of edition %s, -google +ours:\n%s", edition, diff)
		}
	}
}
