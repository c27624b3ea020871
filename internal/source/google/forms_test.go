// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
	"terraform-provider-spillway/internal/source/planjson"
	"terraform-provider-spillway/internal/source/statejson"
)

const cases = "../../../testdata/cases"

// form is what is true of a configuration, whatever its form.
type form struct {
	Services      []formService `json:"services"`
	PlanJSONAlone string        `json:"plan_json_alone"`
	Before        *struct {
		Services []formService `json:"services"`
	} `json:"before"`
}

type formService struct {
	Address         string      `json:"address"`
	Region          string      `json:"region"`
	Groups          []formGroup `json:"groups"`
	ForwardingRules []string    `json:"forwarding_rules"`
	Mirroring       bool        `json:"mirroring"`
	Published       bool        `json:"published"`
}

type formGroup struct {
	Address string          `json:"address"`
	Pool    string          `json:"pool"`
	Zones   map[string]*int `json:"zones"`
}

// TestForms reads every form from the plan's JSON alone, from the plan with its
// configuration's source, from the state after it was applied, and, of an
// update, the prior state: what is exact must be the whole truth, anything else
// the truth or undecided.
func TestForms(t *testing.T) {
	t.Parallel()
	dirs, err := filepath.Glob(cases + "/forms/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no forms: %v", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			var want form
			text, err := os.ReadFile(dir + "/expected.json")
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			plan := readPlan(t, dir+"/plan.json")
			t.Run("plan", func(t *testing.T) {
				checkForm(t, google.Build([]*graph.Graph{plan}, google.After), want.Services, want.PlanJSONAlone == "exact")
			})
			t.Run("source", func(t *testing.T) {
				filled := readPlan(t, dir+"/plan.json")
				c, diags := hclconfig.Open(dir, hclconfig.Options{Select: google.Selection()})
				diags = append(diags, c.Fill(filled)...)
				if diags.HasErrors() {
					t.Fatal(diags)
				}
				checkForm(t, google.Build([]*graph.Graph{filled}, google.After), want.Services, true)
			})
			t.Run("configuration", func(t *testing.T) {
				tree, diags := hclconfig.Load(dir, hclconfig.Options{Select: google.Selection()})
				if diags.HasErrors() {
					t.Fatal(diags)
				}
				checkForm(t, google.Build([]*graph.Graph{tree}, google.After), want.Services, true)
			})
			if want.Before != nil {
				t.Run("before", func(t *testing.T) {
					checkForm(t, google.Build([]*graph.Graph{plan}, google.Before), want.Before.Services, true)
				})
			}
			if state := readState(t, dir+"/state.json"); state != nil {
				t.Run("state", func(t *testing.T) {
					checkForm(t, google.Build([]*graph.Graph{state}, google.After), want.Services, true)
				})
			}
		})
	}
}

// checkForm compares a topology with the truth. exact demands the whole truth.
func checkForm(t *testing.T, s *topology.Snapshot, want []formService, exact bool) {
	t.Helper()
	x := s.Index()
	for _, w := range want {
		got, ok := x.At(w.Address).(*topology.BackendService)
		if !ok {
			t.Errorf("%s is not in the topology", w.Address)
			continue
		}
		if r, known := got.Region().Value(); known && r != w.Region || !known && exact {
			t.Errorf("%s is in region %q, want %q", w.Address, r, w.Region)
		}
		checkGroups(t, got, w, exact)
		rules := x.RulesOf(got)
		checkReferrers(t, w.Address+": forwarding rules", rules, w.ForwardingRules, exact)
		mirroring, published := topology.Of(false), topology.Of(false)
		for _, r := range rules.Certain {
			mirroring = either(mirroring, r.MirroringCollector.Or(false), x.MirroringsOf(r))
			published = either(published, topology.Of(false), x.AttachmentsOf(r))
		}
		if len(rules.Possible) > 0 {
			mirroring, published = unlessTrue(mirroring), unlessTrue(published)
		}
		checkFlag(t, w.Address+": mirroring", mirroring, w.Mirroring, exact)
		checkFlag(t, w.Address+": published", published, w.Published, exact)
	}
	regional := 0
	for _, v := range s.Services {
		if topology.Is(v.Passthrough(), true) && !v.Data {
			regional++
		}
	}
	if regional != len(want) {
		t.Errorf("%d internal services, want %d", regional, len(want))
	}
}

