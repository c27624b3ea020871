// SPDX-License-Identifier: MPL-2.0

package report

import (
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// SARIF says what a SARIF document needs beyond the findings.
type SARIF struct {
	// Rules is the catalogue; Pages holds the Markdown page of each rule by ID.
	Rules []*validate.Rule
	Page  func(*validate.Rule) string
	// Severity is that of a rule in the edition that holds.
	Severity func(*validate.Rule) validate.Severity
	Files    Files

	origin Origin
}

// The parts of SARIF 2.1.0 that are written here.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool                    `json:"tool"`
		Invocations []sarifInvocation            `json:"invocations"`
		Bases       map[string]sarifBaseLocation `json:"originalUriBaseIds,omitempty"`
		Results     []sarifResult                `json:"results"`
		ColumnKind  string                       `json:"columnKind"`
	}
	sarifBaseLocation struct {
		Description sarifText `json:"description"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"semanticVersion,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifRule struct {
		ID      string         `json:"id"`
		Name    string         `json:"name"`
		Short   sarifText      `json:"shortDescription"`
		Full    sarifText      `json:"fullDescription"`
		Help    sarifText      `json:"help"`
		Default sarifLevel     `json:"defaultConfiguration"`
		Props   sarifRuleProps `json:"properties"`
	}
	// sarifRuleProps are those that GitHub's code scanning reads.
	sarifRuleProps struct {
		Tags      []string `json:"tags"`
		Precision string   `json:"precision"`
		Severity  string   `json:"problem.severity"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Related      []sarifLocation    `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct {
		ID       *int           `json:"id,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifLogical struct {
		Name  string           `json:"fullyQualifiedName"`
		Kind  string           `json:"kind"`
		Props *sarifLogicalBag `json:"properties,omitempty"`
	}
	// sarifLogicalBag says in which of several inputs an object stands.
	sarifLogicalBag struct {
		Input string `json:"input"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Rule      *sarifReference `json:"associatedRule,omitempty"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifReference struct {
		ID    string `json:"id"`
		Index int    `json:"index"`
	}
)

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	sarifBase   = "%SRCROOT%"
)

// WriteSARIF writes the document as SARIF 2.1.0. Every finding is a result,
// the suppressed ones with their suppression; undecided answers and notices
// are notifications of the run.
func (c *Check) WriteSARIF(out io.Writer, s SARIF) error {
	s.origin = c.Origin
	index := make(map[string]int, len(s.Rules))
	for i, r := range s.Rules {
		index[r.ID] = i
	}
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: c.Tool.Name, Version: sarifVersion(c.Tool.Version), Rules: s.rules()}},
		Invocations: []sarifInvocation{{Successful: !slices.ContainsFunc(c.Notices, Notice.isProblem), Notifications: s.notifications(c, index)}},
		Bases:       map[string]sarifBaseLocation{sarifBase: {sarifText{Text: "The root of the repository."}}},
		Results:     make([]sarifResult, len(c.Findings)),
		ColumnKind:  "unicodeCodePoints",
	}
	for i := range c.Findings {
		run.Results[i] = s.result(&c.Findings[i], index)
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// sarifVersion returns a version where it is a semantic one, as the format
// demands.
func sarifVersion(v string) string {
	if strings.Count(v, ".") >= 2 && v[0] >= '0' && v[0] <= '9' {
		return v
	}
	return ""
}

func (s SARIF) rules() []sarifRule {
	out := make([]sarifRule, len(s.Rules))
	for i, r := range s.Rules {
		out[i] = sarifRule{
			ID: r.ID, Name: r.Name,
			Short:   sarifText{Text: r.Title + "."},
			Full:    sarifText{Text: r.Rationale},
			Help:    sarifText{Text: r.Rationale + "\n\n" + r.Fix, Markdown: s.Page(r)},
			Default: sarifLevel{sarifLevelOf(s.Severity(r))},
			Props:   sarifRuleProps{[]string{r.Family()}, "very-high", problemSeverity(s.Severity(r))},
		}
	}
	return out
}

// problemSeverity returns a severity in the words of GitHub's code scanning.
func problemSeverity(v validate.Severity) string {
	if v == validate.Info {
		return "recommendation"
	}
	return v.String()
}

func sarifLevelOf(v validate.Severity) string {
	switch v {
	case validate.Error:
		return "error"
	case validate.Warning:
		return "warning"
	}
	return "note"
}

func (s SARIF) result(f *Finding, index map[string]int) sarifResult {
	r := sarifResult{
		RuleID: f.Rule, RuleIndex: index[f.Rule], Level: sarifLevelOf(f.Level),
		Message:      sarifText{Text: f.Message + ": " + Printable(f.Detail)},
		Locations:    []sarifLocation{s.location(f.Range, f.Address)},
		Fingerprints: map[string]string{"spillway/v1": f.Fingerprint},
	}
	for i := range f.Related {
		l := s.location(f.Related[i].Range, f.Related[i].Address)
		l.ID, l.Message = &i, &sarifText{Text: Printable(f.Related[i].Message)}
		r.Related = append(r.Related, l)
	}
	if f.Suppressed != nil {
		kind := "external"
		if f.Suppressed.By == "comment" {
			kind = "inSource"
		}
		r.Suppressions = []sarifSuppression{{Kind: kind, Justification: Printable(f.Suppressed.Reason)}}
	}
	return r
}

func (s SARIF) location(r *Range, address string) sarifLocation {
	var l sarifLocation
	if address != "" {
		local, input := s.origin.of(address)
		logical := sarifLogical{Name: Printable(local), Kind: "resource"}
		if input != "" {
			logical.Props = &sarifLogicalBag{Printable(input)}
		}
		l.Logical = []sarifLogical{logical}
	}
	if r == nil {
		return l
	}
	file, ok := s.Files.Path(r.Filename)
	if !ok {
		return l
	}
	start, end := s.Files.Columns(r)
	l.Physical = &sarifPhysical{
		Artifact: sarifArtifact{URI: uri(file), Base: sarifBase},
		Region:   sarifRegion{r.Start.Line, start, r.End.Line, end},
	}
	return l
}

// uri returns the relative reference of a path. Its first segment must not look
// like the scheme of a URI (RFC 3986, section 4.2).
func uri(p string) string {
	out := (&url.URL{Path: p}).EscapedPath()
	if first, _, _ := strings.Cut(out, "/"); strings.Contains(first, ":") {
		out = "./" + out
	}
	return out
}

func (s SARIF) notifications(c *Check, index map[string]int) []sarifNotification {
	var out []sarifNotification
	for i := range c.Undecided {
		u := &c.Undecided[i]
		if u.Suppressed != nil {
			continue
		}
		out = append(out, sarifNotification{
			Level: "note", Message: sarifText{Text: "Undecided: " + Printable(s.origin.plain(u.Reason, u.Address)) + "."},
			Rule:      &sarifReference{u.Rule, index[u.Rule]},
			Locations: []sarifLocation{s.location(u.Range, u.Address)},
		})
	}
	for i := range c.Notices {
		n := &c.Notices[i]
		note := sarifNotification{Level: "note", Message: sarifText{Text: Printable(n.Message)}}
		if n.Problem {
			note.Level = "error"
		}
		if n.Range != nil {
			note.Locations = append(note.Locations, s.location(n.Range, ""))
		}
		for _, a := range n.Addresses {
			note.Locations = append(note.Locations, s.location(nil, a))
		}
		out = append(out, note)
	}
	return out
}
