// SPDX-License-Identifier: MPL-2.0

package validate

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
)

// Severity says how much a finding weighs.
type Severity uint8

// The severities, rising. The zero value is none.
const (
	NoSeverity Severity = iota
	Info                // worth knowing
	Warning             // accepted, but does not do what its author means
	Error               // Google refuses it, or documents it as unsupported
)

func (s Severity) String() string { return [...]string{"none", "info", "warning", "error"}[s] }

// ParseSeverity reads "info", "warning" or "error".
func ParseSeverity(s string) (Severity, error) {
	for _, v := range []Severity{Info, Warning, Error} {
		if v.String() == s {
			return v, nil
		}
	}
	return NoSeverity, fmt.Errorf("%q is no severity: info, warning or error", s)
}

// Need names what decides a rule beyond the object itself.
type Need string

// The needs of rules.
const (
	NeedLinks   Need = "links"   // other resources
	NeedSizes   Need = "sizes"   // members per zone
	NeedTraffic Need = "traffic" // a traffic block in the configuration file
	NeedDiff    Need = "diff"    // the prior state of a plan
)

// Rule is one rule of the catalogue. All texts are plain Markdown sentences.
type Rule struct {
	ID   string // "ZA006"; never used again for something else
	Name string // "affinity-with-subsetting"
	// Title is the fixed message of every finding: no names of users, no final
	// period.
	Title    string
	Severity Severity
	// CurrentSeverity is the severity under edition current, where it differs.
	CurrentSeverity Severity
	Needs           []Need
	// Rationale says what goes wrong, and why; Source says where the fact is
	// stated; Fix says what to do.
	Rationale string
	Source    string
	Fix       string
	// Bad and Good are examples in HCL: the one is reported, the other not.
	Bad, Good string
	// Options are the options that a configuration file can set, with defaults.
	Options []Option
	// SilencedBy lists the rules whose finding on the same object explains this
	// one's.
	SilencedBy []string
	// Check examines the snapshot; see [Pass].
	Check func(*Pass)
}

// Option is a number that a rule lets the configuration file set.
type Option struct {
	Name    string
	Default topology.Ratio
	Doc     string
}

// Family returns the letters of the rule's ID.
func (r *Rule) Family() string { return strings.TrimRight(r.ID, "0123456789") }

// Doc returns the path of the rule's page in the repository.
func (r *Rule) Doc() string { return "docs/rules/" + r.ID + ".md" }

// SeverityIn returns the rule's severity under an edition.
func (r *Rule) SeverityIn(e topology.Edition) Severity {
	if e == topology.Current && r.CurrentSeverity != NoSeverity {
		return r.CurrentSeverity
	}
	return r.Severity
}

var (
	idPattern   = regexp.MustCompile(`^(ZA|FO|LB|CH|PSC)[0-9]{3}$`)
	namePattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

// CheckCatalogue returns what is wrong with a list of rules itself: missing
// texts, a name or an ID twice, an order that is not that of the families and
// numbers.
func CheckCatalogue(rules []*Rule) error {
	ids, names := map[string]bool{}, map[string]bool{}
	for _, r := range rules {
		switch {
		case !idPattern.MatchString(r.ID):
			return fmt.Errorf("%q is no rule ID", r.ID)
		case ids[r.ID]:
			return fmt.Errorf("%s stands twice", r.ID)
		case !namePattern.MatchString(r.Name):
			return fmt.Errorf("%s: %q is no kebab-case name", r.ID, r.Name)
		case names[r.Name]:
			return fmt.Errorf("%s: the name %s stands twice", r.ID, r.Name)
		case r.Title == "" || strings.HasSuffix(r.Title, "."):
			return fmt.Errorf("%s: a title is there and ends without a period", r.ID)
		case r.Severity == NoSeverity:
			return fmt.Errorf("%s: no severity", r.ID)
		case r.Rationale == "" || r.Source == "" || r.Fix == "" || r.Bad == "" || r.Good == "":
			return fmt.Errorf("%s: rationale, source, fix, bad and good example are all there", r.ID)
		case r.Check == nil:
			return fmt.Errorf("%s: no check", r.ID)
		}
		ids[r.ID], names[r.Name] = true, true
	}
	for i := 1; i < len(rules); i++ {
		if compareIDs(rules[i-1], rules[i]) > 0 {
			return fmt.Errorf("%s stands behind %s", rules[i].ID, rules[i-1].ID)
		}
	}
	for _, r := range rules {
		for _, s := range r.SilencedBy {
			if !ids[s] {
				return fmt.Errorf("%s: silenced by %s, which is no rule", r.ID, s)
			}
		}
	}
	return nil
}

// families is the order of the families in the catalogue.
var families = []string{"ZA", "FO", "LB", "CH", "PSC"}

// compareIDs orders rules as the catalogue does: by family, then by number.
func compareIDs(a, b *Rule) int {
	return cmp.Or(cmp.Compare(slices.Index(families, a.Family()), slices.Index(families, b.Family())), cmp.Compare(a.ID, b.ID))
}
