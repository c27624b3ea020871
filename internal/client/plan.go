// SPDX-License-Identifier: MPL-2.0

package client

import (
	"context"
	"fmt"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
	"terraform-provider-spillway/internal/validate"
)

// Change is what a run plans for one object.
type Change struct {
	Type *spillway.Type
	// Prior is the object in the state, null for a new one.
	Prior graph.Value
	// Value is the planned object, with defaults; null where it is destroyed.
	Value graph.Value
	// Config is the object as its author wrote it.
	Config graph.Value
	// Replace says that the change destroys the object and makes a new one.
	Replace bool
}

// Planned is what follows from a change.
type Planned struct {
	Problems []Problem
	// Outputs are the computed attributes, by name.
	Outputs map[string]graph.Value
}

// Plan registers a change and says what follows from it, together with all
// that this run has planned before. It changes nothing in the catalogue.
func (c *Client) Plan(ctx context.Context, ch Change) (Planned, error) {
	behind, err := c.behind(ctx)
	if err != nil {
		return Planned{}, err
	}
	about := &item{typ: ch.Type, value: ch.Value, config: ch.Config, prior: ch.Prior}
	if ch.Value.IsNull() {
		return c.planDestroy(about, behind)
	}
	about.id = ch.Type.Identity(ch.Value)
	switch {
	case ch.Prior.IsNull():
		about.change = topology.ChangeCreate
	case ch.Replace:
		about.change = topology.ChangeReplace
		c.moveAway(about)
	case !Same(ch.Prior, ch.Value):
		about.change = topology.ChangeUpdate
	}
	if !about.id.Complete() {
		return c.planNeighbourhood(about, behind)
	}
	taken, err := c.taken(ctx, about, behind)
	if err != nil {
		return Planned{}, err
	}
	c.registry.put(about)
	out, err := c.planNeighbourhood(about, behind)
	out.Problems = append(taken, out.Problems...)
	return out, err
}

// behind is the catalogue that a plan looks into; nil where there is none.
func (c *Client) behind(ctx context.Context) (view, error) {
	s, err := c.catalogue.read(ctx)
	if err != nil || s == nil {
		return nil, err
	}
	return stored{withContext{ctx, s}}, nil
}

// moveAway registers that a replacement leaves its old id.
func (c *Client) moveAway(about *item) {
	old := about.typ.Identity(about.prior)
	if !old.Complete() || old == about.id {
		return
	}
	gone := *about
	gone.id, gone.moved = old, true
	c.registry.destroy(&gone)
}

// taken warns of a new object whose id the catalogue holds already, and that
// Create will not take over.
func (c *Client) taken(ctx context.Context, about *item, behind view) ([]Problem, error) {
	if behind == nil || about.change != topology.ChangeCreate || c.registry.get(about.id) != nil {
		return nil, nil
	}
	there, err := behind.get(about.id)
	if err != nil || there == nil {
		return nil, err
	}
	if mine, err := c.orphaned(ctx, about, there.value); err != nil || mine {
		return nil, err
	}
	return []Problem{{
		Severity: validate.Warning, Path: "name", Summary: summaryExists,
		Detail: fmt.Sprintf("The catalogue holds %s already. Unless it goes before this resource is created, the apply fails. %s",
			about.address(), howToImport(about)),
	}}, nil
}

func (c *Client) planNeighbourhood(about *item, behind view) (Planned, error) {
	n, err := around(planned{&c.registry, behind}, about)
	if err != nil {
		return Planned{}, err
	}
	out := Planned{Outputs: c.outputs(about, n, true)}
	if out.Problems, err = c.dangling(about, behind); err != nil {
		return Planned{}, err
	}
	findings := causedBy(about, n, c.options.Edition)
	sure, err := c.sure(about, n, findings)
	if err != nil {
		return Planned{}, err
	}
	said := c.alreadySaid(about, n, findings, out.Problems)
	for _, f := range findings {
		switch certain := sure[keyOf(&f)]; {
		case said.alone[keyOf(&f)], said.elsewhere[f.Address]:
		case f.Address != about.address() && said.before[keyOf(&f)] && (f.Severity < validate.Error || !certain):
		case f.Severity == validate.Error && !certain:
			p := problemOf(&f, about, validate.Warning)
			p.Detail += " A part of this is known from the catalogue only and not planned so far, so that it may be about to change: the apply " +
				"decides, and fails if it is still so."
			out.Problems = append(out.Problems, p)
		default:
			out.Problems = append(out.Problems, problemOf(&f, about, f.Severity))
		}
	}
	return out, nil
}

// said is what a plan need not say again.
type said struct {
	// alone are the findings that were said when the configuration of the
	// object was validated.
	alone map[key]bool
	// before are those that are there with the object as it was, too: they were
	// said when the neighbour was planned, for it saw the catalogue.
	before map[key]bool
	// elsewhere are the addresses of which another problem speaks.
	elsewhere map[string]bool
}

