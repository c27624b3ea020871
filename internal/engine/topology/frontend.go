// SPDX-License-Identifier: MPL-2.0

package topology

// ForwardingRule is a regional or global forwarding rule.
type ForwardingRule struct {
	Object
	Scheme             Known[string]
	BackendService     Link
	Target             Link
	Protocol           Known[string] // ip_protocol; TCP when it is left out
	AllPorts           Known[bool]
	Ports              Known[[]string]
	PortRange          Known[string]
	GlobalAccess       Known[bool] // allow_global_access
	MirroringCollector Known[bool] // is_mirroring_collector
	IPAddress          Known[string]
	// ReservedAddress is the link of ip_address to an address resource, if it
	// is one.
	ReservedAddress Link
	Network         Known[string]
	Subnetwork      Known[string]
}

// IsGlobal reports whether the rule is a global one.
func (r *ForwardingRule) IsGlobal() bool { return r.Type == "google_compute_global_forwarding_rule" }

// ServiceAttachment publishes a forwarding rule through Private Service
// Connect.
type ServiceAttachment struct {
	Object
	TargetService Link
}

// PacketMirroring sends copies of packets to a collector.
type PacketMirroring struct {
	Object
	Collector Link
	Enabled   Known[string] // TRUE, FALSE
}

// SecurityDeployment is a Network Security Integration deployment, in-band
// (intercept) or out-of-band (mirroring), in front of a forwarding rule.
type SecurityDeployment struct {
	Object
	ForwardingRule Link
}

// Route is a static or a policy based route whose next hop is a load
// balancer.
type Route struct {
	Object
	PolicyBased bool
	NextHop     Link // the forwarding rule; absent when the next hop is something else
	// NextHopIP is the rule's address, when the route names it that way.
	NextHopIP Known[string]
	Network   Known[string]
}

// HybridAttachment is a Cloud VPN tunnel or an Interconnect VLAN attachment:
// a way in for clients that have no zone.
type HybridAttachment struct {
	Object
	Network Known[string] // through its router or gateway
}

// Firewall is an ingress or egress firewall rule of a network.
type Firewall struct {
	Object
	Network      Known[string]
	Direction    Known[string] // INGRESS when it is left out
	Disabled     Known[bool]
	Priority     Known[int]
	SourceRanges Known[[]string]
	// TaggedSources says that the rule is for sources with a tag or a service
	// account. Without ranges it is then for no other source (Compute API v1,
	// Firewall.sourceTags).
	TaggedSources Known[bool]
	TargetTags    Known[[]string]
	TargetSAs     Known[[]string]
	Allow         []FirewallAllow
	// AllowComplete is false when allow blocks are unknown as a whole.
	AllowComplete bool
	// Denies is true for a rule with deny blocks.
	Denies bool
}

// FirewallAllow is one allow block.
type FirewallAllow struct {
	Protocol Known[string]
	Ports    Known[[]string] // empty: every port
}

// HealthCheck is a regional or global health check.
type HealthCheck struct {
	Object
	CheckType Known[string] // TCP, SSL, HTTP, HTTPS, HTTP2, GRPC
	Port      Known[int]
	PortSpec  Known[string] // USE_FIXED_PORT, USE_NAMED_PORT, USE_SERVING_PORT
}

// Proxy is a target proxy, or whatever else a forwarding rule can target on
// its way to a backend service.
type Proxy struct {
	Object
	// Next leads to the URL map, or to the backend service of a TCP or SSL
	// proxy.
	Next Link
}

// URLMap names the backend services of an Application Load Balancer.
type URLMap struct {
	Object
	Services LinkList
}

// OtherTarget is an object that a link can name and the model does not look
// into: a target instance, a secure web proxy, an address.
type OtherTarget struct {
	Object
	// IPAddress is the address of an address resource.
	IPAddress Known[string]
}
