// SPDX-License-Identifier: MPL-2.0

package routing

import (
	"errors"
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
)

// ClientKind says what sends a connection. The zero value is a VM.
type ClientKind uint8

// The kinds of clients (Google documentation, zonal affinity, compatible
// clients).
const (
	VM ClientKind = iota
	VPN
	Interconnect
	PSCEndpoint
	PSCBackend
)

var clientKinds = [...]string{VM: "vm", VPN: "vpn", Interconnect: "interconnect", PSCEndpoint: "psc-endpoint", PSCBackend: "psc-backend"}

// String returns the kind's word in client specs and in the JSON output.
func (k ClientKind) String() string { return clientKinds[k] }

// OtherZone is the zone of a client in a zone of the service's region that
// holds no endpoint of the service.
const OtherZone = "*"

// Client is who opens a connection. Make one with [VMIn] or [ParseClient].
type Client struct {
	Kind ClientKind
	// Zone is the client's zone, or OtherZone; empty for clients without one.
	Zone string
	// Region is the client's region; empty for the region of the service.
	Region string
}

// VMIn returns a VM in a zone, or in OtherZone.
func VMIn(zone string) Client { return inZone(VM, zone) }

func inZone(k ClientKind, zone string) Client {
	if zone == OtherZone {
		return Client{Kind: k, Zone: zone}
	}
	return Client{Kind: k, Zone: zone, Region: topology.RegionOf(zone)}
}

// ParseClient reads a client spec: "us-central1-a", "vm:us-central1-a",
// "vm:*", "vpn", "vpn:europe-west1", "interconnect", "psc-endpoint:ZONE" or
// "psc-backend".
func ParseClient(spec string) (Client, error) {
	word, place, placed := strings.Cut(spec, ":")
	if !placed && topology.IsZone(spec) && validName(spec) {
		return VMIn(spec), nil
	}
	kind, ok := kindOf(word)
	switch {
	case spec == "":
		return Client{}, errors.New("a client is empty; write a zone, vm:*, vpn, interconnect, psc-endpoint:ZONE or psc-backend")
	case !ok:
		return Client{}, unknownClient(spec, word, placed)
	}
	switch kind {
	case VM, PSCEndpoint:
		if place != OtherZone && (!topology.IsZone(place) || !validName(place)) {
			return Client{}, fmt.Errorf("client %q: %s needs a zone, such as %s:us-central1-a, or %s:* for a zone without endpoints", spec, kind, kind, kind)
		}
		return inZone(kind, place), nil
	case PSCBackend:
		if placed {
			return Client{}, fmt.Errorf("client %q: psc-backend takes no place, since its connections come from a proxy", spec)
		}
	default:
		if placed && (topology.IsZone(place) || !validName(place)) {
			return Client{}, fmt.Errorf("client %q: %s takes a region, such as %s:europe-west1, or nothing for the region of the service", spec, kind, kind)
		}
	}
	return Client{Kind: kind, Region: place}, nil
}

func kindOf(word string) (ClientKind, bool) {
	for k, name := range clientKinds {
		if name == word {
			return ClientKind(k), true
		}
	}
	return VM, false
}

func unknownClient(spec, word string, placed bool) error {
	hint := ""
	if near, ok := spelling.Nearest(word, clientKinds[:]); ok {
		hint = fmt.Sprintf("; did you mean %s?", near)
	} else if !placed && strings.Count(word, "-") == 1 {
		hint = "; a zone ends with a letter, such as us-central1-a"
	}
	return fmt.Errorf("client %q is neither a zone nor one of vm:ZONE, vm:*, vpn, interconnect, psc-endpoint:ZONE and psc-backend%s", spec, hint)
}

// validName reports whether s is written like a zone or region.
func validName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// String returns the client's spec in its shortest form.
func (c Client) String() string {
	switch {
	case c.Kind == VM && c.Zone != OtherZone:
		return c.Zone
	case c.Zone != "":
		return c.Kind.String() + ":" + c.Zone
	case c.Region != "":
		return c.Kind.String() + ":" + c.Region
	}
	return c.Kind.String()
}

// compatible reports whether zonal affinity can hold for a client of the
// service's own region, under an edition of the documentation: one of a Private
// Service Connect endpoint only under the newest (Google documentation, zonal
// affinity, compatible clients).
func (c Client) compatible(e topology.Edition) bool {
	return c.Kind == VM || c.Kind == PSCEndpoint && e == topology.Current
}
