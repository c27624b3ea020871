// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"terraform-provider-spillway/internal/check"
	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/source"
)

// run is one run of a command over inputs.
type run struct {
	*app
	check.Run
	flags *common
}

// moments says which states of the inputs a command looks at.
type moments bool

const (
	planned   moments = false // what is planned, or all there is
	withPrior moments = true  // the prior state of plans too
)

// open reads the configuration file and the inputs.
func (a *app) open(c *common, paths []string, needs moments) (*run, error) {
	r := &run{app: a, flags: c}
	if c.minDecided < 0 || c.minDecided > 100 {
		return nil, fmt.Errorf("--min-decided %v: a percentage is from 0 to 100", c.minDecided)
	}
	if c.chdir != "" {
		if err := os.Chdir(c.chdir); err != nil {
			return nil, fmt.Errorf("--chdir: %w", err)
		}
	}
	if err := r.configure(); err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	inputs, err := source.Open(paths, source.Options{
		Stdin: a.stdin, Source: c.source, Recursive: c.recursive,
		Assignments: c.variables.list, Environment: a.environment,
	})
	if err != nil {
		return nil, misspelt(err, paths)
	}
	r.Take(inputs, needs == withPrior)
	if a.reclaim != nil && len(r.After.Services)+len(r.After.Groups) > largeInput {
		a.reclaim()
	}
	return r, nil
}

// largeInput is the number of services and groups from which memory matters.
const largeInput = 10_000

// misspelt adds, to the error about a path that is not there, the command that
// its author may have meant.
func misspelt(err error, paths []string) error {
	if _, statErr := os.Stat(paths[0]); paths[0] == "-" || !errors.Is(statErr, os.ErrNotExist) {
		return err
	}
	if near, ok := spelling.Nearest(paths[0], commands); ok {
		return fmt.Errorf("%w; did you mean the command %s?", err, near)
	}
	return err
}

// configure finds and reads the configuration file.
func (r *run) configure() (err error) {
	v, released := release()
	if !released {
		v = ""
	}
	r.Run, err = check.Configure(check.Settings{
		Config: r.flags.config, Folder: ".", Edition: topology.Edition(r.flags.edition), Program: toolName, Version: v,
	})
	return err
}

// enough reports whether as much is decided as --min-decided asks for.
func (r *run) enough(decided, of int) bool {
	return of == 0 || float64(decided)*100 >= r.flags.minDecided*float64(of)
}

func oneLine(text string) string {
	return report.Printable(strings.Join(strings.Fields(text), " "))
}
