// SPDX-License-Identifier: MPL-2.0

package client

import (
	"context"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/spillway"
)

// Sight is an object with all that it is connected to, as the run plans it and
// the catalogue holds the rest.
type Sight struct {
	Snapshot *topology.Snapshot
	Index    *topology.Index
	Node     topology.Node
	Edition  topology.Edition

	sick sick
}

// Look returns what there is around an object; nil where neither the run nor
// the catalogue has it.
//
// What this run plans after the call is not in it. While the run changes
// anything, the absence of a reference is no fact therefore.
func (c *Client) Look(ctx context.Context, id topology.Identity) (*Sight, error) {
	behind, err := c.behind(ctx)
	if err != nil {
		return nil, err
	}
	v := planned{&c.registry, behind}
	about, err := v.get(id)
	if err != nil || about == nil || about.value.IsNull() {
		return nil, err
	}
	found, err := connected(v, about)
	if err != nil {
		return nil, err
	}
	var objects []spillway.Object
	for _, i := range found.items {
		objects = append(objects, i.object(i.value))
	}
	s := spillway.Build(objects, spillway.Options{Complete: !c.registry.changing()})
	out := &Sight{Snapshot: s, Index: s.Index(), Edition: c.options.Edition, sick: sickOf(found)}
	out.Node = out.Index.At(about.address())
	return out, nil
}

// connected collects all that refers to an object or that it refers to, on any
// number of steps. What only shares a group or a policy with it stays out.
func connected(v view, about *item) (*neighbourhood, error) {
	c := collector{view: v, seen: map[topology.Identity]bool{}}
	c.add(about)
	if err := c.followUsers(about); err != nil {
		return nil, err
	}
	for n := 0; n < len(c.found.items); n++ {
		from := c.found.items[n]
		for _, id := range from.refers(from.value) {
			if _, err := c.look(id); err != nil {
				return nil, err
			}
		}
		// What watches or publishes a rule decides what its consumers get.
		if from.id.Kind != topology.KindForwardingRule && from.id.Kind != topology.KindServiceAttachment {
			continue
		}
		if err := c.followUsers(from); err != nil {
			return nil, err
		}
	}
	return &c.found, nil
}

// changing reports whether the run changes anything, as far as it is planned.
func (r *registry) changing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, i := range r.items {
		if i.change != topology.ChangeNone {
			return true
		}
	}
	return false
}

// Healthy returns how many endpoints of each slot of a layout are healthy at
// present; false where that is not known.
func (s *Sight) Healthy(l *sizing.Layout) ([]int, bool) {
	healthy, _, ok := s.sick.healthy(l)
	return healthy, ok
}

// Health is the scenario of what is healthy at present.
func (s *Sight) Health() health.Scenario {
	p := prediction{sick: s.sick}
	return health.Scenario{Name: Now, Counts: p.counts}
}

// Sick reports whether anything is unhealthy at present, or may be.
func (s *Sight) Sick() bool {
	if len(s.sick.open) > 0 {
		return true
	}
	for _, zones := range s.sick.counts {
		for _, n := range zones {
			if n > 0 {
				return true
			}
		}
	}
	return false
}

// AllHealthy counts the endpoints of a service as if all were healthy.
func (s *Sight) AllHealthy(b *topology.BackendService) health.Counts {
	return health.AllHealthy(sizing.Of(b, sizing.Nothing))
}
