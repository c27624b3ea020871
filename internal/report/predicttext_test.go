// SPDX-License-Identifier: MPL-2.0

package report

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/golden"
)

func predictText(t *testing.T, doc *Predict, view PredictText) []byte {
	t.Helper()
	view.RuleName = func(string) string { return "some-rule" }
	var b bytes.Buffer
	if err := doc.WriteText(&b, view); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPredictText(t *testing.T) {
	convert := FromPredict{Losses: true, Explain: true}
	all := []string{"all-healthy", "zone-down", "unhealthy:us-central1-a=1", "all-unhealthy"}
	for name, view := range map[string]PredictText{
		"wide":    {Terminal: Terminal{Width: 160}},
		"usual":   {Terminal: Terminal{Width: 80}},
		"narrow":  {Terminal: Terminal{Width: 40}},
		"tiny":    {Terminal: Terminal{Width: 20}},
		"explain": {Terminal: Terminal{Width: 100}, Explain: true},
		"color":   {Terminal: Terminal{Width: 120, Color: true}},
		"quiet":   {Terminal: Terminal{Width: 120}, Quiet: true},
	} {
		t.Run(name, func(t *testing.T) {
			doc := predicted(snapshot(), convert, all...)
			doc.Services[3].Conflicts = []string{"ZA006"}
			golden.Assert(t, filepath.Join("testdata", "predict", name+".txt"), predictText(t, doc, view))
		})
	}
}

func TestPredictTextOfCompositeHealth(t *testing.T) {
	doc := predictions()["all"]
	doc.Services = nil
	doc.CompositeHealth[0].Evaluations[1].Sources[0].Healthy = nil
	for name, columns := range map[string]int{"health": 120, "health-narrow": 40} {
		golden.Assert(t, filepath.Join("testdata", "predict", name+".txt"), predictText(t, doc, PredictText{Terminal: Terminal{Width: columns}, Quiet: true}))
	}
}

// many returns n services of a few sorts that take turns.
func many(n, sorts int) *topology.Snapshot {
	b := tt.New()
	for i := range n {
		s := b.Service(fmt.Sprintf("s%04d", i))
		tt.Affinity(s, topology.AffinitySpill, "0.5")
		tt.Attach(s, b.Group(fmt.Sprintf("a%04d", i), tt.Zone("a"), 1+i%sorts), false)
		tt.Attach(s, b.Group(fmt.Sprintf("b%04d", i), tt.Zone("b"), 3), false)
		b.Rule(fmt.Sprintf("r%04d", i), s)
	}
	return b.Snapshot()
}

func TestPredictTextOfManyServices(t *testing.T) {
	for name, test := range map[string]struct {
		sorts, most int
	}{
		"alike":     {sorts: 3, most: 60},
		"different": {sorts: 200, most: 250},
	} {
		t.Run(name, func(t *testing.T) {
			doc := predicted(many(1000, test.sorts), FromPredict{Losses: true})
			got := predictText(t, doc, PredictText{Terminal: Terminal{Width: 120}})
			golden.Assert(t, filepath.Join("testdata", "predict", "1000-"+name+".txt"), got)
			if lines := strings.Count(string(got), "\n"); lines > test.most {
				t.Errorf("%d lines for 1,000 services, want at most %d", lines, test.most)
			}
		})
	}
}

func TestPredictTextWithoutServices(t *testing.T) {
	doc := predicted(tt.New().Snapshot(), FromPredict{})
	golden.Assert(t, filepath.Join("testdata", "predict", "none.txt"), predictText(t, doc, PredictText{Terminal: Terminal{Width: 80}}))
}

// TestPredictTextFitsItsWidth holds for every width that a terminal may have:
// no line of a table is longer, but for words that cannot be broken.
func TestPredictTextFitsItsWidth(t *testing.T) {
	doc := predicted(snapshot(), FromPredict{Losses: true})
	for columns := 60; columns <= 200; columns++ {
		for line := range strings.Lines(string(predictText(t, doc, PredictText{Terminal: Terminal{Width: columns}}))) {
			if w := width(strings.TrimSuffix(line, "\n")); w > columns && strings.Count(strings.TrimSpace(line), " ") > 0 {
				t.Errorf("%d columns in %d: %s", w, columns, line)
			}
		}
	}
}

func TestPredictTextEscapesNames(t *testing.T) {
	b := tt.New()
	s := b.Service("web")
	s.Name = topology.Of(hostile)
	s.Address = `module.m["` + hostile + `"].google_compute_region_backend_service.web`
	tt.Affinity(s, topology.AffinitySpill, "0.5")
	tt.Attach(s, b.Group("a", tt.Zone("a"), 2), false)
	text := string(predictText(t, predicted(b.Snapshot(), FromPredict{Losses: true, Explain: true}), PredictText{Terminal: Terminal{Width: 120}, Explain: true}))
	if strings.ContainsAny(text, "\x1b\u202e\r") {
		t.Errorf("a character of a name acts on the terminal: %q", text)
	}
}
