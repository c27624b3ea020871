// SPDX-License-Identifier: MPL-2.0

package topology_test

import (
	"testing"

	. "terraform-provider-spillway/internal/engine/topology"
	build "terraform-provider-spillway/internal/engine/topology/topologytest"
)

func addresses[T Node](list []T) (out []string) {
	for _, n := range list {
		out = append(out, n.Base().Address)
	}
	return out
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestIndexTellsCertainFromPossible(t *testing.T) {
	t.Parallel()
	b := build.New()
	web, api := b.Service("web"), b.Service("api")
	b.Rule("sure", web)
	maybe := b.Rule("maybe", web)
	maybe.BackendService = build.UnresolvedLink("two candidates")
	maybe.BackendService.Candidates = []string{web.Address, api.Address}
	lost := b.Rule("lost", web)
	lost.BackendService = build.UnresolvedLink("a local")
	x := b.Snapshot().Index()

	rules := x.RulesOf(web)
	if got := addresses(rules.Certain); !equal(got, []string{"google_compute_forwarding_rule.sure"}) {
		t.Errorf("certain rules of web: %v", got)
	}
	if got := addresses(rules.Possible); !equal(got, []string{"google_compute_forwarding_rule.maybe", "google_compute_forwarding_rule.lost"}) {
		t.Errorf("possible rules of web: %v", got)
	}
	if rules := x.RulesOf(api); len(rules.Certain) != 0 || len(rules.Possible) != 2 || rules.None() {
		t.Errorf("rules of api: %+v", rules)
	}
}

func TestIndexCountsAReferrerOnce(t *testing.T) {
	t.Parallel()
	b := build.New()
	web := b.Service("web")
	g := b.Group("a", build.Zone("a"), 1)
	build.Attach(web, g, false)
	build.Attach(web, g, true)
	x := b.Snapshot().Index()
	if users := x.UsersOf(g); len(users.Certain) != 1 {
		t.Errorf("users: %v", addresses(users.Certain))
	}
	if x.At(g.Address) != Node(g) || x.At("nothing") != nil {
		t.Error("At does not find what is there")
	}
}

func TestIndexKeepsIncompleteListsPossible(t *testing.T) {
	t.Parallel()
	b := build.New()
	web := b.Service("web")
	g := b.Group("a", build.Zone("a"), 1)
	web.Backends = Backends{Reason: "a dynamic block"}
	if users := b.Snapshot().Index().UsersOf(g); len(users.Certain) != 0 || len(users.Possible) != 1 {
		t.Errorf("users: %+v", users)
	}
}

func TestIndexOfHealth(t *testing.T) {
	t.Parallel()
	b := build.New()
	web := b.Service("web")
	r := b.Rule("r", web)
	p := b.Policy("p", "", "")
	h := b.Source("h", web, p)
	c := b.Composite("c", r, h)
	a := b.Attachment("a", r)
	x := b.Snapshot().Index()
	for name, ok := range map[string]bool{
		"source with the policy":    len(x.SourcesWith(p).Certain) == 1,
		"composite of the source":   len(x.CompositesOf(h).Certain) == 1 && x.CompositesOf(h).Certain[0] == c,
		"attachment of the rule":    len(x.AttachmentsOf(r).Certain) == 1,
		"no NEG of the attachment":  x.NEGsOf(a).None(),
		"no mirroring of the rule":  x.MirroringsOf(r).None(),
		"no deployment of the rule": x.DeploymentsOf(r).None(),
		"no route to the rule":      x.RoutesOf(r).None(),
		"no URL map":                x.URLMapsOf(web).None(),
	} {
		if !ok {
			t.Errorf("%s: not so", name)
		}
	}
}
