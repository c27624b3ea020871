// SPDX-License-Identifier: MPL-2.0

package client

import (
	"context"
	"errors"
	"fmt"

	"terraform-provider-spillway/internal/engine/store"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
	"terraform-provider-spillway/internal/validate"
)

// Read returns an object as it is now, null where it was removed. State is
// what the caller last knew of it.
//
// Where there is no catalogue, or one that never held the object, the state is
// right, and the object is registered from it.
func (c *Client) Read(ctx context.Context, t *spillway.Type, state graph.Value) (graph.Value, []Problem) {
	id := t.Identity(state)
	s, err := c.catalogue.read(ctx)
	if err != nil {
		return state, unusable(err)
	}
	if s == nil {
		if s, err = c.catalogue.write(ctx); errors.Is(err, errNoPath) {
			return state, nil
		} else if err != nil {
			return state, []Problem{notRegistered(err)}
		}
	}
	v, there, err := c.find(ctx, s, t, id)
	if err != nil {
		return state, unusable(err)
	}
	if there {
		// Not being able to write does not keep anybody from reading.
		_ = s.Confirm(ctx, spillway.ID(id))
		return v, nil
	}
	removed, err := s.WasRemoved(ctx, spillway.ID(id))
	if err != nil {
		return state, unusable(err)
	}
	if removed {
		return graph.NullValue(), nil
	}
	if err := c.register(ctx, s, t, id, state); err != nil {
		return state, []Problem{notRegistered(err)}
	}
	return state, nil
}

// Import returns the object with an identity, and whether there is one.
func (c *Client) Import(ctx context.Context, t *spillway.Type, id topology.Identity) (graph.Value, bool, []Problem) {
	s, err := c.catalogue.read(ctx)
	if err != nil {
		return graph.Value{}, false, unusable(err)
	}
	if s == nil {
		return graph.Value{}, false, nil
	}
	v, there, err := c.find(ctx, s, t, id)
	if err != nil {
		return graph.Value{}, false, unusable(err)
	}
	return v, there, nil
}

// List returns the objects of a type in a project, at a location or, where it
// is empty, everywhere, in the order of their ids; none where there is no
// catalogue.
func (c *Client) List(ctx context.Context, t *spillway.Type, project, location string) ([]graph.Value, []Problem) {
	s, err := c.catalogue.read(ctx)
	if err != nil {
		return nil, unusable(err)
	}
	if s == nil {
		return nil, nil
	}
	held, err := s.List(ctx, t.Name, project, location)
	if err != nil {
		return nil, unusable(err)
	}
	out := make([]graph.Value, len(held))
	for i, o := range held {
		v, err := object(o)
		if err != nil {
			return nil, unusable(err)
		}
		out[i] = v.value
	}
	return out, nil
}

func (c *Client) find(ctx context.Context, s *store.Store, t *spillway.Type, id topology.Identity) (graph.Value, bool, error) {
	o, there, err := s.Get(ctx, spillway.ID(id))
	if err != nil || !there {
		return graph.Value{}, false, err
	}
	if o.Type != t.Name {
		return graph.Value{}, false, fmt.Errorf("the catalogue holds %s as %s, and not as %s", o.ID, o.Type, t.Name)
	}
	v, err := decode(o.Body)
	return v, err == nil, err
}

func (c *Client) register(ctx context.Context, s *store.Store, t *spillway.Type, id topology.Identity, state graph.Value) error {
	o, err := row(t, id, state)
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *store.Tx) error { return tx.Put(o) })
}

// notRegistered warns that an object could not be put into the catalogue: the
// state is right all the same.
func notRegistered(err error) Problem {
	return Problem{
		Severity: validate.Warning, Summary: "The catalogue cannot be rebuilt",
		Detail: "The object is taken from the state, and could not be registered in the catalogue. " + sentence(err),
	}
}
