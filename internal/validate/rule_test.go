// SPDX-License-Identifier: MPL-2.0

package validate

import (
	"strings"
	"testing"
)

func catalogueRule(id, name string) *Rule {
	return &Rule{
		ID: id, Name: name, Title: "T", Severity: Error, Rationale: "R", Source: "S", Fix: "F", Bad: "b", Good: "g",
		Check: func(*Pass) {},
	}
}

func TestCheckCatalogue(t *testing.T) {
	change := func(f func(r *Rule)) []*Rule {
		r := catalogueRule("ZA001", "one")
		f(r)
		return []*Rule{r}
	}
	for name, test := range map[string]struct {
		rules []*Rule
		want  string // part of the error; empty: none
	}{
		"in order": {rules: []*Rule{
			catalogueRule("ZA001", "a"), catalogueRule("ZA002", "b"), catalogueRule("FO001", "c"),
			catalogueRule("LB001", "d"), catalogueRule("CH001", "e"), catalogueRule("PSC001", "f"),
		}},
		"numbers out of order":    {rules: []*Rule{catalogueRule("ZA002", "a"), catalogueRule("ZA001", "b")}, want: "ZA001 stands behind ZA002"},
		"families out of order":   {rules: []*Rule{catalogueRule("CH001", "a"), catalogueRule("LB001", "b")}, want: "LB001 stands behind CH001"},
		"an ID twice":             {rules: []*Rule{catalogueRule("ZA001", "a"), catalogueRule("ZA001", "b")}, want: "ZA001 stands twice"},
		"a name twice":            {rules: []*Rule{catalogueRule("ZA001", "a"), catalogueRule("ZA002", "a")}, want: "the name a stands twice"},
		"an ID of no family":      {rules: change(func(r *Rule) { r.ID = "XX001" }), want: "no rule ID"},
		"a name with capitals":    {rules: change(func(r *Rule) { r.Name = "One" }), want: "kebab-case"},
		"a title with a period":   {rules: change(func(r *Rule) { r.Title = "T." }), want: "without a period"},
		"no title":                {rules: change(func(r *Rule) { r.Title = "" }), want: "a title is there"},
		"no severity":             {rules: change(func(r *Rule) { r.Severity = NoSeverity }), want: "no severity"},
		"no rationale":            {rules: change(func(r *Rule) { r.Rationale = "" }), want: "rationale"},
		"no source":               {rules: change(func(r *Rule) { r.Source = "" }), want: "source"},
		"no fix":                  {rules: change(func(r *Rule) { r.Fix = "" }), want: "fix"},
		"no bad example":          {rules: change(func(r *Rule) { r.Bad = "" }), want: "bad and good"},
		"no good example":         {rules: change(func(r *Rule) { r.Good = "" }), want: "bad and good"},
		"no check":                {rules: change(func(r *Rule) { r.Check = nil }), want: "no check"},
		"silenced by a stranger":  {rules: change(func(r *Rule) { r.SilencedBy = []string{"ZA009"} }), want: "ZA009, which is no rule"},
		"silenced by one of them": {rules: append(change(func(r *Rule) { r.SilencedBy = []string{"ZA002"} }), catalogueRule("ZA002", "b"))},
	} {
		t.Run(name, func(t *testing.T) {
			err := CheckCatalogue(test.rules)
			switch {
			case test.want == "" && err != nil:
				t.Errorf("got %v, want none", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want one with %q", err, test.want)
			}
		})
	}
}
