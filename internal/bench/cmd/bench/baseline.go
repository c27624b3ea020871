// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/hashicorp/hcl/v2/hclparse"
)

// scanTokens reads every token of a file with the streaming JSON library that
// the plan reader stands on, and does nothing with them.
func scanTokens(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	d := jsontext.NewDecoder(bufio.NewReaderSize(f, 1<<16))
	for {
		if _, err := d.ReadToken(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// parseFiles parses the .tf files below a folder and keeps them, as a program
// does that looks at all of them.
func parseFiles(dir string) error {
	parser := hclparse.NewParser()
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".tf") {
			return err
		}
		if _, diags := parser.ParseHCLFile(path); diags.HasErrors() {
			return diags
		}
		return nil
	})
}
