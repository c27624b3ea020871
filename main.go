// SPDX-License-Identifier: MPL-2.0

// The provider spillway, as Terraform starts it.
package main

import (
	"errors"
	"flag"
	"log"
	"os"
	"runtime/debug"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"terraform-provider-spillway/internal/provider"
)

// version is set when a release is built.
var version = "dev"

func main() {
	debugger := flag.Bool("debug", false, "run for a debugger, and print how Terraform finds the process")
	flag.Parse()
	quiet()
	spacious()
	var options []tf6server.ServeOpt
	if *debugger {
		options = append(options, tf6server.WithManagedDebug())
	}
	newServer, stop := provider.New(version)
	err := tf6server.Serve(provider.Address, newServer, options...)
	if err := errors.Join(err, stop()); err != nil {
		log.Fatal(err)
	}
}

// quiet keeps the framework from tracing every step of every value where
// nobody asked for logs: Terraform reads those lines only to drop them, which
// takes both sides longer than many a resource itself.
func quiet() {
	for _, setting := range os.Environ() {
		if strings.HasPrefix(setting, "TF_LOG") {
			return
		}
	}
	_ = os.Setenv("TF_LOG_SDK", "OFF") // fails for impossible names only
}

// spacious lets the garbage wait: what a provider allocates is small and soon
// gone, and collecting it often would cost a quarter of its time. GOGC and
// GOMEMLIMIT hold where they are set.
func spacious() {
	const percent, limit = 400, 384 << 20 // bytes
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}
