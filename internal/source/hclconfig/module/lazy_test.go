// SPDX-License-Identifier: MPL-2.0

package module

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"pgregory.net/rapid"
)

// What counts as a name without asking the language has to be one in it.
func TestLazyNamesAreIdentifiers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[A-Za-z0-9_-]{1,12}`).Draw(t, "name")
		m := resourceStart.FindStringSubmatch(fmt.Sprintf("resource \"a\" %q {\n", name))
		if got, want := m != nil, hclsyntax.ValidIdentifier(name); got != want {
			t.Fatalf("%q: taken %v, an identifier %v", name, got, want)
		}
	})
}

// lazyBlocks returns n resources that are not parsed.
func lazyBlocks(n int) []*Resource {
	kept := &keeper{bodies: map[*lazyBlock]*keptBody{}}
	out := make([]*Resource, n)
	for i := range out {
		src := fmt.Sprintf("resource \"a\" \"b%d\" {\n  n = %d\n}\n", i, i)
		out[i] = &Resource{lazy: &lazyBlock{src: []byte(src), file: "x.tf", at: hcl.InitialPos, kept: kept}}
	}
	return out
}

func TestParseAheadGivesTheSameBodies(t *testing.T) {
	t.Parallel()
	for name, n := range map[string]int{"none": 0, "few": 5, "more than are kept": 3*keptBodies + 7} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resources := lazyBlocks(n)
			ahead := ParseAhead(resources)
			defer ahead.Stop()
			for i, r := range resources {
				v, diags := r.Expr("n").Value(nil)
				if got, _ := v.AsBigFloat().Int64(); diags.HasErrors() || got != int64(i) {
					t.Fatalf("block %d is that of %d: %v", i, got, diags)
				}
				ahead.Done()
			}
		})
	}
}

// A user that stops in the middle ends the parsing.
func TestParseAheadStops(t *testing.T) {
	t.Parallel()
	ahead := ParseAhead(lazyBlocks(3 * keptBodies))
	ahead.Done()
	ahead.Stop()
}

// Whoever asks while a block is being parsed gets that body, not one of their
// own.
func TestBodiesAreParsedOnce(t *testing.T) {
	t.Parallel()
	r := lazyBlocks(1)[0]
	r.lazy.src = []byte("resource \"a\" \"b\" {\n" + strings.Repeat("  n {\n  }\n", 2000) + "}\n")
	bodies := make([]Body, 8)
	var wait sync.WaitGroup
	for i := range bodies {
		wait.Go(func() { bodies[i] = r.Body() })
	}
	wait.Wait()
	for i := range bodies {
		if bodies[i].native == nil || bodies[i].native != bodies[0].native {
			t.Fatalf("body %d is another one", i)
		}
	}
}
