// SPDX-License-Identifier: MPL-2.0

package google

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// probeBlocks are the blocks of a health check, of which it has one, and
// probeTypes beside them its type (Compute API v1, healthChecks.type).
var (
	probeBlocks = []string{
		"tcp_health_check", "ssl_health_check", "http_health_check", "https_health_check", "http2_health_check",
		"grpc_health_check", "grpc_tls_health_check",
	}
	probeTypes = []string{"TCP", "SSL", "HTTP", "HTTPS", "HTTP2", "GRPC", "GRPC_WITH_TLS"}
)

func (b *builder) healthCheck(o *object, h *topology.HealthCheck) {
	for i, name := range probeBlocks {
		v := o.value.Get(name)
		switch {
		case v.Kind() == graph.List && len(v.Elements()) > 0:
			probe := first(v)
			h.CheckType = topology.Of(probeTypes[i])
			h.Port = o.nonZero(o.within(probe, name, "port"))
			h.PortSpec = o.text(o.within(probe, name, "port_specification"))
			return
		}
	}
	// No block is there, or the one that is cannot be seen.
	h.CheckType = o.text(o.value.Get("type"))
	h.Port, h.PortSpec = topology.Unknown[int](), topology.Unknown[string]()
}
