// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"regexp"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// question is what the function route is asked.
type question struct {
	// service holds the attributes that count, in the form of the provider's
	// own resource. It is unknown where nothing of it is known.
	service graph.Value
	region  topology.Known[string]
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
		return a.wrong("is %s; it is a list of objects with zone, size and failover", indefinite(a.value.Kind()))
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
		return g, e.wrong("is %s; it is an object with zone, size and failover", indefinite(e.value.Kind()))
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
	if g.size, err = e.field("size").given(e.field("size").whole(mostEndpoints)); err != nil {
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
		return a.wrong("is %s; it is null, an object of counts by zone, or a scenario", indefinite(a.value.Kind()))
	}
	names, values := a.value.Fields()
	for i, name := range names {
		e := argument{a.index, a.at + "[" + strconv.Quote(name) + "]", values[i]}
		n, err := e.whole(mostEndpoints)
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
