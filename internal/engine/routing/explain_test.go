// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/decisiontable"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/golden"
)

// TestExplain holds the explanation of every worked example.
func TestExplain(t *testing.T) {
	var out strings.Builder
	for _, row := range decisiontable.Read(t, page, "Worked examples") {
		for client := range strings.SplitSeq(row.Get(t, "client"), ", ") {
			p := policyOf(t, row.Get(t, "failover"), row.Get(t, "option"))
			c := clientOf(t, client, &p)
			s := routing.New(p, zonesOf(t, row.Get(t, "topology")))
			fmt.Fprintf(&out, "%s %s: %s, failover %s, %s\n", row.Get(t, "id"), client, row.Get(t, "topology"), row.Get(t, "failover"), row.Get(t, "option"))
			for _, line := range s.Explain(c, s.Decide(c)) {
				fmt.Fprintf(&out, "    %s\n", line)
			}
		}
	}
	golden.Assert(t, filepath.Join("testdata", "explain.txt"), []byte(out.String()))
}

// TestExplainIsProse holds that every explanation is made of sentences.
func TestExplainIsProse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, c := drawModel(t), drawClient(t)
		s := routing.New(m.policy, m.zones())
		lines := s.Explain(c, s.Decide(c))
		if len(lines) == 0 {
			t.Fatal("no explanation")
		}
		for _, l := range lines {
			if !strings.HasSuffix(l, ".") || strings.Contains(l, "  ") || strings.Contains(l, "%!") || strings.Contains(l, " ,") {
				t.Fatalf("%q is no sentence", l)
			}
		}
	})
}
