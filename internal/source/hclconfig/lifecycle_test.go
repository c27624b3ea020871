// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

// What lifecycle ignores can be asked for, in either syntax.
func TestIgnoredChanges(t *testing.T) {
	t.Parallel()
	const native = `
resource "google_compute_instance_group_manager" "m" {
  name        = "m"
  target_size = 3
  lifecycle {
    ignore_changes = IGNORED
  }
}
`
	const inJSON = `{"resource": {"google_compute_instance_group_manager": {"m": {"name": "m", "lifecycle": {"ignore_changes": IGNORED}}}}}`
	for name, c := range map[string]struct {
		file, text, ignored string
		references          []string
		constant            string
	}{
		"a list":          {"main.tf", native, `[target_size, version[0].name]`, []string{"target_size", "version[0].name", "version[0]"}, "?"},
		"all":             {"main.tf", native, `all`, []string{"all"}, "?"},
		"a list, in JSON": {"main.tf.json", inJSON, `["target_size"]`, nil, `["target_size"]`},
		"all, in JSON":    {"main.tf.json", inJSON, `"all"`, nil, `"all"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, c.file, strings.Replace(c.text, "IGNORED", c.ignored, 1))
			g, diags := Load(dir, Options{})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			e, ok := g.Configuration.Expression(g.Instances[0], "lifecycle[0].ignore_changes")
			if !ok {
				t.Fatal("the expression is not found")
			}
			if diff := cmp.Diff(c.references, e.References); diff != "" {
				t.Errorf("references (-want +got):\n%s", diff)
			}
			if got := text(e.Constant); got != c.constant {
				t.Errorf("constant %s, want %s", got, c.constant)
			}
		})
	}
}

// A plan that is filled from its source keeps the source at hand.
func TestFillKeepsTheSource(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "main.tf", "")
	c, diags := Open(dir, Options{})
	g := &graph.Graph{Kind: graph.PlanJSON}
	if diags = append(diags, c.Fill(g)...); diags.HasErrors() {
		t.Fatal(diags)
	}
	if g.Source != graph.Configuration(c) {
		t.Error("the source of the plan is not kept")
	}
}
