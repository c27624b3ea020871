// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// generator is the registry's own program, at the version that wrote the
// pages.
const generator = "github.com/hashicorp/terraform-plugin-docs/cmd/tfplugindocs@v0.25.0"

// pages are the generated files by their path in docs/, with slashes.
type pages map[string][]byte

// own are the folders of docs/ that hold nothing but generated pages.
var own = []string{"resources", "data-sources", "functions"}

// index is the generated page beside them.
const index = "index.md"

// generate makes the pages in a folder of its own, since the generator empties
// the one that it writes to.
func generate(root string) (pages, error) {
	terraform, err := exec.LookPath("terraform")
	if err != nil {
		return nil, err
	}
	if root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp("", "providerdocs")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(work) }()
	schemas, err := schemasOf(root, work, terraform)
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{"templates", "examples"} {
		if err := os.CopyFS(filepath.Join(work, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			return nil, err
		}
	}
	_, err = run(root, "go", "run", generator, "generate", "--provider-dir", work, "--provider-name", "spillway",
		"--rendered-provider-name", "Spillway", "--providers-schema", schemas)
	if err != nil {
		return nil, err
	}
	return read(filepath.Join(work, "docs"))
}

// schemasOf builds the provider, and has terraform print its schemas into a
// file.
func schemasOf(root, work, terraform string) (string, error) {
	bin := filepath.Join(work, "bin")
	if _, err := run(root, "go", "build", "-o", filepath.Join(bin, "terraform-provider-spillway"), "."); err != nil {
		return "", err
	}
	files := map[string]string{
		"terraformrc": fmt.Sprintf("provider_installation {\n  dev_overrides { \"spillway/spillway\" = %q }\n  direct {}\n}\n", bin),
		"main.tf":     "terraform {\n  required_providers {\n    spillway = { source = \"spillway/spillway\" }\n  }\n}\n",
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(content), 0o600); err != nil {
			return "", err
		}
	}
	out, err := run(bin, terraform, "providers", "schema", "-json")
	if err != nil {
		return "", err
	}
	// The generator looks for a provider by its name alone.
	out = bytes.Replace(out, []byte(`"registry.terraform.io/spillway/spillway"`), []byte(`"spillway"`), 1)
	file := filepath.Join(work, "schemas.json")
	return file, os.WriteFile(file, out, 0o600)
}

func run(dir, name string, arguments ...string) ([]byte, error) {
	cmd := exec.Command(name, arguments...)
	var errs bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &errs
	cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(dir, "terraformrc"), "CHECKPOINT_DISABLE=1")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(arguments, " "), err, out, errs.Bytes())
	}
	return out, nil
}

// read reads the pages below a folder.
func read(dir string) (pages, error) {
	out := pages{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		out[filepath.ToSlash(rel)], err = os.ReadFile(path)
		return err
	})
	return out, err
}

// present reads the generated pages that the repository has.
func present(root string) (pages, error) {
	out := pages{}
	for _, folder := range own {
		found, err := read(filepath.Join(root, "docs", folder))
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		for name, content := range found {
			out[folder+"/"+name] = content
		}
	}
	content, err := os.ReadFile(filepath.Join(root, "docs", index))
	if err == nil {
		out[index] = content
	} else if !os.IsNotExist(err) {
		return nil, err
	}
	return out, nil
}

// compare returns an error that names the pages which are not current.
func (p pages) compare(root string) error {
	there, err := present(root)
	if err != nil {
		return err
	}
	var stale []string
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if !bytes.Equal(p[name], there[name]) {
			stale = append(stale, "docs/"+name)
		}
		delete(there, name)
	}
	for _, name := range slices.Sorted(maps.Keys(there)) {
		stale = append(stale, "docs/"+name)
	}
	if len(stale) > 0 {
		return fmt.Errorf("not current, run make generate: %s", strings.Join(stale, ", "))
	}
	return nil
}

// write writes the pages, and removes those of what is no more.
func (p pages) write(root string) error {
	there, err := present(root)
	if err != nil {
		return err
	}
	for name := range there {
		if p[name] == nil {
			if err := os.Remove(filepath.Join(root, "docs", filepath.FromSlash(name))); err != nil {
				return err
			}
		}
	}
	for name, content := range p {
		if bytes.Equal(there[name], content) {
			continue
		}
		path := filepath.Join(root, "docs", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
