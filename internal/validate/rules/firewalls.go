// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// probeRanges are the addresses from which Google probes the backends of a
// passthrough load balancer (Google Cloud documentation, health checks
// overview, probe IP ranges; the last two for IPv6).
var probeRanges = []netip.Prefix{
	netip.MustParsePrefix("35.191.0.0/16"),
	netip.MustParsePrefix("130.211.0.0/22"),
	netip.MustParsePrefix("2600:2d00:1:b029::/64"),
	netip.MustParsePrefix("2600:2d00:1:1::/64"),
}

// defaultPriority is a firewall rule's priority where none is written
// (Compute API v1, Firewall.priority).
const defaultPriority = 1000

// probeAccess says whether the firewall rules of the input let the probes of
// a service's health check in.
type probeAccess struct {
	// verdict is fails when ingress rules of the service's network are there,
	// and none of them lets the probes in.
	verdict verdict
	// reason says what is missing, when the verdict is undecided.
	reason string
	// network and port are where the probes arrive; port is empty where any
	// would do, since no rule is for the ranges at all.
	network, port string
	// rules are the addresses of the ingress rules that are there.
	rules []string
}

// probesOf looks for a firewall rule that lets the probes of a service in.
// Without any ingress rule for the network that allows something, the input
// says nothing about who gets in, and the verdict is passes.
func probesOf(p *validate.Pass, s *topology.BackendService) probeAccess {
	index := validate.Shared(p, "firewalls", func() []*ingress { return ingressRules(p.After) })
	if len(index) == 0 {
		return probeAccess{}
	}
	known := validate.Shared(p, "probe access", func() map[arrival]probeAccess { return map[arrival]probeAccess{} })
	where := arrival{networkOf(p, s), probePort(s), strings.Join(append([]string{s.Input}, s.Beside...), "\x00")}
	access, ok := known[where]
	if !ok {
		access = accessAt(index, s, where.network, where.port)
		known[where] = access
	}
	return access
}

// arrival is where probes arrive: all that the answer depends on.
type arrival struct {
	network topology.Known[string]
	port    topology.Known[int]
	inputs  string
}

// accessAt looks through the firewall rules. Of those of other inputs than the
// service's only the ones that are certainly in its network count.
func accessAt(index []*ingress, s *topology.BackendService, network topology.Known[string], port topology.Known[int]) probeAccess {
	out := probeAccess{network: topology.LastSegment(network.Default("")), port: portText(port)}
	relevant, admitted := topology.Of(false), topology.Of(false)
	for _, f := range index {
		here := and(f.enabled, networkBetween(f.rule, f.rule.Network, s, network))
		if f.rule.Denies || topology.Is(here, false) {
			continue
		}
		if topology.Is(here, true) {
			out.rules = append(out.rules, f.rule.Address)
		}
		relevant = or(relevant, here)
		lets := and(here, f.admits(port), not(overruled(index, f, s, network)))
		if topology.Is(lets, true) {
			return probeAccess{}
		}
		if lets.IsUnknown() {
			out.reason = cmp.Or(out.reason, f.missing(network, port))
		}
		admitted = or(admitted, lets)
	}
	switch blocked := and(relevant, not(admitted)); {
	case topology.Is(blocked, true):
		out.verdict = fails
	case blocked.IsUnknown():
		out.verdict = undecided
		out.reason = cmp.Or(out.reason, "the network of the service is not in the input")
	}
	return out
}

// ingress is a firewall rule for incoming packets, prepared for many look-ups.
type ingress struct {
	rule     *topology.Firewall
	enabled  topology.Known[bool]
	priority topology.Known[int]
	// probes says whether the sources of the rule take in probes.
	probes topology.Known[bool]
}

func ingressRules(s *topology.Snapshot) []*ingress {
	var out []*ingress
	for _, f := range s.Firewalls {
		direction := f.Direction.Or("INGRESS")
		enabled := and(equals(direction, "INGRESS"), not(f.Disabled.Or(false)))
		if topology.Is(enabled, false) {
			continue
		}
		out = append(out, &ingress{rule: f, enabled: enabled, priority: f.Priority.Or(defaultPriority), probes: fromProbes(f)})
	}
	return out
}

