// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// Root is a root module in a tree of folders.
type Root struct {
	// Dir is its folder, beginning with the directory that was searched.
	Dir string
	// Modules are the folders of the local modules that it calls, directly or
	// through others, sorted.
	Modules []string
}

const (
	deepestFolder = 64
	mostFolders   = 200_000
)

// Roots finds the root modules below a directory, itself included, sorted:
// every folder with configuration that no other one calls as a module. It
// honours .gitignore and skips hidden folders, node_modules and vendor. Links
// to folders are not followed.
func Roots(dir string) ([]Root, error) {
	s := &search{calls: map[string][]string{}}
	if info, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %s", dir, reasonOf(err))
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", dir)
	}
	rel, ig := outerIgnores(dir)
	if err := s.folder(filepath.Clean(dir), rel, ig, 0); err != nil {
		return nil, err
	}
	called := map[string]bool{}
	for from, to := range s.calls {
		for _, d := range to {
			called[d] = called[d] || d != from
		}
	}
	var roots []Root
	for _, d := range sortedKeys(s.calls) {
		if !called[d] {
			roots = append(roots, Root{Dir: d, Modules: s.reached(d)})
		}
	}
	if len(roots) == 0 { // modules that call each other in a circle
		for _, d := range sortedKeys(s.calls) {
			roots = append(roots, Root{Dir: d, Modules: s.reached(d)})
		}
	}
	return roots, nil
}

// outerIgnores reads the .gitignore files between the repository's folder and
// a directory. rel is the directory's path from there.
func outerIgnores(dir string) (rel string, ig ignores) {
	top, rel, ok := repository(dir)
	if !ok || rel == "." {
		return "", nil
	}
	at := ""
	for _, part := range strings.Split(rel, "/") {
		ig = append(ig, readIgnore(filepath.Join(top, filepath.FromSlash(at)), at)...)
		at = path.Join(at, part)
	}
	return rel, ig
}

// search is the folders with configuration and the folders that they call.
type search struct {
	calls   map[string][]string
	folders int
}

func (s *search) folder(dir, rel string, ig ignores, depth int) error {
	if s.folders++; s.folders > mostFolders {
		return fmt.Errorf("there are more than %d folders to search", mostFolders)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %s", dir, reasonOf(err))
	}
	ig = append(slices.Clip(ig), readIgnore(dir, rel)...)
	var names []string
	for _, e := range entries {
		if !e.IsDir() && module.IsConfiguration(e.Name()) {
			names = append(names, e.Name())
		}
	}
	if len(names) > 0 {
		s.calls[dir] = localCalls(dir, names)
	}
	if depth >= deepestFolder {
		return nil
	}
	for _, e := range entries {
		inner := path.Join(rel, e.Name())
		if !e.IsDir() || skipped(e) || ig.matches(inner) {
			continue
		}
		if err := s.folder(filepath.Join(dir, e.Name()), inner, ig, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func skipped(e fs.DirEntry) bool {
	n := e.Name()
	return strings.HasPrefix(n, ".") || n == "node_modules" || n == "vendor"
}

var (
	moduleHeader = regexp.MustCompile(`(?m)^[ \t]*module[ \t]+"?[^"\s{]+"?[ \t]*\{`)
	localSource  = regexp.MustCompile(`(?m)(?:^|[{\s])source[ \t]*=[ \t]*"(\.\.?(?:/[^"$%]*)?)"`)
	longComment  = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

// localCalls returns the folders that the files of a folder call as local
// modules. It reads the text and parses nothing: the files are parsed once,
// when their root is evaluated.
func localCalls(dir string, names []string) []string {
	seen := map[string]bool{}
	for _, name := range names {
		src, err := readFile(filepath.Join(dir, name))
		if err != nil {
			continue // reported when it is loaded
		}
		sources := localSources(string(src))
		if strings.HasSuffix(name, ".json") {
			sources = jsonSources(src)
		}
		for _, source := range sources {
			if source == "." || source == ".." || strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../") {
				seen[filepath.Join(dir, filepath.FromSlash(source))] = true
			}
		}
	}
	return sortedKeys(seen)
}

func localSources(text string) []string {
	if !strings.Contains(text, "module") {
		return nil
	}
	if strings.Contains(text, "/*") {
		text = longComment.ReplaceAllString(text, "")
	}
	var out []string
	for _, at := range moduleHeader.FindAllStringIndex(text, -1) {
		if m := localSource.FindStringSubmatch(block(text[at[1]:])); m != nil {
			out = append(out, m[1])
		}
	}
	return out
}

// block returns text up to the bracket that closes a block.
func block(text string) string {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i]
			}
		}
	}
	return text
}

// jsonSources returns the sources of the module calls in a JSON file, whose
// blocks may be objects or lists of objects.
func jsonSources(src []byte) []string {
	var doc struct{ Module any }
	if json.Unmarshal(src, &doc) != nil {
		return nil
	}
	var out []string
	var walk func(v any, depth int)
	walk = func(v any, depth int) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e, depth)
			}
		case map[string]any:
			if depth > 0 {
				if s, ok := v["source"].(string); ok {
					out = append(out, s)
				}
				return
			}
			for _, e := range v {
				walk(e, depth+1)
			}
		}
	}
	walk(doc.Module, 0)
	return out
}

// reached returns the folders that a folder calls, directly or through others.
func (s *search) reached(dir string) []string {
	seen := map[string]bool{}
	queue := []string{dir}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, d := range s.callsOf(at) {
			if d != dir && !seen[d] && len(seen) < mostFolders {
				seen[d] = true
				queue = append(queue, d)
			}
		}
	}
	return sortedKeys(seen)
}

// callsOf returns what a folder calls. Modules may lie beside the tree that
// was searched.
func (s *search) callsOf(dir string) []string {
	if calls, ok := s.calls[dir]; ok {
		return calls
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && module.IsConfiguration(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return localCalls(dir, names)
}

// RootsOf returns those of the roots that the given files or folders belong
// to, be it through a module that they call: the root or module whose folder
// is the nearest above a path.
func RootsOf(roots []Root, paths []string) []Root {
	users := map[string][]int{}
	for i, r := range roots {
		users[absolute(r.Dir)] = append(users[absolute(r.Dir)], i)
		for _, m := range r.Modules {
			users[absolute(m)] = append(users[absolute(m)], i)
		}
	}
	wanted := map[int]bool{}
	for _, p := range paths {
		for at := absolute(p); ; at = filepath.Dir(at) {
			if found := users[at]; len(found) > 0 {
				for _, i := range found {
					wanted[i] = true
				}
				break
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	var out []Root
	for i, r := range roots {
		if wanted[i] {
			out = append(out, r)
		}
	}
	return out
}

func absolute(p string) string {
	if abs, err := filepath.Abs(p); err == nil {
		return abs
	}
	return filepath.Clean(p)
}
