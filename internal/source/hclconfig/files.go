// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/hclconfig/lang"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// mostWalked bounds the entries that fileset looks at.
const mostWalked = 100_000

// diskFiles reads files for the language's functions: those below the folders
// of the configuration's modules. Relative paths begin at the root module, as
// they do where terraform runs in it.
type diskFiles struct {
	root    string
	allowed []string // real paths of the modules' folders
}

func newDiskFiles(root *module.Node) *diskFiles {
	d := &diskFiles{root: root.Module.Dir}
	seen := map[string]bool{}
	var walk func(*module.Node)
	walk = func(n *module.Node) {
		if !seen[n.Module.Dir] {
			seen[n.Module.Dir] = true
			if real, err := realPath(n.Module.Dir); err == nil {
				d.allowed = append(d.allowed, real)
			}
		}
		for _, c := range n.Children {
			walk(c)
		}
	}
	walk(root)
	return d
}

func realPath(name string) (string, error) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(real)
}

// resolve returns the path of a file within reach. What is outside is never
// touched, so that whether it exists does not show.
func (d *diskFiles) resolve(name string) (string, error) {
	p := filepath.FromSlash(name)
	if d.Home(name) {
		return "", lang.ErrAfterApply
	}
	if !filepath.IsAbs(p) {
		p = filepath.Join(d.root, p)
	}
	abs, err := filepath.Abs(p)
	if err != nil {
		return "", lang.ErrAfterApply
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	} else if real, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		abs = filepath.Join(real, filepath.Base(abs))
	}
	for _, dir := range d.allowed {
		if rel, err := filepath.Rel(dir, abs); err == nil && filepath.IsLocal(rel) {
			return abs, nil
		}
	}
	return "", lang.ErrAfterApply
}

// ReadFile implements lang.Files.
func (d *diskFiles) ReadFile(name string) ([]byte, error) {
	p, err := d.resolve(name)
	if err != nil {
		return nil, err
	}
	b, err := readFile(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &lang.MissingFileError{Path: name}
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %s", name, reasonOf(err))
	}
	return b, nil
}

// Home implements lang.Files.
func (*diskFiles) Home(name string) bool { return strings.HasPrefix(name, "~") }

// Set implements lang.Files.
func (d *diskFiles) Set(dir, pattern string) ([]string, error) {
	p, err := d.resolve(dir)
	if err != nil {
		return nil, err
	}
	patterns := alternatives(pattern)
	for _, one := range patterns {
		if _, err := path.Match(strings.ReplaceAll(one, "**", "*"), ""); err != nil {
			return nil, fmt.Errorf("the pattern %q is malformed", pattern)
		}
		if strings.HasPrefix(path.Clean(one), "..") {
			return nil, lang.ErrAfterApply
		}
	}
	var out []string
	walked := 0
	err = filepath.WalkDir(p, func(name string, e fs.DirEntry, err error) error {
		if walked++; walked > mostWalked {
			return fmt.Errorf("the folder %s holds more than %d files", dir, mostWalked)
		}
		if !isFile(name, e, err) {
			return nil
		}
		rel, err := filepath.Rel(p, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		for _, one := range patterns {
			if matchSegments(strings.Split(path.Clean(one), "/"), strings.Split(rel, "/")) {
				out = append(out, rel)
				break
			}
		}
		return nil
	})
	slices.Sort(out)
	return slices.Compact(out), err
}

// isFile reports whether an entry of a folder is a file, or a link to one. One
// that cannot be read is as if it were not there.
func isFile(name string, e fs.DirEntry, err error) bool {
	if err != nil {
		return false
	}
	if e.Type()&fs.ModeSymlink != 0 {
		info, err := os.Stat(name)
		return err == nil && info.Mode().IsRegular()
	}
	return e.Type().IsRegular()
}

// matchSegments matches a path against a pattern, where ** stands for any
// number of folders.
func matchSegments(pattern, name []string) bool {
	if len(pattern) == 0 {
		return len(name) == 0
	}
	if pattern[0] == "**" {
		for i := range len(name) + 1 {
			if matchSegments(pattern[1:], name[i:]) {
				return true
			}
		}
		return false
	}
	if len(name) == 0 {
		return false
	}
	ok, err := path.Match(pattern[0], name[0])
	return err == nil && ok && matchSegments(pattern[1:], name[1:])
}

// alternatives expands {a,b} in a pattern.
func alternatives(pattern string) []string {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		return []string{pattern}
	}
	end := strings.IndexByte(pattern[open:], '}')
	if end < 0 {
		return []string{pattern}
	}
	var out []string
	for _, alt := range strings.Split(pattern[open+1:open+end], ",") {
		for _, rest := range alternatives(pattern[open+end+1:]) {
			if out = append(out, pattern[:open]+alt+rest); len(out) > 1000 {
				return out
			}
		}
	}
	return out
}

// noFiles is the reach of a configuration in an archive, which holds no files
// but its own.
type noFiles struct{}

func (noFiles) ReadFile(string) ([]byte, error)      { return nil, lang.ErrAfterApply }
func (noFiles) Set(string, string) ([]string, error) { return nil, lang.ErrAfterApply }
func (noFiles) Home(name string) bool                { return strings.HasPrefix(name, "~") }
