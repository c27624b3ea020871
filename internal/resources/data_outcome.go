// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// outcomeModel is where new connections of a client go in a scenario.
type outcomeModel struct {
	Service        string             `tfsdk:"service"`
	Scenario       string             `tfsdk:"scenario"`
	Client         string             `tfsdk:"client"`
	Action         string             `tfsdk:"action"`
	Decision       string             `tfsdk:"decision"`
	Destinations   []destinationModel `tfsdk:"destinations"`
	InZoneShare    *big.Float         `tfsdk:"in_zone_share"`
	CrossZoneShare *big.Float         `tfsdk:"cross_zone_share"`
	UnhealthyShare *big.Float         `tfsdk:"unhealthy_share"`
}

type destinationModel struct {
	Zone      string     `tfsdk:"zone"`
	Pool      string     `tfsdk:"pool"`
	Healthy   int64      `tfsdk:"healthy"`
	Unhealthy int64      `tfsdk:"unhealthy"`
	Share     *big.Float `tfsdk:"share"`
}

// compositeModel is a composite health check in a scenario.
type compositeModel struct {
	Address  string        `tfsdk:"address"`
	Scenario string        `tfsdk:"scenario"`
	State    *string       `tfsdk:"state"`
	Sources  []sourceModel `tfsdk:"sources"`
}

type sourceModel struct {
	Address string  `tfsdk:"address"`
	Service string  `tfsdk:"service"`
	Healthy *int64  `tfsdk:"healthy"`
	Total   *int64  `tfsdk:"total"`
	Needs   *int64  `tfsdk:"needs"`
	State   *string `tfsdk:"state"`
}

// consumerModel is what clients near a region get in a scenario.
type consumerModel struct {
	Address       string   `tfsdk:"address"`
	Scenario      string   `tfsdk:"scenario"`
	ClientRegion  string   `tfsdk:"client_region"`
	ServingRegion *string  `tfsdk:"serving_region"`
	Available     []string `tfsdk:"available"`
	Unavailable   []string `tfsdk:"unavailable"`
	Verdict       string   `tfsdk:"verdict"`
}

func outcomeAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"service":      text("The address of the service."),
		"scenario":     text("The scenario."),
		"client":       text("The client."),
		"action":       text("What becomes of the eligible endpoints: `UNCHANGED`, `IGNORED`, `REFINE`, `REPLACE`, `DROP` or `UNREACHABLE`."),
		"decision":     text("The row of the decision table."),
		"destinations": listOf("The endpoints that a connection may reach, by zone and pool.", destinationAttributes()),
		"in_zone_share": number("The part of connections that stays in the client's zone; null for a client without a zone, and where the " +
			"spread is not even."),
		"cross_zone_share": number("The part of connections that leaves the client's zone."),
		"unhealthy_share":  number("The part of connections that reaches unhealthy endpoints."),
	}
}

func destinationAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"zone":      text("The zone."),
		"pool":      text("`primary` or `failover`."),
		"healthy":   count("The healthy endpoints that may be reached."),
		"unhealthy": count("The unhealthy endpoints that may be reached."),
		"share":     number("Their part of connections; null where the spread is not even."),
	}
}

func compositeAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"address":  text("The address of the composite health check."),
		"scenario": text("The scenario."),
		"state":    text("`HEALTHY`, `UNHEALTHY` or `UNKNOWN`; null where it is not decided."),
		"sources": listOf("Its health sources.", map[string]schema.Attribute{
			"address": text("The address of the health source."),
			"service": text("The backend service that it watches; empty where that is not known."),
			"healthy": count("The healthy endpoints; null where they are not known."),
			"total":   count("All endpoints; null where they are not known."),
			"needs":   count("The least number of healthy endpoints that keeps it healthy; null where no number does, or it is not known."),
			"state":   text("Its state; null where it is not decided."),
		}),
	}
}

func consumerAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"address":        text("The address of the consumer's backend service."),
		"scenario":       text("The scenario."),
		"client_region":  text("The region of the clients."),
		"serving_region": text("The region that serves them: their own, else the only one available; null where none is left, or Google picks the nearest of several."),
		"available":      texts("The regions in use."),
		"unavailable":    texts("The regions out of use."),
		"verdict":        text("`LOCAL`, `FAILOVER`, `ALL_REGIONS_UNHEALTHY` or `UNDECIDED`."),
	}
}

// outcomeOf converts an outcome of the service with an address.
func outcomeOf(address string, o *predict.Outcome) outcomeModel {
	shares := o.Shares()
	even := !shares.Unhealthy.IsNull()
	return outcomeModel{
		Service: address, Scenario: o.Scenario.Name, Client: o.Client.String(),
		Action: o.Decision.Action.String(), Decision: o.Decision.Row.String(),
		Destinations: destinationsOf(o.Destinations(nil), even),
		InZoneShare:  share(shares.InZone), CrossZoneShare: share(shares.CrossZone), UnhealthyShare: share(shares.Unhealthy),
	}
}

func destinationsOf(list []routing.Destination, even bool) []destinationModel {
	out := make([]destinationModel, len(list))
	for i, to := range list {
		out[i] = destinationModel{Zone: to.Zone, Pool: to.Pool.String(), Healthy: int64(to.Healthy), Unhealthy: int64(to.Unhealthy)}
		if even {
			out[i].Share = decimalOf(to.Share)
		}
	}
	return out
}

// share is a share as Terraform takes it, nil where it is not set.
func share(f topology.Known[routing.Fraction]) *big.Float {
	v, ok := f.Value()
	if !ok {
		return nil
	}
	return decimalOf(v)
}

// decimalOf rounds a share to six places, as the linter's documents do.
func decimalOf(f routing.Fraction) *big.Float {
	n, _, err := big.ParseFloat(f.String(), 10, 512, big.ToNearestEven)
	if err != nil {
		return nil // a fraction's text is a number
	}
	return n
}

func compositesOf(c *health.Composite) (out []compositeModel) {
	for i := range c.Evaluations {
		e := &c.Evaluations[i]
		m := compositeModel{Address: c.Object.Address, Scenario: e.Scenario, State: stateText(e.State), Sources: []sourceModel{}}
		for j := range e.Sources {
			s := &e.Sources[j]
			m.Sources = append(m.Sources, sourceModel{
				Address: s.Address, Service: s.Service, Healthy: whole64(s.Healthy), Total: whole64(s.Total),
				Needs: whole64(s.Needs), State: stateText(s.State),
			})
		}
		out = append(out, m)
	}
	return out
}

func stateText(k topology.Known[health.State]) *string {
	s, ok := k.Value()
	if !ok {
		return nil
	}
	text := string(s)
	return &text
}

func whole64(k topology.Known[int]) *int64 {
	n, ok := k.Value()
	if !ok {
		return nil
	}
	out := int64(n)
	return &out
}

func consumersOf(c *health.Consumer) (out []consumerModel) {
	for i := range c.Evaluations {
		e := &c.Evaluations[i]
		m := consumerModel{
			Address: c.Object.Address, Scenario: e.Scenario, ClientRegion: e.ClientRegion,
			Available: orEmpty(e.Available), Unavailable: orEmpty(e.Unavailable), Verdict: string(e.Verdict),
		}
		if e.Serving != "" {
			m.ServingRegion = &e.Serving
		}
		out = append(out, m)
	}
	return out
}

// orEmpty keeps a list from being null.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// causesOf lists why an object's outcomes are not decided.
func causesOf(address string, causes []sizing.Cause) (out []undecidedModel) {
	for _, c := range causes {
		out = append(out, undecidedModel{Address: address, Reason: c.Reason})
	}
	return out
}

func texts(description string) schema.ListAttribute {
	l := words(description)
	l.Optional, l.Computed = false, true
	return l
}

func number(description string) schema.NumberAttribute {
	return schema.NumberAttribute{Computed: true, MarkdownDescription: description}
}
