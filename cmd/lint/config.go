// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"terraform-provider-spillway/internal/policy"
)

func (a *app) configCommand() *cobra.Command {
	var f common
	var start bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the configuration that holds here, or write a starter with --init",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if f.chdir != "" {
				if err := os.Chdir(f.chdir); err != nil {
					return fmt.Errorf("--chdir: %w", err)
				}
			}
			if start {
				return a.writeStarter()
			}
			r := &run{app: a, flags: &f}
			if err := r.configure(); err != nil {
				return err
			}
			_, err := io.WriteString(a.stdout, policy.Effective(r.Config, r.Edition))
			return err
		},
	}
	cmd.Flags().StringVar(&f.config, "config", "", "the configuration `FILE` (default: .spillway.hcl here or above, up to the repository's root)")
	cmd.Flags().StringVar(&f.chdir, "chdir", "", "change to `DIR` first")
	cmd.Flags().Var(oneOf(&f.edition, "", "preview", "current"), "edition", "the edition of Google's documentation whose facts hold: preview or current")
	cmd.Flags().BoolVar(&start, "init", false, "write a starter "+policy.FileName+" into this folder")
	return cmd
}

// writeStarter writes a configuration file to begin with. It never replaces
// one.
func (a *app) writeStarter() error {
	f, err := os.OpenFile(policy.FileName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; --init does not replace it", policy.FileName)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(policy.Starter)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.stdout, "wrote %s\n", policy.FileName)
	return err
}
