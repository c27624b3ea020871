// SPDX-License-Identifier: MPL-2.0

package predict_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// TestHealth holds that composites get the scenarios of services, and of the
// zones only their own.
func TestHealth(t *testing.T) {
	b := tt.New()
	central := web(b)
	east := b.Service("xeast")
	east.Location = topology.Of("us-east1")
	tt.Attach(east, b.Group("e", "us-east1-b", 2), false)
	policy := b.Policy("policy", "60", "1")
	b.Composite("central", b.Raw().Rules[0], b.Source("central", central, policy))
	b.Composite("east", b.Rule("east", east), b.Source("east", east, policy))
	s := b.Snapshot()
	for name, tc := range map[string]struct {
		scenarios []string
		want      []string
	}{
		"defaults": {nil, []string{
			"central all-healthy HEALTHY", "central zone-down:us-central1-a UNHEALTHY", "central zone-down:us-central1-b UNHEALTHY",
			"central region-down:us-central1 UNHEALTHY", "central region-down:us-east1 HEALTHY",
			"east all-healthy HEALTHY", "east zone-down:us-east1-b UNHEALTHY", "east region-down:us-central1 HEALTHY", "east region-down:us-east1 UNHEALTHY",
		}},
		"an explicit zone": {[]string{"zone-down:us-east1-b"}, []string{
			"central zone-down:us-east1-b HEALTHY", "east zone-down:us-east1-b UNHEALTHY",
		}},
		"a count": {[]string{"unhealthy:us-central1-a=4"}, []string{
			"central unhealthy:us-central1-a=4 HEALTHY", "east unhealthy:us-central1-a=4 HEALTHY",
		}},
		"a state by hand": {[]string{"source:google_compute_region_health_source.east=UNKNOWN"}, []string{
			"central source:google_compute_region_health_source.east=UNKNOWN HEALTHY", "east source:google_compute_region_health_source.east=UNKNOWN UNKNOWN",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := predict.New(s, s.Index(), predict.Options{Scenarios: specs(t, tc.scenarios...)})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range p.Health().Composites {
				for _, e := range c.Evaluations {
					got = append(got, fmt.Sprintln(c.Object.Name.Default(""), e.Scenario, e.State.Default("undecided")))
				}
			}
			for i := range tc.want {
				tc.want[i] += "\n"
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestConsumerZones holds that a consumer's cells speak of the zones behind its
// composites.
func TestConsumerZones(t *testing.T) {
	b := tt.New()
	s := web(b)
	a := b.Attachment("published", b.Raw().Rules[0])
	b.Composite("c", b.Raw().Rules[0], b.Source("s", s, b.Policy("p", "60", "1")))
	other := b.Service("xother")
	other.Location = topology.Of("us-east1")
	tt.Attach(other, b.Group("e", "us-east1-b", 2), false)
	neg := b.Group("neg", tt.Region, 0)
	neg.GroupKind, neg.NEGType, neg.TargetService = topology.RegionNEG, topology.Of("PRIVATE_SERVICE_CONNECT"), tt.To(a)
	consumer := b.Service("consumer")
	consumer.Object = tt.Object("google_compute_backend_service", topology.KindBackendService, "consumer", topology.Global)
	consumer.Scheme = topology.Of("EXTERNAL_MANAGED")
	tt.Attach(consumer, neg, false)
	snapshot := b.Snapshot()
	p, err := predict.New(snapshot, snapshot.Index(), predict.Options{Scenarios: specs(t, "zone-down")})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range p.Health().Consumers {
		for _, e := range c.Evaluations {
			got = append(got, e.Scenario+" "+string(e.Verdict))
		}
	}
	want := []string{"zone-down:us-central1-a ALL_REGIONS_UNHEALTHY", "zone-down:us-central1-b ALL_REGIONS_UNHEALTHY"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if empty, err := predict.New(tt.New().Snapshot(), tt.New().Snapshot().Index(), predict.Options{}); err != nil || empty.Health().Composites != nil {
		t.Errorf("%v", err)
	}
}
