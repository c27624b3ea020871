// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"pgregory.net/rapid"
)

// unknown stands for a value that is known after apply.
type unknown struct{}

type (
	obj   = map[string]any
	tuple = []any
)

// dynamic is a Go value as Terraform passes it to a dynamic parameter. A
// number is a text that begins with a digit or a minus.
func dynamic(v any) attr.Value { return types.DynamicValue(valueOf(v)) }

func valueOf(v any) attr.Value {
	switch v := v.(type) {
	case nil:
		return types.DynamicNull()
	case unknown:
		return types.DynamicUnknown()
	case bool:
		return types.BoolValue(v)
	case int:
		return num(fmt.Sprint(v))
	case float64:
		return num(fmt.Sprint(v))
	case string:
		return types.StringValue(v)
	case tuple:
		of, values := make([]attr.Type, len(v)), make([]attr.Value, len(v))
		for i, e := range v {
			values[i] = valueOf(e)
			of[i] = values[i].Type(nil) //nolint:staticcheck // no type needs a context
		}
		return types.TupleValueMust(of, values)
	case obj:
		of, values := map[string]attr.Type{}, map[string]attr.Value{}
		for name, e := range v {
			values[name] = valueOf(e)
			of[name] = values[name].Type(nil) //nolint:staticcheck // no type needs a context
		}
		return types.ObjectValueMust(of, values)
	}
	panic(fmt.Sprintf("%T", v))
}

func asksRoute(t *testing.T, service, groups, client, unhealthy any) (types.Object, string) {
	t.Helper()
	c := types.StringUnknown()
	if s, ok := client.(string); ok {
		c = types.StringValue(s)
	}
	got, err := call(t, newRoute(), dynamic(service), dynamic(groups), c, dynamic(unhealthy))
	if err != nil {
		at := "-"
		if err.FunctionArgument != nil {
			at = fmt.Sprint(*err.FunctionArgument)
		}
		return types.Object{}, at + " " + err.Text
	}
	return objectOrFail(t, got), ""
}

func short(v attr.Value) string {
	if v.IsUnknown() {
		return "?"
	}
	return v.String()
}

func objectOrFail(t *testing.T, v attr.Value) types.Object {
	t.Helper()
	o, ok := v.(types.Object)
	if !ok {
		t.Fatalf("%s is no object", v)
	}
	return o
}

// line is what a test looks at: some attributes, "?" for those that are known
// after apply.
func line(o types.Object) string {
	if o.IsUnknown() {
		return "?"
	}
	text := func(name string) string {
		v := o.Attributes()[name]
		switch {
		case v.IsUnknown():
			return "?"
		case v.IsNull():
			return "-"
		}
		switch v := v.(type) {
		case types.String:
			return v.ValueString()
		case types.Number:
			return v.ValueBigFloat().Text('g', 6)
		}
		return v.String()
	}
	destinations := "?"
	if list, ok := o.Attributes()["destinations"].(types.List); ok && !list.IsUnknown() {
		var parts []string
		for _, e := range list.Elements() {
			if o, ok := e.(types.Object); ok {
				a := o.Attributes()
				parts = append(parts, fmt.Sprintf("%s %s/%s", strings.TrimPrefix(strings.Trim(a["zone"].String(), `"`), "us-central1-"), short(a["healthy"]), short(a["unhealthy"])))
			}
		}
		destinations = "[" + strings.Join(parts, " ") + "]"
	}
	return strings.Join([]string{text("decision"), text("action"), text("eligible"), text("eligible_count"), destinations, text("cross_zone_share")}, " ")
}

const (
	zoneA, zoneB, zoneC = "us-central1-a", "us-central1-b", "us-central1-c"
	stay, spill         = "ZONAL_AFFINITY_STAY_WITHIN_ZONE", "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
)

func ours(spillover, ratio any) obj {
	return obj{"network_pass_through_lb_traffic_policy": obj{"zonal_affinity": obj{"spillover": spillover, "spillover_ratio": ratio}}}
}

