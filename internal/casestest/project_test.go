// SPDX-License-Identifier: MPL-2.0

package casestest

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/hclconfig"
)

var providerProject = regexp.MustCompile(`(?s)(provider "google(?:-beta)?" \{[^}]*?\n)\s*project\s*=[^\n]*\n`)

// restsOnProject are the cases whose findings a folder cannot show without the
// project: they compare projects, or spell one in a link.
var restsOnProject = map[string]bool{
	"bad/ch-project-policy": true,
}

// Most folders leave the project to a variable without a value, or to the
// environment. Every link within the folder stands all the same.
func TestFindingsWithoutAProject(t *testing.T) {
	for name, project := range map[string]string{"environment": "", "variable": "\n  project = var.project_id\n"} {
		for _, folder := range []string{"bad", "clean", "forms", "psc"} {
			for _, dir := range casesIn(t, folder) {
				id := folder + "/" + filepath.Base(dir)
				if restsOnProject[id] {
					continue
				}
				t.Run(name+"/"+id, func(t *testing.T) {
					t.Parallel()
					copied := t.TempDir()
					if !copyWithProject(t, dir, copied, project) {
						t.Skip("no provider block sets a project")
					}
					want := readExpectation(t, dir).withoutPlan()
					g, diags := hclconfig.Load(copied, hclconfig.Options{Select: google.Selection()})
					for _, d := range diags {
						t.Error(d)
					}
					judge(t, want, run(t, dir, want, g))
				})
			}
		}
	}
}

// copyWithProject copies the configuration of a case, with another project in
// its provider blocks, and reports whether there is one that sets it.
func copyWithProject(t *testing.T, from, to, project string) (changed bool) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".tf") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		out := providerProject.ReplaceAll(src, []byte("${1}"+project))
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if !bytes.Equal(out, src) {
			changed = true
			if project != "" && !strings.Contains(rel, string(filepath.Separator)) {
				out = append(out, "\nvariable \"project_id\" {\n  type = string\n}\n"...)
			}
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), out, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return changed
}
