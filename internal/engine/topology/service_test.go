// SPDX-License-Identifier: MPL-2.0

package topology_test

import (
	"testing"

	. "terraform-provider-spillway/internal/engine/topology"
	build "terraform-provider-spillway/internal/engine/topology/topologytest"
)

func TestAffinityIsThreeValued(t *testing.T) {
	t.Parallel()
	block := func(za Known[ZonalAffinity]) Known[TrafficPolicy] { return Of(TrafficPolicy{ZonalAffinity: za}) }
	for name, c := range map[string]struct {
		policy Known[TrafficPolicy]
		want   Known[string]
		on     Known[bool]
	}{
		"no policy":             {Null[TrafficPolicy](), Of(AffinityDisabled), Of(false)},
		"policy unknown":        {Unknown[TrafficPolicy](), Unknown[string](), Unknown[bool]()},
		"empty policy":          {block(Null[ZonalAffinity]()), Of(AffinityDisabled), Of(false)},
		"block unknown":         {block(Unknown[ZonalAffinity]()), Unknown[string](), Unknown[bool]()},
		"spillover left out":    {block(Of(ZonalAffinity{Spillover: Null[string]()})), Of(AffinityDisabled), Of(false)},
		"spillover empty":       {block(Of(ZonalAffinity{Spillover: Of("")})), Of(AffinityDisabled), Of(false)},
		"spillover unknown":     {block(Of(ZonalAffinity{})), Unknown[string](), Unknown[bool]()},
		"stay":                  {block(Of(ZonalAffinity{Spillover: Of(AffinityStay)})), Of(AffinityStay), Of(true)},
		"spill":                 {block(Of(ZonalAffinity{Spillover: Of(AffinitySpill)})), Of(AffinitySpill), Of(true)},
		"disabled":              {block(Of(ZonalAffinity{Spillover: Of(AffinityDisabled)})), Of(AffinityDisabled), Of(false)},
		"a word without prefix": {block(Of(ZonalAffinity{Spillover: Of("STAY")})), Of("STAY"), Of(false)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build.New().Service("web")
			s.TrafficPolicy = c.policy
			if got := s.Affinity(); got != c.want {
				t.Errorf("affinity %+v, want %+v", got, c.want)
			}
			if got := s.AffinityOn(); got != c.on {
				t.Errorf("on %+v, want %+v", got, c.on)
			}
		})
	}
}

func TestFailoverConfigured(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*BackendService, *Group)
		want   Known[bool]
	}{
		"neither policy nor backend": {func(s *BackendService, g *Group) { build.Attach(s, g, false) }, Of(false)},
		"a policy":                   {func(s *BackendService, g *Group) { build.FailoverPolicy(s, "0.5", false) }, Of(true)},
		"a failover backend":         {func(s *BackendService, g *Group) { build.Attach(s, g, true) }, Of(true)},
		"the flag is unknown": {func(s *BackendService, g *Group) {
			build.Attach(s, g, false)
			s.Backends.List[0].Failover = Unknown[bool]()
		}, Unknown[bool]()},
		"backends are missing": {func(s *BackendService, g *Group) { s.Backends.Complete = false }, Unknown[bool]()},
		"policy unknown":       {func(s *BackendService, g *Group) { s.Failover = Unknown[FailoverPolicy]() }, Unknown[bool]()},
		"policy unknown, but a failover backend": {func(s *BackendService, g *Group) {
			s.Failover = Unknown[FailoverPolicy]()
			build.Attach(s, g, true)
		}, Of(true)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := build.New()
			s := b.Service("web")
			c.change(s, b.Group("a", build.Zone("a"), 1))
			if got := s.FailoverConfigured(); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestPassthrough(t *testing.T) {
	t.Parallel()
	s := build.New().Service("web")
	for scheme, want := range map[Known[string]]Known[bool]{
		Of("INTERNAL"): Of(true), Of("INTERNAL_MANAGED"): Of(false), Unknown[string](): Unknown[bool](), Null[string](): Of(true),
	} {
		s.Scheme = scheme
		if got := s.Passthrough(); got != want {
			t.Errorf("scheme %+v: %+v, want %+v", scheme, got, want)
		}
	}
	s.Type, s.Scheme = "google_compute_backend_service", Unknown[string]()
	if got := s.Passthrough(); got != Of(false) {
		t.Errorf("a global service: %+v", got)
	}
}

func TestKnown(t *testing.T) {
	t.Parallel()
	var zero Known[int]
	if !zero.IsUnknown() || zero.IsNull() || zero.IsSet() {
		t.Error("the zero value is unknown")
	}
	if got := zero.Or(3); !got.IsUnknown() {
		t.Error("a default does not make the unknown known")
	}
	if got := Null[int]().Or(3); got != Of(3) {
		t.Error("a default stands for null")
	}
	if zero.Default(7) != 7 || Null[int]().Default(7) != 7 || Of(1).Default(7) != 1 {
		t.Error("Default")
	}
	if Is(zero, 0) || Is(Null[int](), 0) || !Is(Of(0), 0) {
		t.Error("Is holds only for the known value")
	}
	if IsNot(zero, 0) || !IsNot(Null[int](), 0) || IsNot(Of(0), 0) || !IsNot(Of(1), 0) {
		t.Error("IsNot holds only for what is certainly different")
	}
}
