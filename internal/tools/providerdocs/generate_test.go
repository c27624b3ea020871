// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../../.."

// The provider's pages are what the generator prints from the schemas, the
// templates and the examples.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	t.Parallel()
	p, err := generate(root)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		fmt.Fprintln(os.Stderr, "!!! THE PROVIDER'S PAGES IN docs/ ARE NOT COMPARED: THERE IS NO TERRAFORM BINARY ON THE PATH !!!")
		t.Skip("no terraform binary on the PATH")
	case err != nil && strings.Contains(err.Error(), "no required module provides package"), err != nil && strings.Contains(err.Error(), "dial tcp"):
		fmt.Fprintln(os.Stderr, "!!! THE PROVIDER'S PAGES IN docs/ ARE NOT COMPARED: THE GENERATOR CANNOT BE DOWNLOADED !!!")
		t.Skip("the generator cannot be downloaded")
	case err != nil:
		t.Fatal(err)
	}
	if len(p) < 20 {
		t.Fatalf("only %d pages", len(p))
	}
	if err := p.compare(root); err != nil {
		t.Error(err)
	}
}

// A page that is stale, missing or left over is named; writing makes all of
// them current and leaves other pages alone.
func TestCompareAndWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put := func(name, content string) {
		path := filepath.Join(dir, "docs", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("index.md", "stale")
	put("resources/gone.md", "left over")
	put("design/page.md", "somebody's own")
	p := pages{"index.md": []byte("new"), "functions/route.md": []byte("new")}
	const want = "not current, run make generate: docs/functions/route.md, docs/index.md, docs/resources/gone.md"
	if err := p.compare(dir); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := p.write(dir); err != nil {
		t.Fatal(err)
	}
	if err := p.compare(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "docs", "design", "page.md")); err != nil {
		t.Error(err)
	}
}
