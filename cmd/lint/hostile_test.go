// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// everyForm are all commands and forms that print something of an input.
var everyForm = [][]string{
	{"check", "--min-severity", "info", "--strict"}, {"check", "--format", "json"}, {"check", "--format", "sarif"},
	{"check", "--format", "junit"}, {"check", "--format", "github", "--min-severity", "info"},
	{"check", "--format", "markdown", "--min-severity", "info"},
	{"predict", "--explain"}, {"predict", "--format", "json"},
}

// lintText runs a command line over an input of its own.
func lintText(t *testing.T, input []byte, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	a := &app{stdin: bytes.NewReader(input), stdout: &out, stderr: &errs, now: nowhen, terminal: func() (int, bool) { return 0, false }}
	code = a.run(append(args, "-"))
	return out.String(), errs.String(), code
}

// complains fails the test unless an input is refused in one line without a
// word on standard output.
func complains(t *testing.T, input []byte, args ...string) {
	t.Helper()
	stdout, stderr, code := lintText(t, input, args...)
	if code != exitFault || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "spillway-lint: -: ") {
		t.Errorf("%v: code %d, stdout %q, stderr %q", args, code, stdout, stderr)
	}
	if strings.Contains(stderr, "internal fault") || strings.ContainsAny(stderr, "\x1b\u202e\r") {
		t.Errorf("%v: %q", args, stderr)
	}
}

