// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

func TestPolicyRules(t *testing.T) { runCases(t, chPolicyCases) }
func TestSourceRules(t *testing.T) { runCases(t, chSourceCases) }

// thresholds changes the thresholds of the policy; an empty text leaves one
// out.
func thresholds(percent, minimum string) func(*tt.Builder) {
	return producing(func(x *producerSide) {
		x.policy.Percent, x.policy.Minimum = t.Null[t.Ratio](), t.Null[t.Ratio]()
		if percent != "" {
			x.policy.Percent = ratio(percent)
		}
		if minimum != "" {
			x.policy.Minimum = ratio(minimum)
		}
	})
}

func percentUnknown(x *producerSide) { x.policy.Percent = t.Unknown[t.Ratio]() }
func minimumUnknown(x *producerSide) { x.policy.Minimum = t.Unknown[t.Ratio]() }

var chPolicyCases = map[string]ruleCase{
	"percent too large": {rule: CH001, build: thresholds("150", "1"), want: wantFail, at: policyAddress,
		says: []string{"healthy_percent_threshold is 150. A percentage is from 0 to 100, and Google refuses any other number at apply. Set a whole number from 1 to 100."}},
	"percent negative":        {rule: CH001, build: thresholds("-5", "1"), want: wantFail},
	"percent with a fraction": {rule: CH001, build: thresholds("62.5", "1"), want: wantFail, says: []string{"62.5", "whole number"}},
	"percent at its largest":  {rule: CH001, build: thresholds("100", "1"), want: wantPass},
	"percent of zero":         {rule: CH001, build: thresholds("0", "1"), want: wantPass},
	"percent written as 60.0": {rule: CH001, build: thresholds("60.0", "1"), want: wantPass},
	"percent left out":        {rule: CH001, build: thresholds("", ""), want: wantPass},
	"percent known at apply":  {rule: CH001, build: producing(percentUnknown), want: wantUndecided},
	"no policy at all":        {rule: CH001, build: func(*tt.Builder) {}, want: wantNothing},
	"minimum negative":        {rule: CH002, build: thresholds("50", "-1"), want: wantFail, at: policyAddress, says: []string{"min_healthy_threshold is -1. It counts healthy endpoints, and Google refuses a number below 1 at apply. Set 1 or more."}},
	"minimum with a fraction": {rule: CH002, build: thresholds("50", "1.5"), want: wantFail},
	"minimum of zero":         {rule: CH002, build: thresholds("50", "0"), want: wantPass},
	"minimum of one":          {rule: CH002, build: thresholds("50", "1"), want: wantPass},
	"minimum left out":        {rule: CH002, build: thresholds("50", ""), want: wantPass},
	"minimum known at apply":  {rule: CH002, build: producing(minimumUnknown), want: wantUndecided},
	"percent zero, not sent":  {rule: CH005, build: thresholds("0", "2"), want: wantFail, at: policyAddress, says: []string{"healthy_percent_threshold is 0. The google provider does not send a zero, and Google's default applies: 60 percent."}},
	"minimum zero, not sent":  {rule: CH005, build: thresholds("50", "0"), want: wantFail, says: []string{"min_healthy_threshold is 0", "a minimum of 1"}},
	"percent zero, sent":      {rule: CH005, build: producing(func(x *producerSide) { x.policy.Percent, x.policy.ZeroIsSent = ratio("0"), true }), want: wantFail, says: []string{"the other one alone protects"}},
	"both zero, sent": {rule: CH005, build: producing(func(x *producerSide) {
		x.policy.Percent, x.policy.Minimum, x.policy.ZeroIsSent = ratio("0"), ratio("0"), true
	}), want: wantFail, says: []string{"so is the other threshold"}},
	"both above zero":        {rule: CH005, build: thresholds("1", "1"), want: wantPass},
	"both left out":          {rule: CH005, build: thresholds("", ""), want: wantPass},
	"one of them not known":  {rule: CH005, build: producing(percentUnknown), want: wantUndecided},
	"zero beside an unknown": {rule: CH005, build: producing(func(x *producerSide) { percentUnknown(x); x.policy.Minimum = ratio("0") }), want: wantFail},
	"name with capitals":     {rule: CH029, build: producing(func(x *producerSide) { x.policy.Name = t.Of("Api_Policy") }), want: wantFail, at: policyAddress, says: []string{`The name is "Api_Policy".`}},
	"source name too long": {rule: CH029, build: producing(func(x *producerSide) {
		x.source.Name = t.Of("a123456789b123456789c123456789d123456789e123456789f123456789abcd")
	}), want: wantFail, at: sourceAddress},
	"composite ends in hyphen": {rule: CH029, build: producing(func(x *producerSide) { x.composite.Name = t.Of("api-") }), want: wantFail, at: compositeAddress},
	"empty name":               {rule: CH029, build: producing(func(x *producerSide) { x.composite.Name = t.Of("") }), want: wantFail},
	"name of 63 characters": {rule: CH029, build: producing(func(x *producerSide) {
		x.source.Name = t.Of("a123456789b123456789c123456789d123456789e123456789f123456789abc")
	}), want: wantPass},
	"name of one letter":     {rule: CH029, build: producing(func(x *producerSide) { x.source.Name = t.Of("a") }), want: wantPass},
	"name known at apply":    {rule: CH029, build: producing(func(x *producerSide) { x.source.Name = t.Unknown[string]() }), want: wantUndecided},
	"policy of another type": {rule: CH031, build: producing(func(x *producerSide) { x.policy.PolicyType = t.Of("DNS_PUBLIC_IP_POLICY") }), want: wantFail, at: policyAddress, says: []string{"policy_type is DNS_PUBLIC_IP_POLICY, and a regional policy is a BACKEND_SERVICE_POLICY."}},
	"policy of the one type": {rule: CH031, build: producing(unchanged), want: wantPass},
	"policy type left out":   {rule: CH031, build: producing(func(x *producerSide) { x.policy.PolicyType = t.Null[string]() }), want: wantPass},
	"policy type not known":  {rule: CH031, build: producing(func(x *producerSide) { x.policy.PolicyType = t.Unknown[string]() }), want: wantUndecided},

	"shared by two and sixty": {rule: CH025, build: producing(sharedWith(60, "10", "2")), want: wantFail, at: policyAddress,
		says: []string{"4 of 4", "6 of 60"}},
	"shared by alike services":        {rule: CH025, build: producing(sharedWith(4, "60", "2")), want: wantPass},
	"shared within the factor":        {rule: CH025, build: producing(sharedWith(60, "60", "4")), want: wantPass},
	"shared at the factor":            {rule: CH025, build: producing(sharedWith(60, "50", "4")), want: wantPass},
	"used by one source":              {rule: CH025, build: producing(unchanged), want: wantPass},
	"shared, one never healthy":       {rule: CH025, build: producing(sharedWith(60, "10", "5")), want: wantPass},
	"shared, one size not known":      {rule: CH025, build: producing(func(x *producerSide) { sharedWith(60, "10", "2")(x); x.a.Capacity.Members = t.Unknown[int]() }), want: wantUndecided},
	"shared, another may use it":      {rule: CH025, build: producing(func(x *producerSide) { sharedWith(4, "60", "2")(x); x.Raw().Sources[1].Policy = unresolved() }), want: wantUndecided},
	"shared, threshold not known":     {rule: CH025, build: producing(func(x *producerSide) { sharedWith(60, "10", "2")(x); percentUnknown(x) }), want: wantUndecided},
	"policy that nothing uses":        {rule: CH021, build: func(b *tt.Builder) { b.Policy("api", "50", "1") }, want: wantFail, at: policyAddress, says: []string{"No health source in the input uses this policy."}},
	"source that nothing uses":        {rule: CH021, build: func(b *tt.Builder) { b.Source("api", b.Service("v"), b.Policy("api", "50", "1")) }, want: wantFail, at: sourceAddress},
	"policy and source in use":        {rule: CH021, build: producing(unchanged), want: wantPass},
	"source that one may use":         {rule: CH021, build: producing(func(x *producerSide) { x.composite.Sources = t.LinkList{Reason: "it is known after apply"} }), want: wantUndecided, at: sourceAddress},
	"unused, in a part not read":      {rule: CH021, build: producing(func(x *producerSide) { x.Raw().LinksComplete = false; x.composite.Sources.Links = nil }), want: wantUndecided, at: sourceAddress},
	"unused, another region's may do": {rule: CH021, build: producing(func(x *producerSide) { x.composite.Sources = t.LinkList{}; x.composite.Location = t.Of("us-east1") }), want: wantUndecided, at: sourceAddress},
}

