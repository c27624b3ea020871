// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/golden"
	"terraform-provider-spillway/internal/validate"
)

// A tweak changes the service that a sketch builds.
type tweak func(b *tt.Builder, s *t.BackendService)

// lb builds service "web" over groups by a sketch: "a3 b2 | a1" has groups of
// three and two endpoints in zones a and b, and a failover group of one in
// zone a. "a?" has a size that is not known, "abc7" is a regional group of
// seven over three zones, and "?" a backend whose group is not resolved.
// Primary groups are named by their zones, failover groups "spare-" and them;
// a second one there has "-more" behind its name.
func lb(sketch string, tweaks ...tweak) func(*tt.Builder) {
	return func(b *tt.Builder) {
		s := b.Service("web")
		for pool, groups := range strings.SplitN(sketch, "|", 2) {
			for _, word := range strings.Fields(groups) {
				addGroup(b, s, word, pool == 1)
			}
		}
		for _, change := range tweaks {
			change(b, s)
		}
	}
}

func addGroup(b *tt.Builder, s *t.BackendService, word string, failover bool) {
	zones := strings.TrimRight(word, "0123456789?")
	n, _ := strconv.Atoi(word[len(zones):])
	name := zones
	if failover {
		name = "spare-" + zones
	}
	for _, g := range b.Raw().Groups {
		if t.Is(g.Name, name) {
			name += "-more"
		}
	}
	switch {
	case zones == "":
		tt.Attach(s, &t.Group{}, failover)
		s.Backends.List[len(s.Backends.List)-1].Group = tt.UnresolvedLink("it comes from local.group")
		return
	case len(zones) == 1:
		tt.Attach(s, b.Group(name, tt.Zone(zones), n), failover)
	default:
		var all []string
		for _, z := range zones {
			all = append(all, tt.Zone(string(z)))
		}
		tt.Attach(s, b.RegionGroup(name, n, all...), failover)
	}
	if strings.HasSuffix(word, "?") {
		g := groupOf(s, len(s.Backends.List)-1)
		g.Capacity.Members, g.Capacity.TargetSize = t.Unknown[int](), t.Unknown[int]()
	}
}

// groupOf returns the group of a backend.
func groupOf(s *t.BackendService, i int) *t.Group {
	g, _ := t.To[*t.Group](s.Backends.List[i].Group)
	return g
}

// spill and stay switch affinity on.
func spill(ratio string) tweak {
	return func(_ *tt.Builder, s *t.BackendService) { tt.Affinity(s, t.AffinitySpill, ratio) }
}

func stay(_ *tt.Builder, s *t.BackendService) { tt.Affinity(s, t.AffinityStay, "") }

// spillover sets the value alone.
func spillover(value string) tweak {
	return func(_ *tt.Builder, s *t.BackendService) { tt.Affinity(s, value, "") }
}

// zonal changes the zonal_affinity block, which is SPILL with ratio 0.5.
func zonal(change func(za *t.ZonalAffinity)) tweak {
	return func(_ *tt.Builder, s *t.BackendService) {
		za := t.ZonalAffinity{Spillover: t.Of(t.AffinitySpill), Ratio: t.Of(t.MustRatio("0.5")), SpilloverWritten: t.Of(true)}
		change(&za)
		s.TrafficPolicy = t.Of(t.TrafficPolicy{ZonalAffinity: t.Of(za)})
	}
}

func unknownValue(_ *tt.Builder, s *t.BackendService) {
	zonal(func(za *t.ZonalAffinity) { za.Spillover = t.Unknown[string]() })(nil, s)
}

func unknownRatio(_ *tt.Builder, s *t.BackendService) {
	zonal(func(za *t.ZonalAffinity) { za.Ratio = t.Unknown[t.Ratio]() })(nil, s)
}

func unknownPolicy(_ *tt.Builder, s *t.BackendService) {
	s.TrafficPolicy = t.Unknown[t.TrafficPolicy]()
}

func scheme(v t.Known[string]) tweak {
	return func(_ *tt.Builder, s *t.BackendService) { s.Scheme = v }
}

// service wraps a change of the service alone.
func service(change func(s *t.BackendService)) tweak {
	return func(_ *tt.Builder, s *t.BackendService) { change(s) }
}

