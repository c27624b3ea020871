// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// partOf returns the plan of a case without some of its resources, as -target
// makes it: format is what the plan says of itself.
func partOf(t *testing.T, dir string, format map[string]any, without ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(casesDir, dir, "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	var plan map[string]any
	if err := json.Unmarshal(b, &plan); err != nil {
		t.Fatal(err)
	}
	left := func(list any) any {
		all, _ := list.([]any)
		return slices.DeleteFunc(all, func(r any) bool {
			address, _ := r.(map[string]any)["address"].(string)
			return slices.Contains(without, address)
		})
	}
	plan["resource_changes"] = left(plan["resource_changes"])
	root, _ := plan["planned_values"].(map[string]any)["root_module"].(map[string]any)
	root["resources"] = left(root["resources"])
	for _, key := range []string{"complete", "errored", "applyable"} {
		delete(plan, key)
	}
	for key, value := range format {
		plan[key] = value
	}
	if b, err = json.Marshal(plan); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestIncompletePlan leaves the service attachment out of a plan that finds
// zonal affinity on a published service: the rule is then undecided, and it is
// said what the plan lacks.
func TestIncompletePlan(t *testing.T) {
	for name, tc := range map[string]struct {
		format map[string]any
		want   string
	}{
		"targets":               {map[string]any{"complete": false, "errored": false}, "it was made for targets only (-target)"},
		"an error":              {map[string]any{"complete": false, "errored": true}, "planning stopped at an error"},
		"a program that is old": {map[string]any{"terraform_version": "1.5.7"}, "holds no instance of google_compute_service_attachment.api"},
	} {
		t.Run(name, func(t *testing.T) {
			plan := partOf(t, "bad/za-published", tc.format, "google_compute_service_attachment.api", "google_compute_service_attachment.api_east")
			stdout, stderr, code := lintText(t, plan, "check", "--format", "json")
			if code != exitOK || stderr != "" {
				t.Fatalf("code %d, %s", code, stderr)
			}
			const rule = `"rule":"ZA009","name":"affinity-on-published-service",`
			if strings.Contains(stdout, rule+`"severity"`) || !strings.Contains(stdout, rule+`"address":"google_compute_region_backend_service.api"`) {
				t.Errorf("ZA009 is not undecided: %s", stdout)
			}
			if !strings.Contains(stdout, tc.want) {
				t.Errorf("it is not said that %s: %s", tc.want, stdout)
			}
		})
	}
	whole := partOf(t, "bad/za-published", map[string]any{"complete": true})
	if stdout, _, code := lintText(t, whole, "check", "--format", "json"); code != exitFindings || strings.Contains(stdout, "lacks objects") {
		t.Errorf("the whole plan: code %d, %s", code, stdout)
	}
}