func googles(spillover, ratio any) obj {
	return obj{
		"network_pass_through_lb_traffic_policy": tuple{obj{"zonal_affinity": tuple{obj{"spillover": spillover, "spillover_ratio": ratio}}}},
		"failover_policy":                        tuple{}, "subsetting": tuple{}, "ha_policy": tuple{}, "load_balancing_scheme": "INTERNAL", "region": "us-central1",
		"id": unknown{}, "self_link": unknown{}, "fingerprint": unknown{}, "locality_lb_policy": "",
		"backend": tuple{obj{"group": unknown{}, "failover": false}, obj{"group": unknown{}, "failover": nil}},
	}
}

// and returns an object with further attributes.
func and(o obj, more obj) obj {
	out := maps.Clone(o)
	maps.Copy(out, more)
	return out
}

func group(zone, size any) obj { return obj{"zone": zone, "size": size} }

func backup(zone, size any) obj { return and(group(zone, size), obj{"failover": true}) }

func TestRoute(t *testing.T) {
	t.Parallel()
	five := tuple{group(zoneA, 5), group(zoneB, 3)}
	pair := tuple{group(zoneA, 2), backup(zoneB, 2)}
	failover := func(ratio any) obj { return obj{"failover_policy": obj{"failover_ratio": ratio}} }
	for name, tc := range map[string]struct {
		service, groups, client, unhealthy any
		want                               string
	}{
		"at the ratio":              {ours(spill, 0.8), five, zoneA, obj{zoneA: 1}, "SN-01 REFINE ALL_HEALTHY 7 [a 4/0] 0"},
		"below the ratio":           {ours(spill, 0.8), five, zoneA, obj{zoneA: 2}, "SN-02 UNCHANGED ALL_HEALTHY 6 [a 3/0 b 3/0] 0.5"},
		"a service of google's":     {googles(spill, 0.8), five, zoneA, obj{zoneA: 2}, "SN-02 UNCHANGED ALL_HEALTHY 6 [a 3/0 b 3/0] 0.5"},
		"the service is one object": {tuple{googles(stay, nil)}, five, zoneA, obj{}, "ST-01 REFINE ALL_HEALTHY 8 [a 5/0] 0"},
		"a scenario in words":       {ours(stay, nil), five, zoneA, "zone-down:" + zoneA, "ST-02 REPLACE ALL_HEALTHY 3 [a 0/5] 0"},
		"a pool of a zone":          {ours(stay, nil), tuple{group(zoneA, 1), backup(zoneA, 2)}, zoneA, obj{zoneA + "/failover": 1}, "ST-05 REFINE HEALTHY_PRIMARY 1 [a 1/0] 0"},
		"all defaults":              {obj{}, five, zoneA, nil, "ZA-00 UNCHANGED ALL_HEALTHY 8 [a 5/0 b 3/0] 0.375"},
		"defaults of google's":      {googles(nil, nil), five, zoneA, nil, "ZA-00 UNCHANGED ALL_HEALTHY 8 [a 5/0 b 3/0] 0.375"},
		"no endpoint":               {ours(stay, nil), tuple{}, zoneA, nil, "ZA-03 DROP NONE 0 [] 0"},
		"another zone":              {ours(stay, nil), five, "vm:*", nil, "ZA-02 IGNORED ALL_HEALTHY 8 [a 5/0 b 3/0] 1"},
		"a tunnel":                  {ours(stay, nil), five, "vpn", nil, "ZA-01 IGNORED ALL_HEALTHY 8 [a 5/0 b 3/0] -"},
		"failover, above the ratio": {and(ours(stay, nil), failover(0.5)), pair, zoneB, obj{zoneA: 1}, "ZA-02 IGNORED HEALTHY_PRIMARY 1 [a 1/0] 1"},
		"failover, below the ratio": {and(ours(stay, nil), failover(0.6)), pair, zoneB, obj{zoneA: 1}, "ST-07 REFINE HEALTHY_FAILOVER 2 [b 2/0] 0"},
		"a flag as text":            {and(ours(stay, nil), obj{"failover_policy": tuple{obj{"drop_traffic_if_unhealthy": "true"}}}), pair, zoneA, "all-unhealthy", "ZA-03 DROP NONE 0 [] 0"},
		"zones as URLs":             {ours(stay, nil), tuple{group("projects/p/zones/"+zoneA, 1)}, zoneA, nil, "ST-01 REFINE ALL_HEALTHY 1 [a 1/0] 0"},
		"subsetting has no shares":  {and(ours(stay, nil), obj{"subsetting": tuple{obj{"policy": "CONSISTENT_HASH_SUBSETTING"}}}), five, zoneA, nil, "ST-01 REFINE ALL_HEALTHY 8 [a 5/0] -"},

		"unknown: the ratio, with STAY":               {ours(stay, unknown{}), five, zoneA, nil, "ST-01 REFINE ALL_HEALTHY 8 [a 5/0] 0"},
		"unknown: the ratio, with SPILL":              {ours(spill, unknown{}), five, zoneA, nil, "?"},
		"unknown: the option":                         {ours(unknown{}, 0.8), five, zoneA, nil, "? ? ALL_HEALTHY 8 ? ?"},
		"unknown: the option, for a tunnel":           {ours(unknown{}, 0.8), five, "vpn", nil, "? ? ALL_HEALTHY 8 [a 5/0 b 3/0] -"},
		"unknown: the option, without endpoints":      {ours(unknown{}, 0.8), tuple{}, zoneA, nil, "ZA-03 DROP NONE 0 [] 0"},
		"unknown: the policy":                         {obj{"network_pass_through_lb_traffic_policy": unknown{}}, five, zoneA, nil, "?"},
		"unknown: the service":                        {unknown{}, five, zoneA, nil, "?"},
		"unknown: the groups":                         {ours(stay, nil), unknown{}, zoneA, nil, "?"},
		"unknown: the failover ratio without backup":  {and(ours(stay, nil), failover(unknown{})), five, zoneA, nil, "ST-05 REFINE HEALTHY_PRIMARY 8 [a 5/0] 0"},
		"unknown: the failover ratio with one":        {and(ours(stay, nil), failover(unknown{})), pair, zoneA, obj{zoneA: 1}, "?"},
		"unknown: drop, while there is a healthy one": {and(ours(stay, nil), obj{"failover_policy": obj{"drop_traffic_if_unhealthy": unknown{}}}), five, zoneA, nil, "ST-05 REFINE HEALTHY_PRIMARY 8 [a 5/0] 0"},
		"unknown: subsetting":                         {and(ours(stay, nil), obj{"subsetting": unknown{}}), five, zoneA, nil, "ST-01 REFINE ALL_HEALTHY 8 [a 5/0] ?"},
		"unknown: the size in another zone":           {ours(stay, nil), tuple{group(zoneA, 5), group(zoneB, unknown{})}, zoneA, nil, "ST-01 REFINE ALL_HEALTHY ? [a 5/0] 0"},
		"unknown: the size in another zone, spilling": {ours(spill, 0.8), tuple{group(zoneA, 5), group(zoneB, unknown{})}, zoneA, obj{zoneA: 2}, "SN-02 UNCHANGED ALL_HEALTHY ? ? ?"},
		"unknown: the size in the client's zone":      {ours(stay, nil), tuple{group(zoneA, unknown{}), group(zoneB, 3)}, zoneA, nil, "? ? ALL_HEALTHY ? ? ?"},
		"unknown: the size beside known ones":         {ours(stay, nil), tuple{group(zoneA, unknown{}), group(zoneA, 3)}, zoneA, nil, "ST-01 REFINE ALL_HEALTHY ? [a ?/0] 0"},
		"unknown: a size that keeps the ratio":        {ours(spill, 0.5), tuple{group(zoneA, unknown{}), group(zoneA, 3)}, zoneA, nil, "SN-01 REFINE ALL_HEALTHY ? [a ?/0] 0"},
		"unknown: a size that may miss the ratio":     {ours(spill, 0.5), tuple{group(zoneA, unknown{}), group(zoneA, 3), group(zoneB, 1)}, zoneA, obj{zoneA: 2}, "? ? ALL_HEALTHY ? ? ?"},
		"unknown: a size that may meet the failover ratio": {
			and(ours(stay, nil), failover(0.9)), tuple{group(zoneA, 2), group(zoneC, unknown{}), backup(zoneA, 1)}, zoneA, obj{zoneA: 1}, "? REFINE ? ? ? 0"},
		"unknown: the zone of a group":        {ours(stay, nil), tuple{group(zoneA, 5), group(unknown{}, 3)}, zoneA, nil, "ST-01 REFINE ALL_HEALTHY 8 [a ?/0] 0"},
		"unknown: the only zone":              {ours(stay, nil), tuple{group(unknown{}, 3)}, zoneA, nil, "?"},
		"unknown: the only zone, of a region": {and(ours(stay, nil), obj{"region": "us-central1"}), tuple{group(unknown{}, 3)}, zoneA, nil, "? ? ALL_HEALTHY 3 ? ?"},
		"unknown: whether a group is a backup": {
			ours(stay, nil), tuple{group(zoneA, 5), and(group(zoneB, 3), obj{"failover": unknown{}})}, zoneA, nil, "? REFINE ? ? [a 5/0] 0"},
		"unknown: a group":                         {ours(stay, nil), tuple{group(zoneA, 5), unknown{}}, zoneA, nil, "? REFINE ? ? [a ?/0] 0"},
		"unknown: the client":                      {ours(stay, nil), five, unknown{}, nil, "? ? ALL_HEALTHY 8 ? ?"},
		"unknown: the client, affinity off":        {ours(nil, nil), five, unknown{}, nil, "ZA-00 UNCHANGED ALL_HEALTHY 8 [a 5/0 b 3/0] ?"},
		"unknown: what is unhealthy":               {ours(stay, nil), five, zoneA, unknown{}, "? ? ? ? [a ?/?] 0"},
		"unknown: what is unhealthy, affinity off": {ours(nil, nil), tuple{group(zoneA, 1)}, zoneA, unknown{}, "ZA-00 UNCHANGED ? 1 [a ?/?] 0"},
		"unknown: a count in another zone":         {ours(stay, nil), five, zoneA, obj{zoneB: unknown{}}, "ST-01 REFINE ALL_HEALTHY ? [a 5/0] 0"},
		"unknown: a count in the client's zone":    {ours(spill, 0.8), five, zoneA, obj{zoneA: unknown{}}, "? ? ALL_HEALTHY ? ? ?"},

		"wrong: no service":              {nil, five, zoneA, nil, "0 service is null; it is a backend service"},
		"wrong: two services":            {tuple{obj{}, obj{}}, five, zoneA, nil, "0 service has 2 elements; it is one object, or a list of one"},
		"wrong: a word for a service":    {"web", five, zoneA, nil, "0 service is a string; it is one object, or a list of one"},
		"wrong: another scheme":          {obj{"load_balancing_scheme": "INTERNAL_MANAGED"}, five, zoneA, nil, "0 service.load_balancing_scheme is not INTERNAL; only an internal passthrough load balancer is routed by zone"},
		"wrong: a misspelt option":       {ours("STAY", nil), five, zoneA, nil, "0 service.network_pass_through_lb_traffic_policy.zonal_affinity.spillover is none of ZONAL_AFFINITY_DISABLED, ZONAL_AFFINITY_STAY_WITHIN_ZONE and ZONAL_AFFINITY_SPILL_CROSS_ZONE"},
		"wrong: a misspelt attribute":    {obj{"network_passthrough_lb_traffic_policy": obj{}}, five, zoneA, nil, "0 service has an attribute network_passthrough_lb_traffic_policy; did you mean network_pass_through_lb_traffic_policy"},
		"wrong: a misspelt nested one":   {obj{"failover_policy": obj{"failoverratio": 1}}, five, zoneA, nil, "0 service.failover_policy has an attribute failoverratio; did you mean failover_ratio"},
		"wrong: a ratio above 1":         {googles(spill, 80), five, zoneA, nil, "0 service.network_pass_through_lb_traffic_policy[0].zonal_affinity[0].spillover_ratio is out of range; a ratio is from 0.0 to 1.0"},
		"wrong: a failover ratio":        {failover(1.1), five, zoneA, nil, "0 service.failover_policy.failover_ratio is out of range; a ratio is from 0.0 to 1.0"},
		"wrong: a backup that is hidden": {obj{"backend": tuple{obj{"failover": true}}}, five, zoneA, nil, "1 groups has no element with failover = true, and service has a failover backend"},
		"wrong: no groups":               {ours(stay, nil), nil, zoneA, nil, "1 groups is null; it is a list of objects with zone, size and failover"},
		"wrong: groups by name":          {ours(stay, nil), obj{"a": 1}, zoneA, nil, "1 groups is an object; it is a list of objects with zone, size and failover"},
		"wrong: a group is a number":     {ours(stay, nil), tuple{3}, zoneA, nil, "1 groups[0] is a number; it is an object with zone, size and failover"},
		"wrong: no zone":                 {ours(stay, nil), tuple{obj{"size": 1}}, zoneA, nil, "1 groups[0].zone is null; every group stands in a zone"},
		"wrong: a region for a zone":     {ours(stay, nil), tuple{group("us-central1", 1)}, zoneA, nil, "1 groups[0].zone is no zone, such as us-central1-a"},
		"wrong: two regions":             {ours(stay, nil), tuple{group(zoneA, 1), group("us-east1-b", 1)}, zoneA, nil, "1 groups[1].zone is in another region than the service or another group; an internal passthrough load balancer is regional"},
		"wrong: no size":                 {ours(stay, nil), tuple{group(zoneA, nil)}, zoneA, nil, "1 groups[0].size is null, and has no default"},
		"wrong: a negative size":         {ours(stay, nil), tuple{group(zoneA, -1)}, zoneA, nil, "1 groups[0].size is out of range; it is a whole number from 0 to 1000000000"},
		"wrong: a misspelt size":         {ours(stay, nil), tuple{obj{"zone": zoneA, "sise": 1}}, zoneA, nil, "1 groups[0] has an attribute sise; did you mean size"},
		"wrong: a client":                {ours(stay, nil), five, "us-central1", nil, `2 client "us-central1" is neither a zone nor one of vm:ZONE, vm:*, vpn, interconnect, psc-endpoint:ZONE and psc-backend; a zone ends with a letter, such as us-central1-a`},
		"wrong: too many unhealthy":      {ours(stay, nil), five, zoneA, obj{zoneB: 4}, `3 scenario "unhealthy:us-central1-b=4": `},
		"wrong: unhealthy elsewhere":     {ours(stay, nil), five, zoneA, obj{zoneC: 1}, `3 scenario "unhealthy:us-central1-c=1": `},
		"wrong: unhealthy in a region":   {ours(stay, nil), five, zoneA, obj{"us-central1": 1}, `3 unhealthy["us-central1"] is not about a zone, such as us-central1-a`},
		"wrong: a family of scenarios":   {ours(stay, nil), five, zoneA, "zone-down", "3 unhealthy stands for several scenarios; name one, as in zone-down:us-central1-a"},
		"wrong: a scenario of states":    {ours(stay, nil), five, zoneA, "source:x=UNHEALTHY", "3 unhealthy sets a state; that is nothing of a backend service"},
		"wrong: a number of unhealthy":   {ours(stay, nil), five, zoneA, 3, "3 unhealthy is a number; it is null, an object of counts by zone, or a scenario"},
		"zeros are nothing":              {ours(stay, nil), five, zoneA, obj{zoneA: 0, zoneC: 0, zoneB: nil}, "ST-01 REFINE ALL_HEALTHY 8 [a 5/0] 0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, problem := asksRoute(t, tc.service, tc.groups, tc.client, tc.unhealthy)
			if problem == "" {
				problem = line(got)
			}
			if strings.HasSuffix(tc.want, ": ") && strings.HasPrefix(problem, tc.want) {
				return
			}
			if diff := cmp.Diff(tc.want, problem); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// agrees reports whether a value is another one as far as it is known.
func agrees(claimed, truth attr.Value) bool {
	if claimed.IsUnknown() {
		return true
	}
	switch c := claimed.(type) {
	case types.List:
		other, ok := truth.(types.List)
		return ok && slices.EqualFunc(c.Elements(), other.Elements(), agrees)
	case types.Object:
		other, ok := truth.(types.Object)
		return ok && maps.EqualFunc(c.Attributes(), other.Attributes(), agrees)
	}
	return claimed.Equal(truth)
}

// Whatever is left open, an attribute that is known has that value however the
// rest turns out.
func TestRouteNeverGuesses(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		zones := []string{zoneA, zoneB, zoneC}
		ratio := rapid.SampledFrom([]float64{0, 0.2, 0.5, 0.6, 0.75, 0.9, 1})
		service := ours(rapid.SampledFrom([]string{stay, spill, spill, "ZONAL_AFFINITY_DISABLED"}).Draw(r, "option"), ratio.Draw(r, "ratio"))
		if rapid.Bool().Draw(r, "policy") {
			service["failover_policy"] = obj{"failover_ratio": ratio.Draw(r, "failover ratio"), "drop_traffic_if_unhealthy": rapid.Bool().Draw(r, "drop")}
		}
		service["region"] = "us-central1"
		var groups tuple
		var open []func(int)
		for range rapid.IntRange(1, 4).Draw(r, "groups") {
			g := obj{"zone": rapid.SampledFrom(zones).Draw(r, "zone"), "size": rapid.IntRange(0, 6).Draw(r, "size"), "failover": rapid.Bool().Draw(r, "failover")}
			if len(open) < 2 && rapid.Bool().Draw(r, "open") {
				g["size"] = unknown{}
				open = append(open, func(n int) { g["size"] = n })
			}
			groups = append(groups, g)
		}
		var unhealthy any
		switch rapid.IntRange(0, 3).Draw(r, "unhealthy") {
		case 1:
			unhealthy = obj{rapid.SampledFrom(zones).Draw(r, "sick zone"): rapid.IntRange(1, 4).Draw(r, "sick")}
		case 2:
			unhealthy = "zone-down:" + rapid.SampledFrom(zones).Draw(r, "down")
		case 3:
			unhealthy = "all-unhealthy"
		}
		client := rapid.SampledFrom([]string{zoneA, zoneB, "vm:*", "vpn"}).Draw(r, "client")
		claimed, problem := asksRoute(t, service, groups, client, unhealthy)
		if problem != "" {
			return
		}
		var try func(open []func(int))
		try = func(open []func(int)) {
			if len(open) > 0 {
				for _, n := range []int{0, 1, 2, 3, 4, 5, 7, 9, 16, 20, 40} {
					open[0](n)
					try(open[1:])
				}
				return
			}
			truth, problem := asksRoute(t, service, groups, client, unhealthy)
			if problem != "" || claimed.IsUnknown() {
				return
			}
			for _, name := range slices.Sorted(maps.Keys(routeTypes)) {
				if v := claimed.Attributes()[name]; !agrees(v, truth.Attributes()[name]) {
					r.Fatalf("%s was claimed to be %s, and is %s for %v", name, v, truth.Attributes()[name], groups)
				}
			}
		}
		try(open)
	})
}

// No attribute of google's resource is taken for a misspelt one.
func TestRouteTakesAllOfGooglesAttributes(t *testing.T) {
	t.Parallel()
	service := googles(stay, nil)
	for _, name := range strings.Fields(`affinity_cookie_ttl_sec connection_draining_timeout_sec creation_timestamp deletion_policy enable_cdn
		fingerprint generated_id health_checks id ip_address_selection_policy name network port_name project protocol security_policy self_link
		session_affinity timeout_sec cdn_policy circuit_breakers connection_tracking_policy consistent_hash custom_metrics dynamic_forwarding
		iap log_config outlier_detection params strong_session_affinity_cookie timeouts tls_settings`) {
		service[name] = nil
		if got, problem := asksRoute(t, service, tuple{group(zoneA, 1)}, zoneA, nil); problem != "" || !strings.HasPrefix(line(got), "ST-01") {
			t.Fatalf("with %s: %s %s", name, problem, line(got))
		}
		delete(service, "failover_policy") // an object may leave out what counts, too
	}
}

func BenchmarkRoute(b *testing.B) {
	five := tuple{group(zoneA, 5), group(zoneB, 3)}
	open := tuple{group(zoneA, unknown{}), group(zoneB, unknown{}), backup(zoneC, unknown{})}
	for name, groups := range map[string]tuple{"known": five, "open": open} {
		b.Run(name, func(b *testing.B) {
			args := []attr.Value{dynamic(googles(spill, 0.8)), dynamic(groups), types.StringValue(zoneA), dynamic(nil)}
			for b.Loop() {
				resp := function.RunResponse{Result: function.NewResultData(types.ObjectUnknown(routeTypes))}
				if newRoute().Run(context.Background(), function.RunRequest{Arguments: function.NewArgumentsData(args)}, &resp); resp.Error != nil {
					b.Fatal(resp.Error)
				}
			}
		})
	}
}
