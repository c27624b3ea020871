// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// factor sets ZA020's option.
func factor(v string) func(*validate.Input) {
	return func(in *validate.Input) {
		in.Settings = map[string]validate.Setting{"ZA020": {Options: map[string]t.Ratio{"factor": t.MustRatio(v)}}}
	}
}

var zaTrafficCases = map[string]ruleCase{
	"clients in a zone without any":  {rule: ZA012, want: wantFail, at: web, says: []string{"us-central1-c", "us-central1-a (3)"}, input: clients("a=0.4 b=0.4 c=0.2", ""), build: lb("a3 b3", spill("0.5"))},
	"clients where only failover is": {rule: ZA012, want: wantFail, input: clients("a=0.5 c=0.5", ""), build: lb("a3 b3 | c3", stay)},
	"clients at an empty group":      {rule: ZA012, want: wantFail, input: clients("b=1", ""), build: lb("a3 b0", stay)},
	"clients of no endpoint":         {rule: ZA012, want: wantFail, says: []string{"none in any zone"}, input: clients("b=1", ""), build: lb("b0", stay)},
	"clients in zones with some":     {rule: ZA012, want: wantPass, input: clients("a=0.5 b=0.5", ""), build: lb("a3 b3", stay)},
	"no client in the zone":          {rule: ZA012, want: wantPass, input: clients("a=1 c=0", ""), build: lb("a3 b3", stay)},
	"clients without affinity":       {rule: ZA012, want: wantPass, input: clients("c=1", ""), build: lb("a3 b3")},
	"clients of another region":      {rule: ZA012, want: wantPass, input: clients("a=0.5 us-east1-b=0.5", ""), build: lb("a3 b3", stay)},
	"clients at an even group":       {rule: ZA012, want: wantPass, input: clients("a=1", ""), build: lb("abc7", stay)},
	"no traffic block":               {rule: ZA012, want: wantNothing, build: lb("a3 b3", stay)},
	"clients of another service":     {rule: ZA012, want: wantNothing, input: func(in *validate.Input) { in.Traffic = map[string]validate.Traffic{"x": {}} }, build: lb("a3", stay)},
	"clients at an unknown size":     {rule: ZA012, want: wantUndecided, input: clients("a=0.5 b=0.5", ""), build: lb("a3 b?", stay)},
	"clients at a group to resolve":  {rule: ZA012, want: wantUndecided, input: clients("c=1", ""), build: lb("a3 ?", stay)},
	"clients, value unknown":         {rule: ZA012, want: wantUndecided, input: clients("c=1", ""), build: lb("a3 b3", unknownValue)},
	"clients, region unknown":        {rule: ZA012, want: wantUndecided, input: clients("c=1", ""), build: lb("a3 b3", stay, service(func(s *t.BackendService) { s.Location = t.Unknown[string]() }))},
	"clients, scheme unknown":        {rule: ZA012, want: wantUndecided, input: clients("c=1", ""), build: lb("a3 b3", stay, scheme(t.Unknown[string]()))},

	"nine tenths at half":        {rule: ZA020, want: wantFail, at: web, says: []string{"90 % of the connections for 3 endpoints", "1.8 times"}, input: clients("a=0.9 b=0.1", ""), build: lb("a3 b3", spill("0.5"))},
	"shares of another sum":      {rule: ZA020, want: wantFail, says: []string{"90 %"}, input: clients("a=90 b=10", ""), build: lb("a3 b3", stay)},
	"a fifth of the endpoints":   {rule: ZA020, want: wantFail, says: []string{"4 times the mean"}, input: clients("a=0.8 b=0.2", ""), build: lb("a2 b8", stay)},
	"ratio that cannot be met":   {rule: ZA020, want: wantPass, input: clients("a=0.9 b=0.1", ""), build: lb("a3 b3", spill("2"))},
	"exactly one and a half":     {rule: ZA020, want: wantPass, input: clients("a=0.75 b=0.25", ""), build: lb("a3 b3", stay)},
	"a little more than that":    {rule: ZA020, want: wantFail, input: clients("a=0.7500001 b=0.2499999", ""), build: lb("a3 b3", stay)},
	"clients from everywhere":    {rule: ZA020, want: wantPass, input: clients("a=0.4 b=0.4 c=0.2", ""), build: lb("a3 b3", stay)},
	"a higher factor":            {rule: ZA020, want: wantPass, input: both(clients("a=0.9 b=0.1", ""), factor("1.8")), build: lb("a3 b3", stay)},
	"a lower factor":             {rule: ZA020, want: wantFail, input: both(clients("a=0.75 b=0.25", ""), factor("1.2")), build: lb("a3 b3", stay)},
	"uneven without affinity":    {rule: ZA020, want: wantPass, input: clients("a=0.9 b=0.1", ""), build: lb("a3 b3")},
	"failover pool does nothing": {rule: ZA020, want: wantPass, input: clients("a=0.5 b=0.5", ""), build: lb("a3 b3 | a9", stay)},
	"clients who never arrive":   {rule: ZA020, want: wantPass, input: clients("us-east1-b=1", ""), build: lb("a3 b3", stay, ruled())},
	"load without traffic":       {rule: ZA020, want: wantNothing, build: lb("a3 b3", stay)},
	"load of an unknown size":    {rule: ZA020, want: wantUndecided, input: clients("a=0.9 b=0.1", ""), build: lb("a3 b?", stay)},
	"load of an unknown value":   {rule: ZA020, want: wantUndecided, input: clients("a=0.9 b=0.1", ""), build: lb("a3 b3", unknownValue)},
	"load of an unknown ratio":   {rule: ZA020, want: wantUndecided, input: clients("a=0.9 b=0.1", ""), build: lb("a3 b3", unknownRatio)},

	"half of the volume crosses":    {rule: ZA028, want: wantFail, at: web, says: []string{"50 % of the connections", "500 GiB", "5.00 USD"}, input: clients("a=0.5 b=0.5", "1000"), build: lb("a3 b3")},
	"no volume is given":            {rule: ZA028, want: wantFail, says: []string{"33.3 % of the connections cross zones. With"}, input: clients("a=1", ""), build: lb("a4 b2")},
	"DISABLED is written":           {rule: ZA028, want: wantFail, input: clients("a=0.9 b=0.1", "10"), build: lb("a3 b3", spillover(t.AffinityDisabled))},
	"primaries in two zones":        {rule: ZA028, want: wantFail, says: []string{"2 zones"}, input: clients("a=1", ""), build: lb("a3 b3 | c3")},
	"cost with affinity":            {rule: ZA028, want: wantPass, input: clients("a=0.5 b=0.5", "1000"), build: lb("a3 b3", spill("0.5"))},
	"cost in one zone":              {rule: ZA028, want: wantPass, input: clients("a=0.5 b=0.5", "1000"), build: lb("a3")},
	"cost of other regions":         {rule: ZA028, want: wantPass, input: clients("us-east1-b=1", "1000"), build: lb("a3 b3")},
	"no endpoint, nothing to cross": {rule: ZA028, want: wantPass, input: clients("a=1", "1000"), build: lb("a0 b0")},
	"cost with subsetting":          {rule: ZA028, want: wantPass, input: clients("a=1", "1000"), build: lb("a3 b3", subsets(subsetting(t.SubsettingHash)))},
	"cost with a leader":            {rule: ZA028, want: wantPass, input: clients("a=1", "1000"), build: lb("a3 b3", haPolicy(t.Of(t.HAPolicy{})))},
	"cost with weights":             {rule: ZA028, want: wantPass, input: clients("a=1", "1000"), build: lb("a3 b3", locality(t.Of("WEIGHTED_GCP_RENDEZVOUS")))},
	"cost with another locality":    {rule: ZA028, want: wantFail, input: clients("a=1", "1000"), build: lb("a3 b3", locality(t.Of("MAGLEV")))},
	"cost, weights unknown":         {rule: ZA028, want: wantUndecided, says: []string{"locality_lb_policy"}, input: clients("a=1", "1000"), build: lb("a3 b3", locality(t.Unknown[string]()))},
	"cost, subsetting unknown":      {rule: ZA028, want: wantUndecided, says: []string{"subsetting"}, input: clients("a=1", "1000"), build: lb("a3 b3", subsets(t.Unknown[t.Subsetting]()))},
	"cost without traffic":          {rule: ZA028, want: wantNothing, build: lb("a3 b3")},
	"cost of an unknown size":       {rule: ZA028, want: wantUndecided, input: clients("a=1", "1000"), build: lb("a3 b?")},
	"cost of an unknown value":      {rule: ZA028, want: wantUndecided, input: clients("a=1", "1000"), build: lb("a3 b3", unknownValue)},
}

func TestZATrafficRules(tb *testing.T) {
	runCases(tb, zaTrafficCases)
	texts(tb, "testdata/za_traffic.txt", zaTrafficCases)
}

func locality(v t.Known[string]) tweak {
	return service(func(s *t.BackendService) { s.LocalityPolicy = v })
}
