// SPDX-License-Identifier: MPL-2.0

package policy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/validate"
)

func parse(t *testing.T, text string) (*policy.Config, error) {
	t.Helper()
	return policy.Parse([]byte(text), ".spillway.hcl")
}

const whole = `
spillway {
  required_version = ">= 0.1.0, < 2.0.0"
  edition          = "current"
  fail_on          = "warning"
}
rule "ZA020" {
  severity = "error"
  options  = { factor = 2.5 }
}
rule "balancing-mode" {
  enabled = false
}
suppress {
  rule    = "ZA"
  address = "module.legacy[*].google_compute_region_backend_service.*"
  reason  = "single-zone on purpose until the move"
  expires = "2027-03-31"
}
assume "google_compute_region_instance_group_manager.web" {
  zones = { us-central1-a = 3, us-central1-b = 0 }
}
assume "google_compute_region_instance_group_manager.batch" {
  total = 7
}
traffic "google_compute_region_backend_service.web" {
  clients     = { us-central1-a = 0.7, us-central1-b = 0.3 }
  monthly_gib = 1000
}
scenario "b-degraded" {
  description = "two of five sick in b"
  unhealthy {
    zone  = "us-central1-b"
    count = 2
    pool  = "primary"
  }
  unhealthy {
    group   = "google_compute_instance_group.c"
    percent = 12.5
  }
  unhealthy {
    region = "europe-west1"
    all    = true
  }
}
policy "survive-zone-loss" {
  severity  = "warning"
  services  = "google_compute_region_backend_service.*"
  scenarios = ["zone-down"]
  condition = outcome.unhealthy_share == 0
  message   = "clients in ${outcome.client.zone} reach sick backends when ${outcome.scenario} happens"
}
`

func TestParseWholeFile(t *testing.T) {
	c, err := parse(t, whole)
	if err != nil {
		t.Fatal(err)
	}
	if c.RequiredVersion != ">= 0.1.0, < 2.0.0" || c.Edition != topology.Current || c.FailOn != "warning" {
		t.Errorf("spillway block: %q %q %q", c.RequiredVersion, c.Edition, c.FailOn)
	}
	if s := c.Rules["ZA020"]; s.Severity != validate.Error || s.Disabled || s.Options["factor"].String() != "2.5" {
		t.Errorf("rule ZA020: %+v", s)
	}
	if s := c.Rules["LB004"]; !s.Disabled || s.Severity != validate.NoSeverity {
		t.Errorf("rule LB004: %+v", s)
	}
	if s := c.Suppressions[0]; len(s.Rules) < 20 || s.Expires.String() != "2027-03-31" || s.Where.Start.Line != 14 {
		t.Errorf("suppression: %+v", s)
	}
	wantAssume := map[string]sizing.Given{
		"google_compute_region_instance_group_manager.web":   {Zones: map[string]int{"us-central1-a": 3, "us-central1-b": 0}},
		"google_compute_region_instance_group_manager.batch": {Total: 7},
	}
	if diff := cmp.Diff(wantAssume, c.Assume); diff != "" {
		t.Error(diff)
	}
	traffic := c.Traffic["google_compute_region_backend_service.web"]
	if a := traffic.Clients["us-central1-a"]; !a.Equals(7, 10) || a.String() != "0.7" {
		t.Errorf("share of a: %s", a)
	}
	if g, ok := traffic.MonthlyGiB.Value(); !ok || !g.Equals(1000, 1) {
		t.Errorf("monthly_gib: %s", g)
	}
	s, ok := c.Scenarios["b-degraded"]
	if !ok || s.Name != "b-degraded" || s.Description != "two of five sick in b" {
		t.Errorf("scenario: %+v", s)
	}
	if p := c.Policies[0]; p.Each != "outcome" || p.Severity != validate.Warning || p.Condition == nil {
		t.Errorf("policy: %+v", p)
	}
}

