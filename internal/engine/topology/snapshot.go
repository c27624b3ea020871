// SPDX-License-Identifier: MPL-2.0

package topology

// Snapshot is one moment of a configuration: what is planned, or what was
// before. Every slice is sorted by address.
type Snapshot struct {
	Services      []*BackendService // regional and global
	Groups        []*Group
	Autoscalers   []*Autoscaler
	Instances     []*Instance
	Rules         []*ForwardingRule // regional and global
	Attachments   []*ServiceAttachment
	Mirrorings    []*PacketMirroring
	Deployments   []*SecurityDeployment
	Routes        []*Route
	Hybrids       []*HybridAttachment
	Firewalls     []*Firewall
	HealthChecks  []*HealthCheck
	Proxies       []*Proxy
	URLMaps       []*URLMap
	Others        []*OtherTarget
	Policies      []*HealthPolicy
	Sources       []*HealthSource
	Composites    []*CompositeHealth
	Notices       []Notice
	LinksComplete bool // false when a part of the input is missing, or could not be read into objects
	// Partial holds the names of the inputs of which a part could not be read;
	// nil where they have none. See [Snapshot.ReadFor].
	Partial map[string]bool

	// Removed holds the objects that the plan destroys, by address, sorted.
	// They are in no other slice.
	Removed []Node
}

// Notice is something that the reader of a result should know about how the
// input was read.
type Notice struct {
	Address string // may be empty
	Text    string
}

// Edition is the edition of Google's documentation whose facts hold.
type Edition string

// The editions of the documentation of zonal affinity (docs/zonal-affinity.md
// says in what they differ).
const (
	Preview Edition = "preview" // while the feature was in preview: stricter, and the default
	Current Edition = "current" // the newest one
)
