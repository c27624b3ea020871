// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"terraform-provider-spillway/internal/validate"
)

// FileName is the name of the configuration file.
const FileName = ".spillway.hcl"

// maxFile bounds the configuration file: a thousand times what anybody writes.
const maxFile = 16 << 20

// Find returns the configuration file that holds for a directory: the one in
// it or in its nearest ancestor, up to the root of the repository (the
// directory that holds .git). It returns an empty path where there is none,
// and without a repository it looks at the directory alone.
func Find(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	root := repositoryRoot(abs)
	for d := abs; ; d = filepath.Dir(d) {
		path := filepath.Join(d, FileName)
		info, err := os.Stat(path)
		switch {
		case err == nil && info.Mode().IsRegular():
			return path, nil
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return "", err
		}
		if d == root || d == filepath.Dir(d) {
			return "", nil
		}
	}
}

// repositoryRoot returns the nearest ancestor that holds .git, a directory or
// the file of a work tree; dir itself where there is none.
func repositoryRoot(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

// Load reads a configuration file. An error is one line that says where and
// what; see [Error].
func Load(path string) (*Config, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("configuration file %s: %w", path, reason(err))
	}
	if info.Size() > maxFile || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("configuration file %s: not a regular file of at most %d MiB", path, maxFile>>20)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("configuration file %s: %w", path, reason(err))
	}
	return Parse(src, path)
}

// reason returns what the system says, without repeating the path.
func reason(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Parse reads a configuration file's text; path is what errors call it.
func Parse(src []byte, path string) (*Config, error) {
	if at, deep := tooDeep(src, path); deep {
		return nil, fmt.Errorf("%s: nested more deeply, or with more operators, than a configuration file may be", Where(at))
	}
	file, diags := hclsyntax.ParseConfig(src, path, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, &Error{Problems: diags}
	}
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		return nil, fmt.Errorf("configuration file %s: not in HCL's native syntax", path)
	}
	d := &decoder{config: &Config{Path: path, Rules: map[string]validate.Setting{}}}
	d.file(body)
	if len(d.problems) > 0 {
		slices.SortStableFunc(d.problems, func(a, b *hcl.Diagnostic) int {
			return cmp.Compare(a.Subject.Start.Byte, b.Subject.Start.Byte)
		})
		return nil, &Error{Problems: d.problems}
	}
	return d.config, nil
}

// Error is what is wrong with a configuration file. Its text is one line.
type Error struct{ Problems hcl.Diagnostics }

func (e *Error) Error() string {
	p := e.Problems[0]
	text := p.Detail
	if text == "" {
		text = p.Summary
	}
	text = strings.TrimSuffix(strings.Join(strings.Fields(text), " "), ".")
	if p.Subject != nil {
		text = Where(*p.Subject) + ": " + text
	}
	if n := len(e.Problems) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// Where returns a place as "FILE:LINE:COLUMN".
func Where(r hcl.Range) string {
	return fmt.Sprintf("%s:%d:%d", r.Filename, r.Start.Line, r.Start.Column)
}
