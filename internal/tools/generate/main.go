// SPDX-License-Identifier: MPL-2.0

// Command generate writes what is printed from the code: the pages of the
// rules, and the table of rules in README.md. Run it with make generate; it
// changes nothing that is current.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"terraform-provider-spillway/internal/validate/rules"
	"terraform-provider-spillway/internal/validate/rules/rulesdoc"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	files := rulesdoc.Files()
	if err := removeOthers(root, files); err != nil {
		return err
	}
	for _, f := range files {
		if err := write(filepath.Join(root, f.Path), f.Content); err != nil {
			return err
		}
	}
	return insertTable(filepath.Join(root, "README.md"))
}

// removeOthers removes the pages of rules that are no more.
func removeOthers(root string, files []rulesdoc.File) error {
	current := map[string]bool{}
	for _, f := range files {
		current[filepath.Join(root, f.Path)] = true
	}
	pages, err := filepath.Glob(filepath.Join(root, rulesdoc.Folder, "*.md"))
	if err != nil {
		return err
	}
	for _, page := range pages {
		if !current[page] {
			if err := os.Remove(page); err != nil {
				return err
			}
		}
	}
	return nil
}

// insertTable writes the table of rules into a page that has the markers for
// it; one without, or no page, stays as it is.
func insertTable(path string) error {
	page, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if page, ok := rulesdoc.Insert(page, rulesdoc.Table(rules.All, rulesdoc.Folder+"/")); ok {
		return write(path, page)
	}
	return nil
}

func write(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}