// fromProbes reports whether the sources of a rule take in addresses of
// probes. A rule without ranges is for sources with a tag or service account,
// which probes have not, or for every source; the input does not always tell
// which.
func fromProbes(f *topology.Firewall) topology.Known[bool] {
	list, ok := f.SourceRanges.Value()
	switch {
	case f.SourceRanges.IsUnknown():
		return topology.Unknown[bool]()
	case !ok || len(list) == 0:
		return and(not(f.TaggedSources), topology.Unknown[bool]())
	}
	for _, text := range list {
		r, err := netip.ParsePrefix(text)
		if err != nil {
			address, err := netip.ParseAddr(text)
			if err != nil {
				return topology.Unknown[bool]()
			}
			r = netip.PrefixFrom(address, address.BitLen())
		}
		if slices.ContainsFunc(probeRanges, r.Overlaps) {
			return topology.Of(true)
		}
	}
	return topology.Of(false)
}

// admits reports whether the rule allows packets of the probes: TCP, which
// every health check uses, to the port. A rule for certain targets only may
// be for the backends, and counts.
func (f *ingress) admits(port topology.Known[int]) topology.Known[bool] {
	opens := topology.Of(false)
	if !f.rule.AllowComplete {
		opens = topology.Unknown[bool]()
	}
	for _, a := range f.rule.Allow {
		opens = or(opens, and(isTCP(a.Protocol), hasPort(a.Ports, port)))
	}
	return and(f.probes, opens)
}

// isTCP reports whether a protocol of an allow block, a name or a number,
// takes in TCP (Compute API v1, Firewall.allowed[].IPProtocol).
func isTCP(protocol topology.Known[string]) topology.Known[bool] {
	v, ok := protocol.Value()
	if !ok {
		return topology.Unknown[bool]()
	}
	v = strings.ToLower(v)
	return topology.Of(v == "tcp" || v == "6" || v == "all")
}

// hasPort reports whether the ports of an allow block take in a port; none
// means every port.
func hasPort(ports topology.Known[[]string], port topology.Known[int]) topology.Known[bool] {
	if ports.IsUnknown() {
		return topology.Unknown[bool]()
	}
	list, _ := ports.Value()
	if len(list) == 0 {
		return topology.Of(true)
	}
	n, ok := port.Value()
	if !ok {
		return topology.Unknown[bool]()
	}
	for _, text := range list {
		first, last, isRange := strings.Cut(text, "-")
		if !isRange {
			last = first
		}
		lo, errLo := strconv.Atoi(strings.TrimSpace(first))
		hi, errHi := strconv.Atoi(strings.TrimSpace(last))
		if errLo != nil || errHi != nil {
			return topology.Unknown[bool]()
		}
		if lo <= n && n <= hi {
			return topology.Of(true)
		}
	}
	return topology.Of(false)
}

// overruled reports whether a rule that denies may come before f for the
// probes: of the same network, for their sources, and of the same or a
// stronger priority. What it denies is not modelled, so that it is never
// certain.
func overruled(index []*ingress, f *ingress, s *topology.BackendService, network topology.Known[string]) topology.Known[bool] {
	for _, d := range index {
		if !d.rule.Denies || topology.Is(and(d.enabled, d.probes, networkBetween(d.rule, d.rule.Network, s, network)), false) {
			continue
		}
		mine, okMine := f.priority.Value()
		its, okIts := d.priority.Value()
		if !okMine || !okIts || its <= mine {
			return topology.Unknown[bool]()
		}
	}
	return topology.Of(false)
}

// missing says what keeps it open whether the rule lets the probes in.
func (f *ingress) missing(network topology.Known[string], port topology.Known[int]) string {
	switch {
	case !network.IsSet():
		return "the network of the service is not in the input"
	case !f.rule.Network.IsSet():
		return "network of " + f.rule.Address + " is known after apply"
	case f.enabled.IsUnknown():
		return "direction or disabled of " + f.rule.Address + " is known after apply"
	case f.probes.IsUnknown():
		return "the input does not show the source ranges of " + f.rule.Address
	case topology.Is(f.admits(port), true):
		return "a rule of the network denies packets before " + f.rule.Address + " allows them"
	case !port.IsSet():
		return "the input does not show the port of the health check"
	}
	return "what " + f.rule.Address + " allows is known after apply"
}

// probePort returns the port that the health check of a service probes. It is
// unknown for a health check outside the input, and for one that takes the
// port from elsewhere.
func probePort(s *topology.BackendService) topology.Known[int] {
	if !s.HealthChecks.Complete || len(s.HealthChecks.Links) != 1 {
		return topology.Unknown[int]()
	}
	check, ok := topology.To[*topology.HealthCheck](s.HealthChecks.Links[0])
	if !ok || !topology.Is(check.PortSpec.Or("USE_FIXED_PORT"), "USE_FIXED_PORT") || !check.Port.IsSet() {
		return topology.Unknown[int]()
	}
	return check.Port
}

func portText(port topology.Known[int]) string {
	if n, ok := port.Value(); ok {
		return strconv.Itoa(n)
	}
	return ""
}