func (c *Client) alreadySaid(about *item, n *neighbourhood, findings []validate.Finding, problems []Problem) said {
	out := said{alone: map[key]bool{}, before: map[key]bool{}, elsewhere: map[string]bool{}}
	if len(findings) == 0 {
		return out
	}
	if !about.config.IsUnknown() {
		for _, f := range findingsAlone(about, c.options.Edition) {
			out.alone[key{f.Rule.ID, about.address(), f.Path}] = true
		}
	}
	for _, p := range problems {
		if p.Summary == summaryDestroyed {
			out.elsewhere[p.about] = true
		}
	}
	if about.prior.Kind() == graph.Object && about.typ.Identity(about.prior) == about.id {
		was := *about
		was.value = about.prior
		with := neighbourhood{removed: n.removed}
		for _, i := range n.items {
			if i == about {
				i = &was
			}
			with.items = append(with.items, i)
		}
		out.before = keys(run(&with, c.options.Edition).Findings)
		for k := range out.before {
			if slices.ContainsFunc(n.removed, func(i *item) bool { return i.address() == k.address }) {
				delete(out.before, k) // what is destroyed did not see this object
			}
		}
	}
	return out
}

// sure returns the findings that rest on planned objects alone.
func (c *Client) sure(about *item, n *neighbourhood, findings []validate.Finding) (map[key]bool, error) {
	if !n.hasStored() || len(findings) == 0 {
		return keys(findings), nil
	}
	only, err := around(planned{&c.registry, nil}, about)
	if err != nil {
		return nil, err
	}
	return keys(run(only, c.options.Edition).Findings), nil
}

// dangling looks for references to what the plan destroys, or nothing knows.
func (c *Client) dangling(about *item, behind view) (out []Problem, err error) {
	for _, r := range about.typ.Refers(about.value) {
		if !r.Modelled || r.ID == about.id {
			continue
		}
		to := c.registry.get(r.ID)
		switch {
		case to != nil && !to.value.IsNull():
			continue
		case to != nil:
			out = append(out, Problem{
				Severity: validate.Error, Path: r.Path, Summary: summaryDestroyed,
				Detail: fmt.Sprintf("%s names %s, which the same plan destroys. Name another object, or keep this one.", r.Path, spillway.ID(r.ID)),
				about:  spillway.ID(r.ID),
			})
			continue
		}
		if behind != nil {
			if to, err = behind.get(r.ID); err != nil {
				return nil, err
			}
		}
		if to == nil {
			out = append(out, Problem{
				Severity: validate.Warning, Path: r.Path, Summary: summaryMissing,
				Detail: fmt.Sprintf("%s names %s, which is neither in the catalogue nor planned so far. The apply fails unless it is there by then. "+
					"Refer to the resource's id, so that Terraform creates it first. If the state holds it, and this is the apply of a plan that was "+
					"made on another machine, run terraform plan here once: it registers what the state holds.", r.Path, spillway.ID(r.ID)),
			})
		}
	}
	return out, nil
}

// planDestroy refuses to destroy what a planned object goes on to use.
func (c *Client) planDestroy(about *item, behind view) (Planned, error) {
	about.id = about.typ.Identity(about.prior)
	if !about.id.Complete() {
		return Planned{}, nil
	}
	c.registry.destroy(about)
	if now := c.registry.get(about.id); now != about {
		return Planned{}, nil // another resource takes the id
	}
	var out Planned
	for _, u := range c.registry.usersOf(about.id) {
		out.Problems = append(out.Problems, Problem{
			Severity: validate.Error, Summary: summaryInUse,
			Detail: fmt.Sprintf("%s refers to %s, and the plan keeps it. Google refuses to delete what is in use: take the reference out, or keep "+
				"this resource.", u.address(), about.address()),
		})
	}
	if len(out.Problems) > 0 {
		return out, nil
	}
	found, err := c.destroyedTooEarly(about, behind)
	out.Problems = found
	return out, err
}

// destroyedTooEarly runs the rules that look at what a plan destroys: those
// that planned objects used to refer to.
func (c *Client) destroyedTooEarly(about *item, behind view) (out []Problem, err error) {
	n := &neighbourhood{removed: []*item{about}}
	if behind != nil {
		users, err := behind.users(about.id)
		if err != nil {
			return nil, err
		}
		for _, u := range users {
			if i := c.registry.get(u.id); i != nil && !i.value.IsNull() {
				n.items = append(n.items, i)
			}
		}
	}
	if len(n.items) == 0 {
		return nil, nil
	}
	for _, f := range run(n, c.options.Edition).Findings {
		if f.Address == about.address() {
			out = append(out, problemOf(&f, about, min(f.Severity, validate.Warning)))
		}
	}
	return out, nil
}

// Same reports whether two values are equal, unknown parts included.
func Same(a, b graph.Value) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case graph.Bool:
		x, _ := a.Bool()
		y, _ := b.Bool()
		return x == y
	case graph.Number, graph.String:
		x, _ := a.Text()
		y, _ := b.Text()
		return x == y
	case graph.List:
		return sameAll(a.Elements(), b.Elements())
	case graph.Object:
		names, values := a.Fields()
		others, more := b.Fields()
		for i := range names {
			if i >= len(others) || names[i] != others[i] {
				return false
			}
		}
		return len(names) == len(others) && sameAll(values, more)
	}
	return true
}

func sameAll(a, b []graph.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Same(a[i], b[i]) {
			return false
		}
	}
	return true
}
