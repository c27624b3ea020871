// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// toyRepository is a repository of two root modules, one of which has a
// finding, in two files, and of a plan.
func toyRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for to, from := range map[string]string{
		"bad/main.tf":   "bad/za-subsetting/main.tf",
		"good/main.tf":  "clean/spill-half/main.tf",
		"bad/plan.json": "bad/za-subsetting/plan.json",
	} {
		content, err := os.ReadFile(filepath.Join("../../testdata/cases", from))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, to), string(content))
	}
	write(t, filepath.Join(dir, "bad/more.tf"), "locals {\n  more = true\n}\n")
	git(t, dir, "init", "--quiet")
	git(t, dir, "add", ".")
	return dir
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// goVariable asks the go command, so that pre-commit's build finds the
// modules and packages that are there already.
func goVariable(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return name + "=" + strings.TrimSpace(string(out))
}

// The hooks run under the real pre-commit: built from this repository, and
// with a program that is installed.
func TestPreCommit(t *testing.T) {
	for _, tool := range []string{"pre-commit", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("NOT TESTED: the hooks under pre-commit, since %s is not installed (Debian: apt-get install %s)", tool, tool)
		}
	}
	source, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(source, ".git")); err != nil {
		t.Skip("NOT TESTED: the hooks under pre-commit, since this is no clone of the repository")
	}
	installed := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(installed, "spillway-lint"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	environment := append(os.Environ(), goVariable(t, "GOMODCACHE"), goVariable(t, "GOCACHE"),
		"PRE_COMMIT_HOME="+t.TempDir(), "PATH="+installed+string(os.PathListSeparator)+os.Getenv("PATH"))
	run := func(t *testing.T, args ...string) (string, error) {
		cmd := exec.Command("pre-commit", append([]string{"try-repo", source}, args...)...)
		cmd.Dir, cmd.Env = toyRepository(t), environment
		out, err := cmd.CombinedOutput()
		t.Logf("%s", out)
		return string(out), err
	}
	t.Run("every hook finds it, once for each root", func(t *testing.T) {
		out, err := run(t, "--verbose", "--files", "bad/main.tf", "bad/more.tf", "good/main.tf", "bad/plan.json")
		if err == nil {
			t.Error("pre-commit passes")
		}
		if n := strings.Count(out, "bad/main.tf:68:5: error: Zonal affinity with backend subsetting [ZA006]"); n != 4 {
			t.Errorf("the finding stands %d times, want once for each of the four hooks", n)
		}
		if n := strings.Count(out, "exit code: 2"); n != 4 {
			t.Errorf("%d hooks end with exit code 2, want 4", n)
		}
	})
	t.Run("a clean root passes, and is no matter of the hook for plans", func(t *testing.T) {
		out, err := run(t, "spillway-lint-system", "--verbose", "--files", "good/main.tf")
		if err != nil || !strings.Contains(out, "Passed") {
			t.Errorf("spillway-lint-system: %v", err)
		}
		out, err = run(t, "spillway-lint-plan-system", "--verbose", "--files", "good/main.tf")
		if err != nil || !strings.Contains(out, "Skipped") {
			t.Errorf("spillway-lint-plan-system: %v", err)
		}
	})
}