// sharedWith adds a source over a second service of n endpoints, with the same
// policy.
func sharedWith(n int, percent, minimum string) func(*producerSide) {
	return func(x *producerSide) {
		x.policy.Percent, x.policy.Minimum = ratio(percent), ratio(minimum)
		if minimum == "2" && n == 60 {
			x.policy.Minimum = ratio("4") // all of the small service
		}
		s := x.Service("large")
		tt.Attach(s, x.Group("large", tt.Zone("a"), n), false)
		x.Source("large", s, x.policy)
	}
}

// source changes the one link of the source.
func sourceLinks(links ...t.Link) func(*tt.Builder) {
	return producing(func(x *producerSide) { x.source.Sources.Links = links })
}

// hiddenLink is a sensitive link to what is not in the input.
var hiddenLink = t.Link{State: t.LinkExternal}

func sourcesUnknown(x *producerSide) {
	x.source.Sources = t.LinkList{Reason: "it is known after apply"}
}

func watched(change func(s *t.BackendService)) func(*tt.Builder) {
	return producing(func(x *producerSide) { change(x.service) })
}

// negBackend makes the first group of the service a NEG of a type.
func negBackend(kind t.GroupKind, negType string) func(*tt.Builder) {
	return producing(func(x *producerSide) { x.a.GroupKind, x.a.NEGType = kind, t.Of(negType) })
}

