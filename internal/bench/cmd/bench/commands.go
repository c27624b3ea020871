// SPDX-License-Identifier: MPL-2.0

package main

import (
	_ "embed"
	"os"
	"path/filepath"
)

//go:embed subsetting.rego
var policy []byte

// writePolicy writes the policy that conftest evaluates to where its commands
// take it from.
func writePolicy(dir string) error {
	if err := os.Mkdir(filepath.Join(dir, "policy"), 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "policy", "subsetting.rego"), policy, 0o644)
}

var (
	findings = []counted{{"findings", `"fingerprint":"`}, {"of ZA006", `"name":"affinity-with-subsetting"`}}
	outcomes = []counted{{"outcomes", `{"scenario":"`}}
	failures = []counted{{"failures", `"msg": "`}}
	issues   = []counted{{"issues", `"fixable":`}}
)

// lint returns a run of the linter.
func lint(t tools, name string, found []counted, args ...string) command {
	return command{program: linter, name: name, args: append([]string{t.linter}, args...), found: found, foundCode: 2}
}

func onPlanJSON(t tools, path string) []command {
	out := []command{{program: scanner, name: "token scan", args: []string{t.self, "-scan", path}}}
	out = append(out, onSavedPlan(t, path)...)
	if t.peers != "" {
		out = append(out, command{
			program: conftest, name: "conftest test", found: failures, foundCode: 1,
			args: []string{t.peer("conftest"), "test", "--policy", filepath.Join(filepath.Dir(path), "policy"), "--parser", "json", "--output", "json", path},
		})
	}
	return out
}

func onSavedPlan(t tools, path string) []command {
	return []command{
		lint(t, "check", findings, "check", "--format", "json", path),
		lint(t, "predict", outcomes, "predict", "--format", "json", path),
	}
}

func onTree(t tools, path string) []command {
	out := []command{
		{program: parser, name: "hclparse, one core", args: []string{t.self, "-parse", path}, env: []string{"GOMAXPROCS=1"}},
		lint(t, "check --recursive", findings, "check", "--recursive", "--format", "json", path),
	}
	if t.peers != "" {
		out = append(out, runTFLint(t, path, "tflint --recursive", "--recursive"))
	}
	return out
}

func onSmallRoot(t tools, path string) []command {
	root := filepath.Join(path, "live", "root0")
	out := []command{lint(t, "check", findings, "check", "--format", "json", root)}
	if t.peers != "" {
		out = append(out, runTFLint(t, root, "tflint"))
	}
	return out
}

// runTFLint returns a run of tflint in a folder, with no configuration but
// its own defaults.
func runTFLint(t tools, dir, name string, args ...string) command {
	return command{
		program: tflint, name: name, found: issues, foundCode: 2, dir: dir,
		args: append([]string{t.peer("tflint"), "--format", "json"}, args...),
	}
}

func onNothing(t tools, _ string) []command { return []command{lint(t, "version", nil, "version")} }
