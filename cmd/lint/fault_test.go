// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"io"
	"regexp"
	"testing"
)

// panicking is a standard input that breaks whoever reads it.
type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("out of\nhand") }

func TestPanicIsAnInternalFault(t *testing.T) {
	var out, errs bytes.Buffer
	a := &app{stdin: panicking{}, stdout: &out, stderr: &errs, terminal: func() (int, bool) { return 0, false }}
	if code := a.run([]string{"check", "-"}); code != exitFault {
		t.Errorf("exit code %d", code)
	}
	if !regexp.MustCompile(`^spillway-lint: internal fault: out of hand; this is a bug in spillway-lint, .*\n$`).Match(errs.Bytes()) || out.Len() > 0 {
		t.Errorf("stdout %q, stderr %q", out.String(), errs.String())
	}
}

// full is a standard output without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestOutputThatCannotBeWrittenFails(t *testing.T) {
	for _, args := range [][]string{
		{"version"}, {"rules"}, {"explain", "ZA006"}, {"config"},
		{"check", casesDir + "/bad/za-subsetting/plan.json"},
		{"check", "--format", "json", casesDir + "/bad/za-subsetting/plan.json"},
		{"check", "--format", "sarif", casesDir + "/bad/za-subsetting/plan.json"},
		{"check", "--format", "junit", casesDir + "/bad/za-subsetting/plan.json"},
		{"check", "--format", "github", casesDir + "/bad/za-subsetting/plan.json"},
		{"check", "--format", "markdown", casesDir + "/bad/za-subsetting/plan.json"},
		{"predict", casesDir + "/bad/za-subsetting/plan.json"},
		{"predict", "--format", "json", casesDir + "/bad/za-subsetting/plan.json"},
	} {
		a := &app{stdout: full{}, stderr: io.Discard, terminal: func() (int, bool) { return 0, false }, now: nowhen}
		if code := a.run(args); code != exitFault {
			t.Errorf("%v: exit code %d", args, code)
		}
	}
}
