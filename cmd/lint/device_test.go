// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe is read like a file, and a place without space for the report is said.
func TestDevices(t *testing.T) {
	run := func(args ...string) (stdout, stderr string, code int) {
		var out, errs bytes.Buffer
		a := &app{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, now: nowhen, terminal: func() (int, bool) { return 0, false }}
		code = a.run(args)
		return out.String(), errs.String(), code
	}
	pipe := filepath.Join(t.TempDir(), "plan.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	plan := samplePlan(t)
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(pipe, plan, 0o600) }()
	stdout, stderr, code := run("check", pipe)
	if err := <-written; err != nil || code != exitFindings || !strings.Contains(stdout, "ZA006") {
		t.Errorf("a pipe: %v, code %d, %s%s", err, code, stdout, stderr)
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no /dev/full:", err)
	}
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, plan, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "json", "sarif", "junit", "github", "markdown"} {
		stdout, stderr, code := run("check", "--format", format, "--output", "/dev/full", file)
		if code != exitFault || stdout != "" || !strings.Contains(stderr, "/dev/full: no space left on device") {
			t.Errorf("%s to a full disk: code %d, %s%s", format, code, stdout, stderr)
		}
	}
}
