// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/report"
)

// toolName is the program's name in documents.
const toolName = "spillway-lint"

// release returns the version of the program: what the linker stamped, else
// that of the module in the build info. released is false for a build that is
// no release: from a work tree, or of a commit between two.
func release() (v string, released bool) {
	v = strings.TrimPrefix(version, "v")
	if v == "" {
		if info, ok := debug.ReadBuildInfo(); ok {
			v = strings.TrimPrefix(info.Main.Version, "v")
		}
	}
	switch {
	case v == "" || v == "(devel)":
		return "devel", false
	case strings.Contains(v, "-0.") || strings.HasPrefix(v, "0.0.0-") || strings.Contains(v, "+dirty"):
		return v, false
	}
	return v, true
}

func tool() report.Tool {
	v, _ := release()
	return report.Tool{Name: toolName, Version: v}
}

// versionDocument is the document of the version command.
type versionDocument struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Go       string   `json:"go"`
	Edition  string   `json:"edition"`
	Editions []string `json:"editions"`
}

func (a *app) versionCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program, of Go, and the edition of the facts",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v, _ := release()
			doc := versionDocument{toolName, v, runtime.Version(), string(topology.Preview), []string{string(topology.Preview), string(topology.Current)}}
			if format == "json" {
				return printJSON(a.stdout, doc)
			}
			_, err := fmt.Fprintf(a.stdout, "%s %s\n%s\nfacts: edition %s by default; editions %s\n", doc.Name, doc.Version, doc.Go, doc.Edition, strings.Join(doc.Editions, ", "))
			return err
		},
	}
	cmd.Flags().Var(oneOf(&format, "text", "text", "json"), "format", "the output's form: text or json")
	return cmd
}

// printJSON writes a small document.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
