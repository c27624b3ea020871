// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

func global(_ *tt.Builder, s *t.BackendService) {
	s.Type, s.Location = "google_compute_backend_service", t.Of(t.Global)
}

func subsets(v t.Known[t.Subsetting]) tweak {
	return service(func(s *t.BackendService) { s.Subsetting = v })
}

func haPolicy(v t.Known[t.HAPolicy]) tweak {
	return service(func(s *t.BackendService) { s.HAPolicy = v })
}

// sessions sets connection tracking and session affinity.
func sessions(mode, session t.Known[string]) tweak {
	return service(func(s *t.BackendService) {
		s.Tracking, s.SessionAffinity = t.Of(t.ConnectionTracking{Mode: mode}), session
	})
}

func marks(name, description t.Known[string]) tweak {
	return service(func(s *t.BackendService) { s.Name, s.Description = name, description })
}

const (
	shopWeb  = "k8s2-4rl8i2qc-shop-web-x2k9v1pd"
	shopMark = `{"networking.gke.io/service-name":"shop/web","networking.gke.io/api-version":"ga"}`
)

// noValue is a zonal_affinity block without spillover, as a plan shows it.
func noValue(written t.Known[bool], ratio t.Known[t.Ratio]) tweak {
	return zonal(func(za *t.ZonalAffinity) {
		za.Spillover, za.SpilloverWritten, za.Ratio = t.Of(t.AffinityDisabled), written, ratio
	})
}

