// SPDX-License-Identifier: MPL-2.0

package rulesdoc

import (
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

const generated = "<!-- Printed from internal/validate/rules by `make generate`. Change the rule, not this page. -->\n"

// needWords says what a need means, in a sentence about what decides a rule.
var needWords = map[validate.Need]string{
	validate.NeedLinks:   "links to other resources",
	validate.NeedSizes:   "the number of endpoints in each zone",
	validate.NeedTraffic: "a `traffic` block in `.spillway.hcl`",
	validate.NeedDiff:    "the prior state of a plan",
}

// Page returns the Markdown page of a rule.
func Page(r *validate.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n# %s: %s\n\n%s\n\n", generated, r.ID, r.Name, sentence(r.Title))
	b.WriteString("| | |\n|---|---|\n")
	for _, row := range properties(r, markdownLink) {
		fmt.Fprintf(&b, "| %s | %s |\n", row.name, row.value)
	}
	section(&b, "Why", r.Rationale)
	section(&b, "What to do", r.Fix)
	section(&b, "Avoid", block(r.Bad))
	section(&b, "Prefer", block(r.Good))
	if len(r.Options) > 0 {
		section(&b, "Options", options(r))
	}
	section(&b, "Silence a finding", silence(r))
	section(&b, "Source", sentence(r.Source))
	return b.String()
}

func section(b *strings.Builder, title, text string) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n", title, strings.TrimRight(text, "\n"))
}

func block(hcl string) string { return "```hcl\n" + strings.TrimRight(hcl, "\n") + "\n```" }

// property is one line of what there is to know about a rule at a glance.
type property struct{ name, value string }

// properties returns the lines; link writes the name of another rule.
func properties(r *validate.Rule, link func(id string) string) []property {
	rows := []property{{"Severity", severity(r)}, {"Decided by", needs(r)}}
	if len(r.SilencedBy) > 0 {
		rows = append(rows, property{"Gives way to", join(r.SilencedBy, link)})
	}
	if ids := silenced(r); len(ids) > 0 {
		rows = append(rows, property{"Comes before", join(ids, link)})
	}
	return rows
}

func markdownLink(id string) string { return "[" + id + "](" + id + ".md)" }

func severity(r *validate.Rule) string {
	text := r.Severity.String()
	if c := r.SeverityIn(topology.Current); c != r.Severity {
		text += "; " + c.String() + " under edition `current`"
	}
	return text
}

func needs(r *validate.Rule) string {
	words := []string{"the object itself"}
	for _, n := range r.Needs {
		words = append(words, needWords[n])
	}
	return strings.Join(words, ", ")
}

// silenced returns the rules that a finding of r explains.
func silenced(r *validate.Rule) (ids []string) {
	for _, other := range rules.All {
		for _, id := range other.SilencedBy {
			if id == r.ID {
				ids = append(ids, other.ID)
			}
		}
	}
	return ids
}

func join(ids []string, link func(string) string) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = link(id)
	}
	return strings.Join(words, ", ")
}

func options(r *validate.Rule) string {
	var b strings.Builder
	b.WriteString("| option | default | meaning |\n|---|---|---|\n")
	for _, o := range r.Options {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", o.Name, o.Default, strings.ReplaceAll(o.Doc, "|", `\|`))
	}
	b.WriteString("\n" + block(optionBlock(r)))
	return b.String()
}

// optionBlock is what a configuration file says to set the options.
func optionBlock(r *validate.Rule) string {
	var set []string
	for _, o := range r.Options {
		set = append(set, o.Name+" = "+o.Default.String())
	}
	return fmt.Sprintf("rule %q {\n  options = { %s }\n}\n", r.ID, strings.Join(set, ", "))
}

func silence(r *validate.Rule) string {
	return "At one place, with a comment on the block or the argument; a reason is required:\n\n" +
		block("# spillway:ignore "+r.ID+" the reason why it is fine here") +
		"\n\nFor addresses, in `.spillway.hcl`; `address` takes wildcards, `expires` may be left out:\n\n" +
		block(fmt.Sprintf("suppress {\n  rule    = %q\n  address = \"module.legacy.*\"\n  reason  = \"why it is fine there\"\n  expires = \"2027-03-31\"\n}\n", r.ID)) +
		"\n\nEverywhere:\n\n" + block(fmt.Sprintf("rule %q {\n  enabled = false\n}\n", r.ID))
}

// sentence ends a text with one period.
func sentence(text string) string { return strings.TrimSuffix(text, ".") + "." }
