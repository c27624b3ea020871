// SPDX-License-Identifier: MPL-2.0

package report

import (
	"io"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
)

// PredictJSON writes the document of the predict command while its services
// are computed: [NewPredictJSON], Service for each, then Close.
type PredictJSON struct {
	w        *jsonWriter
	services int
}

// NewPredictJSON writes the head of the document: what stands before the
// services.
func NewPredictJSON(out io.Writer, head *Predict) *PredictJSON {
	w := newJSONWriter(out)
	w.origin = head.Origin
	w.open('{')
	w.head(head.Tool, head.Edition)
	w.inputs(head.Inputs)
	w.line(1)
	w.key("services")
	w.open('[')
	return &PredictJSON{w: w}
}

// Service writes one service. It returns the first error of the destination.
func (p *PredictJSON) Service(s *Service) error {
	p.services++
	p.w.line(2)
	p.w.service(s)
	return p.w.err
}

// Encoded writes one service that [AppendService] has made.
func (p *PredictJSON) Encoded(service []byte) error {
	p.services++
	w := p.w
	w.line(2)
	w.element()
	w.buf = append(w.buf, service...)
	return w.err
}

// AppendService appends a service as the document holds it, for callers that
// make several at a time. Origin takes the addresses apart.
func AppendService(buf []byte, s *Service, origin Origin) []byte {
	w := jsonWriter{buf: buf, origin: origin}
	w.service(s)
	return w.buf
}

// service writes a service with its outcomes, each on a line of its own.
func (w *jsonWriter) service(s *Service) {
	w.open('{')
	w.address("address", "input", s.Address)
	w.keyOptional("name", s.Name)
	w.keyOptional("region", s.Region)
	w.keyOptional("scheme", s.Scheme)
	w.policies(s)
	w.zones(s.Zones)
	w.groups(s.Groups)
	w.keyStrings("conflicts", s.Conflicts)
	w.causes(s.Undecided, s.Address)
	w.key("outcomes")
	w.open('[')
	for i := range s.Outcomes {
		w.line(3)
		w.outcome(&s.Outcomes[i])
	}
	w.lastLine(len(s.Outcomes), 2)
	w.place(s.Range)
	w.close('}')
}

// Close writes what follows the services.
func (p *PredictJSON) Close(tail *Predict) error {
	w := p.w
	w.lastLine(p.services, 1)
	list(w, "composite_health", tail.CompositeHealth, (*jsonWriter).composite)
	list(w, "consumers", tail.Consumers, (*jsonWriter).consumer)
	list(w, "assumptions", tail.Assumptions, (*jsonWriter).notice)
	list(w, "notices", tail.Notices, (*jsonWriter).notice)
	w.line(1)
	w.key("summary")
	w.open('{')
	w.decided("services", tail.Summary.Services)
	w.decided("composites", tail.Summary.Composites)
	w.decided("consumers", tail.Summary.Consumers)
	w.close('}')
	w.end(0, '}')
	w.buf = append(w.buf, '\n')
	return w.flush()
}

func (w *jsonWriter) decided(name string, d Decided) {
	w.key(name)
	w.open('{')
	w.keyInt("decided", d.Decided)
	w.keyInt("undecided", d.Undecided)
	w.close('}')
}

func (w *jsonWriter) policies(s *Service) {
	w.key("zonal_affinity")
	w.open('{')
	w.keyOptional("spillover", s.Affinity.Spillover)
	w.ratio("spillover_ratio", s.Affinity.Ratio)
	w.close('}')
	w.key("failover")
	w.open('{')
	w.knownBool("configured", s.Failover.Configured)
	w.ratio("ratio", s.Failover.Ratio)
	w.knownBool("drop_traffic_if_unhealthy", s.Failover.Drop)
	w.close('}')
}

// ratio writes a ratio as the number that its author wrote, or null where it
// is not known.
func (w *jsonWriter) ratio(name string, k topology.Known[topology.Ratio]) {
	w.key(name)
	if r, ok := k.Value(); ok {
		w.raw(JSONNumber(r.String()))
		return
	}
	w.null()
}

func (w *jsonWriter) knownBool(name string, k topology.Known[bool]) {
	w.key(name)
	if b, ok := k.Value(); ok {
		w.bool(b)
		return
	}
	w.null()
}

