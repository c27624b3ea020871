// SPDX-License-Identifier: MPL-2.0

package policy_test

import (
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/policy"
)

func TestGlob(t *testing.T) {
	const rbs = "google_compute_region_backend_service"
	tests := map[string]struct {
		pattern, address string
		want             bool
	}{
		"same":                            {rbs + ".web", rbs + ".web", true},
		"other name":                      {rbs + ".web", rbs + ".web2", false},
		"any name":                        {rbs + ".*", rbs + ".web", true},
		"part of a name":                  {rbs + ".w*b", rbs + ".wide-b", true},
		"any type":                        {"*.web", rbs + ".web", true},
		"part of a type":                  {"google_*_service.web", rbs + ".web", true},
		"name means every instance":       {rbs + ".web", rbs + `.web["a"]`, true},
		"star means every instance":       {rbs + ".*", rbs + ".web[3]", true},
		"one key":                         {rbs + `.web["a"]`, rbs + `.web["a"]`, true},
		"another key":                     {rbs + `.web["a"]`, rbs + `.web["b"]`, false},
		"key needs a key":                 {rbs + ".web[*]", rbs + ".web", false},
		"any key":                         {rbs + ".web[*]", rbs + `.web["x.y]"]`, true},
		"part of a key":                   {rbs + `.web["eu-*"]`, rbs + `.web["eu-1"]`, true},
		"module key":                      {"module.legacy[*]." + rbs + ".*", `module.legacy["a.b"].` + rbs + ".web", true},
		"star never crosses a module":     {"module.legacy[*]." + rbs + ".*", `module.legacy["a"].module.new.` + rbs + ".web", false},
		"star never crosses into names":   {"module.legacy[*]." + rbs + ".*", `module.legacy["a"].module.b["]."].` + rbs + ".web", false},
		"module for all inside":           {"module.legacy", "module.legacy[0].module.deep." + rbs + ".web", true},
		"star for all inside":             {"module.legacy.*", "module.legacy[0].module.deep." + rbs + ".web", true},
		"star for the resource itself":    {"module.legacy.*", "module.legacy." + rbs + ".web", true},
		"star in the module beside":       {"module.legacy.*", "module.other." + rbs + ".web", false},
		"star and a key":                  {"module.legacy.*[0]", "module.legacy." + rbs + ".web[0]", false},
		"any module":                      {"module.*", "module.legacy[0]." + rbs + ".web", true},
		"any module, not the root":        {"module.*", rbs + ".web", false},
		"module instance for all inside":  {"module.legacy[1]", "module.legacy[0]." + rbs + ".web", false},
		"root only":                       {rbs + ".web", "module.a." + rbs + ".web", false},
		"any number of parts":             {"**." + rbs + ".web", "module.a.module.b." + rbs + ".web", true},
		"any number is none too":          {"**." + rbs + ".web", rbs + ".web", true},
		"type without a name":             {rbs, rbs + ".web", false},
		"address of one input of several": {rbs + ".web", rbs + ".web (in (1)/plan.json)", true},
		"of one input":                    {rbs + ".* (in (1)/plan.json)", rbs + ".web (in (1)/plan.json)", true},
		"of one input, unshared":          {rbs + ".web (in (1)/*)", rbs + ".web", true},
		"of another input":                {rbs + ".web (out)", rbs + ".web (in (1)/plan.json)", false},
		"of another input, unshared":      {rbs + ".web (out)", rbs + ".web", false},
		"a key that looks like an input":  {rbs + `.web["a (out)"]`, rbs + `.web["a (out)"]`, true},
		"data source":                     {"data." + rbs + ".*", "data." + rbs + ".web", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			g, err := policy.ParseGlob(tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Match(tt.address, "in (1)/plan.json"); got != tt.want {
				t.Errorf("%s matches %s: %t, want %t", tt.pattern, tt.address, got, tt.want)
			}
		})
	}
}

func TestGlobErrors(t *testing.T) {
	for _, pattern := range []string{"", ".", "a.", ".a", "a..b", "a[", `a["x`, `a["x]`, "a[]", "a[0]b", " (in)"} {
		if _, err := policy.ParseGlob(pattern); err == nil {
			t.Errorf("%q is accepted", pattern)
		}
	}
	if (policy.Glob{}).Match("a.b", "") {
		t.Error("the zero glob matches")
	}
}

func TestGlobMatchesServicesByName(t *testing.T) {
	service := &topology.BackendService{Object: topology.Object{
		Address: `module.m.google_compute_region_backend_service.web["eu"] (live)`, Input: "live", Name: topology.Of("shop-web"),
	}}
	for pattern, want := range map[string]bool{
		"web": true, "w*": true, `web["eu"]`: true, `web["us"]`: false, "shop-web": true, "shop*": true,
		"other": false, "*": true, "google_compute_region_backend_service.web": false, "module.m": true, "shop-web (live)": true, "w* (li*)": true, "web (other)": false,
	} {
		g, err := policy.ParseGlob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.MatchService(service); got != want {
			t.Errorf("%s: %t, want %t", pattern, got, want)
		}
	}
}

func TestCheckVersion(t *testing.T) {
	tests := map[string]bool{
		">= 0.1.0": true, "0.3.2": true, "= 0.3.2": true, "!= 0.3.2": false, "> 0.3.2": false, "< 0.4": true, "<= 0.3.1": false,
		"~> 0.3": true, "~> 0.3.0": true, "~> 0.3.3": false, "~> 0.2.0": false, "~> 0.2": true, "~> 1": false, ">= 0.1, < 0.3": false, ">=0.1,<1": true,
	}
	for constraint, want := range tests {
		got, err := policy.CheckVersion(constraint, "0.3.2")
		if err != nil || got != want {
			t.Errorf("%s: %t (%v), want %t", constraint, got, err, want)
		}
	}
	for _, constraint := range []string{"", "x", ">=", "=> 1", ">= 1.2.3.4", ">= 1.x", "~> -1"} {
		if _, err := policy.CheckVersion(constraint, "0.3.2"); err == nil {
			t.Errorf("%q is accepted", constraint)
		}
	}
}
