// SPDX-License-Identifier: MPL-2.0

package predict

import (
	"terraform-provider-spillway/internal/engine/scenario"
)

// family is a spec with the scenarios that it stands for. Scenarios are made
// once and shared by all services.
type family struct {
	spec    scenario.Spec
	zoned   bool
	regions []string // one empty text where the spec has no family of regions
	// made holds the scenarios by zone; the empty zone where the spec has no
	// family of zones.
	made map[string][]*scenario.Scenario
	// taken are the names of all scenarios without a family of zones: a family
	// leaves them out, so that no outcome is there twice.
	taken map[string]bool
}

func familiesOf(specs []scenario.Spec, w *scenario.World) []*family {
	var out []*family
	taken, named := map[string]bool{}, map[string]bool{}
	for _, s := range specs {
		if named[s.Name] {
			continue
		}
		named[s.Name] = true
		f := &family{spec: s, regions: []string{""}, made: map[string][]*scenario.Scenario{}, taken: taken}
		var regional bool
		if f.zoned, regional = s.Families(); regional {
			f.regions = w.Regions()
		}
		if !f.zoned {
			f.at("")
		}
		out = append(out, f)
	}
	return out
}

// at returns the scenarios in which the family of zones stands for one zone.
func (f *family) at(zone string) []*scenario.Scenario {
	if list, ok := f.made[zone]; ok {
		return list
	}
	list := make([]*scenario.Scenario, 0, len(f.regions))
	for _, s := range f.spec.In([]string{zone}, f.regions) {
		if f.taken[s.Name] {
			continue
		}
		if !f.zoned {
			f.taken[s.Name] = true
		}
		list = append(list, s)
	}
	f.made[zone] = list
	return list
}

// scenarios appends the scenarios of all families for an object with
// endpoints in the given zones.
func scenarios(dst []*scenario.Scenario, families []*family, zones []string) []*scenario.Scenario {
	for _, f := range families {
		if !f.zoned {
			dst = append(dst, f.at("")...)
			continue
		}
		for _, z := range zones {
			dst = append(dst, f.at(z)...)
		}
	}
	return dst
}
