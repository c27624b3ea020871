// SPDX-License-Identifier: MPL-2.0

package client

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"terraform-provider-spillway/internal/engine/store"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
	"terraform-provider-spillway/internal/validate"
)

// The summaries of problems with objects and with the catalogue.
const (
	summaryExists    = "Object already exists"
	summaryAdopted   = "Object of a stopped run taken over"
	summaryMissing   = "Reference to an object that does not exist"
	summaryDestroyed = "Reference to an object that the plan destroys"
	summaryInUse     = "Object is in use"
	summaryGone      = "Object was removed"
	summaryConflict  = "Objects do not go together"
	summaryCatalogue = "The catalogue cannot be used"
)

// CatalogueProblem returns an error of the catalogue as a problem.
func CatalogueProblem(err error) Problem {
	return Problem{Severity: validate.Error, Summary: summaryCatalogue, Detail: sentence(err)}
}

func unusable(err error) []Problem { return []Problem{CatalogueProblem(err)} }

func sentence(err error) string {
	s := err.Error()
	if s == "" {
		return s
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

func howToImport(i *item) string {
	return fmt.Sprintf("To manage the object that is there, import it: terraform import %s.NAME %s", i.typ.Name, spillway.ID(i.id))
}

// Create puts a new object into the catalogue. In one transaction it looks
// for its name, for what it refers to, and for objects that it does not go
// together with. An object that is just like it, and that a run made which was
// killed before it could write its state, is taken over.
func (c *Client) Create(ctx context.Context, t *spillway.Type, v graph.Value) []Problem {
	adopted := false
	problems := c.put(ctx, t, v, func(tx *store.Tx, o store.Object) (err error) {
		switch adopted, err = abandoned(tx, t, o.ID, v); {
		case err != nil:
			return err
		case adopted:
			return tx.Adopt(o)
		}
		return tx.Insert(o)
	})
	if adopted && len(problems) == 0 {
		return []Problem{{
			Severity: validate.Warning, Path: "name", Summary: summaryAdopted,
			Detail: fmt.Sprintf("%s was in the catalogue already: a run made it that was stopped before Terraform noted it in a state. It is what this "+
				"resource asks for, and is managed by it from now on.", spillway.ID(t.Identity(v))),
		}}
	}
	return problems
}

// Update replaces an object. One that was removed since it was planned stays
// removed; one that the catalogue never held comes from the state.
func (c *Client) Update(ctx context.Context, t *spillway.Type, v graph.Value) []Problem {
	return c.put(ctx, t, v, func(tx *store.Tx, o store.Object) error {
		_, there, err := tx.Get(o.ID)
		if err != nil {
			return err
		}
		if !there {
			removed, err := tx.WasRemoved(o.ID)
			if err != nil {
				return err
			}
			if removed {
				return &store.GoneError{ID: o.ID}
			}
		}
		return tx.Put(o)
	})
}

// conflict says that an object does not go together with others.
type conflict struct{ problems []Problem }

func (*conflict) Error() string { return summaryConflict }

func (c *Client) put(ctx context.Context, t *spillway.Type, v graph.Value, write func(*store.Tx, store.Object) error) []Problem {
	about := &item{typ: t, id: t.Identity(v), value: v, prior: graph.NullValue(), config: graph.UnknownValue()}
	o, err := row(t, about.id, v)
	if err != nil {
		return unusable(err)
	}
	s, err := c.catalogue.write(ctx)
	if err != nil {
		return unusable(err)
	}
	patience := time.NewTimer(c.options.Settle)
	defer patience.Stop()
	for {
		changed := c.changes.wait()
		err := s.Write(ctx, func(tx *store.Tx) error {
			before, err := c.conflictsBefore(tx, about)
			if err != nil {
				return err
			}
			if err := c.require(tx, s, o); err != nil {
				return err
			}
			if err := write(tx, o); err != nil {
				return err
			}
			return c.decide(tx, about, before)
		})
		var with *conflict
		if !errors.As(err, &with) {
			if err == nil {
				c.changes.happened()
			}
			return c.explain(about, err)
		}
		// What is in the way may be going in the same run, at the same time.
		select {
		case <-changed:
		case <-patience.C:
			return with.problems
		case <-ctx.Done():
			return with.problems
		}
	}
}

// require refuses references to what is not there. A catalogue in memory does
// not outlive a command, so that it cannot tell.
func (c *Client) require(tx *store.Tx, s *store.Store, o store.Object) error {
	if s.Path() == store.Memory {
		return nil
	}
	return tx.Require(o)
}

// conflictsBefore returns the errors around the object as the catalogue holds
// it before the write.
func (c *Client) conflictsBefore(tx *store.Tx, about *item) (map[key]bool, error) {
	view := stored{tx}
	old, err := view.get(about.id)
	if err != nil || old == nil {
		return nil, err
	}
	n, err := around(view, old)
	if err != nil {
		return nil, err
	}
	return keys(run(n, c.options.Edition).Findings), nil
}

// decide refuses an object that breaks a rule together with the objects of the
// catalogue, where they did not before.
func (c *Client) decide(tx *store.Tx, about *item, before map[key]bool) error {
	n, err := around(stored{tx}, about)
	if err != nil {
		return err
	}
	for _, i := range n.items {
		i.prior = graph.NullValue() // what a plan changes is not the question here
	}
	var out []Problem
	for _, f := range causedBy(about, n, c.options.Edition) {
		if f.Severity == validate.Error && !before[keyOf(&f)] {
			out = append(out, problemOf(&f, about, validate.Error))
		}
	}
	if len(out) == 0 {
		return nil
	}
	return &conflict{out}
}

// Delete takes an object out of the catalogue. Where there is no catalogue, or
// it does not hold the object, there is nothing to do.
func (c *Client) Delete(ctx context.Context, t *spillway.Type, v graph.Value) []Problem {
	about := &item{typ: t, id: t.Identity(v), value: v, prior: v, config: graph.UnknownValue()}
	s, err := c.catalogue.read(ctx)
	switch {
	case err != nil:
		return unusable(err)
	case s == nil:
		return nil
	}
	err = s.Write(ctx, func(tx *store.Tx) error { return tx.Delete(spillway.ID(about.id)) })
	if err == nil {
		c.changes.happened()
	}
	return c.explain(about, err)
}

// explain says what an error of a write means, and what to do.
func (c *Client) explain(about *item, err error) []Problem {
	var exists *store.ExistsError
	var missing *store.MissingError
	var inUse *store.InUseError
	var gone *store.GoneError
	p := Problem{Severity: validate.Error}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &exists):
		p.Path, p.Summary = "name", summaryExists
		p.Detail = fmt.Sprintf("%s already exists. Choose another name. %s", exists.ID, howToImport(about))
	case errors.As(err, &inUse):
		p.Summary = summaryInUse
		p.Detail = fmt.Sprintf("%s cannot be deleted, since these objects refer to it: %s. Take the references out first, in an apply of their own.",
			inUse.ID, strings.Join(inUse.Users, ", "))
	case errors.As(err, &gone):
		p.Summary = summaryGone
		p.Detail = fmt.Sprintf("%s was removed from the catalogue since it was planned. Plan again: Terraform then creates it anew.", gone.ID)
	case errors.As(err, &missing):
		var out []Problem
		for _, r := range missing.Missing {
			out = append(out, Problem{
				Severity: validate.Error, Path: r.Path, Summary: summaryMissing,
				Detail: fmt.Sprintf("%s names %s, which does not exist. Create it first, or refer to the id of the resource that does, so that Terraform "+
					"keeps the order. If the object is in the state and the catalogue is a new one, run terraform plan here once: it registers "+
					"what the state holds.", r.Path, r.ID),
			})
		}
		return out
	default:
		return unusable(err)
	}
	return []Problem{p}
}

// Settle returns an object without unknown parts: what is computed and could
// not be decided when it was planned is computed from what is there now.
func (c *Client) Settle(ctx context.Context, t *spillway.Type, v graph.Value) (graph.Value, []Problem) {
	if known(v) {
		return v, nil
	}
	about := &item{typ: t, id: t.Identity(v), value: v, prior: graph.NullValue(), config: graph.UnknownValue()}
	behind, err := c.behind(ctx)
	if err != nil {
		return v, unusable(err)
	}
	n, err := around(planned{&c.registry, behind}, about)
	if err != nil {
		return v, unusable(err)
	}
	outputs := c.outputs(about, n, false)
	names, values := v.Fields()
	settled := make([]graph.Value, len(values))
	for i, name := range names {
		settled[i] = values[i]
		if !known(values[i]) {
			settled[i] = graph.NullValue()
			if o, ok := outputs[name]; ok && known(o) {
				settled[i] = o
			}
		}
	}
	return graph.ObjectValue(names[:len(names):len(names)], settled), nil
}
