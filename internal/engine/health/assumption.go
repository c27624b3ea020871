// SPDX-License-Identifier: MPL-2.0

package health

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Switches chooses between readings of what Google's documentation leaves open
// about the state of a source. The zero value is what [Predict] assumes; every
// use of an assumption is in [Result.Assumptions].
type Switches struct {
	// FailoverApart leaves the endpoints of failover backends out of the counts.
	// The documentation speaks of the endpoints of a backend service, and does
	// not say whether both pools are meant.
	FailoverApart bool
	// EmptyUnknown gives a service without endpoints the state UNKNOWN instead
	// of UNHEALTHY; the documentation does not say which.
	EmptyUnknown bool
}

// notes collects assumptions without repetition.
type notes struct {
	list []topology.Notice
	seen map[topology.Notice]bool
}

func (n *notes) add(address, text string) {
	v := topology.Notice{Address: address, Text: text}
	if n.seen[v] {
		return
	}
	if n.seen == nil {
		n.seen = map[topology.Notice]bool{}
	}
	n.seen[v] = true
	n.list = append(n.list, v)
}

func (n *notes) sorted() []topology.Notice {
	slices.SortFunc(n.list, func(a, b topology.Notice) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Text, b.Text))
	})
	return n.list
}

// merge adds causes to a list, one entry for each reason, sorted.
func merge(list []sizing.Cause, more ...sizing.Cause) []sizing.Cause {
	for _, c := range more {
		i, found := slices.BinarySearchFunc(list, c.Reason, func(a sizing.Cause, reason string) int { return cmp.Compare(a.Reason, reason) })
		if !found {
			list = slices.Insert(list, i, sizing.Cause{Reason: c.Reason, Addresses: slices.Clone(c.Addresses)})
			slices.Sort(list[i].Addresses)
			continue
		}
		for _, a := range c.Addresses {
			if j, found := slices.BinarySearch(list[i].Addresses, a); !found {
				list[i].Addresses = slices.Insert(list[i].Addresses, j, a)
			}
		}
	}
	return list
}
