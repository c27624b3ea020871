// SPDX-License-Identifier: MPL-2.0

package client

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/store"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
	"terraform-provider-spillway/internal/validate"
)

// thing is an object of a type, from the JSON of its further arguments.
func thing(t *testing.T, resourceType, name, arguments string) (*spillway.Type, graph.Value) {
	t.Helper()
	typ := spillway.Types["spillway_"+resourceType]
	where := map[spillway.Place]string{spillway.Regional: `,"region":"us-central1"`, spillway.Zonal: `,"zone":"us-central1-a"`}[typ.Place]
	if arguments != "" {
		arguments = "," + arguments
	}
	v, err := decode(`{"name":"` + name + `","project":"p"` + where + arguments + `}`)
	if err != nil {
		t.Fatal(err)
	}
	return typ, v
}

func newClient(t *testing.T, path string) *Client {
	t.Helper()
	c := New(Options{EnginePath: path, Settle: time.Millisecond})
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func create(t *testing.T, c *Client, resourceType, name, arguments string) graph.Value {
	t.Helper()
	typ, v := thing(t, resourceType, name, arguments)
	if got := summaries(c.Create(t.Context(), typ, v)); len(got) > 0 {
		t.Fatalf("creating %s %s: %q", resourceType, name, got)
	}
	return v
}

func summaries(problems []Problem) (out []string) {
	for _, p := range problems {
		out = append(out, p.Severity.String()+" "+p.Path+": "+p.Summary)
	}
	return out
}

// webs is a published load balancer, without affinity.
func webs(t *testing.T, c *Client) {
	t.Helper()
	create(t, c, "instance_group", "a", `"size":3`)
	create(t, c, "region_backend_service", "web", `"load_balancing_scheme":"INTERNAL","health_checks":["hc"],"backend":[{"group":"projects/p/zones/us-central1-a/instanceGroups/a"}]`)
	create(t, c, "forwarding_rule", "web", `"load_balancing_scheme":"INTERNAL","all_ports":true,"backend_service":"web"`)
}

const withAffinity = `"load_balancing_scheme":"INTERNAL","health_checks":["hc"],"network_pass_through_lb_traffic_policy":{"zonal_affinity":{"spillover":"ZONAL_AFFINITY_STAY_WITHIN_ZONE"}}`

func TestWrites(t *testing.T) {
	t.Parallel()
	c := newClient(t, filepath.Join(t.TempDir(), "engine.db"))
	webs(t, c)
	attachment, api := thing(t, "service_attachment", "api", `"target_service":"web"`)
	if got := c.Create(t.Context(), attachment, api); len(got) > 0 {
		t.Fatal(summaries(got))
	}
	service, web := thing(t, "region_backend_service", "web", withAffinity)
	want := []string{"error network_pass_through_lb_traffic_policy[0].zonal_affinity[0].spillover: Zonal affinity on a service published through Private Service Connect"}
	if diff := cmp.Diff(want, summaries(c.Update(t.Context(), service, web))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"error : Object is in use"}, summaries(c.Delete(t.Context(), service, web))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := c.Delete(t.Context(), attachment, api); len(got) > 0 {
		t.Error(summaries(got))
	}
	if got := c.Update(t.Context(), service, web); len(got) > 0 {
		t.Error(summaries(got))
	}
	if diff := cmp.Diff([]string{"error target_service: Zonal affinity on a service published through Private Service Connect"}, summaries(c.Create(t.Context(), attachment, api))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"error : Object was removed"}, summaries(c.Update(t.Context(), attachment, api))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// What was in conflict before, since the edition was another one, may change.
func TestOldConflictsDoNotStopOtherChanges(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	current := New(Options{EnginePath: path, Edition: topology.Current})
	t.Cleanup(func() { _ = current.Close() })
	create(t, current, "region_backend_service", "web", withAffinity)
	create(t, current, "forwarding_rule", "web", `"load_balancing_scheme":"INTERNAL","all_ports":true,"backend_service":"web"`)
	create(t, current, "service_attachment", "api", `"target_service":"web"`)
	service, web := thing(t, "region_backend_service", "web", withAffinity+`,"description":"changed"`)
	if got := newClient(t, path).Update(t.Context(), service, web); len(got) > 0 {
		t.Error(summaries(got))
	}
}

// An object that is in the way and goes in the same run, at the same time, is
// waited for.
func TestWaitsForWhatGoes(t *testing.T) {
	t.Parallel()
	c := New(Options{EnginePath: filepath.Join(t.TempDir(), "engine.db"), Settle: time.Minute})
	t.Cleanup(func() { _ = c.Close() })
	webs(t, c)
	attachment, api := thing(t, "service_attachment", "api", `"target_service":"web"`)
	if got := c.Create(t.Context(), attachment, api); len(got) > 0 {
		t.Fatal(summaries(got))
	}
	service, web := thing(t, "region_backend_service", "web", withAffinity)
	var both sync.WaitGroup
	both.Go(func() {
		if got := c.Update(t.Context(), service, web); len(got) > 0 {
			t.Error(summaries(got))
		}
	})
	both.Go(func() {
		if got := c.Delete(t.Context(), attachment, api); len(got) > 0 {
			t.Error(summaries(got))
		}
	})
	both.Wait()
}

func TestRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	typ, state := thing(t, "instance_group", "a", `"size":3`)
	_, other := thing(t, "instance_group", "b", `"size":1`)
	_, third := thing(t, "instance_group", "c", `"size":1`)

	// Without a catalogue the state is right, and starts one.
	c := newClient(t, path)
	for _, v := range []graph.Value{state, other} {
		if got, problems := c.Read(t.Context(), typ, v); !Same(got, v) || len(problems) > 0 {
			t.Errorf("got %v, %q", got, summaries(problems))
		}
	}
	// In a later run it holds them, and goes on to take others in.
	c = newClient(t, path)
	changed := mapOf(map[string]graph.Value{"name": graph.StringValue("a"), "project": graph.StringValue("p"), "zone": graph.StringValue("us-central1-a"), "size": graph.NumberValue("5")})
	if got, _ := c.Read(t.Context(), typ, changed); !Same(got, state) {
		t.Errorf("the catalogue gives %v", got)
	}
	if got, _ := c.Read(t.Context(), typ, third); !Same(got, third) {
		t.Errorf("one more of the state gives %v", got)
	}
	// What was removed is gone.
	if got := c.Delete(t.Context(), typ, other); len(got) > 0 {
		t.Error(summaries(got))
	}
	if got, _ := c.Read(t.Context(), typ, other); !got.IsNull() {
		t.Errorf("a removed object gives %v", got)
	}
	// So it is in every later run, until it is made again.
	c = newClient(t, path)
	if got, _ := c.Read(t.Context(), typ, other); !got.IsNull() {
		t.Errorf("in a later run a removed object gives %v", got)
	}
	create(t, c, "instance_group", "b", `"size":2`)
	if got, _ := c.Read(t.Context(), typ, other); got.IsNull() {
		t.Error("an object that was made again is missing")
	}
	// A catalogue that an apply made on another machine lacks what did not
	// change there.
	path = filepath.Join(t.TempDir(), "engine.db")
	create(t, newClient(t, path), "instance_group", "x", `"size":1`)
	if got, problems := newClient(t, path).Read(t.Context(), typ, other); !Same(got, other) || len(problems) > 0 {
		t.Errorf("an object of the state gives %v, %q", got, summaries(problems))
	}
}

// A run that finds no catalogue and does not refresh takes what it updates
// from its state, whatever else it does first.
func TestUpdateWithoutACatalogue(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	c := newClient(t, path)
	create(t, c, "instance_group", "new", `"size":1`)
	typ, v := thing(t, "instance_group", "a", `"size":3`)
	if got := c.Update(t.Context(), typ, v); len(got) > 0 {
		t.Error(summaries(got))
	}
	_, other := thing(t, "instance_group", "b", `"size":3`)
	if got, problems := newClient(t, path).Read(t.Context(), typ, other); !Same(got, other) || len(problems) > 0 {
		t.Errorf("in the next run one more of the state gives %v, %q", got, summaries(problems))
	}
}

func TestReadOfAnotherType(t *testing.T) {
	t.Parallel()
	c := newClient(t, filepath.Join(t.TempDir(), "engine.db"))
	create(t, c, "instance_group", "x", `"size":1`)
	_, v := thing(t, "instance_group", "x", "")
	neg := *spillway.Types["spillway_network_endpoint_group"]
	neg.Kind = topology.KindInstanceGroup // as if two types shared a kind
	_, problems := c.Read(t.Context(), &neg, v)
	if len(problems) != 1 || !strings.Contains(problems[0].Detail, "as spillway_instance_group, and not as") {
		t.Errorf("got %q", problems)
	}
}

// A plan makes no catalogue.
func TestPlanWritesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x", "engine.db")
	c := newClient(t, path)
	typ, v := thing(t, "instance_group", "a", `"size":3`)
	if _, err := c.Plan(t.Context(), Change{Type: typ, Value: v, Config: v, Prior: graph.NullValue()}); err != nil {
		t.Error(err)
	}
	if _, err := store.Open(t.Context(), path, store.Options{}); !errors.Is(err, store.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestUnknownPath(t *testing.T) {
	t.Parallel()
	c := newClient(t, "")
	typ, v := thing(t, "instance_group", "a", `"size":3`)
	if got, problems := c.Read(t.Context(), typ, v); !Same(got, v) || len(problems) > 0 {
		t.Errorf("read gives %v, %q", got, summaries(problems))
	}
	if _, err := c.Plan(t.Context(), Change{Type: typ, Value: v, Config: v, Prior: graph.NullValue()}); err != nil {
		t.Errorf("plan gives %v", err)
	}
	if diff := cmp.Diff([]string{"error : The catalogue cannot be used"}, summaries(c.Create(t.Context(), typ, v))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	c := newClient(t, filepath.Join(t.TempDir(), "engine.db"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	typ, v := thing(t, "instance_group", "a", `"size":3`)
	if got := c.Create(ctx, typ, v); len(got) != 1 || got[0].Severity != validate.Error {
		t.Errorf("got %q", summaries(got))
	}
}

// Concurrent creations in one client, and in several over one catalogue, lose
// nothing.
func TestConcurrentCreates(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	clients := []*Client{newClient(t, path), newClient(t, path)}
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			typ, v := thing(t, "instance_group", "g"+strings.Repeat("x", i), `"size":1`)
			if got := clients[i%2].Create(t.Context(), typ, v); len(got) > 0 {
				t.Error(summaries(got))
			}
		})
	}
	all.Wait()
	typ, _ := thing(t, "instance_group", "g", "")
	for i := range 60 {
		_, v := thing(t, "instance_group", "g"+strings.Repeat("x", i), `"size":1`)
		if _, there, problems := clients[0].Import(t.Context(), typ, typ.Identity(v)); !there || len(problems) > 0 {
			t.Errorf("object %d is lost: %q", i, summaries(problems))
		}
	}
}
