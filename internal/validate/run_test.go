// SPDX-License-Identifier: MPL-2.0

package validate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/engine/topology/topologytest"
)

// answering returns a rule whose check is f on every service.
func answering(id string, severity Severity, f func(p *Pass, s *topology.BackendService)) *Rule {
	r := catalogueRule(id, "n"+id)
	r.Severity = severity
	r.Check = func(p *Pass) {
		for _, s := range p.After.Services {
			f(p, s)
		}
	}
	return r
}

func TestRun(t *testing.T) {
	failing := func(p *Pass, s *topology.BackendService) { p.Fail(s, "x", "bad") }
	b := topologytest.New()
	b.Service("b")
	b.Service("a")
	in := Input{After: b.Snapshot()}

	first := answering("ZA001", Error, failing)
	silenced := answering("ZA002", Warning, failing)
	silenced.SilencedBy = []string{"ZA001"}
	open := answering("ZA003", Info, func(p *Pass, s *topology.BackendService) { p.Undecided(s, "", "it is known after apply") })
	explained := answering("ZA006", Info, func(p *Pass, s *topology.BackendService) { p.Undecided(s, "", "it is known after apply") })
	explained.SilencedBy = []string{"ZA001"}
	fine := answering("ZA004", Info, func(p *Pass, s *topology.BackendService) { p.OK(s) })
	edition := answering("ZA005", Error, failing)
	edition.CurrentSeverity = Info
	rules := []*Rule{first, silenced, open, explained, fine, edition}

	texts := func(r Result) (out []string) {
		for _, f := range r.Findings {
			out = append(out, f.Rule.ID+" "+f.Severity.String()+" "+f.Address)
		}
		for _, u := range r.Undecided {
			out = append(out, u.Rule.ID+" undecided "+u.Address)
		}
		return out
	}
	const a, bb = "google_compute_region_backend_service.a", "google_compute_region_backend_service.b"
	for name, test := range map[string]struct {
		change func(in *Input)
		want   []string
		counts int
	}{
		"sorted by address, and silenced": {
			change: func(*Input) {},
			want: []string{
				"ZA001 error " + a, "ZA005 error " + a, "ZA001 error " + bb, "ZA005 error " + bb,
				"ZA003 undecided " + a, "ZA003 undecided " + bb,
			},
			counts: 12,
		},
		"edition current": {
			change: func(in *Input) { in.Edition = topology.Current },
			want: []string{
				"ZA001 error " + a, "ZA005 info " + a, "ZA001 error " + bb, "ZA005 info " + bb,
				"ZA003 undecided " + a, "ZA003 undecided " + bb,
			},
			counts: 12,
		},
		"a disabled rule silences nothing": {
			change: func(in *Input) {
				in.Settings = map[string]Setting{"ZA001": {Disabled: true}, "ZA003": {Disabled: true}, "ZA006": {Disabled: true}, "ZA005": {Severity: Warning}}
			},
			want:   []string{"ZA002 warning " + a, "ZA005 warning " + a, "ZA002 warning " + bb, "ZA005 warning " + bb},
			counts: 6,
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := in
			test.change(&in)
			got := Run(in, rules)
			if diff := cmp.Diff(test.want, texts(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if got.Evaluated != test.counts {
				t.Errorf("%d answers, want %d", got.Evaluated, test.counts)
			}
			sum := 0
			for _, n := range got.EvaluatedBy {
				sum += n
			}
			if sum != got.Evaluated {
				t.Errorf("the answers by rule add up to %d, not %d", sum, got.Evaluated)
			}
		})
	}
}

func TestSharedComputesOnce(t *testing.T) {
	b := topologytest.New()
	s := b.Service("a")
	topologytest.Attach(s, b.Group("g", topologytest.Zone("a"), 3), false)
	calls := 0
	rule := answering("ZA001", Error, func(p *Pass, s *topology.BackendService) {
		if got := Shared(p, "k", func() int { calls++; return 7 }); got != 7 {
			t.Errorf("shared is %d", got)
		}
		if first := p.Layout(s); p.Layout(s) != first {
			t.Error("a layout is computed twice")
		}
		if n := p.Layout(s).Members(); !topology.Is(n, 3) {
			t.Errorf("members are %v", n)
		}
		p.OK(s)
	})
	again := *rule
	again.ID = "ZA002"
	Run(Input{After: b.Snapshot()}, []*Rule{rule, &again})
	if calls != 1 {
		t.Errorf("computed %d times", calls)
	}
}

func TestOption(t *testing.T) {
	half := topology.MustRatio("0.5")
	b := topologytest.New()
	b.Service("a")
	var got []string
	rule := answering("ZA001", Error, func(p *Pass, s *topology.BackendService) {
		got = append(got, p.Option("factor").String(), p.Option("other").String())
	})
	rule.Options = []Option{{Name: "factor", Default: topology.MustRatio("1.5")}}
	in := Input{After: b.Snapshot()}
	Run(in, []*Rule{rule})
	in.Settings = map[string]Setting{"ZA001": {Options: map[string]topology.Ratio{"factor": half}}}
	Run(in, []*Rule{rule})
	if diff := cmp.Diff([]string{"1.5", "0", "0.5", "0"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseSeverity(t *testing.T) {
	for _, s := range []Severity{Info, Warning, Error} {
		if got, err := ParseSeverity(s.String()); err != nil || got != s {
			t.Errorf("%s reads as %s, %v", s, got, err)
		}
	}
	for _, bad := range []string{"", "none", "Error", "fatal"} {
		if _, err := ParseSeverity(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestFailUnless(t *testing.T) {
	b := topologytest.New()
	b.Service("a")
	b.Service("b")
	on := func(name string, id string) *Rule {
		return answering(id, Error, func(p *Pass, s *topology.BackendService) {
			if topology.Is(s.Name, name) {
				p.Fail(s, "", "bad")
			}
		})
	}
	explained := answering("ZA011", Warning, func(p *Pass, s *topology.BackendService) { p.FailUnless("ZA027", s, "", "explained") })
	var got []string
	for _, f := range Run(Input{After: b.Snapshot()}, []*Rule{explained, on("a", "ZA027"), on("b", "ZA028")}).Findings {
		got = append(got, f.Rule.ID+" "+f.Address)
	}
	want := []string{
		"ZA027 google_compute_region_backend_service.a", "ZA011 google_compute_region_backend_service.b", "ZA028 google_compute_region_backend_service.b",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
