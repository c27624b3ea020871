package google

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/planjson"
)

func TestSpike(t *testing.T) {
	paths, _ := filepath.Glob("../../../testdata/cases/*/*/plan.json")
	for _, p := range paths {
		f, err := os.Open(p)
		if err != nil {
			t.Fatal(err)
		}
		g, err := planjson.Read(f, p, Selection(), planjson.Options{})
		f.Close()
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		for _, m := range []Moment{After, Before} {
			s := Build([]*graph.Graph{g}, m)
			if os.Getenv("DUMP") != "" {
				dump(p, m, s)
			}
		}
	}
}

func dump(p string, m Moment, s *topology.Snapshot) {
	fmt.Println("==", p, m, s.Notices)
	show := func(a string, l topology.Link) {
		switch l.State {
		case topology.LinkResolved:
			fmt.Println("   ", a, l.Path, "->", l.Target.Base().Address, l.Proof)
		case topology.LinkUnresolved:
			fmt.Println("   ", a, l.Path, "??", l.Reason, l.Candidates)
		case topology.LinkExternal:
			fmt.Println("   ", a, l.Path, "ext", l.ID, l.Text)
		}
	}
	for _, v := range s.Services {
		fmt.Println("  S", v.Address, v.Identity(), v.Scheme, v.Backends.Complete, v.Backends.Reason, v.OtherFields)
		for _, b := range v.Backends.List {
			show(fmt.Sprint(b.Failover, b.BalancingMode, b.Limits), b.Group)
		}
		for _, l := range v.HealthChecks.Links {
			show("hc", l)
		}
	}
	for _, v := range s.Groups {
		fmt.Println("  G", v.Address, v.Identity(), v.Capacity.Members, v.Capacity.TargetSize, v.Capacity.Autoscaled, v.Capacity.Zones, v.Capacity.From, v.Capacity.Reason, v.Network)
		show("target", v.TargetService)
	}
	for _, v := range s.Rules {
		fmt.Println("  R", v.Address, v.Identity(), v.Network)
		show("bs", v.BackendService)
		show("target", v.Target)
	}
	for _, v := range s.Attachments {
		show(v.Address, v.TargetService)
	}
	for _, v := range s.Mirrorings {
		show(v.Address, v.Collector)
	}
	for _, v := range s.Deployments {
		show(v.Address, v.ForwardingRule)
	}
	for _, v := range s.Routes {
		show(v.Address, v.NextHop)
	}
	for _, v := range s.Autoscalers {
		show(v.Address, v.Target)
	}
	for _, v := range s.Sources {
		for _, l := range v.Sources.Links {
			show(v.Address, l)
		}
		show(v.Address, v.Policy)
	}
	for _, v := range s.Composites {
		for _, l := range v.Sources.Links {
			show(v.Address, l)
		}
		show(v.Address, v.Destination)
	}
	for _, v := range s.URLMaps {
		for _, l := range v.Services.Links {
			show(v.Address, l)
		}
	}
	for _, v := range s.Proxies {
		show(v.Address, v.Next)
	}
	for _, v := range s.Hybrids {
		fmt.Println("  H", v.Address, v.Network)
	}
	for _, v := range s.Removed {
		fmt.Println("  removed", v.Base().Address)
	}
}
