// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ignorePattern is one line of a .gitignore file.
type ignorePattern struct {
	base     string // folder of the file, from the top of what is read
	segments []string
	anchored bool
	dirOnly  bool
	negated  bool
}

// ignores are the patterns that count in a folder, those of outer folders
// first.
type ignores []ignorePattern

// readIgnore reads the .gitignore of a folder. base is the folder as the paths
// to be matched begin. A file that cannot be read ignores nothing.
func readIgnore(dir, base string) ignores {
	src, err := readFile(filepath.Join(dir, ".gitignore"))
	if err != nil {
		return nil
	}
	var out ignores
	for _, text := range strings.Split(string(src), "\n") {
		text = strings.TrimRight(strings.TrimSuffix(text, "\r"), " ")
		if text == "" || text[0] == '#' {
			continue
		}
		p := ignorePattern{base: base}
		if text[0] == '!' {
			p.negated, text = true, text[1:]
		}
		text = strings.TrimPrefix(text, `\`)
		if rest, ok := strings.CutSuffix(text, "/"); ok {
			p.dirOnly, text = true, rest
		}
		p.anchored = strings.Contains(text, "/")
		if text = strings.TrimPrefix(text, "/"); text == "" {
			continue
		}
		p.segments = strings.Split(text, "/")
		out = append(out, p)
	}
	return out
}

// matches reports whether the last pattern that matches a folder ignores it.
// name is its path from the top of what is read.
func (ig ignores) matches(name string) bool {
	for i := len(ig) - 1; i >= 0; i-- {
		if ig[i].matches(name) {
			return !ig[i].negated
		}
	}
	return false
}

func (p ignorePattern) matches(name string) bool {
	rel := name
	if p.base != "" {
		var ok bool
		if rel, ok = strings.CutPrefix(name, p.base+"/"); !ok {
			return false
		}
	}
	if !p.anchored {
		ok, err := path.Match(p.segments[0], path.Base(rel))
		return err == nil && ok
	}
	return matchSegments(p.segments, strings.Split(rel, "/"))
}

// repository returns the folder of the repository that holds a folder, and the
// path from there to it. ok is false where there is none.
func repository(dir string) (top, rel string, ok bool) {
	abs, err := realPath(dir)
	if err != nil {
		return "", "", false
	}
	for p := abs; ; p = filepath.Dir(p) {
		if _, err := os.Lstat(filepath.Join(p, ".git")); err == nil {
			rel, err := filepath.Rel(p, abs)
			return p, filepath.ToSlash(rel), err == nil
		}
		if p == filepath.Dir(p) {
			return "", "", false
		}
	}
}
