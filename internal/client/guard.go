// SPDX-License-Identifier: MPL-2.0

package client

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// Guarded is what a guard asks for.
type Guarded struct {
	// IDs are the objects that the rules look at, with all that these refer
	// to.
	IDs []string
	// Complete says that nothing else refers to these objects, so that a rule
	// may conclude from what is not there.
	Complete bool
	// Edition overrides that of the provider, where it is set.
	Edition  topology.Edition
	Settings map[string]validate.Setting
	Traffic  map[string]validate.Traffic
}

// Verdict is what the rules say of guarded objects.
type Verdict struct {
	Result validate.Result
	// Open is true where a part of an object is known after apply, so that there
	// may be more findings.
	Open bool
	// Missing are the ids that neither this run nor the catalogue knows.
	Missing []string
}

// Guard runs all rules over objects as they are planned, or else as the
// catalogue holds them.
func (c *Client) Guard(ctx context.Context, g Guarded) (Verdict, error) {
	behind, err := c.behind(ctx)
	if err != nil {
		return Verdict{}, err
	}
	v := planned{&c.registry, behind}
	collect := collector{view: v, seen: map[topology.Identity]bool{}}
	var out Verdict
	for _, text := range g.IDs {
		id, ok := topology.ParseURL(text)
		if !ok || !id.Complete() {
			return Verdict{}, fmt.Errorf("%q is no id of an object. Write the id of a resource of this provider", text)
		}
		i, err := v.get(id)
		switch {
		case err != nil:
			return Verdict{}, err
		case i == nil || i.value.IsNull():
			out.Missing = append(out.Missing, spillway.ID(id))
		default:
			collect.add(i)
		}
	}
	if err := collect.followReferences(); err != nil {
		return Verdict{}, err
	}
	n := &collect.found
	out.Open = slices.ContainsFunc(n.items, func(i *item) bool { return partlyUnknown(i.value) })
	after := topologyOf(n)
	after.LinksComplete = g.Complete && len(n.removed) == 0
	out.Result = validate.Run(validate.Input{
		After: after, Before: beforeOf(n), Edition: cmp.Or(g.Edition, c.options.Edition), Settings: g.Settings, Traffic: g.Traffic,
	}, rules.All)
	return out, nil
}

// FindingValue returns a finding as an object of attributes, as a guard shows
// it.
func FindingValue(f *validate.Finding) graph.Value {
	return graph.ObjectValue([]string{"address", "detail", "path", "rule", "severity", "title"}, []graph.Value{
		graph.StringValue(f.Address), graph.StringValue(f.Detail), graph.StringValue(f.Path), graph.StringValue(f.Rule.ID),
		graph.StringValue(f.Severity.String()), graph.StringValue(f.Rule.Title),
	})
}
