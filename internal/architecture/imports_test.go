// SPDX-License-Identifier: MPL-2.0

package architecture

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	root   = "../.."
	module = "terraform-provider-spillway/"
)

type room struct {
	prefix string
	module []string
	others []string
	never  []string // of the standard library
}

// A room may import what its row allows, and nothing else: packages of the
// module by prefix, packages of others by prefix, and the standard library
// unless it is named under never. The first row whose prefix fits counts.
var rooms = []room{
	{"internal/engine/decisiontable", nil, nil, nil}, // only tests import it: it reads docs/decisions
	{"internal/engine/store", nil, []string{"modernc.org/sqlite"}, []string{"net", "net/http", "log"}},
	{"internal/engine/", []string{"internal/engine/"}, nil, []string{"os", "net", "time", "io/fs", "os/exec", "log", "syscall"}},
	{"internal/validate/rules/rulesdoc", []string{"internal/engine/", "internal/validate"}, nil, []string{"net", "time"}},
	{"internal/validate", []string{"internal/engine/", "internal/validate"}, nil, []string{"os", "net", "time", "io/fs", "os/exec", "log", "syscall"}},
	{"internal/source/graph/graphtest", []string{"internal/source/graph"}, nil, nil}, // only tests import it
	{"internal/source/graph", nil, nil, []string{"os", "net", "time"}},
	{"internal/source/google", []string{"internal/engine/topology", "internal/source/graph"}, nil, []string{"os", "net", "time"}},
	{"internal/source/spillway", []string{"internal/engine/topology", "internal/source/graph"}, nil, []string{"os", "net", "time"}},
	{"internal/source", []string{"internal/engine/topology", "internal/source"},
		[]string{"github.com/hashicorp/hcl/v2", "github.com/zclconf/go-cty", "github.com/zclconf/go-cty-yaml", "github.com/go-json-experiment/json", "github.com/vmihailenco/msgpack/v5", "google.golang.org/protobuf", "golang.org/x/text"}, []string{"net/http"}},
	{"internal/policy", []string{"internal/engine/", "internal/validate"}, []string{"github.com/hashicorp/hcl/v2", "github.com/zclconf/go-cty"}, []string{"net", "net/http"}},
	{"internal/report", []string{"internal/engine/", "internal/validate"}, []string{"github.com/rivo/uniseg"}, []string{"net", "net/http", "os"}},
	{"internal/check", []string{"internal/engine/", "internal/validate", "internal/source", "internal/policy", "internal/report"}, []string{"github.com/rivo/uniseg"}, []string{"net", "net/http", "log"}},
	{"internal/client", []string{"internal/engine/", "internal/validate", "internal/source/graph", "internal/source/spillway"}, nil, []string{"net", "net/http", "os", "log"}},
	{"internal/resources", []string{"internal/client", "internal/engine/", "internal/validate", "internal/source", "internal/policy", "internal/report", "internal/check"}, []string{"github.com/hashicorp/terraform-plugin-framework", "github.com/hashicorp/terraform-plugin-framework-validators", "github.com/hashicorp/terraform-plugin-go"}, []string{"net", "net/http", "log"}},
	{"internal/provider", []string{"internal/client", "internal/engine/topology", "internal/resources"}, []string{"github.com/hashicorp/terraform-plugin-framework", "github.com/hashicorp/terraform-plugin-framework-validators", "github.com/hashicorp/terraform-plugin-go"}, []string{"net", "net/http", "log"}},
	{"main.go", []string{"internal/provider"}, []string{"github.com/hashicorp/terraform-plugin-go"}, []string{"net/http"}},
	{"internal/golden", nil, []string{"github.com/google/go-cmp/cmp"}, nil},
	{"internal/bench", []string{"internal/bench/"}, []string{"github.com/go-json-experiment/json", "github.com/vmihailenco/msgpack/v5", "google.golang.org/protobuf", "github.com/hashicorp/hcl/v2"}, []string{"net/http"}},
	{"internal/tools", []string{"internal"}, []string{"github.com/hashicorp/hcl/v2", "github.com/zclconf/go-cty"}, []string{"net/http"}},
	{"cmd/lint", []string{"internal/engine/", "internal/validate", "internal/source", "internal/policy", "internal/report", "internal/check"}, []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term"}, []string{"net/http"}},
}

func TestImports(t *testing.T) {
	t.Parallel()
	for file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || strings.Contains(file, "/testdata/") {
			continue
		}
		i := slices.IndexFunc(rooms, func(r room) bool { return strings.HasPrefix(file, r.prefix) })
		imports := importsOf(t, file)
		if i < 0 {
			if len(imports) > 0 {
				t.Errorf("%s: no row says what this room may import; add one, and the room to docs/design/architecture.md", file)
			}
			continue
		}
		for _, path := range imports {
			if !rooms[i].allows(path) {
				t.Errorf("%s imports %s, which %s may not", file, path, rooms[i].prefix)
			}
		}
	}
}

func (r room) allows(path string) bool {
	below := func(prefix string) bool { return strings.HasPrefix(path+"/", strings.TrimSuffix(prefix, "/")+"/") }
	if strings.HasPrefix(path, module) {
		return slices.ContainsFunc(r.module, func(p string) bool { return below(module + p) })
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return slices.ContainsFunc(r.others, below)
	}
	return !slices.Contains(r.never, path)
}

func importsOf(t *testing.T, file string) (paths []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range parsed.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// goFiles yields the Go files of the repository, relative to its root.
func goFiles(t *testing.T) func(func(string) bool) {
	t.Helper()
	return func(yield func(string) bool) {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if e.IsDir() && (e.Name() == "testdata" || e.Name() == ".git" || e.Name() == "bin") {
				return filepath.SkipDir
			}
			if strings.HasSuffix(path, ".go") {
				rel, err := filepath.Rel(root, path)
				if err != nil {
					return err
				}
				if !yield(filepath.ToSlash(rel)) {
					return filepath.SkipAll
				}
			}
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
}

// Every room that stands is on the architecture page, and every room of the
// page stands.
func TestArchitecturePageNamesEveryPackage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root, "docs/design/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]bool{}
	for file := range goFiles(t) {
		packages[filepath.ToSlash(filepath.Dir(file))] = true
	}
	for p := range packages {
		if p != "." && !strings.Contains(string(page), "`"+p+"`") {
			t.Errorf("docs/design/architecture.md does not name %s", p)
		}
	}
	for _, word := range strings.Split(string(page), "`") {
		if strings.HasPrefix(word, "internal/") || strings.HasPrefix(word, "cmd/") {
			if _, err := os.Stat(filepath.Join(root, word)); err != nil {
				t.Errorf("docs/design/architecture.md names %s, which is not there", word)
			}
		}
	}
}

// Every package says in a doc comment what it is for.
func TestEveryPackageHasADocComment(t *testing.T) {
	t.Parallel()
	documented, packages := map[string]bool{}, map[string]bool{}
	for file := range goFiles(t) {
		dir := filepath.Dir(file)
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		packages[dir] = packages[dir] || !strings.HasSuffix(file, "_test.go")
		documented[dir] = documented[dir] || parsed.Doc != nil
	}
	for dir, code := range packages {
		if code && !documented[dir] {
			t.Errorf("%s has no package comment", dir)
		}
	}
}