var chSourceCases = map[string]ruleCase{
	"minimum above all endpoints": {rule: CH003, build: thresholds("60", "10"), want: wantFail, at: sourceAddress,
		says: []string{"The policy asks for 10 healthy endpoints, and google_compute_region_backend_service.api has 4 endpoints. The source is never healthy, and consumers of the region leave it as soon as a composite health check uses the source. Lower min_healthy_threshold to at most 4, or add endpoints."}},
	"minimum above what Google takes":    {rule: CH003, build: thresholds("60", "4294967296"), want: wantFail, says: []string{"asks for 4294967296 healthy endpoints"}},
	"minimum over a bare name":           {rule: CH003, build: sourceLinks(tt.External("web")), want: wantNothing}, // CH030
	"minimum over a sensitive link":      {rule: CH003, build: sourceLinks(hiddenLink), want: wantUndecided},
	"minimum of all endpoints":           {rule: CH003, build: thresholds("60", "4"), want: wantPass},
	"minimum above, spread unknown":      {rule: CH003, build: regional(7, "60", "8"), want: wantFail, says: []string{"has 7 endpoints"}},
	"minimum within, spread unknown":     {rule: CH003, build: regional(7, "60", "7"), want: wantPass},
	"minimum above an autoscaled group":  {rule: CH003, build: autoscaledSource(2, 5, "60", "6"), want: wantFail, says: []string{"at most 5 endpoints"}},
	"minimum within an autoscaled group": {rule: CH003, build: autoscaledSource(2, 5, "60", "3"), want: wantUndecided},
	"minimum below an autoscaled group":  {rule: CH003, build: autoscaledSource(2, 5, "60", "2"), want: wantPass},
	"minimum over no backend":            {rule: CH003, build: watched(func(s *t.BackendService) { s.Backends.List = nil }), want: wantUndecided},
	"minimum over an empty group":        {rule: CH003, build: producing(func(x *producerSide) { x.a.Capacity.Members, x.b.Capacity.Members = t.Of(0), t.Of(0) }), want: wantFail, says: []string{"has 0 endpoints", "Add endpoints."}},
	"minimum within the failover pool":   {rule: CH003, build: failingOver("3"), want: wantUndecided, says: []string{"does not say whether the endpoints of failover backends count"}},
	"minimum above both pools":           {rule: CH003, build: failingOver("5"), want: wantFail, says: []string{"at most 4 endpoints"}},
	"minimum within the primary pool":    {rule: CH003, build: failingOver("2"), want: wantPass},
	"minimum not known":                  {rule: CH003, build: producing(minimumUnknown), want: wantUndecided},
	"minimum out of range":               {rule: CH003, build: thresholds("60", "-3"), want: wantPass},
	"minimum of a foreign policy": {rule: CH003, build: producing(func(x *producerSide) {
		x.source.Policy = tt.External("projects/p/regions/us-central1/healthAggregationPolicies/x")
	}), want: wantUndecided, says: []string{"healthAggregationPolicies/x is not in the input"}},
	"minimum of a foreign service": {rule: CH003, build: sourceLinks(tt.External("projects/p/regions/us-central1/backendServices/x")), want: wantUndecided},
	"minimum of two services":      {rule: CH003, build: sourceLinks(tt.External("a/b"), tt.External("c/d")), want: wantNothing},

	"percent that is not exact":        {rule: CH004, build: thresholds("60", "1"), want: wantFail, at: sourceAddress, says: []string{"60 percent of the 4 endpoints of google_compute_region_backend_service.api are 3 endpoints in truth: 1 may be sick, and with one more the percentage is missed."}},
	"percent that is exact":            {rule: CH004, build: thresholds("75", "1"), want: wantPass},
	"99 percent of four":               {rule: CH004, build: thresholds("99", "1"), want: wantFail, says: []string{"are 4 endpoints in truth: 0 may be sick"}},
	"percent of an unknown number":     {rule: CH004, build: autoscaledSource(2, 5, "60", "1"), want: wantUndecided},
	"whole percent of anything":        {rule: CH004, build: autoscaledSource(2, 5, "100", "1"), want: wantPass},
	"percent of who knows which pools": {rule: CH004, build: failingOver("1"), want: wantUndecided},
	"percent to be known at apply":     {rule: CH004, build: producing(percentUnknown), want: wantUndecided},
	"all endpoints asked for":          {rule: CH006, build: thresholds("100", "1"), want: wantFail, at: sourceAddress, says: []string{"The policy asks for 100 percent, and google_compute_region_backend_service.api has 4 endpoints."}},
	"99 percent asked for":             {rule: CH006, build: thresholds("99", "1"), want: wantPass},
	"all of one endpoint": {rule: CH006, build: producing(func(x *producerSide) {
		x.policy.Percent, x.a.Capacity.Members, x.b.Capacity.Members = ratio("100"), t.Of(1), t.Of(0)
	}), want: wantPass},
	"all of two to five":            {rule: CH006, build: autoscaledSource(2, 5, "100", "1"), want: wantFail, says: []string{"2 to 5 endpoints"}},
	"all of one to five":            {rule: CH006, build: autoscaledSource(1, 5, "100", "1"), want: wantUndecided},
	"all, percent not known":        {rule: CH006, build: producing(percentUnknown), want: wantUndecided},
	"minimum outdone":               {rule: CH007, build: thresholds("75", "2"), want: wantFail, at: sourceAddress, says: []string{"The minimum of 2 never decides: 75 percent of the 4 endpoints of google_compute_region_backend_service.api already ask for 3."}},
	"percentage outdone":            {rule: CH007, build: thresholds("50", "3"), want: wantFail, says: []string{"The percentage never decides", "ask for 2 at most, and the minimum for 3"}},
	"both ask for the same":         {rule: CH007, build: thresholds("50", "2"), want: wantPass},
	"minimum at its default":        {rule: CH007, build: thresholds("75", "1"), want: wantPass},
	"minimum that nothing meets":    {rule: CH007, build: thresholds("50", "9"), want: wantPass},
	"both decide, by the size":      {rule: CH007, build: autoscaledSource(2, 9, "50", "3"), want: wantUndecided},
	"minimum outdone at every size": {rule: CH007, build: autoscaledSource(6, 9, "50", "2"), want: wantFail, says: []string{"6 to 9 endpoints", "3 or more"}},
	"size not known at all":         {rule: CH007, build: producing(func(x *producerSide) { x.policy.Minimum = ratio("2"); x.a.Capacity.Members = t.Unknown[int]() }), want: wantUndecided},
	"percentage not known":          {rule: CH007, build: producing(percentUnknown), want: wantUndecided},

	"two sources": {rule: CH008, build: sourceLinks(tt.External("projects/p/regions/r/backendServices/a"), tt.External("projects/p/regions/r/backendServices/b")), want: wantFail, at: sourceAddress,
		says: []string{"The health source names 2 sources, and Google takes exactly one. Make one health source for each backend service, and name them all in the composite health check."}},
	"no source":                   {rule: CH008, build: sourceLinks(), want: wantFail, says: []string{"names no backend service"}},
	"one source":                  {rule: CH008, build: producing(unchanged), want: wantPass},
	"sources not known":           {rule: CH008, build: producing(sourcesUnknown), want: wantUndecided},
	"two sources of an open list": {rule: CH008, build: producing(func(x *producerSide) { x.source.Sources = t.LinkList{Links: []t.Link{unresolved(), unresolved()}} }), want: wantFail, says: []string{"at least 2"}},

	"source is global by link": {rule: CH009, build: sourceLinks(tt.External("projects/p/global/backendServices/web")), want: wantFail, at: sourceAddress,
		says: []string{"projects/p/global/backendServices/web is a global backend service, and composite health watches regional ones only."}},
	"source is a global service":  {rule: CH009, build: producing(func(x *producerSide) { x.source.Sources = tt.Links(globalService(x.Builder, "g")) }), want: wantFail},
	"source is external":          {rule: CH009, build: watched(func(s *t.BackendService) { s.Scheme = t.Of("EXTERNAL") }), want: wantFail, says: []string{"scheme EXTERNAL"}},
	"source is internal":          {rule: CH009, build: producing(unchanged), want: wantPass},
	"source is managed":           {rule: CH009, build: watched(func(s *t.BackendService) { s.Scheme = t.Of("INTERNAL_MANAGED") }), want: wantPass},
	"source scheme not known":     {rule: CH009, build: watched(func(s *t.BackendService) { s.Scheme = t.Unknown[string]() }), want: wantUndecided},
	"source is one of candidates": {rule: CH009, build: producing(func(x *producerSide) { x.source.Sources.Links = []t.Link{candidates(x.service, x.Service("other"))} }), want: wantPass},
	"source may be a bad one": {rule: CH009, build: producing(func(x *producerSide) {
		x.source.Sources.Links = []t.Link{candidates(x.service, globalService(x.Builder, "g"))}
	}), want: wantUndecided},
	"source is a group":            {rule: CH009, build: producing(func(x *producerSide) { x.source.Sources = tt.Links(x.a) }), want: wantPass},
	"source is nowhere":            {rule: CH009, build: sourceLinks(unresolved()), want: wantUndecided},
	"source is of another project": {rule: CH009, build: sourceLinks(tt.External("projects/q/regions/us-central1/backendServices/x")), want: wantUndecided},

	"hybrid backends": {rule: CH010, build: negBackend(t.ZonalNEG, "NON_GCP_PRIVATE_IP_PORT"), want: wantFail, at: sourceAddress,
		says: []string{"google_compute_region_backend_service.api has NEGs of type NON_GCP_PRIVATE_IP_PORT as a backend"}},
	"serverless backends":          {rule: CH010, build: negBackend(t.RegionNEG, "SERVERLESS"), want: wantFail},
	"internet backends":            {rule: CH010, build: negBackend(t.GlobalNEG, "INTERNET_IP_PORT"), want: wantFail},
	"regional NEGs of any type":    {rule: CH010, build: producing(func(x *producerSide) { x.a.GroupKind, x.a.NEGType = t.RegionNEG, t.Unknown[string]() }), want: wantFail},
	"VM backends":                  {rule: CH010, build: negBackend(t.ZonalNEG, "GCE_VM_IP"), want: wantPass},
	"VM and port backends":         {rule: CH010, build: negBackend(t.ZonalNEG, "GCE_VM_IP_PORT"), want: wantPass},
	"instance groups":              {rule: CH010, build: producing(unchanged), want: wantPass},
	"backends of a type not known": {rule: CH010, build: producing(func(x *producerSide) { x.a.GroupKind, x.a.NEGType = t.ZonalNEG, t.Unknown[string]() }), want: wantUndecided},
	"backends not known":           {rule: CH010, build: watched(func(s *t.BackendService) { s.Backends.Complete = false }), want: wantUndecided},
	"a NEG outside the input":      {rule: CH010, build: backendLink("projects/p/zones/us-central1-a/networkEndpointGroups/n"), want: wantUndecided},
	"a regional NEG outside":       {rule: CH010, build: backendLink("projects/p/regions/us-central1/networkEndpointGroups/n"), want: wantFail},
	"an instance group outside":    {rule: CH010, build: backendLink("projects/p/zones/us-central1-a/instanceGroups/n"), want: wantPass},

	"source with ha_policy":          {rule: CH011, build: watched(func(s *t.BackendService) { s.HAPolicy = t.Of(t.HAPolicy{FastIPMove: t.Of("DISABLED")}) }), want: wantFail, at: sourceAddress, says: []string{"google_compute_region_backend_service.api has an ha_policy"}},
	"source without ha_policy":       {rule: CH011, build: producing(unchanged), want: wantPass},
	"ha_policy not known":            {rule: CH011, build: watched(func(s *t.BackendService) { s.HAPolicy = t.Unknown[t.HAPolicy]() }), want: wantUndecided},
	"source without a health check":  {rule: CH012, build: watched(func(s *t.BackendService) { s.HealthChecks = t.LinkList{Complete: true} }), want: wantFail, at: sourceAddress, says: []string{"google_compute_region_backend_service.api has no health check, so that none of its endpoints is ever healthy, and neither is the source."}},
	"source with a health check":     {rule: CH012, build: producing(unchanged), want: wantPass},
	"health checks that may be none": {rule: CH012, build: watched(laterChecks), want: wantUndecided},
	"health checks not known":        {rule: CH012, build: watched(func(s *t.BackendService) { s.HealthChecks = t.LinkList{} }), want: wantUndecided},
	"source without a policy":        {rule: CH013, build: producing(func(x *producerSide) { x.source.Policy = tt.Absent() }), want: wantFail, at: sourceAddress, says: []string{"The health source names no aggregation policy."}},
	"source with a policy":           {rule: CH013, build: producing(unchanged), want: wantPass},
	"source with a foreign policy": {rule: CH013, build: producing(func(x *producerSide) {
		x.source.Policy = tt.External("projects/p/regions/r/healthAggregationPolicies/x")
	}), want: wantPass},
	"source with some policy": {rule: CH013, build: producing(func(x *producerSide) { x.source.Policy = candidates(x.policy) }), want: wantPass},
	"policy known at apply":   {rule: CH013, build: producing(func(x *producerSide) { x.source.Policy = unresolved() }), want: wantUndecided},

	"source is a composite": {rule: CH022, build: sourceLinks(tt.External("projects/p/regions/us-central1/compositeHealthChecks/db")), want: wantFail, at: sourceAddress,
		says: []string{"The source is projects/p/regions/us-central1/compositeHealthChecks/db, a composite health check. Composite health cannot be chained."}},
	"source is a composite here":   {rule: CH022, build: producing(func(x *producerSide) { x.source.Sources = tt.Links(x.composite) }), want: wantFail},
	"source over a PSC NEG":        {rule: CH022, build: negBackend(t.RegionNEG, "PRIVATE_SERVICE_CONNECT"), want: wantFail, says: []string{"a PSC NEG"}},
	"source over instance groups":  {rule: CH022, build: producing(unchanged), want: wantPass},
	"source over unknown backends": {rule: CH022, build: watched(func(s *t.BackendService) { s.Backends.Complete = false }), want: wantUndecided},
	"source list not known":        {rule: CH022, build: producing(sourcesUnknown), want: wantUndecided},

	"endpoints in one zone":    {rule: CH027, build: producing(func(x *producerSide) { x.service.Backends.List = x.service.Backends.List[:1] }), want: wantFail, at: sourceAddress, says: []string{"All endpoints of google_compute_region_backend_service.api are in us-central1-a."}},
	"one endpoint in a region": {rule: CH027, build: producing(func(x *producerSide) { regionalGroup(x, 1) }), want: wantFail, says: []string{"are in one zone."}},
	"a group that picks its zone": {rule: CH027, build: producing(func(x *producerSide) { regionalGroup(x, 7).Capacity.Shape = t.Of("ANY_SINGLE_ZONE") }), want: wantFail,
		says: []string{"are in the one zone that google_compute_", "picks."}},
	"a group that may pick its zone": {rule: CH027, build: producing(func(x *producerSide) { regionalGroup(x, 7).Capacity.Shape = t.Of("ANY") }), want: wantUndecided},
	"endpoints in two zones":         {rule: CH027, build: producing(unchanged), want: wantPass},
	"one zone is empty":              {rule: CH027, build: producing(func(x *producerSide) { x.b.Capacity.Members = t.Of(0) }), want: wantFail},
	"one zone may be empty":          {rule: CH027, build: producing(func(x *producerSide) { x.b.Capacity.Members = t.Unknown[int]() }), want: wantUndecided},
	"two zones, sizes unknown":       {rule: CH027, build: autoscaledSource(2, 5, "50", "1"), want: wantPass},
	"zones not known":                {rule: CH027, build: producing(func(x *producerSide) { regionalGroup(x, 7).Capacity.Zones = t.Unknown[[]string]() }), want: wantUndecided},
	"the failover pool is far away":  {rule: CH027, build: producing(func(x *producerSide) { x.service.Backends.List[1].Failover = t.Of(true) }), want: wantPass},

	"stay masks a lost zone": {rule: CH028, build: stays("50", "1"), want: wantFail, at: sourceAddress,
		says: []string{"When all endpoints in us-central1-a are sick, 2 of 4 behind google_compute_region_backend_service.api are healthy and 2 are needed: the source stays HEALTHY, and nobody fails over. But clients in that zone are kept there, on 2 sick endpoints (action REPLACE, row ST-02 of the decision table)."}},
	"stay, and a lost zone shows": {rule: CH028, build: stays("60", "1"), want: wantPass},
	"spill does not mask":         {rule: CH028, build: watched(func(s *t.BackendService) { tt.Affinity(s, t.AffinitySpill, "0.5") }), want: wantPass},
	"no affinity, nothing masked": {rule: CH028, build: producing(unchanged), want: wantPass},
	"stay, masked with failover backends": {rule: CH028, build: producing(func(x *producerSide) {
		tt.Affinity(x.service, t.AffinityStay, "")
		x.service.Backends.List[1].Failover = t.Of(true)
	}), want: wantUndecided},
	"stay, masked with or without failover": {rule: CH028, build: producing(func(x *producerSide) {
		tt.Affinity(x.service, t.AffinityStay, "")
		tt.Attach(x.service, x.Group("c", tt.Zone("c"), 1), true)
	}), want: wantFail},
	"stay without a composite": {rule: CH028, build: producing(func(x *producerSide) { tt.Affinity(x.service, t.AffinityStay, ""); x.composite.Sources.Links = nil }), want: wantNothing},
	"stay, sizes not known": {rule: CH028, build: producing(func(x *producerSide) {
		tt.Affinity(x.service, t.AffinityStay, "")
		x.a.Capacity.Members = t.Unknown[int]()
	}), want: wantUndecided},
	"affinity not known": {rule: CH028, build: watched(func(s *t.BackendService) { s.TrafficPolicy = t.Unknown[t.TrafficPolicy]() }), want: wantUndecided},
	"affinity not known, not masked": {rule: CH028, build: producing(func(x *producerSide) {
		x.service.TrafficPolicy = t.Unknown[t.TrafficPolicy]()
		x.policy.Percent = ratio("60")
	}), want: wantPass},

	"rollout takes too many": {rule: CH034, build: rolling(6, 3, "60"), want: wantFail, at: sourceAddress,
		says: []string{"A rolling update of google_compute_region_instance_group_manager.m takes 3 endpoints away at once. Of the 6 behind google_compute_region_backend_service.api then 3 are healthy, and the source needs 4: every rollout makes it UNHEALTHY and fails the region over."}},
	"rollout leaves enough":         {rule: CH034, build: rolling(6, 3, "50"), want: wantPass},
	"rollout that is opportunistic": {rule: CH034, build: rollingOut(func(u *t.UpdatePolicy) { u.Type = t.Of("OPPORTUNISTIC") }), want: wantPass},
	"rollout of a size not known": {rule: CH034, build: producing(func(x *producerSide) {
		rollingGroup(x, 6, 3)
		x.policy.Percent = ratio("60")
		x.b.Capacity.Members = t.Unknown[int]()
		tt.Attach(x.service, x.b, false)
	}), want: wantUndecided},
	"rollout of a budget not known": {rule: CH034, build: rollingOut(func(u *t.UpdatePolicy) { u.MaxUnavailableFixed = t.Unknown[int]() }), want: wantUndecided},
	"rollout of a type not known":   {rule: CH034, build: rollingOut(func(u *t.UpdatePolicy) { u.Type = t.Unknown[string]() }), want: wantUndecided},
	"rollout without a composite": {rule: CH034, build: producing(func(x *producerSide) {
		rollingGroup(x, 6, 3)
		x.policy.Percent = ratio("60")
		x.composite.Sources.Links = nil
	}), want: wantNothing},
	"rollout of what is never healthy": {rule: CH034, build: producing(func(x *producerSide) { rollingGroup(x, 6, 3); x.policy.Minimum = ratio("9") }), want: wantPass},
	"rollout of a smaller group": {rule: CH034, build: producing(func(x *producerSide) {
		rollingGroup(x, 3, 6)
		x.policy.Percent = ratio("50")
		tt.Attach(x.service, x.b, false)
		x.b.Capacity.Members = t.Of(3)
	}), want: wantPass},
	"rollout of unmanaged groups":        {rule: CH034, build: producing(unchanged), want: wantPass},
	"rollout of groups not in the input": {rule: CH034, build: producing(func(x *producerSide) { x.service.Backends.List[0].Group = unresolved() }), want: wantUndecided},
}

