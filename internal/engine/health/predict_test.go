// SPDX-License-Identifier: MPL-2.0

package health_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	t "terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/engine/topology/topologytest"
)

const east = "us-east1"

// twoRegions is a service in two regions and its consumer: four endpoints in
// each, of which two have to be healthy.
type twoRegions struct {
	*topologytest.Builder
	consumer *t.BackendService
	services map[string]*t.BackendService
	rules    map[string]*t.ForwardingRule
	sources  map[string]*t.HealthSource
	comps    map[string]*t.CompositeHealth
}

func inTwoRegions() *twoRegions {
	x := &twoRegions{
		Builder: topologytest.New(), services: map[string]*t.BackendService{}, rules: map[string]*t.ForwardingRule{},
		sources: map[string]*t.HealthSource{}, comps: map[string]*t.CompositeHealth{},
	}
	x.consumer = consumerOf(x.Builder, "shop")
	for _, region := range []string{topologytest.Region, east} {
		v := x.Service("dep-" + region)
		v.Location = t.Of(region)
		for _, zone := range []string{"b", "c"} {
			topologytest.Attach(v, x.Group("g-"+region+"-"+zone, region+"-"+zone, 2), false)
		}
		h := x.Source(region, v, x.Policy(region, "50", "1"))
		x.services[region], x.sources[region] = v, h
		x.rules[region] = publish(x.Builder, x.consumer, region)
		x.comps[region] = x.Composite(region, x.rules[region], h)
		x.comps[region].Location = t.Of(region)
	}
	return x
}

// predict runs specs over the snapshot.
func (x *twoRegions) predict(tt *testing.T, specs ...string) health.Result {
	tt.Helper()
	s := x.Snapshot()
	return health.Predict(s, scenariosOf(tt, s, specs...))
}

func scenariosOf(tt *testing.T, s *t.Snapshot, specs ...string) []health.Scenario {
	tt.Helper()
	var layouts []*sizing.Layout
	for _, v := range s.Services {
		if !v.IsGlobal() {
			layouts = append(layouts, sizing.Of(v, sizing.Nothing))
		}
	}
	world := scenario.WorldOf(s, layouts, sizing.Nothing)
	var list []health.Scenario
	for _, text := range specs {
		spec, err := scenario.Parse(text, nil)
		if err != nil {
			tt.Fatal(err)
		}
		list = append(list, health.In(spec.At("", ""), world, func(v *t.BackendService) *sizing.Layout { return sizing.Of(v, sizing.Nothing) }))
	}
	return list
}

// verdicts lists the cells of the one consumer, "client: VERDICT serving".
func verdicts(r health.Result) []string {
	var out []string
	for _, c := range r.Consumers {
		for _, e := range c.Evaluations {
			out = append(out, e.ClientRegion+": "+string(e.Verdict)+" "+e.Serving)
		}
	}
	return out
}

func states(r health.Result) []string {
	var out []string
	for _, c := range r.Composites {
		for _, e := range c.Evaluations {
			out = append(out, c.Object.Name.Default("")+": "+string(e.State.Default("undecided")))
		}
	}
	return out
}

