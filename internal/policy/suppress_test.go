// SPDX-License-Identifier: MPL-2.0

package policy_test

import (
	"strings"
	"testing"
	"time"

	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

const suppressions = `
suppress {
  rule    = "ZA011"
  address = "module.legacy[*].s.*"
  reason  = "until the move"
  expires = "2027-03-31"
}
suppress {
  rule    = "LB"
  address = "s.none"
  reason  = "typo"
}
suppress {
  rule    = "hot-zone"
  address = "s.maybe"
  reason  = "known"
}
`

func TestSuppress(t *testing.T) {
	c, err := parse(t, suppressions)
	if err != nil {
		t.Fatal(err)
	}
	result := validate.Result{
		Findings: []validate.Finding{
			{Rule: rules.ZA011, Address: "module.legacy[0].s.web"},
			{Rule: rules.ZA011, Address: "s.web"},
			{Rule: rules.ZA020, Address: "module.legacy[0].s.web"},
		},
		Undecided: []validate.Undecided{{Rule: rules.ZA020, Address: "s.maybe"}},
	}
	on := func(day string) policy.Suppressions {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		return c.Suppress(result, policy.DateOf(at))
	}
	last := on("2027-03-31")
	if s := last.Findings[0]; s == nil || s.By != policy.ByConfiguration || s.Reason != "until the move" || s.Where != ".spillway.hcl:2:1" {
		t.Errorf("the finding is not suppressed on the last day: %+v", s)
	}
	if last.Findings[1] != nil || last.Findings[2] != nil {
		t.Error("another address or rule is suppressed")
	}
	if last.Undecided[0] == nil {
		t.Error("the undecided answer is not suppressed")
	}
	if len(last.Notices) != 1 || !strings.Contains(last.Notices[0], ".spillway.hcl:8:1: the suppression of LB at s.none matches nothing") {
		t.Errorf("notices: %q", last.Notices)
	}
	after := on("2027-04-01")
	if after.Findings[0] != nil {
		t.Error("an expired suppression holds")
	}
	if len(after.Notices) != 2 || !strings.Contains(after.Notices[0], "expired on 2027-03-31") {
		t.Errorf("notices: %q", after.Notices)
	}
}

func TestUnmatchedWildcardIsExplained(t *testing.T) {
	c, err := parse(t, "suppress {\nrule = \"ZA\"\naddress = \"*\"\nreason = \"r\"\n}")
	if err != nil {
		t.Fatal(err)
	}
	got := c.Suppress(validate.Result{Findings: []validate.Finding{{Rule: rules.ZA011, Address: "s.web"}}}, policy.DateOf(time.Time{}))
	if len(got.Notices) != 1 || !strings.HasSuffix(got.Notices[0], "** for any number of them") {
		t.Errorf("notices: %q", got.Notices)
	}
}

func TestFindRules(t *testing.T) {
	for word, want := range map[string]string{"ZA": "ZA001", "lb": "LB001", "ZA020": "ZA020", "Hot-Zone": "ZA020"} {
		found, err := policy.FindRules(word)
		if err != nil || found[0].ID != want {
			t.Errorf("%s: %v (%v), want %s", word, found, err, want)
		}
	}
	for word, want := range map[string]string{"ZA02O": `did you mean "ZA02`, "hotzone": `did you mean "hot-zone"?`, "XYZZY": `families are ZA, FO, LB`} {
		if _, err := policy.FindRules(word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", word, err, want)
		}
	}
}
