// SPDX-License-Identifier: MPL-2.0

package client

import (
	"context"
	"slices"

	"terraform-provider-spillway/internal/engine/store"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/spillway"
)

// view is where the neighbours of an object are looked for.
type view interface {
	// get returns the object with an identity, nil where there is none. One
	// that the plan destroys has a null value.
	get(id topology.Identity) (*item, error)
	// users returns the objects that refer to an identity.
	users(id topology.Identity) ([]*item, error)
}

// rows is a catalogue, or a transaction of one.
type rows interface {
	Get(id string) (store.Object, bool, error)
	Users(id string) ([]store.Object, error)
}

// stored looks in the catalogue.
type stored struct{ rows rows }

func (s stored) get(id topology.Identity) (*item, error) {
	o, ok, err := s.rows.Get(spillway.ID(id))
	if err != nil || !ok {
		return nil, err
	}
	return object(o)
}

func (s stored) users(id topology.Identity) (out []*item, err error) {
	list, err := s.rows.Users(spillway.ID(id))
	if err != nil {
		return nil, err
	}
	for _, o := range list {
		i, err := object(o)
		if err != nil {
			return nil, err
		}
		out = append(out, i)
	}
	return out, nil
}

// withContext gives an open catalogue the form of a transaction.
type withContext struct {
	ctx   context.Context //nolint:containedctx // it lives as long as the call that it belongs to
	store *store.Store
}

func (w withContext) Get(id string) (store.Object, bool, error) { return w.store.Get(w.ctx, id) }
func (w withContext) Users(id string) ([]store.Object, error)   { return w.store.Users(w.ctx, id) }

// planned looks in the registry, then in the catalogue behind it, if any.
type planned struct {
	registry *registry
	behind   view // nil: nothing but what this run has planned
}

func (p planned) get(id topology.Identity) (*item, error) {
	if i := p.registry.get(id); i != nil || p.behind == nil {
		return i, nil
	}
	return p.behind.get(id)
}

func (p planned) users(id topology.Identity) ([]*item, error) {
	out := p.registry.usersOf(id)
	if p.behind == nil {
		return out, nil
	}
	more, err := p.behind.users(id)
	for _, i := range more {
		if p.registry.get(i.id) == nil {
			out = append(out, i)
		}
	}
	return out, err
}

// neighbourhood is an object with what its rules can depend on.
type neighbourhood struct {
	items   []*item
	removed []*item // that the plan destroys
	// missing says that something refers to an object that nothing knows.
	missing bool
}

// hasStored reports whether a part of it is known from the catalogue only.
func (n *neighbourhood) hasStored() bool {
	return slices.ContainsFunc(n.items, func(i *item) bool { return i.stored })
}

// without returns the neighbourhood as it would be without one of its objects.
func (n *neighbourhood) without(out *item) *neighbourhood {
	items := slices.DeleteFunc(slices.Clone(n.items), func(i *item) bool { return i == out })
	return &neighbourhood{items: items, removed: n.removed, missing: n.missing}
}

// around collects the neighbourhood of an object: all that refers to it, on
// any number of steps, who shares its forwarding rule, and all that any of
// them refers to. What shares only a group or a policy with it stays out, so
// that a run of many objects over one policy does not look at all of them for
// each.
func around(v view, about *item) (*neighbourhood, error) {
	c := collector{view: v, seen: map[topology.Identity]bool{}}
	c.add(about)
	if err := c.followUsers(about); err != nil {
		return nil, err
	}
	for _, r := range about.refers(about.value) {
		if r.Kind != topology.KindForwardingRule {
			continue
		}
		sharers, err := v.users(r)
		if err != nil {
			return nil, err
		}
		for _, s := range sharers {
			c.add(s)
		}
	}
	return &c.found, c.followReferences()
}

type collector struct {
	view  view
	seen  map[topology.Identity]bool
	found neighbourhood
}

func (c *collector) add(i *item) {
	switch {
	case i.id.Complete() && c.seen[i.id]:
		return
	case i.value.IsNull():
		c.found.removed = append(c.found.removed, i)
	default:
		c.found.items = append(c.found.items, i)
	}
	c.seen[i.id] = true
}

func (c *collector) followUsers(from *item) error {
	if !from.id.Complete() {
		return nil
	}
	users, err := c.view.users(from.id)
	if err != nil {
		return err
	}
	for _, u := range users {
		if c.seen[u.id] {
			continue
		}
		c.add(u)
		if err := c.followUsers(u); err != nil {
			return err
		}
	}
	return nil
}

// followReferences adds what the objects refer to; of an object that changes
// also what it referred to before and the plan destroys.
func (c *collector) followReferences() error {
	for n := 0; n < len(c.found.items); n++ {
		i := c.found.items[n]
		now := i.refers(i.value)
		for r, id := range append(now[:len(now):len(now)], i.refers(i.prior)...) {
			switch found, err := c.look(id); {
			case err != nil:
				return err
			case !found && r < len(now):
				c.found.missing = true
			}
		}
	}
	return nil
}

// look adds the object with an identity, and reports whether there is one.
func (c *collector) look(id topology.Identity) (found bool, err error) {
	if c.seen[id] {
		return true, nil
	}
	to, err := c.view.get(id)
	if err != nil || to == nil {
		return false, err
	}
	c.add(to)
	return true, nil
}
