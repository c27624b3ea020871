// SPDX-License-Identifier: MPL-2.0

package report

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/validate"
)

// FormatVersion is the version of the JSON documents. Fields may be added
// under it; none changes or goes.
const FormatVersion = "1.0"

// Tool names the program that wrote a document.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Input is one input of a run.
type Input struct {
	Path             string `json:"path"`
	Kind             string `json:"kind"`
	TerraformVersion string `json:"terraform_version"`
}

// Check is the document of the check command.
type Check struct {
	FormatVersion string      `json:"format_version"`
	Tool          Tool        `json:"tool"`
	Edition       string      `json:"edition"`
	Inputs        []Input     `json:"inputs"`
	Findings      []Finding   `json:"findings"`
	Undecided     []Undecided `json:"undecided"`
	Notices       []Notice    `json:"notices"`
	Summary       Summary     `json:"summary"`

	// Origin takes the addresses apart where several inputs are joined.
	Origin Origin `json:"-"`
}

// Finding is one answer "fail" of a rule.
type Finding struct {
	Rule        string      `json:"rule"`
	Name        string      `json:"name"`
	Severity    string      `json:"severity"`
	Address     string      `json:"address"`
	Path        string      `json:"path"`
	Message     string      `json:"message"`
	Detail      string      `json:"detail"`
	Related     []Related   `json:"related"`
	Range       *Range      `json:"range"`
	Doc         string      `json:"doc"`
	Fingerprint string      `json:"fingerprint"`
	Suppressed  *Suppressed `json:"suppressed"`

	// Level is Severity as a number, for sorting and comparing.
	Level validate.Severity `json:"-"`
}

// Related is another place that a finding speaks of.
type Related struct {
	Address string `json:"address"`
	Message string `json:"message"`
	Range   *Range `json:"range"`
}

// Range is a place in a file: lines and columns from 1, the end exclusive.
type Range struct {
	Filename string   `json:"filename"`
	Start    Position `json:"start"`
	End      Position `json:"end"`
}

// Position is a line and a column.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Suppressed says what has accepted a finding.
type Suppressed struct {
	By     string `json:"by"`
	Reason string `json:"reason"`
	Where  string `json:"where"`
}

// Undecided is one answer "cannot be told" of a rule.
type Undecided struct {
	Rule       string      `json:"rule"`
	Name       string      `json:"name"`
	Address    string      `json:"address"`
	Path       string      `json:"path"`
	Reason     string      `json:"reason"`
	Range      *Range      `json:"range"`
	Suppressed *Suppressed `json:"suppressed"`
}

// Notice is something that the reader should know about how the result came
// about. One that holds for several objects stands once.
type Notice struct {
	Message   string   `json:"message"`
	Addresses []string `json:"addresses"`
	Range     *Range   `json:"range"`
	// Problem says that a part of the configuration could not be read; Snippet is
	// then the source line at the range, for text.
	Problem bool   `json:"-"`
	Snippet string `json:"-"`
}

func (n Notice) isProblem() bool { return n.Problem }

// Summary counts answers. Suppressed findings count only as suppressed.
type Summary struct {
	Evaluated  int `json:"evaluated"`
	Error      int `json:"error"`
	Warning    int `json:"warning"`
	Info       int `json:"info"`
	Undecided  int `json:"undecided"`
	Suppressed int `json:"suppressed"`
}

// Summarize counts the findings and undecided answers of a document.
func (c *Check) Summarize(evaluated int) {
	s := Summary{Evaluated: evaluated}
	for i := range c.Findings {
		f := &c.Findings[i]
		switch {
		case f.Suppressed != nil:
			s.Suppressed++
		case f.Level == validate.Error:
			s.Error++
		case f.Level == validate.Warning:
			s.Warning++
		default:
			s.Info++
		}
	}
	for i := range c.Undecided {
		if c.Undecided[i].Suppressed != nil {
			s.Suppressed++
		} else {
			s.Undecided++
		}
	}
	c.Summary = s
}

// SortFindings sorts by place, address, path and rule; findings without a
// place come last.
func SortFindings(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(compareRanges(a.Range, b.Range), cmp.Compare(a.Address, b.Address), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Detail, b.Detail))
	})
}