func samplePlan(t *testing.T) []byte {
	t.Helper()
	plan, err := os.ReadFile(filepath.Join(casesDir, "bad", "za-subsetting", "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestBadInputIsOneLine(t *testing.T) {
	plan := samplePlan(t)
	deep := strings.Repeat(`{"a":`, 200_000) + "1" + strings.Repeat("}", 200_000)
	for name, input := range map[string][]byte{
		"empty":              {},
		"white space":        []byte(" \n\t"),
		"text":               []byte("Terraform will perform the following actions:\n"),
		"binary":             {0x7f, 'E', 'L', 'F', 0, 1, 2, 3},
		"a number":           []byte("42"),
		"a list":             []byte("[]"),
		"no plan":            []byte(`{"a":1}`),
		"future version":     []byte(`{"format_version":"2.0","planned_values":{}}`),
		"version no text":    []byte(`{"format_version":1,"planned_values":{}}`),
		"wrong type":         []byte(`{"format_version":"1.2","planned_values":[]}`),
		"wrong type inside":  []byte(`{"format_version":"1.2","planned_values":{"root_module":{"resources":{}}}}`),
		"resource no text":   []byte(`{"format_version":"1.2","planned_values":{"root_module":{"resources":[{"address":7}]}}}`),
		"something behind":   append(bytes.Clone(plan), "{}"...),
		"deep nesting":       []byte(`{"format_version":"1.2","planned_values":` + deep + "}"),
		"state of version 3": []byte(`{"version":3,"modules":[]}`),
		"broken archive":     []byte("PK\x03\x04 nothing"),
		"control character":  bytes.Replace(plan, []byte(`"address": "`), []byte("\"address\": \"\x1b[31m"), 1),
	} {
		t.Run(name, func(t *testing.T) {
			for _, form := range everyForm {
				complains(t, input, form...)
			}
		})
	}
}

func TestTruncatedInputIsOneLine(t *testing.T) {
	plan := samplePlan(t)
	plan = bytes.TrimRight(plan, "\n ")
	for i := range 120 {
		complains(t, plan[:i*(len(plan)-1)/120], "check", "--format", "json")
	}
}

// TestInvalidUTF8AndHostileNames puts texts that act on terminals into every
// name: nothing of it acts in any form.
func TestInvalidUTF8AndHostileNames(t *testing.T) {
	plan := samplePlan(t)
	for name, text := range map[string]string{
		"escape sequence": `web\u001b[31m\u0007`, "bidirectional": "web\u202e\u2066", "line break": `web\n::error::x\r`,
		"percent": "web%0A::error::x", "markup": "web|`</testcase><b>", "invalid UTF-8": "web\xff\xfe",
	} {
		t.Run(name, func(t *testing.T) {
			for _, old := range []string{`"name": "web"`, `.web"`, `"web"`} {
				hostile := bytes.ReplaceAll(plan, []byte(old), []byte(strings.Replace(old, "web", text, 1)))
				if bytes.Equal(hostile, plan) {
					t.Fatalf("the plan holds no %s", old)
				}
				for _, form := range everyForm {
					stdout, stderr, _ := lintText(t, hostile, form...)
					if strings.ContainsAny(stdout+stderr, "\x1b\x07\u202e\u2066\r") {
						t.Errorf("%v: a name acts on the terminal", form)
					}
					if strings.Contains(stderr, "internal fault") {
						t.Errorf("%v: %s", form, stderr)
					}
					for line := range strings.Lines(stdout) {
						if strings.HasPrefix(line, "::error::x") {
							t.Errorf("%v: a name begins a command: %q", form, line)
						}
					}
				}
			}
		})
	}
}

// TestSensitiveValuesAreNeverPrinted marks everything that the plan has of the
// service and its groups as sensitive, with a secret in every text.
func TestSensitiveValuesAreNeverPrinted(t *testing.T) {
	const secret = "hunter2"
	var plan map[string]any
	if err := json.Unmarshal(samplePlan(t), &plan); err != nil {
		t.Fatal(err)
	}
	marked := 0
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			if values, ok := v["values"].(map[string]any); ok {
				v["values"], v["sensitive_values"] = poison(values, secret), sensitive(values)
				marked++
			}
			if change, ok := v["change"].(map[string]any); ok {
				if after, ok := change["after"].(map[string]any); ok {
					change["after"], change["after_sensitive"] = poison(after, secret), sensitive(after)
					marked++
				}
			}
			for _, e := range v {
				walk(e)
			}
		}
	}
	walk(plan["planned_values"])
	walk(plan["resource_changes"])
	if marked < 4 {
		t.Fatalf("only %d objects were marked", marked)
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range everyForm {
		stdout, stderr, code := lintText(t, text, form...)
		if strings.Contains(stdout+stderr, secret) {
			t.Errorf("%v prints a sensitive value:\n%s%s", form, stdout, stderr)
		}
		if code == exitFault {
			t.Errorf("%v: %s", form, stderr)
		}
	}
}

// poison puts a secret into every text, except where Terraform itself takes no
// sensitive value.
func poison(v any, secret string) any {
	switch v := v.(type) {
	case string:
		return v + "-" + secret
	case []any:
		for i := range v {
			v[i] = poison(v[i], secret)
		}
	case map[string]any:
		for k := range v {
			v[k] = poison(v[k], secret)
		}
	}
	return v
}

func sensitive(values map[string]any) map[string]any {
	out := map[string]any{}
	for k := range values {
		out[k] = true
	}
	return out
}

// TestHugeListsStayBounded reads a list of a million members.
func TestHugeListsStayBounded(t *testing.T) {
	members := strings.Repeat(`"projects/p/zones/us-central1-a/instances/vm",`, 1_000_000)
	plan := fmt.Sprintf(`{"format_version":"1.2","planned_values":{"root_module":{"resources":[{"address":"google_compute_instance_group.a","mode":"managed","type":"google_compute_instance_group","name":"a","provider_name":"registry.terraform.io/hashicorp/google","schema_version":0,"values":{"name":"a","zone":"us-central1-a","project":"p","instances":[%s]},"sensitive_values":{}}]}},"resource_changes":[]}`, strings.TrimSuffix(members, ","))
	if _, stderr, code := lintText(t, []byte(plan), "check", "--format", "json"); code == exitFault && strings.Count(stderr, "\n") != 1 {
		t.Errorf("code %d: %s", code, stderr)
	}
}