func TestPredict(tt *testing.T) {
	const attachment = "google_compute_service_attachment.attachment-us-central1"
	foreign := func(x *twoRegions) {
		for i, region := range []string{topologytest.Region, east} {
			g, _ := t.To[*t.Group](x.consumer.Backends.List[i].Group)
			g.TargetService = topologytest.External("projects/other/regions/" + region + "/serviceAttachments/api")
		}
	}
	for name, c := range map[string]struct {
		change   func(x *twoRegions)
		spec     string
		states   []string
		verdicts []string
		assumes  int
	}{
		"all healthy": {spec: "all-healthy",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: LOCAL us-east1"}},
		"at the threshold": {spec: "zone-down:us-central1-b",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: LOCAL us-east1"}},
		"a region down": {spec: "region-down:us-central1",
			states: []string{"us-central1: UNHEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: FAILOVER us-east1", "us-east1: LOCAL us-east1"}},
		"everything down": {spec: "all-unhealthy",
			states: []string{"us-central1: UNHEALTHY", "us-east1: UNHEALTHY"}, verdicts: []string{"us-central1: ALL_REGIONS_UNHEALTHY ", "us-east1: ALL_REGIONS_UNHEALTHY "}},
		"a source set by hand": {spec: "source:google_compute_region_health_source.us-central1=UNKNOWN",
			states: []string{"us-central1: UNKNOWN", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: LOCAL us-east1"}, assumes: 2},
		"an attachment set by hand": {spec: "attachment:" + attachment + "=UNHEALTHY",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: FAILOVER us-east1", "us-east1: LOCAL us-east1"}},
		"an attachment by its path": {spec: "attachment:projects/p/regions/us-central1/serviceAttachments/attachment-us-central1=UNHEALTHY",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: FAILOVER us-east1", "us-east1: LOCAL us-east1"}},
		"no composite, no signal": {change: func(x *twoRegions) { x.Raw().Composites = x.Raw().Composites[1:] }, spec: "region-down:us-central1",
			states: []string{"us-east1: HEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: LOCAL us-east1"}},
		"foreign services": {change: foreign, spec: "all-healthy",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: LOCAL us-east1"}, assumes: 2},
		"a foreign service set by hand": {change: foreign, spec: "attachment:projects/other/regions/us-central1/serviceAttachments/api=UNHEALTHY",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: FAILOVER us-east1", "us-east1: LOCAL us-east1"}, assumes: 1},
		"a foreign service without a project": {change: func(x *twoRegions) {
			foreign(x)
			g, _ := t.To[*t.Group](x.consumer.Backends.List[0].Group)
			g.TargetService.ID.Project, g.TargetService.Text = "", ""
		}, spec: "attachment:regions/us-central1/serviceAttachments/api=UNHEALTHY",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: FAILOVER us-east1", "us-east1: LOCAL us-east1"}, assumes: 1},
		"a foreign service's region down": {change: foreign, spec: "region-down:us-central1",
			states: []string{"us-central1: UNHEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: UNDECIDED ", "us-east1: LOCAL us-east1"}, assumes: 1},
		"a source of unknown size": {change: func(x *twoRegions) { unsized(x.services[east]) }, spec: "all-healthy",
			states: []string{"us-central1: HEALTHY", "us-east1: undecided"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: UNDECIDED "}},
		"an unknown size, all of it down": {change: func(x *twoRegions) { unsized(x.services[east]) }, spec: "region-down:us-east1",
			states: []string{"us-central1: HEALTHY", "us-east1: UNHEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: FAILOVER us-central1"}},
		"an undecided source beside a sick one": {change: func(x *twoRegions) {
			h := x.Source("more", x.Service("more"), x.Policy("more", "50", "1"))
			unsized(x.services[east])
			h.Sources.Links[0] = topologytest.To(x.services[east])
			x.comps[topologytest.Region].Sources.Links = append(x.comps[topologytest.Region].Sources.Links, topologytest.To(h))
		}, spec: "region-down:us-central1",
			states: []string{"us-central1: UNHEALTHY", "us-east1: undecided"}, verdicts: []string{"us-central1: UNDECIDED ", "us-east1: UNDECIDED "}},
		"one composite for two rules is none": {change: func(x *twoRegions) {
			x.comps[east].Destination = topologytest.UnresolvedLink("it is known after apply")
		}, spec: "all-healthy",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: UNDECIDED "}},
		"an empty service": {change: func(x *twoRegions) { x.services[east].Backends.List = nil }, spec: "all-healthy",
			states: []string{"us-central1: HEALTHY", "us-east1: UNHEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: FAILOVER us-central1"}, assumes: 1},
		"failover backends count": {change: func(x *twoRegions) { x.services[east].Backends.List[0].Failover = t.Of(true) }, spec: "zone-down:us-east1-c",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: LOCAL us-east1"}, assumes: 1},
		"a zero that is not sent": {change: func(x *twoRegions) {
			o, _ := health.PolicyOf(x.sources[east])
			o.Percent = t.Of(t.MustRatio("0"))
		}, spec: "zone-down:us-east1-c",
			states: []string{"us-central1: HEALTHY", "us-east1: UNHEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: FAILOVER us-central1"}, assumes: 1},
		"a service without a health check": {change: func(x *twoRegions) { x.services[east].HealthChecks.Links = nil }, spec: "all-healthy",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: LOCAL us-east1"}, assumes: 1},
		"more than the service has": {spec: "unhealthy:us-central1-b=3",
			states: []string{"us-east1: HEALTHY"}, verdicts: nil},
		"two NEGs in one region": {change: func(x *twoRegions) {
			topologytest.Attach(x.consumer, neg(x.Builder, "again", topologytest.Region, topologytest.To(x.Raw().Attachments[1])), false)
		}, spec: "region-down:us-central1",
			states: []string{"us-central1: UNHEALTHY", "us-east1: HEALTHY"}, verdicts: []string{"us-central1: LOCAL us-central1", "us-east1: LOCAL us-east1"}, assumes: 1},
		"a classic consumer": {change: func(x *twoRegions) { x.consumer.Scheme = t.Of("EXTERNAL") }, spec: "all-healthy",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}},
		"a regional service is no consumer": {change: func(x *twoRegions) { x.consumer.Type = "google_compute_region_backend_service" }, spec: "all-healthy",
			states: []string{"us-central1: HEALTHY", "us-east1: HEALTHY"}},
		"a NEG of a Google API": {change: func(x *twoRegions) {
			g, _ := t.To[*t.Group](x.consumer.Backends.List[1].Group)
			g.TargetService = t.Link{State: t.LinkExternal, Text: "us-east1-cloudkms.googleapis.com"}
		}, spec: "all-unhealthy",
			states: []string{"us-central1: UNHEALTHY", "us-east1: UNHEALTHY"}, verdicts: []string{"us-central1: FAILOVER us-east1", "us-east1: LOCAL us-east1"}},
	} {
		tt.Run(name, func(tt *testing.T) {
			x := inTwoRegions()
			if c.change != nil {
				c.change(x)
			}
			got := x.predict(tt, c.spec)
			if diff := cmp.Diff(c.states, states(got)); diff != "" {
				tt.Errorf("states (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.verdicts, verdicts(got)); diff != "" {
				tt.Errorf("cells (-want +got):\n%s", diff)
			}
			if len(got.Assumptions) != c.assumes {
				tt.Errorf("assumptions %v, want %d", got.Assumptions, c.assumes)
			}
			for _, comp := range got.Composites {
				open := slices.ContainsFunc(comp.Evaluations, func(e health.Evaluation) bool { return e.State.IsUnknown() })
				if open == comp.Decided() {
					tt.Errorf("%s: open %v, causes %v", comp.Object.Address, open, comp.Undecided)
				}
			}
			for _, cons := range got.Consumers {
				open := slices.ContainsFunc(cons.Evaluations, func(e health.Cell) bool { return e.Verdict == health.Undecided })
				if open && cons.Decided() {
					tt.Errorf("an open cell without a cause")
				}
			}
		})
	}
}

// Where the documentation leaves the state of a source open, the other reading
// can be asked for.
func TestSwitches(tt *testing.T) {
	for name, c := range map[string]struct {
		change   func(*t.BackendService)
		spec     string
		switches health.Switches
		want     health.State
	}{
		"an empty service": {change: func(s *t.BackendService) { s.Backends.List = nil }, spec: "all-healthy",
			switches: health.Switches{EmptyUnknown: true}, want: health.Unknown},
		"failover backends apart": {change: func(s *t.BackendService) { s.Backends.List[0].Failover = t.Of(true) }, spec: "zone-down:us-east1-c",
			switches: health.Switches{FailoverApart: true}, want: health.Unhealthy},
	} {
		tt.Run(name, func(tt *testing.T) {
			x := inTwoRegions()
			c.change(x.services[east])
			sc := scenariosOf(tt, x.Snapshot(), c.spec)[0]
			if ev, _, ok := health.EvaluateComposite(x.comps[east], sc, c.switches); !ok || !t.Is(ev.State, c.want) {
				tt.Errorf("state %v, want %s", ev.State, c.want)
			}
			if ev, _, ok := health.EvaluateComposite(x.comps[east], sc, health.Switches{}); !ok || t.Is(ev.State, c.want) {
				tt.Errorf("the switch changes nothing: %v", ev.State)
			}
		})
	}
}

// unsized takes the sizes of a service's groups away.
func unsized(v *t.BackendService) {
	for _, b := range v.Backends.List {
		g, _ := t.To[*t.Group](b.Group)
		g.Capacity.Members = t.Unknown[int]()
	}
}

// What a source needs and tolerates, with all endpoints healthy and with some
// sick.
func TestSourceTolerance(tt *testing.T) {
	x := inTwoRegions()
	for spec, want := range map[string][2]t.Known[int]{
		"all-healthy":               {t.Of(2), t.Of(2)},
		"unhealthy:us-central1-b=1": {t.Of(2), t.Of(1)},
		"zone-down:us-central1-b":   {t.Of(2), t.Of(0)},
		"region-down:us-central1":   {t.Of(2), t.Null[int]()},
	} {
		s := x.predict(tt, spec).Composites[0].Evaluations[0].Sources[0]
		if s.Needs != want[0] || s.Tolerates != want[1] {
			tt.Errorf("%s: needs %v, tolerates %v", spec, s.Needs, s.Tolerates)
		}
	}
	o, _ := health.PolicyOf(x.sources[topologytest.Region])
	o.Minimum = t.Of(t.MustRatio("5"))
	s := x.predict(tt, "all-healthy").Composites[0].Evaluations[0].Sources[0]
	if !s.Needs.IsNull() || !s.Tolerates.IsNull() || !t.Is(s.State, health.Unhealthy) {
		tt.Errorf("unreachable: needs %v, tolerates %v, state %v", s.Needs, s.Tolerates, s.State)
	}
}

// The links that a source or a composite may have, each with its cause.
func TestUndecidedCauses(tt *testing.T) {
	for name, c := range map[string]struct {
		change func(x *twoRegions)
		reason string
	}{
		"no policy": {func(x *twoRegions) { x.sources[east].Policy = topologytest.Absent() },
			"google_compute_region_health_source.us-east1 names no aggregation policy"},
		"a foreign policy": {func(x *twoRegions) {
			x.sources[east].Policy = topologytest.External("projects/p/regions/us-east1/healthAggregationPolicies/x")
		},
			"the aggregation policy projects/p/regions/us-east1/healthAggregationPolicies/x of google_compute_region_health_source.us-east1 is not in the input"},
		"a policy that is none": {func(x *twoRegions) { x.sources[east].Policy = topologytest.To(x.services[east]) },
			"the aggregation policy of google_compute_region_health_source.us-east1 is google_compute_region_backend_service.dep-us-east1, which is none"},
		"a refused percentage": {func(x *twoRegions) { o, _ := health.PolicyOf(x.sources[east]); o.Percent = t.Of(t.MustRatio("150")) },
			"healthy_percent_threshold of google_compute_region_health_aggregation_policy.us-east1 is 150, which Google refuses"},
		"a percentage known at apply": {func(x *twoRegions) { o, _ := health.PolicyOf(x.sources[east]); o.Percent = t.Unknown[t.Ratio]() },
			"healthy_percent_threshold of google_compute_region_health_aggregation_policy.us-east1 is known after apply"},
		"two services": {func(x *twoRegions) {
			x.sources[east].Sources = topologytest.Links(x.services[east], x.services[topologytest.Region])
		},
			"google_compute_region_health_source.us-east1 names 2 sources, and Google takes exactly one"},
		"no service": {func(x *twoRegions) { x.sources[east].Sources = t.LinkList{Complete: true} },
			"google_compute_region_health_source.us-east1 names 0 sources, and Google takes exactly one"},
		"a foreign service": {func(x *twoRegions) {
			x.sources[east].Sources.Links[0] = topologytest.External("projects/p/regions/us-east1/backendServices/x")
		},
			"the backend service projects/p/regions/us-east1/backendServices/x of google_compute_region_health_source.us-east1 is not in the input"},
		"services known at apply": {func(x *twoRegions) { x.sources[east].Sources = t.LinkList{} },
			"sources of google_compute_region_health_source.us-east1 is known after apply"},
		"a foreign source": {func(x *twoRegions) {
			x.comps[east].Sources.Links[0] = topologytest.External("projects/p/regions/us-east1/healthSources/x")
		},
			"the health source projects/p/regions/us-east1/healthSources/x of google_compute_region_composite_health_check.us-east1 is not in the input"},
		"sources known at apply": {func(x *twoRegions) { x.comps[east].Sources = t.LinkList{Reason: "health_sources is a secret"} }, "health_sources is a secret"},
		"no source": {func(x *twoRegions) { x.comps[east].Sources = t.LinkList{Complete: true} },
			"google_compute_region_composite_health_check.us-east1 names 0 health sources, and Google takes 1 to 10"},
	} {
		tt.Run(name, func(tt *testing.T) {
			x := inTwoRegions()
			c.change(x)
			got := x.predict(tt, "all-healthy").Composites[1]
			if len(got.Undecided) != 1 || got.Undecided[0].Reason != c.reason {
				tt.Errorf("causes %v, want %q", got.Undecided, c.reason)
			}
		})
	}
}
