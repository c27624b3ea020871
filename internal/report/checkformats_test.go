// SPDX-License-Identifier: MPL-2.0

package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"terraform-provider-spillway/internal/golden"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// sarifFor describes the catalogue for SARIF, with short pages.
func sarifFor() SARIF {
	return SARIF{
		Rules: rules.All[:0:0], Page: func(r *validate.Rule) string { return "# " + r.ID }, Files: AsWritten{},
		Severity: func(r *validate.Rule) validate.Severity { return r.Severity },
	}
}

// fewRules stands for the catalogue, so that its texts are not part of the
// golden files.
func fewRules() []*validate.Rule {
	var out []*validate.Rule
	for id, severity := range map[string]validate.Severity{
		"LB004": validate.Error, "LB005": validate.Error, "ZA005": validate.Info, "ZA006": validate.Error,
		"ZA007": validate.Error, "ZA008": validate.Error, "ZA011": validate.Warning,
	} {
		out = append(out, &validate.Rule{ID: id, Name: "rule-" + strings.ToLower(id), Title: "Title of " + id, Severity: severity, Rationale: "Why.", Fix: "What to do."})
	}
	slices.SortFunc(out, func(a, b *validate.Rule) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// formats are the forms of a check but JSON.
func formats() map[string]func(*Check, io.Writer) error {
	few := fewRules()
	return map[string]func(*Check, io.Writer) error{
		"text.txt": func(c *Check, w io.Writer) error {
			return c.WriteText(w, CheckText{Terminal: Terminal{Width: 100}, Minimum: validate.Warning})
		},
		"text-all.txt": func(c *Check, w io.Writer) error {
			return c.WriteText(w, CheckText{Terminal: Terminal{Width: 50}, Minimum: validate.Info, AllUndecided: true})
		},
		"text-quiet.txt": func(c *Check, w io.Writer) error {
			return c.WriteText(w, CheckText{Terminal: Terminal{Width: 100}, Minimum: validate.Warning, Quiet: true})
		},
		"text-color.txt": func(c *Check, w io.Writer) error {
			return c.WriteText(w, CheckText{Terminal: Terminal{Width: 100, Color: true}, Minimum: validate.Warning})
		},
		"json.json":   func(c *Check, w io.Writer) error { return c.WriteJSON(w) },
		"github.txt":  func(c *Check, w io.Writer) error { return c.WriteGitHub(w, validate.Info, AsWritten{}) },
		"markdown.md": func(c *Check, w io.Writer) error { return c.WriteMarkdown(w, validate.Info) },
		"junit.xml":   func(c *Check, w io.Writer) error { return c.WriteJUnit(w, few, validate.Error, false) },
		"junit-strict.xml": func(c *Check, w io.Writer) error {
			return c.WriteJUnit(w, few, validate.NoSeverity, true)
		},
		"sarif.sarif": func(c *Check, w io.Writer) error {
			s := sarifFor()
			s.Rules = few
			return c.WriteSARIF(w, s)
		},
	}
}

func TestCheckFormats(t *testing.T) {
	for doc, c := range checks() {
		for format, write := range formats() {
			t.Run(doc+"/"+format, func(t *testing.T) {
				var b bytes.Buffer
				if err := write(c, &b); err != nil {
					t.Fatal(err)
				}
				golden.Assert(t, filepath.Join("testdata", "check", doc, format), b.Bytes())
				if format != "text-color.txt" && strings.ContainsAny(b.String(), "\x1b\u202e\r\x07") {
					t.Errorf("a name acts on the terminal: %q", b.String())
				}
			})
		}
	}
}

func TestCheckJSONIsThatOfItsFields(t *testing.T) {
	for name, c := range checks() {
		t.Run(name, func(t *testing.T) {
			for i := range c.Findings {
				c.Findings[i].Address = strings.Map(keepPlain, c.Findings[i].Address)
				c.Findings[i].Detail = strings.Map(keepPlain, c.Findings[i].Detail)
			}
			var b bytes.Buffer
			if err := c.WriteJSON(&b); err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(reflected(t, c), `"terraform_version":""`, `"terraform_version":null`)
			if diff := cmp.Diff(want, compact(t, b.Bytes())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// keepPlain drops the characters that the writer escapes beyond JSON's demand.
func keepPlain(r rune) rune {
	if acts(r) {
		return -1
	}
	return r
}

// TestSARIFIsValid validates every document against the schema of SARIF 2.1.0
// (OASIS, as published on schemastore.org), formats included.
func TestSARIFIsValid(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	schema, err := compiler.Compile(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range checks() {
		t.Run(name, func(t *testing.T) {
			s := sarifFor()
			s.Rules = rules.All
			c.Origin = func(address string) (string, string) { return address, "live/prod" }
			var b bytes.Buffer
			if err := c.WriteSARIF(&b, s); err != nil {
				t.Fatal(err)
			}
			doc, err := jsonschema.UnmarshalJSON(&b)
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(doc); err != nil {
				t.Error(err)
			}
		})
	}
}

// The schema is strict: what it does not know is refused.
func TestSARIFSchemaRefuses(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"an unknown member": `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"result":[]}]}`,
		"a wrong level":     `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"m"},"level":"info"}]}]}`,
		"line 0":            `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a"},"region":{"startLine":0}}}]}]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if schema.Validate(doc) == nil {
				t.Error("it is valid")
			}
		})
	}
}

func TestURI(t *testing.T) {
	for in, want := range map[string]string{
		"a/main.tf": "a/main.tf", "my %41.tf": "my%20%2541.tf", "a:b.tf": "./a:b.tf", "a/b:c.tf": "a/b:c.tf", "é.tf": "%C3%A9.tf", "a#b?c.tf": "a%23b%3Fc.tf",
	} {
		if got := uri(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// A file outside the repository has no place in forms for other programs.
func TestFilesOutsideTheRepository(t *testing.T) {
	c := sample()
	c.Findings, c.Notices = c.Findings[:1], nil
	for _, name := range []string{"../main.tf", "/etc/main.tf", "a/../../main.tf"} {
		c.Findings[0].Range.Filename = name
		var sarif, github bytes.Buffer
		s := sarifFor()
		s.Rules = fewRules()
		if err := errors.Join(c.WriteSARIF(&sarif, s), c.WriteGitHub(&github, validate.Info, AsWritten{})); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(sarif.String(), "etc") || strings.Contains(sarif.String(), `"uri": "main.tf"`) || strings.Contains(sarif.String(), "..") {
			t.Errorf("%s: the SARIF document names it", name)
		}
		if strings.Contains(github.String(), "file=") {
			t.Errorf("%s: the annotation names it: %s", name, github.String())
		}
	}
}

func TestJUnitIsRedAsTheExitCodeSays(t *testing.T) {
	count := func(failOn validate.Severity, strict bool) (failures, cases int) {
		var b bytes.Buffer
		if err := sample().WriteJUnit(&b, nil, failOn, strict); err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Suite struct {
				Cases []struct {
					Failure *struct{} `xml:"failure"`
				} `xml:"testcase"`
				Failures int `xml:"failures,attr"`
				Tests    int `xml:"tests,attr"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal(b.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		for _, c := range doc.Suite.Cases {
			if c.Failure != nil {
				failures++
			}
		}
		if failures != doc.Suite.Failures || len(doc.Suite.Cases) != doc.Suite.Tests {
			t.Errorf("the counts of the suite are not those of its cases: %+v", doc.Suite)
		}
		return failures, len(doc.Suite.Cases)
	}
	for name, test := range map[string]struct {
		failOn validate.Severity
		strict bool
		want   int
	}{
		"error": {validate.Error, false, 1}, "warning": {validate.Warning, false, 2}, "info": {validate.Info, false, 3},
		"never": {validate.NoSeverity, false, 0}, "strict": {validate.Error, true, 2},
	} {
		t.Run(name, func(t *testing.T) {
			if got, cases := count(test.failOn, test.strict); got != test.want || cases != 6 {
				t.Errorf("%d failures of %d cases, want %d of 6", got, cases, test.want)
			}
		})
	}
}

func TestGitHubCommandsStayOneEach(t *testing.T) {
	var b bytes.Buffer
	if err := sample().WriteGitHub(&b, validate.Info, AsWritten{}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != 4 {
		t.Errorf("%d lines for 3 findings that are not suppressed and a problem", len(lines))
	}
	for _, l := range lines {
		if !strings.HasPrefix(l, "::error ") && !strings.HasPrefix(l, "::warning ") && !strings.HasPrefix(l, "::notice ") {
			t.Errorf("not a command: %s", l)
		}
		if strings.Contains(l, "%0A::error") {
			t.Errorf("a name begins a command of its own: %s", l)
		}
	}
}

func TestEscaping(t *testing.T) {
	for name, test := range map[string]struct {
		escape func(string) string
		in     string
		want   string
	}{
		"printable: letters stay":   {Printable, "日本 é 😀", "日本 é 😀"},
		"printable: escapes show":   {Printable, "a\x1b[1mb\n", `a\x1b[1mb\n`},
		"printable: bidirectional":  {Printable, "a\u202e\u2066", `a\u202e\u2066`},
		"printable: zero width":     {Printable, "a\u200bb\ufeff", `a\u200bb\ufeff`},
		"printable: invalid UTF-8":  {Printable, "a\xff\xc3b", `a\xff\xc3b`},
		"printable: no-break space": {Printable, "a\u00a0b", `a\u00a0b`},
		"markdown: text":            {markdown, "plain words, 5.", "plain words, 5."},
		"markdown: marks":           {markdown, "*a* _b_ `c` [d](e) | <b>&", "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\| &lt;b&gt;&amp;"},
		"markdown: lines":           {markdown, "a\n# b", `a\\n\# b`},
		"code: ticks":               {code, "a`b``c", "```a`b``c```"},
		"code: at the edges":        {code, "`a`", "`` `a` ``"},
		"code: in a table":          {code, "a|b", "`a\\|b`"},
		"github: data":              {githubData, "50%\r\n::x", "50%25%0D%0A::x"},
		"github: property":          {githubProperty, "a:b,c%", "a%3Ab%2Cc%25"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.escape(test.in); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
