// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"terraform-provider-spillway/internal/engine/spelling"
)

// The exit codes. A code never changes its meaning because of a flag.
const (
	exitOK       = 0
	exitFault    = 1 // the job could not be done
	exitFindings = 2 // it was done, and there is something at or above --fail-on
)

// app is the program with everything that it gets from outside.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	environment    []string // NAME=VALUE
	now            func() time.Time
	// terminal returns the number of columns of standard output; ok is false
	// where it is no terminal.
	terminal func() (columns int, ok bool)
	// reclaim gives back the memory of a large input once its topology stands;
	// nil does nothing.
	reclaim func()

	// failed is set by a command that did its job and found something.
	failed bool
}

// run runs one command line and returns the exit code.
func (a *app) run(args []string) (code int) {
	defer func() {
		if fault := recover(); fault != nil {
			a.complain("internal fault: " + fmt.Sprint(fault) + "; this is a bug in spillway-lint, please report it with the input")
			if a.env("SPILLWAY_DEBUG") != "" {
				_, _ = a.stderr.Write(debug.Stack())
			}
			code = exitFault
		}
	}()
	root := a.root()
	root.SetArgs(args)
	if err := root.Execute(); err != nil {
		a.complain(err.Error())
		return exitFault
	}
	if a.failed {
		return exitFindings
	}
	return exitOK
}

// complain writes the one line that says what went wrong. Where even that
// cannot be written, the exit code remains.
func (a *app) complain(text string) {
	_, _ = fmt.Fprintf(a.stderr, "%s: %s\n", toolName, oneLine(text))
}

// env returns a variable of the environment.
func (a *app) env(name string) string {
	value := ""
	for _, pair := range a.environment {
		if v, ok := strings.CutPrefix(pair, name+"="); ok {
			value = v
		}
	}
	return value
}

// root returns the command tree. Without a command the program checks.
func (a *app) root() *cobra.Command {
	check := a.checkCommand()
	root := &cobra.Command{
		Use:   "spillway-lint [check] [PATH...]",
		Short: "Check and predict internal passthrough load balancers with zonal affinity and composite health",
		Long: `Spillway-lint reads Terraform configurations, plans and states of Google Cloud
internal passthrough load balancers. It reports what Google refuses or does
otherwise than its author means, and it predicts where new connections from
each zone go while endpoints fail.

PATH is a folder with .tf files, a saved plan, the JSON of a plan or a state, a
raw state file, or - for standard input; its content tells which. Without a
PATH the current folder is meant, and without a command, check.`,
		Example: `  spillway-lint                                  check the current folder
  terraform plan -out tfplan && spillway-lint tfplan
  terraform show -json tfplan | spillway-lint predict -`,
		Args:          cobra.ArbitraryArgs,
		RunE:          check.RunE,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", helpWidth))
	root.SetFlagErrorFunc(flagError)
	root.Flags().SortFlags = false
	root.Flags().AddFlagSet(check.Flags())
	root.AddCommand(check, a.predictCommand(), a.explainCommand(), a.rulesCommand(), a.configCommand(), a.versionCommand())
	return root
}

// helpWidth breaks the descriptions of flags in the help.
const helpWidth = ".FlagUsagesWrapped 100 "

// flagError adds the flag that a misspelt one may mean.
func flagError(cmd *cobra.Command, err error) error {
	word, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near, ok := spelling.Nearest(word, names); ok {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; %s --help lists them", err, cmd.CommandPath())
}

// commands are the words that a user may have misspelt where a path stands.
var commands = []string{"check", "predict", "explain", "rules", "config", "version", "help"}
