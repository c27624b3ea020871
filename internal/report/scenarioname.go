// SPDX-License-Identifier: MPL-2.0

package report

import (
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
)

// scenario names a scenario in the head of a column: a spec in words, as far
// as it names zones and regions.
func (n names) scenario(s string) string {
	if strings.ContainsAny(s, "[\"") {
		return Printable(s) // an address may hold the signs of the grammar
	}
	terms := strings.Split(s, "+")
	for i, t := range terms {
		terms[i] = n.term(t)
	}
	return strings.Join(terms, " + ")
}

func (n names) term(t string) string {
	word, place, _ := strings.Cut(t, ":")
	switch {
	case t == "all-healthy":
		return "all healthy"
	case t == "all-unhealthy":
		return "all sick"
	case word == "zone-down" && place != "":
		return n.zone(place) + " down"
	case word == "region-down" && place != "":
		return Printable(place) + " down"
	case word == "unhealthy":
		if where, number, ok := strings.Cut(place, "="); ok && !strings.Contains(where, ".") {
			zone, pool, _ := strings.Cut(where, "/")
			if topology.IsZone(zone) {
				return n.zone(zone) + ": " + strings.TrimSpace(Printable(number)+" "+Printable(pool)) + " sick"
			}
		}
	}
	return Printable(t)
}
