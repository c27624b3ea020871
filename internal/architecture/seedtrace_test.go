// SPDX-License-Identifier: MPL-2.0

package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// statements are how many the two texts have, by the letters of their ids.
var statements = map[string]int{"ZS": 145, "PS": 70}

func TestSeedTrace(t *testing.T) {
	t.Parallel()
	targets := readTrace(t)
	exists := existence(t)
	for id, list := range targets {
		if len(list) == 0 {
			t.Errorf("%s is shown by nothing", id)
		}
		for _, target := range list {
			kind, name, ok := strings.Cut(target, ":")
			check := exists[kind]
			if !ok || check == nil {
				t.Errorf("%s: %q is no target", id, target)
				continue
			}
			if !check(name) {
				t.Errorf("%s: %s does not exist", id, target)
			}
		}
	}
}

// readTrace returns the targets of each statement, and holds that every
// statement stands once.
func readTrace(t *testing.T) map[string][]string {
	t.Helper()
	page := read(t, "docs/design/seed-trace.md")
	row := regexp.MustCompile(`(?m)^\| ((?:ZS|PS)-\d{3}) \|[^|]*\|[^|]*\|[^|]*\|([^|]*)\|`)
	targets, count := map[string][]string{}, map[string]int{}
	for _, m := range row.FindAllStringSubmatch(page, -1) {
		if _, twice := targets[m[1]]; twice {
			t.Errorf("%s stands twice", m[1])
		}
		count[m[1][:2]]++
		targets[m[1]] = strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' || r == ' ' })
	}
	for letters, n := range statements {
		if count[letters] != n {
			t.Errorf("%d statements %s, want %d", count[letters], letters, n)
		}
	}
	return targets
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// readAll returns the files that fit the pattern, one after the other.
func readAll(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	var b strings.Builder
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		content, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(content)
	}
	return b.String()
}

// existence says for each kind of target how to see that a name exists.
func existence(t *testing.T) map[string]func(string) bool {
	decisions := readAll(t, "docs/decisions/*.md")
	report := readAll(t, "internal/report/*.go")
	adapter := readAll(t, "internal/source/google/*.go")
	clients := readAll(t, "internal/engine/routing/*.go")
	scenarios := readAll(t, "internal/engine/scenario/*.go")
	commands := readAll(t, "cmd/lint/*.go")
	inRow := func(id string) bool { return strings.Contains(decisions, "| "+id+" |") }
	quoted := func(text string) func(string) bool {
		return func(name string) bool {
			return regexp.MustCompile(`["\x60,{\\]` + regexp.QuoteMeta(name) + `["\\,:\x60]`).MatchString(text)
		}
	}
	return map[string]func(string) bool{
		"row":     inRow,
		"example": inRow,
		"rule": func(id string) bool {
			return slices.ContainsFunc(rules.All, func(r *validate.Rule) bool { return r.ID == id })
		},
		"field":    quoted(report),
		"argument": quoted(adapter),
		"client":   quoted(clients),
		"scenario": quoted(scenarios),
		"command":  func(name string) bool { return regexp.MustCompile(`Use:\s+"` + name + `\b`).MatchString(commands) },
		"test":     func(name string) bool { return testExists(t, name) },
		"page":     func(name string) bool { return pageExists(name) },
	}
}

// testExists looks for PACKAGE.TestFunction.
func testExists(t *testing.T, name string) bool {
	dir, function, ok := strings.Cut(filepath.Base(name), ".")
	if !ok {
		return false
	}
	files, err := filepath.Glob(filepath.Join(root, filepath.Dir(name), dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == function {
				return true
			}
		}
	}
	return false
}

// pageExists looks for a page, and for the heading of it that an anchor names.
func pageExists(name string) bool {
	path, anchor, _ := strings.Cut(name, "#")
	b, err := os.ReadFile(filepath.Join(root, path))
	return err == nil && (anchor == "" || slices.Contains(anchors(string(b)), anchor))
}

// anchors are those of a page's headings, as code hosts make them, and those
// that it sets itself.
func anchors(page string) (out []string) {
	for _, line := range strings.Split(page, "\n") {
		if id, ok := strings.CutPrefix(line, `<a id="`); ok {
			id, _, _ = strings.Cut(id, `"`)
			out = append(out, id)
		}
		if !strings.HasPrefix(line, "#") {
			continue
		}
		heading := strings.ToLower(strings.TrimSpace(strings.TrimLeft(line, "#")))
		out = append(out, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z':
				return r
			}
			return -1
		}, heading))
	}
	return out
}
