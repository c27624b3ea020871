// SPDX-License-Identifier: MPL-2.0

// Package golden compares what a test got with a file that holds what is
// right. Running a test with -update rewrites the files; read the difference
// before you commit it. Only tests import it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files with what the tests got")

// Update reports whether golden files are to be rewritten.
func Update() bool { return *update }

// Assert fails the test when got is not what the file at path holds.
func Assert(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run the test with -update to make it", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got); run the test with -update if the new one is right:\n%s", path, diff)
	}
}
