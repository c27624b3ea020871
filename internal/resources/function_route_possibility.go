// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"cmp"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

// someRegion stands for the region where it is of no matter.
const someRegion = "us-central1"

// possibility is a question of which nothing is left open, but for arguments
// of the service that the engine itself can leave open.
type possibility struct {
	service graph.Value
	region  string // empty: that of the client, since no group says another
	groups  []routeMember
	client  routing.Client
	sick    []string
}

// routeMember is a group; its size is open while that is negative.
type routeMember struct {
	zone     string
	size     int
	failover bool
}

// predict asks the engine.
func (p *possibility) predict() (*predict.Service, error) {
	const project, address = "p", "service"
	text := graph.StringValue
	region := cmp.Or(p.region, p.client.Region, someRegion)
	objects := make([]spillway.Object, len(p.groups)+1)
	backends := make([]graph.Value, len(p.groups))
	for i, g := range p.groups {
		v := objectFrom(map[string]graph.Value{
			"project": text(project), "zone": text(g.zone), "name": text("g" + strconv.Itoa(i)), "size": graph.NumberValue(strconv.Itoa(g.size)),
		})
		t := spillway.Types["spillway_instance_group"]
		objects[i] = spillway.Object{Type: t, Address: "groups[" + strconv.Itoa(i) + "]", Value: v}
		backends[i] = objectFrom(map[string]graph.Value{"group": text(spillway.ID(t.Identity(v))), "failover": graph.BoolValue(g.failover)})
	}
	service := with(with(with(p.service, "backend", graph.ListValue(backends)), "project", text(project)), "name", text(address))
	objects[len(p.groups)] = spillway.Object{
		Type: spillway.Types["spillway_region_backend_service"], Address: address, Value: with(service, "region", text(region)),
	}
	snapshot := spillway.Build(objects, spillway.Options{Complete: true})
	spec, err := p.scenario()
	if err != nil {
		return nil, err
	}
	predictor, err := predict.New(snapshot, snapshot.Index(), predict.Options{Scenarios: []scenario.Spec{spec}, Clients: []routing.Client{p.client}})
	if err != nil {
		return nil, err
	}
	for s := range predictor.Services() {
		return s, nil
	}
	return &predict.Service{}, nil
}

func (p *possibility) scenario() (scenario.Spec, error) {
	if len(p.sick) == 0 {
		return scenario.Parse("all-healthy", nil)
	}
	return scenario.Parse(strings.Join(p.sick, "+"), nil)
}