func TestParseKeepsDecimalsExact(t *testing.T) {
	for _, text := range []string{"0.8", "0.1", "0.29", "0.3333333333333333", "1e-7", "123456789.000000001"} {
		c, err := parse(t, `traffic "a.b" { clients = { us-central1-a = `+text+` } }`)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Traffic["a.b"].Clients["us-central1-a"]; got.Compare(topology.MustRatio(text)) != 0 {
			t.Errorf("%s became %s", text, got)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"unknown block":           {`scenarios "x" {}`, `.spillway.hcl:1:1: a configuration file takes no block "scenarios"; did you mean "scenario"?`},
		"far block":               {`provider "x" {}`, `1:1: a configuration file takes no block "provider"; valid here: spillway, rule, suppress, assume, traffic, scenario, policy`},
		"attribute at top":        {`edition = "preview"`, `1:1: a configuration file takes no argument, and so not "edition"`},
		"block as attribute":      {`spillway = {}`, `1:1: "spillway" is a block in a configuration file, not an argument`},
		"attribute as block":      {"spillway {\n  edition {}\n}", `2:3: "edition" is an argument in a spillway block, not a block`},
		"unknown argument":        {"spillway {\n  fail_onn = 1\n}", `.spillway.hcl:2:3: a spillway block takes no argument "fail_onn"; did you mean "fail_on"?`},
		"unknown nested block":    {"scenario \"x\" {\n  unhealthyy {}\n}", `2:3: a scenario block takes no block "unhealthyy"; did you mean "unhealthy"?`},
		"bad edition":             {`spillway { edition = "currennt" }`, `edition of a spillway block is not "currennt"; did you mean "current"?`},
		"edition no text":         {`spillway { edition = 1 }`, `edition of a spillway block is a text in quotes, not a number`},
		"spillway labelled":       {`spillway "x" {}`, `1:10: a spillway block has no label`},
		"spillway twice":          {"spillway {}\nspillway {}", `2:1: the spillway block stands twice: first in line 1`},
		"bad required_version":    {`spillway { required_version = "=> 1" }`, `is no version constraint`},
		"no label":                {`rule {}`, `1:1: a rule block has one label, the ID or the name of a rule`},
		"empty label":             {`rule "" {}`, `1:6: the label of a rule block is the ID or the name of a rule, not an empty text`},
		"unknown rule":            {`rule "ZA02" {}`, `1:6: there is no rule or family "ZA02"; did you mean`},
		"rule twice":              {"rule \"ZA020\" {}\nrule \"hot-zone\" {}", `2:1: rule ZA020 is set twice`},
		"family as rule":          {`rule "ZA" {}`, `"ZA" is a family; name one of its rules`},
		"bad severity":            {`rule "ZA020" { severity = "warn" }`, `severity of a rule block is not "warn"`},
		"enabled no bool":         {`rule "ZA020" { enabled = "no" }`, `enabled of a rule block is true or false, not a text`},
		"unknown option":          {`rule "ZA020" { options = { faktor = 2 } }`, `rule ZA020 has no option "faktor"; did you mean "factor"?`},
		"option without options":  {`rule "LB004" { options = { x = 2 } }`, `rule LB004 has no options, and so not "x"`},
		"option no number":        {`rule "ZA020" { options = { factor = "x" } }`, `option factor of rule ZA020 is a number of at least 0`},
		"options no map":          {`rule "ZA020" { options = [1] }`, `options of a rule block is a map, such as { us-central1-a = 3 }, not a list`},
		"suppress without rule":   {`suppress {}`, `1:1: a suppress block needs rule, address and reason`},
		"suppress with a typo":    {"suppress {\nrule = \"ZA\"\naddresss = \"a.b\"\nreason = \"r\"\n}", `3:1: a suppress block takes no argument "addresss"; did you mean "address"?`},
		"suppress typo and more":  {"suppress {\nrule = \"ZA\"\naddresss = \"a.b\"\n}", `1:1: a suppress block needs reason (and 1 more)`},
		"suppress without reason": {`suppress {` + "\n" + `rule = "ZA"` + "\n" + `address = "a.b"` + "\n" + `}`, `1:1: a suppress block needs reason`},
		"suppress null reason":    {`suppress {` + "\n" + `rule = "ZA"` + "\n" + `address = "a.b"` + "\n" + `reason = null` + "\n}", `4:10: reason of a suppress block may not be null`},
		"suppress blank reason":   {`suppress {` + "\n" + `rule = "ZA"` + "\n" + `address = "a.b"` + "\n" + `reason = " "` + "\n}", `4:10: reason of a suppress block says why, and is not empty`},
		"suppress bad date":       {`suppress {` + "\n" + `rule = "ZA"` + "\n" + `address = "a.b"` + "\n" + `reason = "r"` + "\n" + `expires = "31.12.2027"` + "\n}", `5:11: expires of a suppress block: "31.12.2027" is no date of the form YYYY-MM-DD`},
		"suppress bad address":    {`suppress {` + "\n" + `rule = "ZA"` + "\n" + `address = "a[b"` + "\n" + `reason = "r"` + "\n}", `3:11: address of a suppress block: "a[b" is no address pattern`},
		"assume empty":            {`assume "a.b" {}`, `an assume block needs zones, the members by zone, or total`},
		"assume both":             {`assume "a.b" {` + "\n" + `zones = {}` + "\n" + `total = 1` + "\n}", `an assume block has zones or total, not both`},
		"assume negative":         {`assume "a.b" { total = -1 }`, `total of an assume block is a whole number of at least 0`},
		"assume fraction":         {`assume "a.b" { total = 1.5 }`, `total of an assume block is a whole number of at least 0`},
		"assume no zone":          {`assume "a.b" { zones = { europe = 1 } }`, `"europe" does not`},
		"assume twice":            {"assume \"a.b\" {\ntotal = 1\n}\nassume \"a.b\" {\ntotal = 1\n}", `4:1: the assume block "a.b" stands twice: first in line 1`},
		"traffic without clients": {`traffic "a.b" {}`, `a traffic block needs clients`},
		"traffic negative share":  {`traffic "a.b" { clients = { us-central1-a = -0.1 } }`, `"us-central1-a" does not`},
		"scenario hides a term":   {`scenario "zone-down" {}`, `1:10: scenario "zone-down": the name would be read as a term`},
		"scenario with a plus":    {`scenario "a+b" {}`, `1:10: scenario "a+b": a name holds no plus sign`},
		"unhealthy without place": {"scenario \"x\" {\nunhealthy {\ncount = 1\n}\n}", `2:1: an unhealthy block has exactly one of zone, group, region, not 0`},
		"unhealthy two places":    {"scenario \"x\" {\nunhealthy {\nzone = \"us-central1-a\"\nregion = \"us-central1\"\ncount = 1\n}\n}", `an unhealthy block has exactly one of zone, group, region, not 2`},
		"unhealthy zero":          {"scenario \"x\" {\nunhealthy {\nzone = \"us-central1-a\"\ncount = 0\n}\n}", `count of an unhealthy block is a whole number of at least 1`},
		"unhealthy percent":       {"scenario \"x\" {\nunhealthy {\nzone = \"us-central1-a\"\npercent = 101\n}\n}", `percent of an unhealthy block is at most 100`},
		"unhealthy pool":          {"scenario \"x\" {\nunhealthy {\nzone = \"us-central1-a\"\nall = true\npool = \"primry\"\n}\n}", `did you mean "primary"?`},
		"policy without parts":    {`policy "p" {}`, `a policy block needs condition (and 1 more)`},
		"policy unknown variable": {"policy \"p\" {\ncondition = outcom.share == 0\nmessage = \"m\"\n}", `2:13: condition of a policy block refers to "outcom"; did you mean "outcome"?`},
		"syntax":                  {"spillway {", `.spillway.hcl:1:10: `},
		"variable":                {`spillway { edition = var.x }`, `edition of a spillway block: Variables may not be used here`},
		"for expression":          {`assume "a.b" { zones = { for z in ["us-central1-a"] : z => 1 } }`, `zones of an assume block is written out, without a for expression`},
		"huge number":             {`assume "a.b" { total = 1e999999999 }`, `total of an assume block is a whole number of at least 0`},
		"deep nesting":            {`assume "a.b" { total = ` + strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000) + ` }`, `nested more deeply`},
		"many operators":          {`assume "a.b" { total = 1` + strings.Repeat("+1", 50000) + ` }`, `with more operators`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := parse(t, tt.text)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got  %s\nwant %s", err, tt.want)
			}
		})
	}
}

