// SPDX-License-Identifier: MPL-2.0

package main

import (
	"debug/buildinfo"
	"fmt"
	"runtime/debug"
)

// program is something that is compared, and what it does in the time that is
// measured: no two of them do the same.
type program struct {
	name, does, not string
	// module is where the version stands: that of the program at path, or of a
	// library in this one.
	module string
	path   func(tools) string
}

var (
	scanner = &program{
		name: "token scan", module: "github.com/go-json-experiment/json",
		does: "reads every token of the JSON file with the streaming library that our plan reader stands on",
		not:  "keeps nothing, decides nothing",
	}
	parser = &program{
		name: "hclparse", module: "github.com/hashicorp/hcl/v2",
		does: "parses every `.tf` file once, on one core, and keeps the syntax trees",
		not:  "evaluates nothing, decides nothing",
	}
	linter = &program{
		name: "spillway-lint", path: func(t tools) string { return t.linter },
		does: "reads what its rules need, links the objects of the load balancers, and evaluates root modules with their child modules; `check` runs every rule, `predict` decides each service, scenario and client and explains each outcome",
		not:  "says nothing about other resources, or style",
	}
	conftest = &program{
		name: "conftest", path: func(t tools) string { return t.peer("conftest") },
		does: "reads the whole plan into memory and evaluates one Rego policy of ten lines, which finds what our rule ZA006 finds",
		not:  "links nothing beyond what a policy spells out; reads no saved plan",
	}
	tflint = &program{
		name: "tflint", path: func(t tools) string { return t.peer("tflint") },
		does: "parses and evaluates each folder in a process of its own, several at once (the peak is that of the largest one), and runs its bundled `terraform` rules: declarations that nothing uses, missing versions and types, deprecated syntax",
		not:  "knows nothing of google resources (that ruleset is a plugin, downloaded as a binary, and not part of this); reads no plan",
	}
)

// version returns the version of a program, as the Go tool stamped it.
func (p *program) version(t tools) string {
	if p.path != nil {
		info, err := buildinfo.ReadFile(p.path(t))
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s, %s", info.Main.Version, info.GoVersion)
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == p.module {
				return m.Version
			}
		}
	}
	return ""
}