func (w *jsonWriter) knownInt(name string, k topology.Known[int]) {
	w.key(name)
	if n, ok := k.Value(); ok {
		w.int(n)
		return
	}
	w.null()
}

func (w *jsonWriter) optionalInt(name string, n *int) {
	w.key(name)
	if n == nil {
		w.null()
		return
	}
	w.int(*n)
}

func (w *jsonWriter) zones(zones []Zone) {
	w.key("zones")
	w.open('[')
	for i := range zones {
		z := &zones[i]
		w.open('{')
		w.keyString("zone", z.Zone)
		w.keyInt("primary", z.Primary)
		w.keyInt("failover", z.Failover)
		w.knownInt("keeps_local_at", z.KeepsLocalAt)
		w.knownInt("keeps_local_at_failover", z.KeepsLocalAtFailover)
		w.close('}')
	}
	w.close(']')
}

func (w *jsonWriter) groups(groups []Group) {
	w.key("groups")
	w.open('[')
	for i := range groups {
		g := &groups[i]
		w.open('{')
		w.optionalAddress("address", "input", g.Address)
		w.keyOptional("kind", g.Kind)
		w.keyOptional("pool", g.Pool)
		w.key("zones")
		w.open('{')
		for j := range g.Zones {
			w.element()
			w.buf = appendJSONString(w.buf, g.Zones[j].Zone)
			w.buf = append(w.buf, ':')
			w.comma = false
			if n, ok := g.Zones[j].Count.Value(); ok {
				w.int(n)
			} else {
				w.null()
			}
		}
		w.close('}')
		w.keyString("size_from", g.SizeFrom)
		w.keyString("linked_by", g.LinkedBy)
		w.close('}')
	}
	w.close(']')
}

// causes writes why an object is not decided.
func (w *jsonWriter) causes(causes []Cause, address string) {
	w.key("undecided")
	w.open('[')
	for i := range causes {
		w.open('{')
		w.keyString("reason", w.origin.plain(causes[i].Reason, address))
		w.addresses(causes[i].Addresses)
		w.close('}')
	}
	w.close(']')
}

func (w *jsonWriter) outcome(o *Outcome) {
	d := o.Decision
	w.open('{')
	w.keyString("scenario", o.Scenario)
	w.client(o.Client)
	w.key("eligible")
	w.open('{')
	w.keyString("kind", d.Kind.String())
	w.keyInt("count", d.Eligible)
	w.close('}')
	w.key("zonal_match")
	if d.Match == routing.MatchNotAsked {
		w.null()
	} else {
		w.bool(d.Match == routing.Matched)
	}
	w.key("ratio")
	if d.Compared {
		w.open('{')
		w.keyInt("healthy", d.Ratio.Healthy)
		w.keyInt("configured", d.Ratio.Configured)
		w.close('}')
	} else {
		w.null()
	}
	w.keyString("action", d.Action.String())
	w.keyString("decision", d.Row.String())
	w.key("destinations")
	w.open('[')
	even := o.Shares.Unhealthy.IsSet()
	for i := range o.Destinations {
		w.destination(&o.Destinations[i], even)
	}
	w.close(']')
	w.share("in_zone_share", o.Shares.InZone)
	w.share("cross_zone_share", o.Shares.CrossZone)
	w.share("unhealthy_share", o.Shares.Unhealthy)
	w.keyStrings("explanation", o.Explanation)
	w.close('}')
}

func (w *jsonWriter) client(c routing.Client) {
	w.key("client")
	w.open('{')
	w.keyString("kind", c.Kind.String())
	w.keyOptional("zone", c.Zone)
	if c.Zone == "" && c.Region != "" {
		w.keyString("region", c.Region)
	}
	w.close('}')
}

func (w *jsonWriter) destination(d *routing.Destination, even bool) {
	w.open('{')
	w.keyString("zone", d.Zone)
	w.keyString("pool", d.Pool.String())
	w.keyInt("healthy", d.Healthy)
	w.keyInt("unhealthy", d.Unhealthy)
	w.key("share")
	if even {
		w.element()
		w.buf = d.Share.AppendTo(w.buf)
	} else {
		w.null()
	}
	w.close('}')
}

func (w *jsonWriter) share(name string, k topology.Known[routing.Fraction]) {
	w.key(name)
	if f, ok := k.Value(); ok {
		w.element()
		w.buf = f.AppendTo(w.buf)
		return
	}
	w.null()
}
