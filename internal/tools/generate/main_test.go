// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/validate/rules/rulesdoc"
)

func TestRun(t *testing.T) {
	root := t.TempDir()
	stale := filepath.Join(root, rulesdoc.Folder, "ZA999.md")
	readme := filepath.Join(root, "README.md")
	if err := os.MkdirAll(filepath.Dir(stale), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string]string{stale: "old", readme: "# Spillway\n\n" + rulesdoc.Begin + "\n" + rulesdoc.End + "\n"} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // a second time changes nothing
		if err := run(root); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(stale); !os.IsNotExist(err) {
			t.Errorf("the page of a rule that is no more is still there: %v", err)
		}
		for _, f := range rulesdoc.Files() {
			got, err := os.ReadFile(filepath.Join(root, f.Path))
			if err != nil || string(got) != string(f.Content) {
				t.Errorf("%s: %v, or not what it should be", f.Path, err)
			}
		}
		page, err := os.ReadFile(readme)
		if err != nil || strings.Count(string(page), "docs/rules/LB001.md") != 1 {
			t.Errorf("README.md has no row of LB001, or more than one: %v", err)
		}
	}
}

func TestRunWithoutReadme(t *testing.T) {
	if err := run(t.TempDir()); err != nil {
		t.Fatal(err)
	}
}
