package policy_test

import (
	"strings"
	"testing"
	"time"

	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/validate"
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
			{Rule: catalogue[0], Address: "module.legacy[0].s.web"},
			{Rule: catalogue[0], Address: "s.web"},
			{Rule: catalogue[1], Address: "module.legacy[0].s.web"},
		},
		Undecided: []validate.Undecided{{Rule: catalogue[1], Address: "s.maybe"}},
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

func TestFindRules(t *testing.T) {
	for word, want := range map[string]int{"ZA": 2, "za": 2, "ZA020": 1, "Hot-Zone": 1, "LB": 1} {
		rules, err := policy.FindRules(word, catalogue)
		if err != nil || len(rules) != want {
			t.Errorf("%s: %d rules (%v), want %d", word, len(rules), err, want)
		}
	}
	for word, want := range map[string]string{"ZA0200": `did you mean "ZA020"?`, "hotzone": `did you mean "hot-zone"?`, "XYZZY": `families are ZA, LB`} {
		if _, err := policy.FindRules(word, catalogue); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", word, err, want)
		}
	}
}
