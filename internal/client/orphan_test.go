// SPDX-License-Identifier: MPL-2.0

package client

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/store"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

// killed puts an object into a catalogue as a run does that is then killed.
func killed(t *testing.T, path, resourceType, name, arguments string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	caller := exec.CommandContext(t.Context(), self, "-test.run=^$")
	if err := caller.Run(); err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Skip("this machine has no name:", err)
	}
	s, err := store.Open(t.Context(), path, store.Options{Create: true, Run: host + "/" + strconv.Itoa(caller.Process.Pid) + "/1"})
	if err != nil {
		t.Fatal(err)
	}
	typ, v := thing(t, resourceType, name, arguments)
	o, err := row(typ, typ.Identity(v), v)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.Insert(o) }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
}

// What a run made that was killed before it wrote its state is taken over by
// the one that asks for the same, said once; anything else is a name that is
// taken.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	const existing = "error name: Object already exists"
	for name, test := range map[string]struct {
		resourceType, arguments string
		read                    bool
		plan, want              []string
	}{
		"the same object": {
			resourceType: "instance_group", arguments: `"size":3`,
			want: []string{"warning name: Object of a stopped run taken over"},
		},
		"the same arguments": {
			resourceType: "instance_group", arguments: `"size":3,"self_link":"x","id":"y"`,
			want: []string{"warning name: Object of a stopped run taken over"},
		},
		"another argument": {
			resourceType: "instance_group", arguments: `"size":4`,
			plan: []string{"warning name: Object already exists"}, want: []string{existing},
		},
		"one more argument": {
			resourceType: "instance_group", arguments: `"size":3,"description":"x"`,
			plan: []string{"warning name: Object already exists"}, want: []string{existing},
		},
		"a state holds it": {
			resourceType: "instance_group", arguments: `"size":3`, read: true,
			plan: []string{"warning name: Object already exists"}, want: []string{existing},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "engine.db")
			killed(t, path, "instance_group", "a", `"size":3`)
			c := newClient(t, path)
			typ, v := thing(t, test.resourceType, "a", test.arguments)
			if test.read {
				_, state := thing(t, "instance_group", "a", `"size":3`)
				if _, problems := c.Read(t.Context(), typ, state); len(problems) > 0 {
					t.Fatal(summaries(problems))
				}
			}
			planned, err := c.Plan(t.Context(), Change{Type: typ, Prior: graph.NullValue(), Value: v, Config: v})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.plan, summaries(planned.Problems)); diff != "" {
				t.Errorf("the plan: %s", diff)
			}
			if diff := cmp.Diff(test.want, summaries(c.Create(t.Context(), typ, v))); diff != "" {
				t.Errorf("the apply: %s", diff)
			}
			if got := summaries(c.Create(t.Context(), typ, v)); len(got) != 1 || got[0] != existing {
				t.Errorf("once more: %q", got)
			}
			if _, there, _ := c.Import(t.Context(), typ, typ.Identity(v)); !there {
				t.Errorf("%s is gone", spillway.ID(typ.Identity(v)))
			}
		})
	}
}
