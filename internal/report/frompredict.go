// SPDX-License-Identifier: MPL-2.0

package report

import (
	"cmp"
	"slices"
	"sort"

	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// FromPredict turns results of the engine into services of the document. It
// reuses its memory: a service is valid until the next call, unless Keep is
// set.
type FromPredict struct {
	// Explain adds the sentences of each outcome, Losses what each zone can
	// lose.
	Explain, Losses bool
	Keep            bool

	service      Service
	destinations []routing.Destination
}

// Service converts one service. Conflicts and the range are for the caller to
// fill in.
func (f *FromPredict) Service(s *predict.Service) *Service {
	out := &f.service
	if f.Keep {
		out = &Service{}
		f.destinations = nil
	}
	o := s.Object
	ratio, drop := o.EffectiveFailover()
	*out = Service{
		Address: o.Address, Name: o.Name.Default(""), Region: o.Region().Default(""), Scheme: o.Scheme.Default(""),
		Affinity: Affinity{Spillover: o.Affinity().Default(""), Ratio: o.SpilloverRatio()},
		Failover: Failover{Configured: o.FailoverConfigured(), Ratio: ratio, Drop: drop},
		Zones:    out.Zones[:0], Groups: out.Groups[:0], Undecided: causes(s.Undecided), Outcomes: out.Outcomes[:0],
	}
	for i := range s.Zones {
		z := &s.Zones[i]
		out.Zones = append(out.Zones, Zone{
			Zone: z.Name, Primary: z.Primary, Failover: z.Failover,
			KeepsLocalAt: z.KeepsLocalAt, KeepsLocalAtFailover: z.KeepsLocalAtFailover,
		})
	}
	for i := range s.Layout.Groups {
		out.Groups = append(out.Groups, groupOf(&s.Layout.Groups[i]))
	}
	slices.SortStableFunc(out.Groups, func(a, b Group) int {
		return cmp.Or(-cmp.Compare(a.Pool, b.Pool), cmp.Compare(a.Address, b.Address)) // primary first
	})
	f.destinations = f.destinations[:0]
	for i := range s.Outcomes {
		out.Outcomes = append(out.Outcomes, f.outcome(&s.Outcomes[i]))
	}
	if f.Losses {
		for i := range out.Zones {
			out.Zones[i].Loss = lossOf(s, out.Zones[i].Zone, out.Zones[i].Primary)
		}
	}
	return out
}

func (f *FromPredict) outcome(o *predict.Outcome) Outcome {
	from := len(f.destinations)
	f.destinations = o.Destinations(f.destinations)
	out := Outcome{
		Scenario: o.Scenario.Name, Client: o.Client, Decision: o.Decision, Shares: o.Shares(),
		Destinations: f.destinations[from:len(f.destinations):len(f.destinations)],
	}
	if f.Explain {
		out.Explanation = o.Explain()
	}
	return out
}

func causes(list []sizing.Cause) []Cause {
	out := make([]Cause, len(list))
	for i, c := range list {
		out[i] = Cause{c.Reason, slices.Sorted(slices.Values(c.Addresses))}
	}
	slices.SortStableFunc(out, func(a, b Cause) int { return cmp.Compare(a.Reason, b.Reason) })
	return mergeCauses(out)
}

func groupOf(g *sizing.GroupLayout) Group {
	out := Group{SizeFrom: string(g.Size.From), LinkedBy: string(g.Backend.Group.Proof)}
	if p, ok := g.Pool.Value(); ok {
		out.Pool = p.String()
	}
	switch {
	case g.Group != nil:
		out.Address, out.Kind = g.Group.Address, string(g.Group.GroupKind)
	case g.Backend.Group.ID.Name != "":
		out.Address = g.Backend.Group.ID.String()
	default:
		out.Address = g.Backend.Group.Text
	}
	if out.SizeFrom == "" {
		out.SizeFrom = string(topology.SizeUnknown)
	}
	if out.LinkedBy == "" {
		out.LinkedBy = string(topology.Unresolved)
	}
	for _, z := range g.Size.Zones {
		out.Zones = append(out.Zones, ZoneCount(z))
	}
	return out
}

// lossOf finds how many primary endpoints of a zone have to fail, while all
// others are healthy, until the zone's clients no longer reach healthy
// endpoints of their own zone alone; nil where they do not even while all are
// healthy, and where it is not decided. More failures never bring them back,
// so that halving finds the number.
func lossOf(s *predict.Service, zone string, n int) *Loss {
	if first := stateAfter(s, zone, 0); first == nil || !first.kept(zone) {
		return nil
	}
	sick := 1 + sort.Search(n, func(i int) bool {
		l := stateAfter(s, zone, i+1)
		return l == nil || !l.kept(zone)
	})
	if sick > n {
		return nil
	}
	return stateAfter(s, zone, sick)
}

// kept reports whether the clients stay with healthy endpoints of their zone.
func (l *Loss) kept(zone string) bool {
	to := l.Outcome.Destinations
	return len(to) == 1 && to[0].Zone == zone && to[0].Unhealthy == 0 && to[0].Pool == sizing.Primary
}

// stateAfter returns where the clients of a zone go when so many of its
// primary endpoints are unhealthy; nil where it is not decided.
func stateAfter(s *predict.Service, zone string, sick int) *Loss {
	healthy, ok := unhealthyIn(s.Layout, zone, sick)
	if !ok {
		return nil
	}
	client, state := routing.VMIn(zone), s.Config.State(healthy)
	d := state.Decide(client)
	if !d.Decided() {
		return nil
	}
	o := Outcome{Client: client, Decision: d, Destinations: state.Destinations(nil, d)}
	if s.Uneven == "" {
		o.Shares = state.Shares(client, d)
	}
	return &Loss{Sick: sick, Outcome: o}
}

// unhealthyIn returns the healthy endpoints by slot when n primary ones of a
// zone are unhealthy.
func unhealthyIn(l *sizing.Layout, zone string, n int) ([]int, bool) {
	if n == 0 {
		return nil, true
	}
	spec, err := scenario.Parse("unhealthy:"+zone+"/primary="+itoa(n), nil)
	if err != nil {
		return nil, false
	}
	return spec.At("", "").Apply(l, nil)
}
