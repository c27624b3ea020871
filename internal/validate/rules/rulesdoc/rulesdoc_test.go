// SPDX-License-Identifier: MPL-2.0

package rulesdoc_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/golden"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
	"terraform-provider-spillway/internal/validate/rules/rulesdoc"
)

const root = "../../../.."

func TestGeneratedFilesAreCurrent(t *testing.T) {
	const command = "run make generate"
	current := map[string]bool{}
	for _, f := range rulesdoc.Files() {
		current[filepath.Base(f.Path)] = true
		got, err := os.ReadFile(filepath.Join(root, f.Path))
		if err != nil {
			t.Fatalf("%v: %s", err, command)
		}
		if !bytes.Equal(got, f.Content) {
			t.Errorf("%s is not current: %s", f.Path, command)
		}
	}
	pages, err := filepath.Glob(filepath.Join(root, rulesdoc.Folder, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if !current[filepath.Base(page)] {
			t.Errorf("%s is the page of no rule: %s", page, command)
		}
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if os.IsNotExist(err) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	want, ok := rulesdoc.Insert(readme, rulesdoc.Table(rules.All, rulesdoc.Folder+"/"))
	if ok && !bytes.Equal(readme, want) {
		t.Errorf("the table of rules in README.md is not current: %s", command)
	}
}

// sample has everything that a rule can have.
func sample() *validate.Rule {
	return &validate.Rule{
		ID: "ZA099", Name: "sample-rule", Title: "A title", Severity: validate.Error, CurrentSeverity: validate.Info,
		Needs:      []validate.Need{validate.NeedLinks, validate.NeedSizes, validate.NeedTraffic, validate.NeedDiff},
		Rationale:  "Why a `thing` is wrong, in a sentence that is longer than a line of a narrow terminal.\n\nA second paragraph.",
		Source:     "Google Cloud documentation",
		Fix:        "Do another `thing`.",
		Bad:        "resource \"bad\" \"a\" {\n\n  x = 1\n}\n",
		Good:       "resource \"good\" \"a\" {\n  x = 2\n}\n",
		Options:    []validate.Option{{Name: "factor", Default: topology.MustRatio("1.5"), Doc: "how much | is too much"}},
		SilencedBy: []string{"ZA001", "ZA002"},
	}
}

func TestPage(t *testing.T) { golden.Assert(t, "testdata/page.md", []byte(rulesdoc.Page(sample()))) }

func TestText(t *testing.T) {
	golden.Assert(t, "testdata/page.txt", []byte(rulesdoc.Text(sample(), 50)))
}

// TestTextNamesWhatExamplesShare holds that blocks of both examples are named
// once, and that an example that would be empty without them is printed whole.
func TestTextNamesWhatExamplesShare(t *testing.T) {
	const shared = "provider \"google\" {\n  region = \"r\"\n}\n\nresource \"a\" \"shared\" {}\n\n"
	r := sample()
	r.Bad, r.Good = shared+r.Bad, shared+r.Good
	text := rulesdoc.Text(r, 80)
	if !strings.Contains(text, "Both also have provider google, a.shared;") || strings.Contains(text, "region") {
		t.Errorf("shared blocks are printed, or not named:\n%s", text)
	}
	r.Good = shared
	if text = rulesdoc.Text(r, 80); strings.Contains(text, "Both also") || strings.Count(text, "region") != 2 {
		t.Errorf("an example is empty:\n%s", text)
	}
}

func TestTable(t *testing.T) {
	golden.Assert(t, "testdata/table.md", []byte(rulesdoc.Table([]*validate.Rule{sample()}, "docs/rules/")))
}

func TestTextOfEveryRule(t *testing.T) {
	for _, r := range rules.All {
		text := rulesdoc.Text(r, 80)
		if !utf8.ValidString(text) || strings.Contains(text, "`") {
			t.Errorf("%s: markup in a terminal", r.ID)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 && !strings.HasPrefix(line, "    ") {
				t.Errorf("%s: a line of %d columns: %s", r.ID, n, line)
			}
		}
	}
}

func TestInsert(t *testing.T) {
	for name, test := range map[string]struct {
		page, want string
		ok         bool
	}{
		"between markers": {"a\n" + rulesdoc.Begin + "\nold\n" + rulesdoc.End + "\nz\n", "a\n" + rulesdoc.Begin + "\n\nnew\n" + rulesdoc.End + "\nz\n", true},
		"nothing between": {rulesdoc.Begin + rulesdoc.End, rulesdoc.Begin + "\n\nnew\n" + rulesdoc.End, true},
		"no markers":      {"a", "", false},
		"one marker":      {"a" + rulesdoc.Begin, "", false},
		"the wrong order": {rulesdoc.End + rulesdoc.Begin, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := rulesdoc.Insert([]byte(test.page), "new")
			if string(got) != test.want || ok != test.ok {
				t.Errorf("got %q, %v, want %q, %v", got, ok, test.want, test.ok)
			}
			if again, _ := rulesdoc.Insert(got, "new"); ok && !bytes.Equal(again, got) {
				t.Errorf("a second time gives %q", again)
			}
		})
	}
}