func checkGroups(t *testing.T, got *topology.BackendService, w formService, exact bool) {
	t.Helper()
	missing := slices.Clone(w.Groups)
	open := !got.Backends.Complete
	for _, b := range got.Backends.List {
		g, ok := topology.To[*topology.Group](b.Group)
		if !ok {
			open = true
			continue
		}
		i := slices.IndexFunc(missing, func(m formGroup) bool { return m.Address == g.Address })
		if i < 0 {
			t.Errorf("%s has %s, which is not its group", w.Address, g.Address)
			continue
		}
		checkFlag(t, w.Address+": failover of "+g.Address, b.Failover, missing[i].Pool == "failover", exact)
		checkSize(t, g, missing[i], exact)
		missing = slices.Delete(missing, i, i+1)
	}
	if len(missing) > 0 && !open || open && exact {
		t.Errorf("%s lacks groups %v (undecided: %v)", w.Address, missing, open)
	}
}

func checkSize(t *testing.T, g *topology.Group, w formGroup, exact bool) {
	t.Helper()
	size := sizing.OfGroup(g, sizing.Nothing)
	if len(size.Zones) != len(w.Zones) {
		t.Errorf("%s has zones %v, want %v", g.Address, size.Zones, w.Zones)
	}
	for _, z := range size.Zones {
		want, ok := w.Zones[z.Zone]
		n, known := z.Count.Value()
		switch {
		case !ok:
			t.Errorf("%s has zone %s", g.Address, z.Zone)
		case want == nil && known:
			t.Errorf("%s has %d in %s, which nothing says", g.Address, n, z.Zone)
		case want != nil && known && n != *want, want != nil && !known && exact:
			t.Errorf("%s has %d (known: %v) in %s, want %d: %s", g.Address, n, known, z.Zone, *want, size.Reason)
		}
	}
}

func checkReferrers[T topology.Node](t *testing.T, what string, got topology.Referrers[T], want []string, exact bool) {
	t.Helper()
	certain, possible := addresses(got.Certain), addresses(got.Possible)
	for _, a := range certain {
		if !slices.Contains(want, a) {
			t.Errorf("%s: %s is none of %v", what, a, want)
		}
	}
	for _, a := range want {
		if !slices.Contains(certain, a) && (exact || !slices.Contains(possible, a)) {
			t.Errorf("%s: %s is missing from %v (possible: %v)", what, a, certain, possible)
		}
	}
	if exact && len(possible) > 0 {
		t.Errorf("%s: possible are %v", what, possible)
	}
}

func checkFlag(t *testing.T, what string, got topology.Known[bool], want, exact bool) {
	t.Helper()
	if v, ok := got.Value(); ok && v != want || !ok && exact {
		t.Errorf("%s is %v (known: %v), want %v", what, v, ok, want)
	}
}

// either is true where one of the facts is, and unknown where one may be.
func either[T topology.Node](so, own topology.Known[bool], from topology.Referrers[T]) topology.Known[bool] {
	switch {
	case topology.Is(so, true), topology.Is(own, true), len(from.Certain) > 0:
		return topology.Of(true)
	case so.IsUnknown(), own.IsUnknown(), len(from.Possible) > 0:
		return topology.Unknown[bool]()
	}
	return topology.Of(false)
}

func unlessTrue(k topology.Known[bool]) topology.Known[bool] {
	if topology.Is(k, true) {
		return k
	}
	return topology.Unknown[bool]()
}

func addresses[T topology.Node](list []T) (out []string) {
	for _, n := range list {
		out = append(out, n.Base().Address)
	}
	return out
}

func readPlan(t testing.TB, path string) *graph.Graph {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	g, err := planjson.Read(f, path, google.Selection(), planjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// readState reads a state; nil where the case has none.
func readState(t testing.TB, path string) *graph.Graph {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	g, err := statejson.Read(f, path, google.Selection(), statejson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
