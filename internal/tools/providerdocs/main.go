// SPDX-License-Identifier: MPL-2.0

// Command providerdocs writes the provider's pages for the registry, docs/index.md
// and the folders docs/resources, docs/data-sources and docs/functions, from the
// schemas, templates/ and examples/. It needs terraform, which prints the
// schemas; without it nothing is written, and it says so. With -check it writes
// nothing, and fails where a page is not current.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
)

//go:generate go run . -root ../../..

func main() {
	root := flag.String("root", ".", "the root of the repository")
	check := flag.Bool("check", false, "write nothing, and fail where a page is not current")
	flag.Parse()
	pages, err := generate(*root)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		fmt.Fprintln(os.Stderr, "!!! THE PROVIDER'S PAGES IN docs/ ARE NOT GENERATED: THERE IS NO TERRAFORM BINARY ON THE PATH !!!")
		return
	case err == nil && *check:
		err = pages.compare(*root)
	case err == nil:
		err = pages.write(*root)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "providerdocs:", err)
		os.Exit(1)
	}
}