// failingOver makes the second group of two a failover backend.
func failingOver(minimum string) func(*tt.Builder) {
	return producing(func(x *producerSide) {
		x.service.Backends.List[1].Failover = t.Of(true)
		x.policy.Percent, x.policy.Minimum = ratio("60"), ratio(minimum)
	})
}

// regional puts the service over one regional group whose spread is not known.
func regional(n int, percent, minimum string) func(*tt.Builder) {
	return producing(func(x *producerSide) {
		regionalGroup(x, n)
		x.policy.Percent, x.policy.Minimum = ratio(percent), ratio(minimum)
	})
}

func regionalGroup(x *producerSide, n int) *t.Group {
	g := x.RegionGroup("m", n, tt.Zone("a"), tt.Zone("b"))
	x.service.Backends.List = nil
	tt.Attach(x.service, g, false)
	return g
}

func autoscaledSource(lo, hi int, percent, minimum string) func(*tt.Builder) {
	return producing(func(x *producerSide) {
		g := regionalGroup(x, 0)
		g.Capacity.TargetSize, g.Capacity.Autoscaled = t.Unknown[int](), t.Of(true)
		g.Capacity.Autoscaler = &t.Autoscaler{Min: t.Of(lo), Max: t.Of(hi), Mode: t.Of("ON")}
		x.policy.Percent, x.policy.Minimum = ratio(percent), ratio(minimum)
	})
}

