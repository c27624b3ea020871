package resources

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// question is what the function route is asked.
type question struct {
	// service holds the attributes that count, in the form of the provider's
	// own resource. It is unknown where nothing of it is known.
	service graph.Value
	region  topology.Known[string]
	mode    topology.Known[routing.Mode]
	ratios  [2]topology.Known[topology.Ratio] // spillover, failover
	// failover says that the service has a failover backend.
	failover bool

	groups []routeGroup
	open   bool // there may be more groups
	client topology.Known[routing.Client]

	// sick is the scenario; sickOpen holds further counts, of a zone or zone
	// and pool, that are not known, and sickUnknown says that nothing is.
	sick        []string
	sickOpen    []string
	sickUnknown bool
	sickAt      argument
	groupsAt    argument
}

type routeGroup struct {
	zone     topology.Known[string]
	size     topology.Known[int]
	failover topology.Known[bool]
}

// zoneIn finds the zone that a term of a scenario names.
var zoneIn = regexp.MustCompile(`[a-z]+(-[a-z]+)+[0-9]+-[a-z0-9]+`)

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
		q.mode, q.ratios[0] = topology.Of(routing.Disabled), topology.Of(topology.Ratio{})
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
			q.mode = topology.Of(routing.ModeOf(v))
		}
		if q.ratios[0], err = ratio.part(); err != nil {
			return a.value, err
		}
		q.ratios[0] = q.ratios[0].Or(topology.Ratio{})
		value = objectFrom(map[string]graph.Value{"spillover": spillover.value, "spillover_ratio": numberFrom(q.ratios[0])})
	} else if za.value.IsNull() {
		q.mode, q.ratios[0] = topology.Of(routing.Disabled), topology.Of(topology.Ratio{})
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

// readGroups reads the list of groups.
func (q *question) readGroups(a argument) error {
	q.groupsAt = a
	switch a.value.Kind() {
	case graph.Unknown:
		q.open = true
		return nil
	case graph.List:
	case graph.Null:
		return a.wrong("is null; it is a list of objects with zone, size and failover")
	default:
		return a.wrong("is a %s; it is a list of objects with zone, size and failover", a.value.Kind())
	}
	backup := false
	for i, v := range a.value.Elements() {
		e := argument{a.index, a.at + "[" + strconv.Itoa(i) + "]", v}
		g, err := q.readGroup(e)
		if err != nil {
			return err
		}
		q.groups = append(q.groups, g)
		backup = backup || !topology.Is(g.failover, false)
	}
	if q.failover && !backup {
		return a.wrong("has no element with failover = true, and service has a failover backend")
	}
	return nil
}

func (q *question) readGroup(e argument) (g routeGroup, err error) {
	switch e.value.Kind() {
	case graph.Unknown:
		return g, nil
	case graph.Object:
	default:
		return g, e.wrong("is a %s; it is an object with zone, size and failover", e.value.Kind())
	}
	if err := misspelt(e, []string{"zone", "size", "failover"}); err != nil {
		return g, err
	}
	zone := e.field("zone")
	if g.zone, err = zone.text(); err != nil {
		return g, err
	}
	if z, ok := g.zone.Value(); ok {
		z = topology.LastSegment(z)
		g.zone = topology.Of(z)
		if !zonePattern.MatchString(z) {
			return g, zone.wrong("is no zone, such as us-central1-a")
		}
		if r := topology.RegionOf(z); !q.region.IsSet() {
			q.region = topology.Of(r)
		} else if !topology.Is(q.region, r) {
			return g, zone.wrong("is in another region than the service or another group; an internal passthrough load balancer is regional")
		}
	} else if g.zone.IsNull() {
		return g, zone.wrong("is null; every group stands in a zone")
	}
	if g.size, err = e.field("size").given(e.field("size").whole(0, mostEndpoints)); err != nil {
		return g, err
	}
	g.failover, err = e.field("failover").flag()
	g.failover = g.failover.Or(false)
	return g, err
}

func (q *question) readClient(a argument) error {
	s, err := a.text()
	text, ok := s.Value()
	if err != nil || !ok {
		return err // a string parameter is never null
	}
	c, err := routing.ParseClient(text)
	if err != nil {
		return &problem{a.index, err.Error()}
	}
	q.client = topology.Of(c)
	return nil
}

// readUnhealthy reads what is unhealthy into terms of a scenario.
func (q *question) readUnhealthy(a argument) error {
	q.sickAt = a
	switch a.value.Kind() {
	case graph.Null:
		return nil
	case graph.Unknown:
		q.sickUnknown = true
		return nil
	case graph.String:
		text, _ := a.value.Text()
		return q.readScenario(a, text)
	case graph.Object:
	default:
		return a.wrong("is a %s; it is null, an object of counts by zone, or a scenario", a.value.Kind())
	}
	names, values := a.value.Fields()
	for i, name := range names {
		e := argument{a.index, a.at + "[" + strconv.Quote(name) + "]", values[i]}
		n, err := e.whole(0, mostEndpoints)
		if err != nil {
			return err
		}
		zone, _, _ := strings.Cut(name, "/")
		if !zonePattern.MatchString(zone) {
			return e.wrong("is not about a zone, such as us-central1-a")
		}
		switch count, known := n.Or(0).Value(); {
		case !known:
			q.sickOpen = append(q.sickOpen, name)
		case count > 0:
			q.sick = append(q.sick, "unhealthy:"+name+"="+strconv.Itoa(count))
		}
	}
	return nil
}

func (q *question) readScenario(a argument, text string) error {
	s, err := scenario.Parse(text, nil)
	if err != nil {
		return &problem{a.index, err.Error()}
	}
	if zones, regions := s.Families(); zones || regions {
		return a.wrong("stands for several scenarios; name one, as in zone-down:us-central1-a")
	}
	if len(s.At("", "").Settings()) > 0 {
		return a.wrong("sets a state; that is nothing of a backend service")
	}
	q.sick = append(q.sick, text)
	return nil
}
