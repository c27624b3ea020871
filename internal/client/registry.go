// SPDX-License-Identifier: MPL-2.0

package client

import (
	"sync"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

// item is one object as a run sees it.
type item struct {
	typ *spillway.Type
	id  topology.Identity
	// value is the object as planned; null for one that the plan destroys.
	value graph.Value
	// config is what its author wrote, unknown where it is not at hand.
	config graph.Value
	// prior is the object before; null for a new one.
	prior  graph.Value
	change topology.Change
	// stored is true for an object that is known from the catalogue only.
	stored bool
	// moved is true for one whose place another object takes, since a
	// replacement has another id.
	moved bool
}

// address is what findings call the object: its id, or what is known of it.
func (i *item) address() string {
	if i.id.Complete() {
		return spillway.ID(i.id)
	}
	name := i.id.Name
	if name == "" {
		name = "with a name known after apply"
	}
	return i.typ.Name + " " + name
}

// refers returns the identities that the object refers to, before or after.
func (i *item) refers(v graph.Value) (out []topology.Identity) {
	for _, r := range i.typ.Refers(v) {
		if r.ID.Complete() {
			out = append(out, r.ID)
		}
	}
	return out
}

// registry holds the objects that were planned in this run.
type registry struct {
	mu    sync.Mutex
	items map[topology.Identity]*item
	// users holds who refers to an identity after the plan, in the order in
	// which they were planned.
	users map[topology.Identity][]topology.Identity
}

// put registers a planned object. An object that was planned before in this
// run is replaced by the later plan; the prior state of a replacement stays
// known, though its second plan does not have it.
func (r *registry) put(i *item) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.items == nil {
		r.items, r.users = map[topology.Identity]*item{}, map[topology.Identity][]topology.Identity{}
	}
	before := r.items[i.id]
	if before != nil {
		r.forget(before)
		if i.prior.IsNull() && !before.prior.IsNull() && before.change == topology.ChangeReplace {
			i.prior, i.change = before.prior, before.change
		}
	}
	r.items[i.id] = i
	for _, to := range i.refers(i.value) {
		r.users[to] = append(r.users[to], i.id)
	}
}

func (r *registry) forget(i *item) {
	for _, to := range i.refers(i.value) {
		list := r.users[to]
		kept := list[:0:0]
		for _, u := range list {
			if u != i.id {
				kept = append(kept, u)
			}
		}
		r.users[to] = kept
	}
}

// destroy registers that the plan destroys an object, unless another one takes
// its id.
func (r *registry) destroy(i *item) {
	i.change = topology.ChangeDelete
	i.value = graph.NullValue()
	r.mu.Lock()
	if now := r.items[i.id]; now != nil && !now.value.IsNull() && now.prior.IsNull() {
		r.mu.Unlock()
		return
	}
	r.mu.Unlock()
	r.put(i)
}

// get returns the object with an identity as it is planned; nil where this run
// has not planned it.
func (r *registry) get(id topology.Identity) *item {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.items[id]
}

// usersOf returns the planned objects that refer to an identity.
func (r *registry) usersOf(id topology.Identity) (out []*item) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := map[topology.Identity]bool{}
	for _, u := range r.users[id] {
		if i := r.items[u]; i != nil && !seen[u] && !i.value.IsNull() {
			seen[u] = true
			out = append(out, i)
		}
	}
	return out
}
