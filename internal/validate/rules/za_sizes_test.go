// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// noZones hides the zones of the first group, a regional one.
func noZones() tweak {
	return service(func(s *t.BackendService) { groupOf(s, 0).Capacity.Zones = t.Unknown[[]string]() })
}

// maybeScaled leaves open whether an autoscaler owns a group.
func maybeScaled(i int) tweak {
	return service(func(s *t.BackendService) {
		g := groupOf(s, i)
		g.GroupKind, g.Capacity.Autoscaled = t.ManagedGroup, t.Unknown[bool]()
	})
}

func mode(v t.Known[string]) func(*t.Autoscaler) { return func(a *t.Autoscaler) { a.Mode = v } }

func scaledTo(i, least, most int, changes ...func(*t.Autoscaler)) tweak {
	return scaledBy(i, t.Of(least), t.Of(most), changes...)
}

var zaSizeCases = map[string]ruleCase{
	"two groups in one zone": {rule: ZA011, want: wantFail, at: web, says: []string{"All 5 primary", "us-central1-a"}, build: lb("a3", spill("0.5"), func(b *tt.Builder, s *t.BackendService) {
		tt.Attach(s, b.Group("more", tt.Zone("a"), 2), false)
	})},
	"a single endpoint":                   {rule: ZA011, want: wantFail, says: []string{"The only primary endpoint"}, build: lb("b1", stay)},
	"an empty group beside one zone":      {rule: ZA011, want: wantFail, build: lb("a3 b0", stay)},
	"failover in another zone":            {rule: ZA011, want: wantFail, says: []string{"changes nothing until the service fails over"}, build: lb("a3 | b3", spill("0.5"), failover("0.5", false))},
	"one zone of a size not known":        {rule: ZA011, want: wantFail, build: lb("a?", stay)},
	"one zone, autoscaled":                {rule: ZA011, want: wantFail, build: lb("a3", stay, scaledTo(0, 2, 9))},
	"one zone of a group outside":         {rule: ZA011, want: wantFail, build: lb("", stay, beyond("projects/p/zones/us-central1-b/instanceGroups/x"))},
	"two zones":                           {rule: ZA011, want: wantPass, build: lb("a3 b1", stay)},
	"two zones and an unknown group":      {rule: ZA011, want: wantPass, build: lb("a3 b1 ?", stay)},
	"an even group, one over":             {rule: ZA011, want: wantPass, build: lb("abc7", stay)},
	"an even group, autoscaled":           {rule: ZA011, want: wantPass, build: lb("abc0", stay, scaledTo(0, 3, 9))},
	"two of an even group":                {rule: ZA011, want: wantPass, build: lb("abc2", stay)},
	"an even group, two at least":         {rule: ZA011, want: wantPass, build: lb("abc0", stay, scaledTo(0, 2, 9))},
	"one that must be in another zone":    {rule: ZA011, want: wantPass, build: lb("a3 bc1", stay)},
	"one that may be in another zone":     {rule: ZA011, want: wantUndecided, build: lb("a3 ab1", stay)},
	"two groups that may share one zone":  {rule: ZA011, want: wantUndecided, build: lb("ab1 bc1", stay)},
	"one zone, affinity off":              {rule: ZA011, want: wantPass, build: lb("a3")},
	"no endpoint at all":                  {rule: ZA011, want: wantPass, build: lb("a0 b0", stay)},
	"no backend":                          {rule: ZA011, want: wantPass, build: lb("", stay)},
	"a second zone of unknown size":       {rule: ZA011, want: wantUndecided, says: []string{"members of google_compute_instance_group.b"}, build: lb("a3 b?", stay)},
	"a group not resolved":                {rule: ZA011, want: wantUndecided, build: lb("a3 ?", stay)},
	"a second group, perhaps failover":    {rule: ZA011, want: wantUndecided, says: []string{"backend[1].failover"}, build: lb("a3 b3", stay, flagUnknown(1))},
	"zones not known":                     {rule: ZA011, want: wantUndecided, build: lb("abc9", stay, noZones())},
	"one zone, value unknown":             {rule: ZA011, want: wantUndecided, build: lb("a3", unknownValue)},
	"an even group that may be too small": {rule: ZA011, want: wantUndecided, build: lb("abc0", stay, scaledTo(0, 1, 9))},

	"failover in one of two zones":      {rule: ZA013, want: wantFail, at: web, says: []string{"us-central1-b without failover"}, build: lb("a3 b3 | a3", spill("0.5"), failover("0.5", false))},
	"failover in a zone of its own":     {rule: ZA013, want: wantFail, says: []string{"us-central1-c without primary", "us-central1-a and us-central1-b without failover"}, build: lb("a3 b3 | c6", stay)},
	"a gap beside an unknown size":      {rule: ZA013, want: wantFail, build: lb("a? b3 | a3", stay)},
	"both pools in both zones":          {rule: ZA013, want: wantPass, build: lb("a3 b3 | a1 b1", stay)},
	"no failover":                       {rule: ZA013, want: wantPass, build: lb("a3 b3", stay)},
	"a policy without failover backend": {rule: ZA013, want: wantPass, build: lb("a3 b3", stay, failover("0.5", false))},
	"all backends failover":             {rule: ZA013, want: wantPass, build: lb("| a3 b3", stay)},
	"gaps without affinity":             {rule: ZA013, want: wantPass, build: lb("a3 | b3")},
	"a size that may leave a gap":       {rule: ZA013, want: wantUndecided, build: lb("a3 b3 | a1 b?", stay)},
	"a flag that may leave a gap":       {rule: ZA013, want: wantUndecided, build: lb("a3 b3 | a1 b1", stay, flagUnknown(3))},
	"a group that may fill a gap":       {rule: ZA013, want: wantUndecided, build: lb("a3 b3 | a3 ?", stay)},

	"one in each of three zones":        {rule: ZA014, want: wantFail, at: web, says: []string{"us-central1-a, us-central1-b and us-central1-c"}, build: lb("a1 b1 c1", stay)},
	"one in one zone, others unknown":   {rule: ZA014, want: wantFail, build: lb("a1 b?", stay)},
	"one in a zone, failover elsewhere": {rule: ZA014, want: wantFail, build: lb("a1 b5 | c3", stay, failover("0.5", false))},
	"the only endpoint of all":          {rule: ZA014, want: wantFail, says: []string{"exactly one primary endpoint, in us-central1-a"}, build: lb("a1", stay)},
	"two in each zone":                  {rule: ZA014, want: wantPass, build: lb("a2 b2", stay)},
	"one in a zone, with SPILL":         {rule: ZA014, want: wantPass, build: lb("a1 b3", spill(""))},
	"one failover endpoint in a zone":   {rule: ZA014, want: wantPass, build: lb("a3 b3 | a1 b3", stay)},
	"an even group of seven":            {rule: ZA014, want: wantPass, build: lb("abc7", stay)},
	"one in a zone, all must be well":   {rule: ZA014, want: wantPass, build: lb("a1 b5 | c3", stay, failover("1.0", false))},
	"the only primary, with failover":   {rule: ZA014, want: wantPass, build: lb("a1 | b1", stay)},
	"one of unknown size":               {rule: ZA014, want: wantUndecided, build: lb("a3 b?", stay)},
	"an even group of four":             {rule: ZA014, want: wantUndecided, build: lb("abc4", stay)},
	"one in a zone, value unknown":      {rule: ZA014, want: wantUndecided, build: lb("a1 b3", unknownValue)},
	"one in a zone, ratio unknown":      {rule: ZA014, want: wantUndecided, build: lb("a1 b5 | c3", stay, service(func(s *t.BackendService) { s.Failover = t.Of(t.FailoverPolicy{Drop: t.Of(false)}) }))},
	"one in a zone and one to resolve":  {rule: ZA014, want: wantUndecided, says: []string{"local.group"}, build: lb("a1 b3 ?", stay)},

	"one failover endpoint beside three": {rule: ZA015, want: wantFail, at: web, says: []string{"us-central1-a", "4 in all"}, build: lb("a3 b3 | a1 b3", stay, failover("0.5", false))},
	"one failover endpoint in each zone": {rule: ZA015, want: wantFail, build: lb("a3 b3 | a1 b1", stay)},
	"three failover endpoints each":      {rule: ZA015, want: wantPass, build: lb("a3 b3 | a3 b3", stay)},
	"one failover endpoint, with SPILL":  {rule: ZA015, want: wantPass, build: lb("a3 b3 | a1 b3", spill(""))},
	"a lone failover endpoint":           {rule: ZA015, want: wantPass, build: lb("a3 b3 | c1", stay)},
	"no failover pool":                   {rule: ZA015, want: wantPass, build: lb("a3 b1", stay)},
	"a failover size unknown":            {rule: ZA015, want: wantUndecided, build: lb("a3 b3 | a? b3", stay)},
	"others of unknown size":             {rule: ZA015, want: wantUndecided, build: lb("a3 b3 | a1 b?", stay)},
	"perhaps a failover backend":         {rule: ZA015, want: wantUndecided, build: lb("a3 b3 | a1 b3", stay, flagUnknown(2))},

	"ratio one":                     {rule: ZA017, want: wantFail, at: web, says: []string{"us-central1-a (2)"}, build: lb("a2 b1", spill("1.0"))},
	"ratio one, failover first":     {rule: ZA017, want: wantPass, build: lb("a2 b2 | c4", spill("1"), failover("1", false))},
	"ratio one, failover later":     {rule: ZA017, want: wantFail, says: []string{"while the primary pool serves"}, build: lb("a2 b2 | c4", spill("1"), failover("0.75", false))},
	"ratio one, empty failover":     {rule: ZA017, want: wantFail, build: lb("a2 b2 | c0", spill("1"), failover("1", false))},
	"ratio one, failover unknown":   {rule: ZA017, want: wantUndecided, says: []string{"failover_ratio"}, build: lb("a2 b2 | c4", spill("1"), policyOf(ratioOpen))},
	"ratio one, spelt with zeros":   {rule: ZA017, want: wantFail, build: lb("a2 b2", spill("1.000"))},
	"ratio one, one in each zone":   {rule: ZA017, want: wantPass, build: lb("a1 b1", spill("1"))},
	"ratio a little below one":      {rule: ZA017, want: wantPass, build: lb("a9 b9", spill("0.9999999"))},
	"ratio one, an unknown size":    {rule: ZA017, want: wantUndecided, build: lb("a1 b?", spill("1"))},
	"ratio not known, sizes known":  {rule: ZA017, want: wantUndecided, build: lb("a2 b2", unknownRatio)},
	"ratio not known, ones":         {rule: ZA017, want: wantPass, build: lb("a1 b1", unknownRatio)},
	"ratio met exactly":             {rule: ZA018, want: wantFail, at: web, says: []string{"4 of 5 in us-central1-a"}, build: lb("a5 b3", spill("0.8"))},
	"met exactly, failover first":   {rule: ZA018, want: wantPass, build: lb("a2 b2 | c4", spill("0.5"), failover("0.8", false))},
	"met exactly, failover at once": {rule: ZA018, want: wantFail, says: []string{"while the primary pool serves"}, build: lb("a2 b2 | c4", spill("0.5"), failover("0.75", false))},
	"met exactly, failover open":    {rule: ZA018, want: wantUndecided, says: []string{"failover_ratio"}, build: lb("a2 b2 | c4", spill("0.5"), policyOf(ratioOpen))},
	"a third is never exact":        {rule: ZA018, want: wantPass, build: lb("a3 b3", spill("0.66"))},
	"ratio one is not compared":     {rule: ZA018, want: wantPass, build: lb("a3 b3", spill("1"))},
	"ratio zero is not compared":    {rule: ZA018, want: wantPass, build: lb("a3 b3", spill("0"))},
	"ratio out of range":            {rule: ZA018, want: wantPass, build: lb("a3 b3", spill("80"))},
	"float trap of three tenths":    {rule: ZA018, want: wantFail, says: []string{"3 of 10"}, build: lb("a10 b3", spill("0.3"))},
	"exactness of an unknown size":  {rule: ZA018, want: wantUndecided, build: lb("a3 b?", spill("0.5"))},
	"exactness of five or six":      {rule: ZA018, want: wantUndecided, build: lb("abc16", spill("0.5"))},
	"exactness by an unknown ratio": {rule: ZA018, want: wantUndecided, build: lb("a3 b3", unknownRatio)},
	"ratio unknown, no endpoint":    {rule: ZA018, want: wantPass, build: lb("a0 b0", unknownRatio)},
	"ratio between the steps":       {rule: ZA019, want: wantFail, at: web, says: []string{"us-central1-a needs 3 of 3", "us-central1-b needs 4 of 5"}, build: lb("a3 b5", spill("0.67"))},
	"between steps, failover first": {rule: ZA019, want: wantPass, build: lb("a3 b3 | c4", spill("0.5"), failover("1", false))},
	"one zone before failover":      {rule: ZA019, want: wantFail, says: []string{"us-central1-b needs 3 of 4"}, build: lb("a9 b4 | c4", spill("0.65"), failover("0.9", false))},
	"ratio on a step":               {rule: ZA019, want: wantPass, build: lb("a5 b10", spill("0.8"))},
	"ratio one is on every step":    {rule: ZA019, want: wantPass, build: lb("a3 b5", spill("1.0"))},
	"ratio below every step":        {rule: ZA019, want: wantFail, says: []string{"needs 1 of 3"}, build: lb("a3 b3", spill("0.1"))},
	"steps of an unknown size":      {rule: ZA019, want: wantUndecided, build: lb("a2 b?", spill("0.5"))},
	"steps by an unknown ratio":     {rule: ZA019, want: wantUndecided, build: lb("a3 b5", unknownRatio)},
	"ratio left out of three":       {rule: ZA021, want: wantFail, at: web, says: []string{"us-central1-a (3)"}, build: lb("a3 b2", spill(""))},
	"ratio that one meets":          {rule: ZA021, want: wantFail, build: lb("a5 b5", spill("0.2"))},
	"last one after a failover":     {rule: ZA021, want: wantPass, build: lb("a3 b3 | c4", spill("0"), failover("0.9", false))},
	"last one before a failover":    {rule: ZA021, want: wantFail, says: []string{"in us-central1-a (3). The"}, build: lb("a3 b9 | c4", spill("0"), failover("0.8", false))},
	"last one, failover at none":    {rule: ZA021, want: wantFail, build: lb("ab0 | c4", spill("0"), failover("0", false), scaledTo(0, 6, 12))},
	"last one, failover open":       {rule: ZA021, want: wantUndecided, build: lb("a3 b3 | c4", spill("0"), policyOf(ratioOpen))},
	"ratio that one does not meet":  {rule: ZA021, want: wantPass, build: lb("a5 b5", spill("0.2001"))},
	"two in each zone, ratio 0":     {rule: ZA021, want: wantPass, build: lb("a2 b2", spill("0"))},
	"three in each zone, STAY":      {rule: ZA021, want: wantPass, build: lb("a3 b3", stay)},
	"ratio 0, autoscaled from six":  {rule: ZA021, want: wantFail, says: []string{"us-central1-a (3 to 6)"}, build: lb("ab0", spill("0"), scaledTo(0, 6, 12))},
	"ratio 0, an unknown size":      {rule: ZA021, want: wantUndecided, build: lb("a2 b?", spill("0"))},
	"three, ratio unknown":          {rule: ZA021, want: wantUndecided, build: lb("a3 b3", unknownRatio)},
	"two, ratio unknown":            {rule: ZA021, want: wantPass, build: lb("a2 b2", unknownRatio)},

	"minimum below the zones":         {rule: ZA029, want: wantFail, at: web, says: []string{"google_compute_autoscaler.scaler-0", "min_replicas 2 over 3 zones"}, build: lb("abc0", spill("0.5"), scaledTo(0, 2, 12))},
	"minimum of none in a zone":       {rule: ZA029, want: wantFail, says: []string{"us-central1-a"}, build: lb("a1 b3", stay, scaledTo(0, 0, 5))},
	"minimum of none, zones unknown":  {rule: ZA029, want: wantFail, says: []string{"any of its zones"}, build: lb("abc0", stay, noZones(), scaledTo(0, 0, 5))},
	"minimum fixed below the zones":   {rule: ZA029, want: wantFail, build: lb("abc0", stay, scaledTo(0, 2, 2))},
	"minimum balanced below zones":    {rule: ZA029, want: wantFail, build: lb("abc0", stay, shaped(0, t.Of("BALANCED")), scaledTo(0, 2, 9))},
	"two autoscalers of one zone":     {rule: ZA029, want: wantFail, build: lb("a1 b3", stay, also("a", 0, 4), scaledTo(0, 0, 5))},
	"minimum of one for each zone":    {rule: ZA029, want: wantPass, build: lb("abc0", stay, scaledTo(0, 3, 12))},
	"minimum of none, affinity off":   {rule: ZA029, want: wantPass, build: lb("a1 b3", scaledTo(0, 0, 5))},
	"another group keeps the zone":    {rule: ZA029, want: wantPass, build: lb("a1 a3 b3", stay, scaledTo(0, 0, 5))},
	"zones kept by other groups":      {rule: ZA029, want: wantPass, build: lb("abc0 a1 b1 c1", stay, scaledTo(0, 2, 9))},
	"autoscaler that is off":          {rule: ZA029, want: wantPass, build: lb("a1 b3", stay, scaledTo(0, 0, 5, mode(t.Of("OFF"))))},
	"autoscaler that only scales out": {rule: ZA029, want: wantPass, build: lb("a1 b3", stay, scaledTo(0, 0, 5, mode(t.Of("ONLY_SCALE_OUT"))))},
	"autoscaled failover pool":        {rule: ZA029, want: wantPass, build: lb("a3 b3 | a1", stay, scaledTo(2, 0, 5))},
	"shape ANY, autoscaled":           {rule: ZA029, want: wantPass, build: lb("abc0", stay, shaped(0, t.Of("ANY")), scaledTo(0, 2, 9))},
	"no autoscaler":                   {rule: ZA029, want: wantPass, build: lb("a3 b3", stay)},
	"an empty zone without one":       {rule: ZA029, want: wantPass, build: lb("a3 b0", stay)},
	"minimum unknown":                 {rule: ZA029, want: wantUndecided, says: []string{"min_replicas"}, build: lb("a1 b3", stay, scaledBy(0, t.Unknown[int](), t.Of(5)))},
	"perhaps autoscaled":              {rule: ZA029, want: wantUndecided, build: lb("a1 b3", stay, maybeScaled(0))},
	"shape unknown, autoscaled":       {rule: ZA029, want: wantUndecided, build: lb("abc0", stay, shaped(0, t.Unknown[string]()), scaledTo(0, 2, 9))},
	"zones unknown, minimum of two":   {rule: ZA029, want: wantUndecided, build: lb("abc0", stay, noZones(), scaledTo(0, 2, 9))},
	"another group may keep the zone": {rule: ZA029, want: wantUndecided, build: lb("a1 a? b3", stay, scaledTo(0, 0, 5))},
	"a group to resolve may keep it":  {rule: ZA029, want: wantUndecided, says: []string{"local.group"}, build: lb("a1 b3 ?", stay, scaledTo(0, 0, 5))},
	"perhaps the failover pool":       {rule: ZA029, want: wantUndecided, build: lb("a1 b3", stay, scaledTo(0, 0, 5), flagUnknown(0))},
	"a group outside in the zone":     {rule: ZA029, want: wantUndecided, build: lb("a1 b3", stay, scaledTo(0, 0, 5), beyond("projects/p/zones/us-central1-a/instanceGroups/x"))},
}

// also adds a second autoscaled group in a zone.
func also(zone string, least, most int) tweak {
	return func(b *tt.Builder, s *t.BackendService) {
		tt.Attach(s, b.Group("more", tt.Zone(zone), 1), false)
		scaledTo(len(s.Backends.List)-1, least, most)(b, s)
	}
}

func TestZASizeRules(tb *testing.T) {
	runCases(tb, zaSizeCases)
	texts(tb, "testdata/za_sizes.txt", zaSizeCases)
}