var zaConfigCases = map[string]ruleCase{
	"on a managed scheme":                   {rule: ZA001, want: wantFail, at: web, build: lb("a3 b3", spill("0.5"), scheme(t.Of("INTERNAL_MANAGED")))},
	"on an external scheme":                 {rule: ZA001, want: wantFail, build: lb("a3 b3", stay, scheme(t.Of("EXTERNAL")))},
	"on a global service":                   {rule: ZA001, want: wantFail, build: lb("a3 b3", spill("0.5"), global)},
	"on a global service, scheme unknown":   {rule: ZA001, want: wantFail, build: lb("a3 b3", spill("0.5"), global, scheme(t.Unknown[string]()))},
	"on an internal service":                {rule: ZA001, want: wantPass, build: lb("a3 b3", spill("0.5"))},
	"scheme left out":                       {rule: ZA001, want: wantPass, build: lb("a3 b3", spill("0.5"), scheme(t.Null[string]()))},
	"disabled on an external scheme":        {rule: ZA001, want: wantPass, build: lb("a3 b3", spillover(t.AffinityDisabled), scheme(t.Of("EXTERNAL")))},
	"off on an unknown scheme":              {rule: ZA001, want: wantPass, build: lb("a3 b3", scheme(t.Unknown[string]()))},
	"value unknown on an internal service":  {rule: ZA001, want: wantPass, build: lb("a3 b3", unknownValue)},
	"on an unknown scheme":                  {rule: ZA001, want: wantUndecided, build: lb("a3 b3", spill("0.5"), scheme(t.Unknown[string]()))},
	"value unknown on an external scheme":   {rule: ZA001, want: wantUndecided, build: lb("a3 b3", unknownValue, scheme(t.Of("EXTERNAL")))},
	"policy unknown on a global service":    {rule: ZA001, want: wantUndecided, build: lb("a3 b3", unknownPolicy, global)},
	"a data source on an external scheme":   {rule: ZA001, want: wantNothing, build: lb("a3 b3", spill(""), scheme(t.Of("EXTERNAL")), service(func(s *t.BackendService) { s.Data = true }))},
	"misspelt value on an external service": {rule: ZA001, want: wantPass, build: lb("a3", spillover("SPILL"), scheme(t.Of("EXTERNAL")))},

	"value without its prefix":  {rule: ZA002, want: wantFail, at: web, says: []string{"nearest one is " + t.AffinitySpill}, build: lb("a3", spillover("SPILL_CROSS_ZONE"))},
	"value in small letters":    {rule: ZA002, want: wantFail, says: []string{"nearest one is " + t.AffinityStay}, build: lb("a3", spillover("stay-within-zone"))},
	"value cut short":           {rule: ZA002, want: wantFail, says: []string{"nearest one is " + t.AffinitySpill}, build: lb("a3", spillover("SPILL"))},
	"value with a typing error": {rule: ZA002, want: wantFail, says: []string{"nearest one is " + t.AffinityStay}, build: lb("a3", spillover("ZONAL_AFFINITY_STAY_WITHIN_ZONES"))},
	"value of another kind":     {rule: ZA002, want: wantFail, says: []string{"nearest one is "}, build: lb("a3", spillover("true"))},
	"value on a global service": {rule: ZA002, want: wantFail, build: lb("a3", spillover("NONE"), global)},
	"value SPILL":               {rule: ZA002, want: wantPass, build: lb("a3", spill("0.5"))},
	"value STAY":                {rule: ZA002, want: wantPass, build: lb("a3", stay)},
	"value DISABLED":            {rule: ZA002, want: wantPass, build: lb("a3", spillover(t.AffinityDisabled))},
	"value empty":               {rule: ZA002, want: wantPass, build: lb("a3", spillover(""))},
	"no block":                  {rule: ZA002, want: wantPass, build: lb("a3")},
	"value unknown":             {rule: ZA002, want: wantUndecided, build: lb("a3", unknownValue)},
	"block unknown": {rule: ZA002, want: wantUndecided, says: []string{"zonal_affinity is known after apply"}, build: lb("a3", service(func(s *t.BackendService) {
		s.TrafficPolicy = t.Of(t.TrafficPolicy{})
	}))},

	"ratio as a percentage":          {rule: ZA003, want: wantFail, at: web, says: []string{"80 percent is meant, write 0.8"}, build: lb("a3", spill("80"))},
	"ratio of a hundred":             {rule: ZA003, want: wantFail, says: []string{"write 1.0"}, build: lb("a3", spill("100"))},
	"ratio of five":                  {rule: ZA003, want: wantFail, says: []string{"write 0.05"}, build: lb("a3", spill("5"))},
	"ratio a little above 1":         {rule: ZA003, want: wantFail, build: lb("a3", spill("1.0000001"))},
	"ratio below 0":                  {rule: ZA003, want: wantFail, build: lb("a3", spill("-0.1"))},
	"ratio 1":                        {rule: ZA003, want: wantPass, build: lb("a3", spill("1.0"))},
	"ratio 0":                        {rule: ZA003, want: wantPass, build: lb("a3", spill("0"))},
	"ratio minus 0":                  {rule: ZA003, want: wantPass, build: lb("a3", spill("-0.0"))},
	"ratio left out":                 {rule: ZA003, want: wantPass, build: lb("a3", spill(""))},
	"ratio unknown":                  {rule: ZA003, want: wantUndecided, build: lb("a3", unknownRatio)},
	"ratio out of range, value open": {rule: ZA003, want: wantFail, build: lb("a3", zonal(func(za *t.ZonalAffinity) { za.Spillover, za.Ratio = t.Unknown[string](), t.Of(t.MustRatio("2")) }))},

	"ratio with STAY":                   {rule: ZA004, want: wantFail, at: web, build: lb("a3", stay, zonal(func(za *t.ZonalAffinity) { za.Spillover = t.Of(t.AffinityStay) }))},
	"ratio with DISABLED":               {rule: ZA004, want: wantFail, says: []string{"spillover is ZONAL_AFFINITY_DISABLED"}, build: lb("a3", noValue(t.Of(true), t.Of(t.MustRatio("0.5"))))},
	"ratio without a value":             {rule: ZA004, want: wantFail, says: []string{"left out"}, build: lb("a3", noValue(t.Of(false), t.Of(t.MustRatio("0.5"))))},
	"ratio with SPILL":                  {rule: ZA004, want: wantPass, build: lb("a3", spill("0.5"))},
	"ratio 0 with STAY":                 {rule: ZA004, want: wantPass, build: lb("a3", zonal(func(za *t.ZonalAffinity) { za.Spillover, za.Ratio = t.Of(t.AffinityStay), t.Of(t.Ratio{}) }))},
	"ratio with a misspelt value":       {rule: ZA004, want: wantPass, build: lb("a3", zonal(func(za *t.ZonalAffinity) { za.Spillover = t.Of("SPILL_CROSS_ZONE") }))},
	"ratio with an unknown value":       {rule: ZA004, want: wantUndecided, build: lb("a3", unknownValue)},
	"ratio unknown with STAY":           {rule: ZA004, want: wantUndecided, build: lb("a3", unknownRatio, service(stayWithRatioOpen))},
	"ratio unknown with SPILL":          {rule: ZA004, want: wantPass, build: lb("a3", unknownRatio)},
	"no ratio with an unknown value":    {rule: ZA004, want: wantPass, build: lb("a3", unknownValue, service(withoutRatio))},
	"SPILL without a ratio":             {rule: ZA005, want: wantFail, at: web, build: lb("a3", spill(""))},
	"SPILL with ratio 0":                {rule: ZA005, want: wantPass, build: lb("a3", spill("0"))},
	"STAY without a ratio":              {rule: ZA005, want: wantPass, build: lb("a3", stay)},
	"SPILL with an unknown ratio":       {rule: ZA005, want: wantUndecided, build: lb("a3", unknownRatio)},
	"value unknown, no ratio":           {rule: ZA005, want: wantUndecided, build: lb("a3", unknownValue, service(withoutRatio))},
	"value unknown, with a ratio":       {rule: ZA005, want: wantPass, build: lb("a3", unknownValue)},
	"SPILL without a ratio, other kind": {rule: ZA005, want: wantNothing, build: lb("a3", spill(""), scheme(t.Of("EXTERNAL")))},

	"subsetting on":                    {rule: ZA006, want: wantFail, at: web, build: lb("a3 b3", spill("0.5"), subsets(subsetting(t.SubsettingHash)))},
	"subsetting NONE":                  {rule: ZA006, want: wantPass, build: lb("a3 b3", spill("0.5"), subsets(subsetting("NONE")))},
	"subsetting left out":              {rule: ZA006, want: wantPass, build: lb("a3 b3", stay)},
	"subsetting with DISABLED":         {rule: ZA006, want: wantPass, build: lb("a3 b3", spillover(t.AffinityDisabled), subsets(subsetting(t.SubsettingHash)))},
	"subsetting unknown, affinity off": {rule: ZA006, want: wantPass, build: lb("a3 b3", subsets(t.Unknown[t.Subsetting]()))},
	"subsetting unknown":               {rule: ZA006, want: wantUndecided, build: lb("a3 b3", stay, subsets(t.Unknown[t.Subsetting]()))},
	"subsetting policy unknown":        {rule: ZA006, want: wantUndecided, build: lb("a3 b3", stay, subsets(t.Of(t.Subsetting{})))},
	"subsetting, affinity unknown":     {rule: ZA006, want: wantUndecided, build: lb("a3 b3", unknownPolicy, subsets(subsetting(t.SubsettingHash)))},
	"subsetting, scheme unknown":       {rule: ZA006, want: wantUndecided, build: lb("a3 b3", stay, scheme(t.Unknown[string]()), subsets(subsetting(t.SubsettingHash)))},

	"with an HA policy":                 {rule: ZA010, want: wantFail, at: web, build: lb("a3", spill("0.5"), haPolicy(t.Of(t.HAPolicy{})))},
	"DISABLED with an HA policy":        {rule: ZA010, want: wantPass, build: lb("a3", spillover(t.AffinityDisabled), haPolicy(t.Of(t.HAPolicy{})))},
	"without an HA policy":              {rule: ZA010, want: wantPass, build: lb("a3", spill("0.5"))},
	"HA policy without affinity":        {rule: ZA010, want: wantPass, build: lb("a3", haPolicy(t.Of(t.HAPolicy{})))},
	"HA policy unknown":                 {rule: ZA010, want: wantUndecided, build: lb("a3", stay, haPolicy(t.Unknown[t.HAPolicy]()))},
	"HA policy unknown, affinity off":   {rule: ZA010, want: wantPass, build: lb("a3", haPolicy(t.Unknown[t.HAPolicy]()))},
	"HA policy with affinity not known": {rule: ZA010, want: wantUndecided, build: lb("a3", unknownPolicy, haPolicy(t.Of(t.HAPolicy{})))},

	"STAY with drop":            {rule: ZA016, want: wantFail, at: web, build: lb("a3 | b3", stay, failover("0.5", true))},
	"STAY, nothing to drop":     {rule: ZA016, want: wantPass, build: lb("a3 b3", stay, failover("0.5", true))},
	"STAY, perhaps no failover": {rule: ZA016, want: wantUndecided, build: lb("a3 b3", stay, failover("0.5", true), flagUnknown(1))},
	"STAY without drop":         {rule: ZA016, want: wantPass, build: lb("a3 | b3", stay, failover("0.5", false))},
	"STAY without a policy":     {rule: ZA016, want: wantPass, build: lb("a3 b3", stay)},
	"SPILL with drop":           {rule: ZA016, want: wantPass, build: lb("a3 | b3", spill("0.5"), failover("0.5", true))},
	"STAY with drop unknown":    {rule: ZA016, want: wantUndecided, build: lb("a3 | b3", stay, service(func(s *t.BackendService) { s.Failover = t.Of(t.FailoverPolicy{}) }))},
	"STAY, policy unknown":      {rule: ZA016, want: wantUndecided, build: lb("a3 | b3", stay, service(func(s *t.BackendService) { s.Failover = t.Unknown[t.FailoverPolicy]() }))},
	"drop with a value unknown": {rule: ZA016, want: wantUndecided, build: lb("a3 | b3", unknownValue, failover("0.5", true))},

	"name and mark of GKE": {rule: ZA026, want: wantFail, at: "google_compute_region_backend_service.web", says: []string{"shop/web"}, build: lb("a3 b3", stay, marks(t.Of(shopWeb), t.Of(shopMark)))},
	"mark of an old GKE": {rule: ZA026, want: wantFail, says: []string{"ns/old"}, build: lb("a3 b3", stay,
		marks(t.Of("a0123456789abcdef0123456789abcdef"), t.Of(`{"kubernetes.io/service-name":"ns/old"}`)))},
	"name of GKE alone":                {rule: ZA026, want: wantFail, build: lb("a3 b3", stay, marks(t.Of(shopWeb), t.Null[string]()))},
	"old name of GKE alone":            {rule: ZA026, want: wantFail, build: lb("a3 b3", stay, marks(t.Of("a0123456789abcdef0123456789abcdef"), t.Null[string]()))},
	"mark of GKE, name unknown":        {rule: ZA026, want: wantFail, build: lb("a3 b3", stay, marks(t.Unknown[string](), t.Of(shopMark)))},
	"GKE without affinity":             {rule: ZA026, want: wantPass, build: lb("a3 b3", marks(t.Of(shopWeb), t.Of(shopMark)))},
	"a name that only begins like one": {rule: ZA026, want: wantPass, build: lb("a3 b3", stay, marks(t.Of("k8s-api"), t.Of("made for k8s-api")))},
	"a name that is short for one":     {rule: ZA026, want: wantPass, build: lb("a3 b3", stay, marks(t.Of("k8s2-api-internal"), t.Of("{}")))},
	"JSON of another kind":             {rule: ZA026, want: wantPass, build: lb("a3 b3", stay, marks(t.Of("api"), t.Of(`{"owner":"team","kubernetes.io/service-name":7}`)))},
	"description unknown":              {rule: ZA026, want: wantUndecided, build: lb("a3 b3", stay, marks(t.Of("api"), t.Unknown[string]()))},
	"name unknown":                     {rule: ZA026, want: wantUndecided, build: lb("a3 b3", stay, marks(t.Unknown[string](), t.Null[string]()))},
	"mark of GKE, value unknown":       {rule: ZA026, want: wantUndecided, build: lb("a3 b3", unknownValue, marks(t.Of(shopWeb), t.Of(shopMark)))},

	"sessions by address":         {rule: ZA030, want: wantFail, at: web, build: lb("a3 b3", stay, sessions(t.Of("PER_SESSION"), t.Of("CLIENT_IP")))},
	"sessions by source alone":    {rule: ZA030, want: wantFail, build: lb("a3 b3", stay, sessions(t.Of("PER_SESSION"), t.Of("CLIENT_IP_NO_DESTINATION")))},
	"sessions by protocol":        {rule: ZA030, want: wantFail, build: lb("a3 b3", spill(""), sessions(t.Of("PER_SESSION"), t.Of("CLIENT_IP_PROTO")))},
	"sessions by the 5-tuple":     {rule: ZA030, want: wantPass, build: lb("a3 b3", stay, sessions(t.Of("PER_SESSION"), t.Null[string]()))},
	"sessions by a cookie":        {rule: ZA030, want: wantPass, build: lb("a3 b3", stay, sessions(t.Of("PER_SESSION"), t.Of("GENERATED_COOKIE")))},
	"single connections":          {rule: ZA030, want: wantPass, build: lb("a3 b3", stay, sessions(t.Null[string](), t.Of("CLIENT_IP")))},
	"no tracking policy":          {rule: ZA030, want: wantPass, build: lb("a3 b3", stay, service(func(s *t.BackendService) { s.SessionAffinity = t.Of("CLIENT_IP") }))},
	"sessions, affinity off":      {rule: ZA030, want: wantPass, build: lb("a3 b3", sessions(t.Of("PER_SESSION"), t.Of("CLIENT_IP")))},
	"tracking mode unknown":       {rule: ZA030, want: wantUndecided, build: lb("a3 b3", stay, sessions(t.Unknown[string](), t.Of("CLIENT_IP")))},
	"session affinity unknown":    {rule: ZA030, want: wantUndecided, build: lb("a3 b3", stay, sessions(t.Of("PER_SESSION"), t.Unknown[string]()))},
	"tracking unknown by 5-tuple": {rule: ZA030, want: wantPass, build: lb("a3 b3", stay, service(func(s *t.BackendService) { s.Tracking = t.Unknown[t.ConnectionTracking]() }))},
	"tracking unknown by address": {rule: ZA030, want: wantUndecided, build: lb("a3 b3", stay, sessions(t.Null[string](), t.Of("CLIENT_IP")), service(func(s *t.BackendService) { s.Tracking = t.Unknown[t.ConnectionTracking]() }))},
	"sessions with value unknown": {rule: ZA030, want: wantUndecided, build: lb("a3 b3", unknownValue, sessions(t.Of("PER_SESSION"), t.Of("CLIENT_IP")))},
	"block without a value":       {rule: ZA032, want: wantFail, at: web, build: lb("a3", noValue(t.Of(false), t.Null[t.Ratio]()))},
	"block with ratio 0 alone":    {rule: ZA032, want: wantFail, build: lb("a3", noValue(t.Of(false), t.Of(t.Ratio{})))},
	"block of the configuration": {rule: ZA032, want: wantFail, build: lb("a3", zonal(func(za *t.ZonalAffinity) {
		*za = t.ZonalAffinity{Spillover: t.Null[string](), Ratio: t.Null[t.Ratio]()}
	}))},
	"block with DISABLED written":  {rule: ZA032, want: wantPass, build: lb("a3", noValue(t.Of(true), t.Null[t.Ratio]()))},
	"block with a ratio alone":     {rule: ZA032, want: wantPass, build: lb("a3", noValue(t.Of(false), t.Of(t.MustRatio("0.5"))))},
	"block with SPILL, from state": {rule: ZA032, want: wantPass, build: lb("a3", zonal(func(za *t.ZonalAffinity) { za.SpilloverWritten = t.Unknown[bool]() }))},
	"no block at all":              {rule: ZA032, want: wantPass, build: lb("a3")},
	"block from state":             {rule: ZA032, want: wantUndecided, build: lb("a3", noValue(t.Unknown[bool](), t.Null[t.Ratio]()))},
	"block with a ratio open":      {rule: ZA032, want: wantUndecided, build: lb("a3", noValue(t.Of(false), t.Unknown[t.Ratio]()))},
	"block unknown as a whole":     {rule: ZA032, want: wantUndecided, build: lb("a3", unknownPolicy)},
	"value unknown but written":    {rule: ZA032, want: wantPass, build: lb("a3", unknownValue)},
	"value unknown, from state":    {rule: ZA032, want: wantUndecided, build: lb("a3", zonal(func(za *t.ZonalAffinity) { *za = t.ZonalAffinity{Ratio: t.Null[t.Ratio]()} }))},
}

func stayWithRatioOpen(s *t.BackendService) {
	zonal(func(za *t.ZonalAffinity) { za.Spillover, za.Ratio = t.Of(t.AffinityStay), t.Unknown[t.Ratio]() })(nil, s)
}

func withoutRatio(s *t.BackendService) {
	za, _ := s.ZonalAffinity().Value()
	za.Ratio = t.Null[t.Ratio]()
	s.TrafficPolicy = t.Of(t.TrafficPolicy{ZonalAffinity: t.Of(za)})
}

func TestZAConfigRules(tb *testing.T) {
	runCases(tb, zaConfigCases)
	texts(tb, "testdata/za_config.txt", zaConfigCases)
}
