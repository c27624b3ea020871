// SPDX-License-Identifier: MPL-2.0

package health

import "slices"

// ProducerPort returns the port of the producer that a PSC NEG without a
// producer port reaches: the only one, 443 when it is among several, else the
// first in alphabetical order; 1 for a rule with all ports, where nothing
// listens (Google documentation, published services, ports). It returns
// "" for a rule without ports.
func ProducerPort(ports []string, allPorts bool) string {
	switch {
	case allPorts:
		return "1"
	case len(ports) == 0:
		return ""
	case slices.Contains(ports, "443"):
		return "443"
	}
	return slices.Min(ports)
}
