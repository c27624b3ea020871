// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"slices"

	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// Attributes of a service that count, and of the blocks in it.
const (
	policyAttribute   = "network_pass_through_lb_traffic_policy"
	affinityAttribute = "zonal_affinity"
	failoverAttribute = "failover_policy"
)

// nestedNames are the attributes that the blocks have, in google's schema too.
var nestedNames = map[string][]string{
	policyAttribute:   {affinityAttribute},
	affinityAttribute: {"spillover", "spillover_ratio"},
	failoverAttribute: {"failover_ratio", "drop_traffic_if_unhealthy", "disable_connection_drain_on_failover"},
}

// readService keeps of a service what decides where connections go.
func (q *question) readService(a argument) error {
	a, err := a.one()
	switch {
	case err != nil:
		return err
	case a.value.IsNull():
		return a.wrong("is null; it is a backend service")
	case a.value.IsUnknown():
		q.service = graph.UnknownValue()
		return nil
	}
	if err := misspelt(a, []string{policyAttribute, failoverAttribute}); err != nil {
		return err
	}
	if err := q.readPlace(a); err != nil {
		return err
	}
	q.readBackends(a)
	kept := map[string]graph.Value{}
	for _, name := range []string{policyAttribute, failoverAttribute, "subsetting", "ha_policy"} {
		b, err := a.field(name).one()
		if err == nil {
			err = misspelt(b, nestedNames[name])
		}
		if err == nil {
			switch name {
			case policyAttribute:
				b.value, err = q.readPolicy(b)
			case failoverAttribute:
				b.value, err = q.readFailover(b)
			case "subsetting":
				_, err = b.field("policy").text()
			}
		}
		if err != nil {
			return err
		}
		kept[name] = b.value
	}
	locality := a.field("locality_lb_policy")
	if _, err := locality.text(); err != nil {
		return err
	}
	kept["locality_lb_policy"], kept["load_balancing_scheme"] = locality.value, a.field("load_balancing_scheme").value
	q.service = objectFrom(kept)
	return nil
}

// misspelt looks for an attribute that is none of those that count, but nearly
// one of them: left out, it would be taken for the default.
func misspelt(a argument, known []string) error {
	names, _ := a.value.Fields()
	for _, name := range names {
		if slices.Contains(known, name) {
			continue
		}
		if near, ok := spelling.Nearest(name, known); ok && !slices.Contains(names, near) {
			return a.wrong("has an attribute %s; did you mean %s?", name, near)
		}
	}
	return nil
}

func (q *question) readPlace(a argument) error {
	scheme := a.field("load_balancing_scheme")
	s, err := scheme.text()
	if err != nil {
		return err
	}
	if v, ok := s.Value(); ok && v != "INTERNAL" {
		return scheme.wrong("is not INTERNAL; only an internal passthrough load balancer is routed by zone")
	}
	region := a.field("region")
	if q.region, err = region.text(); err != nil {
		return err
	}
	if r, ok := q.region.Value(); ok {
		q.region = topology.Of(topology.LastSegment(r))
	}
	return nil
}

// readBackends looks for a failover backend; a group of the argument groups
// has to be one, too.
func (q *question) readBackends(a argument) {
	for _, b := range a.value.Get("backend").Elements() {
		failover, err := (argument{value: b.Get("failover")}).flag()
		q.failover = q.failover || err == nil && topology.Is(failover, true)
	}
}

func (q *question) readPolicy(a argument) (graph.Value, error) {
	switch a.value.Kind() {
	case graph.Unknown:
		return a.value, nil
	case graph.Null:
		q.ratios[0] = topology.Of(topology.Ratio{})
		return a.value, nil
	}
	za, err := a.field(affinityAttribute).one()
	if err == nil {
		err = misspelt(za, nestedNames[affinityAttribute])
	}
	if err != nil {
		return a.value, err
	}
	value := za.value
	if za.value.Kind() == graph.Object {
		spillover, ratio := za.field("spillover"), za.field("spillover_ratio")
		word, err := spillover.text()
		if err != nil {
			return a.value, err
		}
		if v, ok := word.Or(topology.AffinityDisabled).Value(); ok {
			if v == "" {
				v = topology.AffinityDisabled
			}
			if !slices.Contains([]string{topology.AffinityDisabled, topology.AffinityStay, topology.AffinitySpill}, v) {
				return a.value, spillover.wrong("is none of %s, %s and %s", topology.AffinityDisabled, topology.AffinityStay, topology.AffinitySpill)
			}
		}
		if q.ratios[0], err = ratio.part(); err != nil {
			return a.value, err
		}
		q.ratios[0] = q.ratios[0].Or(topology.Ratio{})
		value = objectFrom(map[string]graph.Value{"spillover": spillover.value, "spillover_ratio": numberFrom(q.ratios[0])})
	} else if za.value.IsNull() {
		q.ratios[0] = topology.Of(topology.Ratio{})
	}
	return objectFrom(map[string]graph.Value{affinityAttribute: value}), nil
}

func (q *question) readFailover(a argument) (graph.Value, error) {
	if a.value.Kind() != graph.Object {
		if a.value.IsNull() {
			q.ratios[1] = topology.Of(topology.Ratio{})
		}
		return a.value, nil
	}
	var err error
	if q.ratios[1], err = a.field("failover_ratio").part(); err != nil {
		return a.value, err
	}
	q.ratios[1] = q.ratios[1].Or(topology.Ratio{})
	drop, err := a.field("drop_traffic_if_unhealthy").flag()
	if err != nil {
		return a.value, err
	}
	return objectFrom(map[string]graph.Value{"failover_ratio": numberFrom(q.ratios[1]), "drop_traffic_if_unhealthy": flagFrom(drop)}), nil
}

func objectFrom(m map[string]graph.Value) graph.Value {
	var names []string
	var values []graph.Value
	for name, v := range m {
		names, values = append(names, name), append(values, v)
	}
	return graph.ObjectValue(names, values)
}

func numberFrom(k topology.Known[topology.Ratio]) graph.Value {
	if r, ok := k.Value(); ok {
		return graph.NumberValue(r.String())
	}
	return graph.UnknownValue()
}

func flagFrom(k topology.Known[bool]) graph.Value {
	if b, ok := k.Or(false).Value(); ok {
		return graph.BoolValue(b)
	}
	return graph.UnknownValue()
}
