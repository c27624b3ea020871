// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
)

// A plan is filled with the workspace that it names, or the user does. What is
// selected in the folder now says nothing about the plan.
func TestWorkspaceOfAPlan(t *testing.T) {
	t.Parallel()
	const first, second = "google_compute_instance_group.a.self_link", "google_compute_instance_group.b.self_link"
	dir := t.TempDir()
	src, err := os.ReadFile(filepath.Join(casesDir, "plans/01-ilb-spill/main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "main.tf", strings.Replace(string(src), "group          = "+first, `group = terraform.workspace == "prod" ? `+first+" : "+second, 1))
	write(t, dir, ".terraform/environment", "prod")
	for name, c := range map[string]struct {
		ofPlan, given string
		inA           int // groups filled with a
		told          bool
	}{
		"the plan's":                    {ofPlan: "prod", inA: 1},
		"the plan's before the given":   {ofPlan: "prod", given: "default", inA: 1},
		"the given":                     {given: "prod", inA: 1},
		"another one":                   {ofPlan: "default"},
		"nobody's, and one is selected": {told: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := readPlan(t, filepath.Join(casesDir, "plans/01-ilb-spill")).graph(nil)
			g.Workspace = c.ofPlan
			config, diags := Open(dir, Options{Workspace: c.given})
			if diags = append(diags, config.Fill(g)...); diags.HasErrors() {
				t.Fatal(diags)
			}
			filled, open := 0, 0
			for _, i := range g.Instances {
				for _, b := range i.After.Get("backend").Elements() {
					group := b.Get("group")
					if s, _ := group.Text(); strings.HasSuffix(s, "/us-central1-a/instanceGroups/web-a") {
						filled++
					}
					if group.IsUnknown() {
						open++
					}
				}
			}
			if filled != c.inA || (open > 0) != c.told {
				t.Errorf("%d filled with a, %d open", filled, open)
			}
			if told := len(g.Notices) == 1 && strings.Contains(g.Notices[0].Text, "TF_WORKSPACE"); told != c.told {
				t.Errorf("notices: %v", g.Notices)
			}
		})
	}
}

// The workspace of a folder is the one that terraform would use there.
func TestWorkspaceOfAFolder(t *testing.T) {
	t.Parallel()
	const output = "output \"o\" { value = terraform.workspace }\n"
	const noted = ".terraform/environment"
	for name, c := range map[string]struct {
		files files
		given string
		want  string
	}{
		"the default one":         {files{"main.tf": output}, "", `"default"`},
		"the noted one":           {files{"main.tf": output, noted: "prod\n"}, "", `"prod"`},
		"the given one":           {files{"main.tf": output, noted: "prod"}, "staging", `"staging"`},
		"an empty note":           {files{"main.tf": output, noted: "\n"}, "", `"default"`},
		"what is no name":         {files{"main.tf": output, noted: "a b\nc"}, "", `"default"`},
		"what is too long":        {files{"main.tf": output, noted: strings.Repeat("a", 1000)}, "", `"default"`},
		"that of a cloud block":   {files{"main.tf": output + "terraform {\n cloud {\n workspaces {\n name = \"hcp\"\n }\n }\n}\n"}, "", `"hcp"`},
		"one of several of cloud": {files{"main.tf": output + "terraform {\n cloud {\n workspaces {\n tags = [\"x\"]\n }\n }\n}\n"}, "", "?"},
		"cloud, in JSON":          {files{"main.tf.json": `{"output":{"o":{"value":"${terraform.workspace}"}},"terraform":{"cloud":{"workspaces":{"name":"hcp"}}}}`}, "", `"hcp"`},
		"cloud, and a noted one":  {files{"main.tf": output + "terraform {\n cloud {}\n}\n", noted: "prod"}, "", `"prod"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, content := range c.files {
				write(t, dir, file, content)
			}
			config, diags := Open(dir, Options{Workspace: c.given})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			v, _ := config.evaluator().Root.Output("o")
			if diff := cmp.Diff(c.want, text(eval.ToGraph(v))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLeftOut: of a saved plan that lacks objects it is told which resources
// they may be of.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "main.tf", `
		resource "x_y" "held" {}
		resource "x_y" "lacking" {}
		resource "x_y" "some" { for_each = toset(["a", "b"]) }
		resource "z_z" "other" {}
		data "x_y" "d" {}
		module "m" {
		  source = "./m"
		  count  = 2
		}`)
	write(t, dir, "m/main.tf", `resource "x_y" "in" {}`)
	config, diags := Open(dir, Options{Select: graph.Selection{"x_y": nil}})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	held := func(address string) *graph.Instance {
		a, _ := graph.ParseAddress(address)
		return &graph.Instance{Address: address, Module: a.Module, Type: a.Type, Name: a.Name, Key: a.Key}
	}
	for name, c := range map[string]struct {
		plan graph.Graph
		want []string
	}{
		"targets":           {graph.Graph{Kind: graph.PlanFile, Incomplete: "x"}, []string{"module.m.x_y.in", "x_y.lacking", "x_y.some"}},
		"only refreshed":    {graph.Graph{Kind: graph.PlanFile, RefreshOnly: true}, []string{"module.m.x_y.in", "x_y.lacking", "x_y.some"}},
		"whole":             {graph.Graph{Kind: graph.PlanFile}, nil},
		"JSON, which knows": {graph.Graph{Kind: graph.PlanJSON, Incomplete: "x"}, nil},
	} {
		g := c.plan
		g.Instances = []*graph.Instance{held("module.m[0].x_y.in"), held("x_y.held"), held(`x_y.some["a"]`)}
		if diags := config.Fill(&g); diags.HasErrors() {
			t.Fatal(diags)
		}
		var got []string
		for _, u := range g.Unexpanded {
			got = append(got, u.Address)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || (g.Incomplete != "") != (c.plan.Incomplete != "" || c.want != nil) {
			t.Errorf("%s: %q %s", name, g.Incomplete, diff)
		}
	}
	g := graph.Graph{Kind: graph.PlanFile, RefreshOnly: true, Instances: []*graph.Instance{held("x_y.held"), held("x_y.lacking")}}
	if diags := config.Fill(&g); diags.HasErrors() || g.Incomplete != "" || len(g.Unexpanded) != 0 {
		t.Errorf("nothing is missing for certain, but %q: %v", g.Incomplete, g.Unexpanded)
	}
}
