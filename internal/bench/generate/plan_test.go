// SPDX-License-Identifier: MPL-2.0

package generate_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"terraform-provider-spillway/internal/bench/generate"
)

func TestPlanIsJSONWithAllItsResources(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]generate.Plan{
		"services only":       {Services: 3, GroupsPerService: 2},
		"others only":         {Others: 7, OtherBytes: 10},
		"services and others": {Services: 3, GroupsPerService: 3, Others: 10, OtherBytes: 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			if err := p.WriteJSON(&b); err != nil {
				t.Fatal(err)
			}
			var doc struct {
				ResourceChanges []struct{ Address string } `json:"resource_changes"`
			}
			if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
				t.Fatal(err)
			}
			addresses := map[string]bool{}
			for _, c := range doc.ResourceChanges {
				addresses[c.Address] = true
			}
			if len(addresses) != p.Resources() {
				t.Errorf("%d distinct resources, want %d", len(addresses), p.Resources())
			}
		})
	}
}
