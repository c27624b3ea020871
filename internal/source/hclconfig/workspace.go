// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"cmp"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

// longestWorkspace bounds the name of a workspace, in bytes.
const longestWorkspace = 90

// selectedWorkspace returns the workspace that terraform would use in the
// folder, empty where that cannot be told: the one of the environment, the one
// that `terraform workspace select` has noted, the one of a cloud block, else
// the default one.
func (c *Config) selectedWorkspace() string {
	w := cmp.Or(c.opts.Workspace, c.noted)
	switch cloud := c.root.Module.Cloud; {
	case w != "":
		return w
	case cloud != nil:
		return cloud.Workspace
	}
	return "default"
}

// planWorkspace returns the workspace of a plan, empty where nobody says it:
// what is selected in a folder now need not have been when the plan was made.
func (c *Config) planWorkspace(g *graph.Graph) string { return cmp.Or(g.Workspace, c.opts.Workspace) }

// notedWorkspace reads the file in which terraform notes the selected
// workspace. What is no name of one is not taken for one.
func notedWorkspace(dir string) string {
	name := filepath.Join(dir, ".terraform", "environment")
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() || info.Size() > 2*longestWorkspace {
		return ""
	}
	b, err := os.ReadFile(name)
	w := strings.TrimSpace(string(b))
	if err != nil || len(w) > longestWorkspace || url.PathEscape(w) != w {
		return ""
	}
	return w
}

// tellWorkspace says that what the plan leaves open may depend on a workspace
// that nobody has named.
func (f *filler) tellWorkspace() {
	if f.leftOpen && f.c.eval.LacksWorkspace() {
		f.g.Notices = append(f.g.Notices, graph.Notice{Text: "The plan does not say in which workspace it was made, so that what depends on terraform.workspace stays known after apply. Set TF_WORKSPACE, or give the saved plan file, which says it."})
	}
}
