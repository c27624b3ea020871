// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// mostPossibilities bounds how many possibilities are looked at. With more,
// the answer is unknown.
const mostPossibilities = 20_000

// asking collects the answers to all that may turn out to be so.
type asking struct {
	*question
	now     possibility
	answer  answer
	left    int
	refused error // why a possibility was none
}

// ask answers a question. What is known after apply is tried in every way that
// can make a difference; what the answers have in common holds.
func (q *question) ask() (attr.Value, error) {
	if q.open || q.service.IsUnknown() || !q.region.IsSet() && !q.everyZoneKnown() {
		return types.ObjectUnknown(routeTypes), nil
	}
	a := &asking{question: q, left: mostPossibilities}
	a.now = possibility{service: q.service, region: q.region.Default(""), groups: make([]routeMember, len(q.groups)), sick: q.sick}
	a.choose(a.choices(), a.chooseSick)
	switch {
	case a.left <= 0 || a.answer.lost():
		return types.ObjectUnknown(routeTypes), nil
	case a.answer.attributes == nil:
		return nil, a.refused
	}
	return a.answer.value(), nil
}

func (q *question) everyZoneKnown() bool {
	return !slices.ContainsFunc(q.groups, func(g routeGroup) bool { return !g.zone.IsSet() })
}

// fork is something that is open: one way for each thing that it can be.
type fork []func(*possibility)

// choices lists what is open with few ways to be, and sets what is not.
func (a *asking) choices() (out []fork) {
	if c, ok := a.client.Value(); ok {
		a.now.client = c
	} else {
		out = append(out, a.clients())
	}
	for i, g := range a.groups {
		a.now.groups[i] = routeMember{zone: g.zone.Default(""), size: g.size.Default(-1), failover: g.failover.Default(false)}
		if !g.zone.IsSet() {
			var c fork
			for _, z := range a.zones() {
				c = append(c, func(p *possibility) { p.groups[i].zone = z })
			}
			out = append(out, c)
		}
		if g.failover.IsUnknown() {
			out = append(out, fork{
				func(p *possibility) { p.groups[i].failover = false }, func(p *possibility) { p.groups[i].failover = true },
			})
		}
	}
	return append(out, a.spreads()...)
}

// zones returns the zones in which something can be: those that are named, and
// two others, which stand for all the rest.
func (a *asking) zones() []string {
	var out []string
	add := func(z string) {
		if topology.IsZone(z) && topology.Is(a.region, topology.RegionOf(z)) && !slices.Contains(out, z) {
			out = append(out, z)
		}
	}
	for _, g := range a.groups {
		add(g.zone.Default(""))
	}
	add(a.client.Default(routing.Client{}).Zone)
	for _, term := range a.sick {
		add(zoneIn.FindString(term))
	}
	region, named := a.region.Default(someRegion), len(out)
	for letter := 'z'; len(out) < named+2; letter-- {
		add(region + "-" + string(letter))
	}
	return out
}

// clients are a VM in any zone, and one that zonal affinity does not hold for.
func (a *asking) clients() fork {
	list := []routing.Client{routing.VMIn(routing.OtherZone), {Kind: routing.VPN}}
	for _, z := range a.zones() {
		list = append(list, routing.VMIn(z))
	}
	var out fork
	for _, c := range list {
		out = append(out, func(p *possibility) { p.client = c })
	}
	return out
}

// spreads are the arguments of the service that say whether connections spread
// evenly, and the option of zonal affinity.
func (a *asking) spreads() (out []fork) {
	word := func(s string) graph.Value { return graph.StringValue(s) }
	object := func(name string, v graph.Value) graph.Value { return objectFrom(map[string]graph.Value{name: v}) }
	either := func(name string, values ...graph.Value) {
		var c fork
		for _, v := range values {
			c = append(c, func(p *possibility) { p.service = with(p.service, name, v) })
		}
		out = append(out, c)
	}
	if a.service.Get("ha_policy").IsUnknown() {
		either("ha_policy", graph.NullValue(), object("fast_ip_move", word("DISABLED")))
	}
	if s := a.service.Get("subsetting"); s.IsUnknown() || s.Kind() == graph.Object && s.Get("policy").IsUnknown() {
		either("subsetting", graph.NullValue(), object("policy", word(topology.SubsettingHash)))
	}
	if a.service.Get("locality_lb_policy").IsUnknown() {
		either("locality_lb_policy", graph.NullValue(), word("WEIGHTED_MAGLEV"))
	}
	za := a.service.Get(policyAttribute).Get(affinityAttribute)
	if za.Kind() == graph.Object && za.Get("spillover").IsUnknown() {
		var ways []graph.Value
		for _, m := range []routing.Mode{routing.Disabled, routing.Stay, routing.Spill} {
			ways = append(ways, object(affinityAttribute, with(za, "spillover", word(m.String()))))
		}
		either(policyAttribute, ways...)
	}
	return out
}

// choose goes through every way of the choices, and on from each of them.
func (a *asking) choose(open []fork, on func()) {
	if a.done() {
		return
	}
	if len(open) == 0 {
		on()
		return
	}
	before := a.now
	for _, way := range open[0] {
		a.now = before
		a.now.groups = slices.Clone(before.groups)
		way(&a.now)
		a.choose(open[1:], on)
	}
	a.now = before
}

func (a *asking) done() bool { return a.left <= 0 || a.answer.lost() }

// chooseSick tries every number of unhealthy endpoints that is open.
func (a *asking) chooseSick() {
	places := a.sickOpen
	if a.sickUnknown {
		places = a.places()
	}
	if len(places) > 0 && slices.ContainsFunc(a.now.groups, func(g routeMember) bool { return g.size < 0 }) {
		a.answer.add(undecided()) // too much is open
		return
	}
	var open []fork
	for _, place := range places {
		var c fork
		for n := range a.endpointsAt(place) + 1 {
			c = append(c, func(p *possibility) {
				if n > 0 {
					p.sick = append(slices.Clone(p.sick), "unhealthy:"+place+"="+strconv.Itoa(n))
				}
			})
			if len(c) > mostPossibilities {
				a.left = 0
				return
			}
		}
		open = append(open, c)
	}
	a.choose(open, a.chooseSizes)
}

// places returns every zone and pool with an endpoint.
func (a *asking) places() (out []string) {
	for _, g := range a.now.groups {
		place := g.zone + "/" + poolWord(g.failover)
		if g.size > 0 && !slices.Contains(out, place) {
			out = append(out, place)
		}
	}
	return out
}

func poolWord(failover bool) string {
	if failover {
		return "failover"
	}
	return "primary"
}

// endpointsAt counts the endpoints of a zone, or of one pool of it.
func (a *asking) endpointsAt(place string) (n int) {
	for _, g := range a.now.groups {
		if g.zone == place || g.zone+"/"+poolWord(g.failover) == place {
			n += g.size
		}
	}
	return n
}

// look evaluates the possibility that is chosen, and says whether it is one.
func (a *asking) look() (state *routing.State, is bool) {
	a.left--
	s, err := a.now.predict()
	switch {
	case err != nil:
		a.refused = &problem{a.sickAt.index, err.Error()}
		return nil, false
	case len(s.Outcomes) > 0:
		a.answer.add(decided(&s.Outcomes[0]))
		return s.Outcomes[0].State, true
	case !s.Decided():
		a.answer.add(undecided())
		return nil, false
	}
	a.refused = a.sickAt.wrong("names more endpoints than there are")
	return nil, false
}
