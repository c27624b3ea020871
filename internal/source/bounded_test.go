// SPDX-License-Identifier: MPL-2.0

package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestBounded(t *testing.T) {
	t.Parallel()
	forever := make(chan struct{})
	defer close(forever)
	for name, c := range map[string]struct {
		limits limits
		run    func()
		says   string
	}{
		"done":            {limits{time: time.Minute, bytes: 1 << 62}, func() {}, ""},
		"too long":        {limits{time: time.Nanosecond, bytes: 1 << 62}, func() { <-forever }, "main: the configuration takes more than 1ns to evaluate"},
		"too much memory": {limits{time: time.Minute, bytes: 1}, func() { <-forever }, "main: the configuration takes more than 0 MiB to evaluate"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.limits.bounded("main", c.run)
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want %q", err, c.says)
			}
		})
	}
}

func TestBoundedPanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() != "fault" {
			t.Error("what the evaluation panics with is lost")
		}
	}()
	_ = usual.bounded("main", func() { panic("fault") })
}

// Calls that would take all memory, or all of the stack, are errors with their
// place, and the rest is read.
func TestCallsOutOfBounds(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]string{
		"combinations": `setproduct(local.many, local.many, local.many)`,
		"spaces":       `indent(1000000000000, "a\nb")`,
		"replacement":  `replace(local.long, "x", local.long)`,
		"by regex":     `replace(local.long, "/./", local.long)`,
		"nested JSON":  `jsondecode(local.open)`,
		"nested YAML":  `yamldecode(local.open)`,
		"aliases":      `yamldecode(local.aliases)`,
		"width":        `format("%9999999999s", "x")`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			src := `
locals {
  many    = range(1000)
  long    = join("", [for i in range(1000) : "xxxxxxxxxx"])
  open    = join("", [for i in range(1000) : "[[[[[[[["])
  aliases = join("", ["a: &a [x]\n", "b:\n", join("", [for i in range(100) : "- *a\n"])])
}
resource "google_compute_instance_group" "g" {
  name = jsonencode(` + call + `)
  zone = "us-central1-a"
}
`
			if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(src), 0o600); err != nil {
				t.Fatal(err)
			}
			set, err := Open([]string{dir}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(set.Problems) != 1 || set.Problems[0].Where == nil || set.Problems[0].Where.Start.Line != 9 {
				t.Errorf("problems %+v", set.Problems)
			}
			after, _ := set.Topology()
			if len(after.Groups) != 1 {
				t.Error("the rest is not read")
			}
		})
	}
}