// failover sets the failover policy.
func failover(ratio string, drop bool) tweak {
	return func(_ *tt.Builder, s *t.BackendService) { tt.FailoverPolicy(s, ratio, drop) }
}

// flagUnknown leaves open whether a backend is a failover backend.
func flagUnknown(i int) tweak {
	return func(_ *tt.Builder, s *t.BackendService) { s.Backends.List[i].Failover = t.Unknown[bool]() }
}

// ruled adds a forwarding rule "front" in network main and changes it.
func ruled(changes ...func(b *tt.Builder, r *t.ForwardingRule)) tweak {
	return func(b *tt.Builder, s *t.BackendService) {
		r := b.Rule("front", s)
		r.Network = t.Of("projects/p/global/networks/main")
		for _, change := range changes {
			change(b, r)
		}
	}
}

// perhaps leaves open which service the rule belongs to.
func perhaps(_ *tt.Builder, r *t.ForwardingRule) {
	r.BackendService = tt.UnresolvedLink("it comes from var.service")
}

// scaledBy gives a group an autoscaler.
func scaledBy(i int, least, most t.Known[int], changes ...func(*t.Autoscaler)) tweak {
	return func(b *tt.Builder, s *t.BackendService) {
		g := groupOf(s, i)
		if g.GroupKind == t.UnmanagedGroup {
			g.GroupKind = t.ManagedGroup
		}
		x := &t.Autoscaler{
			Object: tt.Object("google_compute_autoscaler", t.KindAutoscaler, fmt.Sprint("scaler-", i), tt.Region),
			Target: tt.To(g), Min: least, Max: most, Mode: t.Null[string](),
		}
		for _, change := range changes {
			change(x)
		}
		b.Raw().Autoscalers = append(b.Raw().Autoscalers, x)
		g.Capacity.TargetSize, g.Capacity.Autoscaled, g.Capacity.Autoscaler = t.Null[int](), t.Of(true), x
	}
}

// shaped sets the distribution shape of a group.
func shaped(i int, shape t.Known[string]) tweak {
	return func(_ *tt.Builder, s *t.BackendService) { groupOf(s, i).Capacity.Shape = shape }
}

// clients gives service "web" a traffic block: "a=0.9 b=0.1".
func clients(shares string, gib string) func(*validate.Input) {
	return func(in *validate.Input) {
		block := validate.Traffic{Clients: map[string]t.Ratio{}, MonthlyGiB: t.Null[t.Ratio]()}
		for _, word := range strings.Fields(shares) {
			zone, share, _ := strings.Cut(word, "=")
			if len(zone) == 1 {
				zone = tt.Zone(zone)
			}
			block.Clients[zone] = t.MustRatio(share)
		}
		if gib != "" {
			block.MonthlyGiB = t.Of(t.MustRatio(gib))
		}
		in.Traffic = map[string]validate.Traffic{web: block}
	}
}

// both joins two changes of the input.
func both(changes ...func(*validate.Input)) func(*validate.Input) {
	return func(in *validate.Input) {
		for _, change := range changes {
			change(in)
		}
	}
}

func current(in *validate.Input) { in.Edition = t.Current }

// texts runs the cases of a table and writes down every word that its rules
// say, in the order of the cases' names.
func texts(tb *testing.T, path string, table map[string]ruleCase) {
	tb.Helper()
	names := make(map[string]string, len(table))
	for name, c := range table {
		names[c.rule.ID+" "+name] = name
	}
	var out strings.Builder
	for _, title := range slices.Sorted(maps.Keys(names)) {
		c := table[names[title]]
		got := c.result()
		if len(got.Findings)+len(got.Undecided) == 0 {
			continue
		}
		fmt.Fprintf(&out, "# %s\n", title)
		for _, f := range got.Findings {
			fmt.Fprintf(&out, "%s at %s %s\n%s\n", f.Severity, f.Address, f.Path, f.Detail)
			for _, r := range f.Related {
				fmt.Fprintf(&out, "  %s: %s\n", r.Address, r.Message)
			}
		}
		for _, u := range got.Undecided {
			fmt.Fprintf(&out, "undecided at %s %s\n%s\n", u.Address, u.Path, u.Reason)
		}
		out.WriteByte('\n')
	}
	golden.Assert(tb, path, []byte(out.String()))
}
