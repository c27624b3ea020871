// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/golden"
	"terraform-provider-spillway/internal/validate"
)

// The IDs, names, severities and needs are promises: testdata/catalogue.txt
// holds them.
func TestCatalogue(t *testing.T) {
	if err := validate.CheckCatalogue(All); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range All {
		severity := r.Severity.String()
		if r.CurrentSeverity != validate.NoSeverity {
			severity += "/" + r.CurrentSeverity.String()
		}
		needs := "-"
		if len(r.Needs) > 0 {
			words := make([]string, len(r.Needs))
			for i, n := range r.Needs {
				words[i] = string(n)
			}
			needs = strings.Join(words, ",")
		}
		fmt.Fprintf(&b, "%s %s %s %s\n", r.ID, r.Name, severity, needs)
	}
	golden.Assert(t, "testdata/catalogue.txt", []byte(b.String()))
}

// Every rule of the package is in All, and stands in a file of its own that
// has its ID and name.
func TestEveryRuleIsListed(t *testing.T) {
	listed := map[string]*validate.Rule{}
	for _, r := range All {
		listed[r.ID] = r
	}
	found := map[string]bool{}
	for file, variables := range ruleVariables(t) {
		for _, v := range variables {
			r := listed[v]
			if r == nil {
				t.Errorf("%s: %s is not in All", file, v)
				continue
			}
			found[v] = true
			want := strings.ToLower(r.ID) + "_" + strings.ReplaceAll(r.Name, "-", "_") + ".go"
			if file != want {
				t.Errorf("%s stands in %s, want %s", v, file, want)
			}
		}
	}
	for _, r := range All {
		if !found[r.ID] {
			t.Errorf("no variable %s declares the rule of that ID", r.ID)
		}
	}
}

// ruleVariables returns, by file, the package's variables that begin as rules
// do: with &validate.Rule{.
func ruleVariables(t *testing.T) map[string][]string {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				v, ok := s.(*ast.ValueSpec)
				if !ok {
					t.Fatalf("%s declares a variable without a specification", e.Name())
				}
				for i, name := range v.Names {
					if i < len(v.Values) && isRule(v.Values[i]) {
						out[e.Name()] = append(out[e.Name()], name.Name)
					}
				}
			}
		}
	}
	return out
}

func isRule(e ast.Expr) bool {
	u, ok := e.(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return false
	}
	c, ok := u.X.(*ast.CompositeLit)
	if !ok {
		return false
	}
	s, ok := c.Type.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Rule"
}

// Texts of rules are sentences without users' names, and without words that
// say how the tool works instead of what it found.
func TestTexts(t *testing.T) {
	for _, r := range All {
		for name, text := range map[string]string{"title": r.Title, "rationale": r.Rationale, "fix": r.Fix, "source": r.Source} {
			if strings.TrimSpace(text) != text || strings.Contains(text, "  ") {
				t.Errorf("%s: the %s has spaces too many: %q", r.ID, name, text)
			}
			if strings.Contains(text, "unknown value") {
				t.Errorf("%s: the %s says unknown value; say known after apply", r.ID, name)
			}
		}
		for name, text := range map[string]string{"rationale": r.Rationale, "fix": r.Fix} {
			if !strings.HasSuffix(text, ".") {
				t.Errorf("%s: the %s does not end with a period: %q", r.ID, name, text)
			}
		}
		for name, hcl := range map[string]string{"bad": r.Bad, "good": r.Good} {
			if !strings.HasSuffix(hcl, "}\n") || strings.HasPrefix(hcl, "\n") || strings.Contains(hcl, "\t") {
				t.Errorf("%s: the %s example is no tidy block:\n%s", r.ID, name, hcl)
			}
		}
	}
}

func TestFind(t *testing.T) {
	for word, want := range map[string][]*validate.Rule{
		"LB004": {LB004}, "lb004": {LB004}, "balancing-mode": {LB004}, "Balancing-Mode": {LB004}, "LB04": nil, "": nil, "L": nil,
	} {
		if got := Find(word); !slices.Equal(got, want) {
			t.Errorf("%q finds %d rules, want %d", word, len(got), len(want))
		}
	}
	for _, family := range Families() {
		got := Find(strings.ToLower(family))
		if len(got) == 0 {
			t.Errorf("family %s finds nothing", family)
		}
		for _, r := range got {
			if r.Family() != family {
				t.Errorf("family %s finds %s", family, r.ID)
			}
		}
	}
}

func TestNearest(t *testing.T) {
	for word, want := range map[string]string{
		"LB04": "LB004", "lb0004": "LB004", "balancing-mod": "balancing-mode", "Balancing_Mode": "balancing-mode", "healthcheck-missing": "health-check-missing",
		"L": "", "": "", "something-else-altogether": "",
	} {
		if got, ok := Nearest(word); got != want || ok != (want != "") {
			t.Errorf("%q is nearest to %q, want %q", word, got, want)
		}
	}
}
