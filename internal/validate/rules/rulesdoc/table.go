// SPDX-License-Identifier: MPL-2.0

package rulesdoc

import (
	"bytes"
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// The markers between which a page holds the table of all rules.
const (
	Begin = "<!-- rules:begin -->"
	End   = "<!-- rules:end -->"
)

// familyTitles are what the families of rules are about.
var familyTitles = map[string]string{
	"ZA":  "Zonal affinity",
	"FO":  "Failover",
	"LB":  "Internal passthrough load balancers",
	"CH":  "Health aggregation, health sources, composite health",
	"PSC": "Publishing and consuming through Private Service Connect",
}

// Index returns docs/rules/README.md: all rules by family.
func Index() string {
	var b strings.Builder
	b.WriteString(generated + `
# Rules

Every rule examines a planned or existing configuration and answers, for each object, that it is right, that it is not, or that
the input does not decide it. The last is never counted as right: it is listed with what is missing, and fails under ` + "`--strict`" + `.

| severity | means |
|---|---|
| error | Google rejects the configuration, or says that it does not support it |
| warning | Google takes it, and it works otherwise than it reads |
| info | nothing is wrong; good to know |

Severities, options and suppressions are set in ` + "`.spillway.hcl`" + `; each page says how. ` + "`spillway-lint explain ID`" + ` prints a page in
the terminal.
`)
	for _, family := range rules.Families() {
		fmt.Fprintf(&b, "\n## %s: %s\n\n%s", family, familyTitles[family], Table(rules.Find(family), ""))
	}
	return b.String()
}

// Table returns a Markdown table of rules; the links to their pages begin
// with a folder, such as "docs/rules/".
func Table(list []*validate.Rule, folder string) string {
	var b strings.Builder
	b.WriteString("| rule | severity | reports |\n|---|---|---|\n")
	for _, r := range list {
		fmt.Fprintf(&b, "| [%s](%s%s.md) `%s` | %s | %s |\n", r.ID, folder, r.ID, r.Name, severity(r), strings.ReplaceAll(r.Title, "|", `\|`))
	}
	return b.String()
}

// Insert returns a page with the text between the markers replaced, and false
// for a page that does not have both markers, in their order.
func Insert(page []byte, text string) ([]byte, bool) {
	before, rest, ok := bytes.Cut(page, []byte(Begin))
	if !ok {
		return nil, false
	}
	_, after, ok := bytes.Cut(rest, []byte(End))
	if !ok {
		return nil, false
	}
	return bytes.Join([][]byte{before, []byte(Begin + "\n\n" + text + "\n" + End), after}, nil), true
}