func backendLink(url string) func(*tt.Builder) {
	return producing(func(x *producerSide) { x.service.Backends.List[0].Group = tt.External(url) })
}

func stays(percent, minimum string) func(*tt.Builder) {
	return producing(func(x *producerSide) {
		tt.Affinity(x.service, t.AffinityStay, "")
		x.policy.Percent, x.policy.Minimum = ratio(percent), ratio(minimum)
	})
}

// rollingGroup puts the service over one managed group of three zones that
// takes n endpoints away at once.
func rollingGroup(x *producerSide, size, n int) *t.UpdatePolicy {
	g := x.RegionGroup("m", size, tt.Zone("a"), tt.Zone("b"), tt.Zone("c"))
	x.service.Backends.List = nil
	tt.Attach(x.service, g, false)
	u := t.UpdatePolicy{
		Type: t.Of("PROACTIVE"), MinimalAction: t.Of("REPLACE"), MaxUnavailableFixed: t.Of(n),
		MaxUnavailablePercent: t.Null[int](), MaxSurgeFixed: t.Of(0), MaxSurgePercent: t.Null[int](),
	}
	g.Update = t.Of(u)
	return &u
}

func rolling(size, n int, percent string) func(*tt.Builder) {
	return producing(func(x *producerSide) { rollingGroup(x, size, n); x.policy.Percent = ratio(percent) })
}

// rollingOut changes the update policy of a rollout that takes too many.
func rollingOut(change func(u *t.UpdatePolicy)) func(*tt.Builder) {
	return producing(func(x *producerSide) {
		u := rollingGroup(x, 6, 3)
		x.policy.Percent = ratio("60")
		change(u)
		g, _ := t.To[*t.Group](x.service.Backends.List[0].Group)
		g.Update = t.Of(*u)
	})
}
