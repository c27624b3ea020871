// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"terraform-provider-spillway/internal/golden"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"spillway-lint": main})
}

// TestScripts runs the program as its users do: one script for each command,
// flag, exit code and class of errors, named by what it is about.
func TestScripts(t *testing.T) {
	cases, err := filepath.Abs(filepath.Join("..", "..", "testdata", "cases"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join("testdata", "script"),
		RequireUniqueNames: true,
		UpdateScripts:      golden.Update(),
		Setup: func(e *testscript.Env) error {
			e.Setenv("CASES", cases)
			e.Setenv("NO_COLOR", "")
			// The scripts are a repository of their own, so that no
			// configuration file above them is found.
			return os.Mkdir(filepath.Join(e.WorkDir, ".git"), 0o755)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exitcode": exitCode},
	})
}

// exitCode runs the program and fails the script unless it exits with the
// code: exitcode 2 spillway-lint check plan.json. Output goes to stdout and
// stderr as with exec.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode CODE PROGRAM [ARGUMENT...]")
	}
	code := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		code = "other"
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			code = strconv.Itoa(failed.ExitCode())
		}
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}
