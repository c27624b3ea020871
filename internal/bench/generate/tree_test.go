// SPDX-License-Identifier: MPL-2.0

package generate_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2/hclparse"

	"terraform-provider-spillway/internal/bench/generate"

	"io/fs"
	"path/filepath"
	"strings"
)

func TestTreeIsConfiguration(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tree := generate.Tree{Roots: 2, FilesPerRoot: 3, ResourcesPerFile: 2, Modules: 1}
	files, lines, err := tree.Write(dir)
	if err != nil || files != 2*3+2 || lines == 0 {
		t.Fatalf("%d files, %d lines, %v", files, lines, err)
	}
	parser := hclparse.NewParser()
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".tf") {
			if _, diags := parser.ParseHCLFile(path); diags.HasErrors() {
				t.Error(diags)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
