// SPDX-License-Identifier: MPL-2.0

package client

import (
	"context"
	"slices"

	"terraform-provider-spillway/internal/engine/store"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

// abandoned reports whether the catalogue holds an object that is just like
// the one that is to be created, and that belongs to nobody: the run that made
// it was killed before it could write its state.
func abandoned(tx *store.Tx, t *spillway.Type, id string, v graph.Value) (bool, error) {
	if orphan, err := tx.Orphan(id); err != nil || !orphan {
		return false, err
	}
	there, ok, err := tx.Get(id)
	if err != nil || !ok || there.Type != t.Name {
		return false, err
	}
	held, err := decode(there.Body)
	return err == nil && sameArguments(held, v), err
}

// orphaned reports whether Create will take over what the catalogue holds in
// place of a planned object, as far as the plan knows the object.
func (c *Client) orphaned(ctx context.Context, about *item, held graph.Value) (bool, error) {
	s, err := c.catalogue.read(ctx)
	if err != nil || s == nil {
		return false, err
	}
	orphan, err := s.Orphan(ctx, spillway.ID(about.id))
	return orphan && (partlyUnknown(about.value) || sameArguments(held, about.value)), err
}

// sameArguments compares objects without what is computed from others.
func sameArguments(a, b graph.Value) bool { return Same(arguments(a), arguments(b)) }

// arguments returns an object without what is computed from others.
func arguments(v graph.Value) graph.Value {
	names, values := v.Fields()
	var n []string
	var w []graph.Value
	for i, name := range names {
		if !slices.Contains(computed, name) {
			n, w = append(n, name), append(w, values[i])
		}
	}
	return graph.ObjectValue(n, w)
}
