// SPDX-License-Identifier: MPL-2.0

package report

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// mode describes the affinity option.
func (n names) mode(s *Service) string {
	switch s.Affinity.Spillover {
	case "":
		return "affinity known after apply"
	case topology.AffinitySpill:
		ratio := "ratio known after apply"
		if r, ok := s.Affinity.Ratio.Value(); ok {
			ratio = r.String()
		}
		return "SPILL_CROSS_ZONE " + ratio
	case topology.AffinityStay:
		return "STAY_WITHIN_ZONE"
	}
	return "affinity off"
}

// endpoints describes where the endpoints are.
func (n names) endpoints(s *Service) string {
	var primary, failover []string
	for _, z := range s.Zones {
		if z.Primary > 0 {
			primary = append(primary, n.zone(z.Zone)+" "+itoa(z.Primary))
		}
		if z.Failover > 0 {
			failover = append(failover, n.zone(z.Zone)+" "+itoa(z.Failover))
		}
	}
	text := strings.Join(primary, ", ")
	if len(s.Undecided) == 0 && len(primary)+len(failover) == 0 {
		text = "no endpoints"
	}
	if len(failover) > 0 {
		text = strings.TrimPrefix(text+" · failover "+strings.Join(failover, ", "), " · ")
	}
	return text
}

// failover describes the failover policy.
func (n names) failover(s *Service) string {
	configured, known := s.Failover.Configured.Value()
	switch {
	case !known:
		return "failover known after apply"
	case !configured:
		return "no failover"
	}
	text := "failover ratio known after apply"
	if r, ok := s.Failover.Ratio.Value(); ok {
		text = "failover ratio " + r.String()
	}
	if drop, ok := s.Failover.Drop.Value(); ok && drop {
		text += ", drops when all are sick"
	}
	return text
}

// table returns rows of clients over columns of scenarios.
func (n names) table(s *Service) grid {
	g := grid{corner: "clients in"}
	columns, rows := map[string]int{}, map[routing.Client]int{}
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if _, ok := columns[o.Scenario]; !ok {
			columns[o.Scenario] = len(g.columns)
			g.columns = append(g.columns, n.scenario(o.Scenario))
		}
		if _, ok := rows[o.Client]; !ok {
			rows[o.Client] = len(g.rows)
			g.rows = append(g.rows, gridRow{label: n.client(o.Client)})
		}
	}
	for i := range g.rows {
		g.rows[i].cells = slices.Repeat([]cell{{"undecided", rankUndecided}}, len(g.columns))
	}
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		g.rows[rows[o.Client]].cells[columns[o.Scenario]] = n.cell(o)
	}
	return g
}

// losses says for each zone how many endpoints it can lose, and what then
// happens.
func (n names) losses(s *Service) []string {
	var out []string
	for i := range s.Zones {
		z := &s.Zones[i]
		if z.Loss == nil || s.Affinity.Spillover != topology.AffinitySpill && s.Affinity.Spillover != topology.AffinityStay {
			continue
		}
		out = append(out, n.loss(z))
	}
	return out
}

func (n names) loss(z *Zone) string {
	may := z.Loss.Sick - 1
	need := z.Primary - may
	text := n.zone(z.Zone) + " keeps its clients while " + itoa(need) + " of " + itoa(z.Primary) + verb(need) + " healthy: "
	then := n.consequence(&z.Loss.Outcome)
	if may == 0 {
		return text + "none may fail, the first " + then + "."
	}
	return text + itoa(may) + " may fail, the " + ordinal(may+1) + " " + then + "."
}

func verb(n int) string {
	if n == 1 {
		return " is"
	}
	return " are"
}

func ordinal(n int) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		return itoa(n) + "st"
	case n%10 == 2:
		return itoa(n) + "nd"
	case n%10 == 3:
		return itoa(n) + "rd"
	}
	return itoa(n) + "th"
}

// consequence says what one failure too many does to the clients of a zone.
func (n names) consequence(o *Outcome) string {
	sick, away, pool := 0, []string{}, sizing.Primary
	for _, to := range o.Destinations {
		sick += to.Unhealthy
		pool = to.Pool
		if to.Zone != o.Client.Zone {
			away = append(away, n.zone(to.Zone))
		}
	}
	where := "to other zones"
	if len(away) > 0 && len(away) <= maxListed {
		where = "to " + join(away)
	}
	switch {
	case o.Decision.Action == routing.Drop:
		return "drops their connections"
	case sick > 0 && len(away) == 0:
		return "leaves them with sick endpoints"
	case sick > 0:
		return "sends them to sick endpoints everywhere"
	case pool == sizing.Failover && len(away) == 0:
		return "moves them to the failover pool in their zone"
	case pool == sizing.Failover:
		return "moves them to the failover pool, " + n.list(o.Destinations)[len("failover "):]
	}
	if f, ok := o.Shares.CrossZone.Value(); ok && f.Num < f.Den {
		return "sends " + percent(f) + " " + where
	}
	if len(away) == len(o.Destinations) {
		return "sends all " + where
	}
	return "spills " + where
}
