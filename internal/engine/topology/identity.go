// SPDX-License-Identifier: MPL-2.0

package topology

import "strings"

// Kind says what sort of Compute resource an object is, by the name of its
// collection in a resource URL ("backendServices").
type Kind string

// The collections that the model knows.
const (
	KindBackendService       Kind = "backendServices"
	KindForwardingRule       Kind = "forwardingRules"
	KindServiceAttachment    Kind = "serviceAttachments"
	KindInstanceGroup        Kind = "instanceGroups"
	KindInstanceGroupManager Kind = "instanceGroupManagers"
	KindNetworkEndpointGroup Kind = "networkEndpointGroups"
	KindHealthCheck          Kind = "healthChecks"
	KindHealthPolicy         Kind = "healthAggregationPolicies"
	KindHealthSource         Kind = "healthSources"
	KindCompositeHealth      Kind = "compositeHealthChecks"
	KindPacketMirroring      Kind = "packetMirrorings"
	KindAutoscaler           Kind = "autoscalers"
	KindInstance             Kind = "instances"
	KindVPNTunnel            Kind = "vpnTunnels"
	KindInterconnect         Kind = "interconnectAttachments"
	KindURLMap               Kind = "urlMaps"
	KindRoute                Kind = "routes"
	KindFirewall             Kind = "firewalls"
	KindTargetHTTPProxy      Kind = "targetHttpProxies"
	KindTargetHTTPSProxy     Kind = "targetHttpsProxies"
	KindTargetTCPProxy       Kind = "targetTcpProxies"
	KindTargetSSLProxy       Kind = "targetSslProxies"
	KindTargetGRPCProxy      Kind = "targetGrpcProxies"
	KindTargetInstance       Kind = "targetInstances"
	KindGateway              Kind = "gateways"
	KindSecurityDeployment   Kind = "securityDeployments"
	KindPolicyRoute          Kind = "policyBasedRoutes"
	KindNetwork              Kind = "networks"
	KindOther                Kind = ""
)

// Global is the location of a resource that belongs to no region or zone.
const Global = "global"

// Identity names one Compute resource. Two spellings of a link mean the same
// resource exactly when their identities are equal. An empty field is not
// known; only identities with all four fields can prove a link.
type Identity struct {
	Kind     Kind
	Project  string
	Location string // a zone, a region, or Global
	Name     string
}

// Complete reports whether all four parts are known.
func (id Identity) Complete() bool {
	return id.Kind != "" && id.Project != "" && id.Location != "" && id.Name != ""
}

// String returns the relative resource path that Google uses as an id,
// "projects/P/regions/R/backendServices/N".
func (id Identity) String() string {
	loc := id.Location
	switch {
	case loc == Global:
	case IsZone(loc):
		loc = "zones/" + loc
	default:
		loc = "regions/" + loc
	}
	return "projects/" + id.Project + "/" + loc + "/" + string(id.Kind) + "/" + id.Name
}

// ParseURL reads a self link, a partial URL or an id in any of the spellings
// that the google provider compares as equal: with either API host, any API
// version, or from "projects/" on. A path without its project
// ("regions/R/backendServices/N", "zones/Z/…", "global/…") gives an identity
// with an empty project. It returns false for a bare name and for anything
// else that is no resource path.
func ParseURL(s string) (Identity, bool) {
	p := s
	if i := strings.Index(p, "://"); i >= 0 {
		p = p[i+3:]
		slash := strings.IndexByte(p, '/')
		if slash < 0 {
			return Identity{}, false
		}
		p = p[slash:]
	}
	if i := strings.Index(p, "projects/"); i >= 0 {
		p = p[i:]
	}
	p = strings.Trim(p, "/")
	var id Identity
	if rest, ok := strings.CutPrefix(p, "projects/"); ok {
		if id.Project, p, ok = strings.Cut(rest, "/"); !ok {
			return Identity{}, false
		}
	}
	scope, rest, _ := strings.Cut(p, "/")
	switch scope {
	case "zones", "regions", "locations":
		id.Location, rest, _ = strings.Cut(rest, "/")
	case Global:
		id.Location = Global
	default:
		return Identity{}, false
	}
	kind, name, _ := strings.Cut(rest, "/")
	id.Kind, id.Name = Kind(kind), name
	if id.Location == "" || kind == "" || name == "" || strings.Contains(name, "/") {
		return Identity{}, false
	}
	return id, true
}

// LastSegment returns the part of a link after its last slash: the name that
// the provider compares where it accepts bare names, and the zone or region
// of a location URL.
func LastSegment(s string) string {
	return s[strings.LastIndexByte(s, '/')+1:]
}

// IsZone reports whether a location is written like a zone: a region and a
// letter, such as "us-central1-a", or an AI zone, "us-central1-ai1a".
func IsZone(location string) bool { return RegionOf(location) != location }

// RegionOf returns the region of a zone, "us-central1" for "us-central1-a",
// and any other location as it is.
func RegionOf(location string) string {
	i := strings.LastIndexByte(location, '-')
	if i <= 0 || location[i-1] < '0' || location[i-1] > '9' {
		return location
	}
	suffix := location[i+1:]
	if ai, ok := strings.CutPrefix(suffix, "ai"); ok {
		suffix = strings.TrimLeft(ai, "0123456789")
		if suffix == ai {
			return location
		}
	}
	if len(suffix) != 1 || suffix[0] < 'a' || suffix[0] > 'z' {
		return location
	}
	return location[:i]
}
