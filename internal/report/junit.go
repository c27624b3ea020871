// SPDX-License-Identifier: MPL-2.0

package report

import (
	"encoding/xml"
	"io"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// junitSuites is the root of a JUnit document.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	ClassName string        `xml:"classname,attr"`
	Name      string        `xml:"name,attr"`
	File      string        `xml:"file,attr,omitempty"`
	Line      int           `xml:"line,attr,omitempty"`
	Props     *junitProps   `xml:"properties"`
	Failure   *junitFailure `xml:"failure"`
	Skipped   *junitSkipped `xml:"skipped"`
	Output    string        `xml:"system-out,omitempty"`
}

// junitProps say which input a case is about, where there are several.
type junitProps struct {
	List []junitProp `xml:"property"`
}

type junitProp struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

// WriteJUnit writes one test case for each rule that found nothing, for each
// finding and for each undecided answer. A finding fails its case when it is
// at or above failOn, so that the document is red exactly when the exit code
// says so; below it is in the case's output. Suppressed ones are skipped.
func (c *Check) WriteJUnit(out io.Writer, rules []*validate.Rule, failOn validate.Severity, strict bool) error {
	suite := junitSuite{Name: c.Tool.Name}
	silent := map[string]bool{}
	for _, r := range rules {
		silent[r.ID] = true
	}
	for i := range c.Findings {
		f := &c.Findings[i]
		delete(silent, f.Rule)
		suite.add(c.junitFinding(f, failOn))
	}
	for i := range c.Undecided {
		u := &c.Undecided[i]
		delete(silent, u.Rule)
		suite.add(c.junitUndecided(u, strict))
	}
	for _, r := range rules {
		if silent[r.ID] {
			suite.add(junitCase{ClassName: r.ID, Name: r.Name})
		}
	}
	doc := junitSuites{Name: c.Tool.Name, Tests: suite.Tests, Failures: suite.Failures, Suites: []junitSuite{suite}}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

func (c *Check) junitCase(rule, name, address, path string, r *Range) junitCase {
	out := junitCase{ClassName: rule, Name: Printable(strings.TrimSuffix(name+" "+c.named(address, r)+" "+path, " "))}
	if r != nil {
		out.File, out.Line = Printable(r.Filename), r.Start.Line
	}
	if local, input := c.Origin.of(address); input != "" {
		out.Props = &junitProps{[]junitProp{{"address", Printable(local)}, {"input", Printable(input)}}}
	}
	return out
}

func (c *Check) junitFinding(f *Finding, failOn validate.Severity) junitCase {
	out := c.junitCase(f.Rule, f.Name, f.Address, f.Path, f.Range)
	text := place(f.Range, f.Address) + ": " + f.Severity + ": " + f.Message + "\n" + Printable(f.Detail)
	switch {
	case f.Suppressed != nil:
		out.Skipped = &junitSkipped{Message: Printable("suppressed by " + f.Suppressed.By + ": " + f.Suppressed.Reason)}
	case failOn != validate.NoSeverity && f.Level >= failOn:
		out.Failure = &junitFailure{Type: f.Severity, Message: f.Message, Text: text}
	default:
		out.Output = text
	}
	return out
}

func (c *Check) junitUndecided(u *Undecided, strict bool) junitCase {
	out := c.junitCase(u.Rule, u.Name, u.Address, u.Path, u.Range)
	switch {
	case u.Suppressed != nil:
		out.Skipped = &junitSkipped{Message: Printable("suppressed by " + u.Suppressed.By + ": " + u.Suppressed.Reason)}
	case strict:
		out.Failure = &junitFailure{Type: "undecided", Message: "undecided", Text: Printable(c.Origin.plain(u.Reason, u.Address))}
	default:
		out.Skipped = &junitSkipped{Message: Printable("undecided: " + c.Origin.plain(u.Reason, u.Address))}
	}
	return out
}