func TestFindLooksUpToTheRepository(t *testing.T) {
	root := t.TempDir()
	inside := filepath.Join(root, "repo", "a", "b")
	if err := os.MkdirAll(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(path string) {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	find := func(want string) {
		t.Helper()
		got, err := policy.Find(inside)
		if err != nil || got != want {
			t.Errorf("got %q (%v), want %q", got, err, want)
		}
	}
	write(filepath.Join(root, policy.FileName))
	find("") // no repository: only the directory itself
	if err := os.Mkdir(filepath.Join(root, "repo", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	find("") // above the repository's root
	write(filepath.Join(root, "repo", policy.FileName))
	find(filepath.Join(root, "repo", policy.FileName))
	write(filepath.Join(inside, policy.FileName))
	find(filepath.Join(inside, policy.FileName))
}

func TestLoadErrors(t *testing.T) {
	if _, err := policy.Load(filepath.Join(t.TempDir(), "none.hcl")); err == nil || !strings.Contains(err.Error(), "none.hcl") {
		t.Errorf("missing file: %v", err)
	}
	if _, err := policy.Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "regular file") {
		t.Errorf("directory: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(whole)
	f.Add(`policy "p" { condition = [for x in outcomes : x.y][0]` + "\n}")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := policy.Parse([]byte(text), "f")
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("more than one line: %q", err)
		}
		if (c == nil) == (err == nil) {
			t.Error("a configuration or an error, not both")
		}
	})
}

func TestScenarioBlocksActOnWhatTheyName(t *testing.T) {
	c, err := parse(t, `scenario "s" {
  unhealthy {
    zone  = "us-central1-a"
    count = 2
    pool  = "failover"
  }
  unhealthy {
    group   = "google_compute_instance_group.b"
    percent = 12.5
  }
  unhealthy {
    region = "europe-west1"
    all    = true
  }
}`)
	if err != nil {
		t.Fatal(err)
	}
	group := func(name string) *topology.Group {
		return &topology.Group{Object: topology.Object{Address: "google_compute_instance_group." + name}}
	}
	layout := &sizing.Layout{Slots: []sizing.Slot{
		{Group: group("a"), Zone: "us-central1-a", Pool: sizing.Primary, Count: 5},
		{Group: group("b"), Zone: "us-central1-b", Pool: sizing.Primary, Count: 9},
		{Group: group("e"), Zone: "europe-west1-b", Pool: sizing.Primary, Count: 4},
		{Group: group("f"), Zone: "us-central1-a", Pool: sizing.Failover, Count: 3},
	}}
	healthy, ok := c.Scenarios["s"].At("", "").Apply(layout, nil)
	if diff := cmp.Diff([]int{5, 7, 0, 1}, healthy); diff != "" || !ok {
		t.Errorf("fits: %t\n%s", ok, diff)
	}
}
