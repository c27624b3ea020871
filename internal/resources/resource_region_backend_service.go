// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/engine/topology"
)

// newRegionBackendService is the backend service of a regional load balancer,
// internal passthrough ones above all.
func newRegionBackendService() *kind {
	return newKind("spillway_region_backend_service", schema.Schema{
		MarkdownDescription: "A regional backend service. For one of an internal passthrough load balancer the plan shows where new connections go: " +
			"`routing` and `keeps_local_at` are known whenever the sizes of the groups are.",
		Attributes: map[string]schema.Attribute{
			"load_balancing_scheme": choice("INTERNAL", "The scheme; that of an internal passthrough load balancer is `INTERNAL`.",
				"EXTERNAL", "EXTERNAL_MANAGED", "INTERNAL", "INTERNAL_MANAGED", "INTERNAL_SELF_MANAGED"),
			"protocol": choice("TCP", "The protocol.", "HTTP", "HTTPS", "HTTP2", "TCP", "SSL", "UDP", "GRPC", "UNSPECIFIED", "H2C"),
			"session_affinity": choice("NONE", "Which fields of a packet choose the endpoint.", "NONE", "CLIENT_IP", "CLIENT_IP_PORT_PROTO", "CLIENT_IP_PROTO",
				"GENERATED_COOKIE", "HEADER_FIELD", "HTTP_COOKIE", "CLIENT_IP_NO_DESTINATION", "STRONG_COOKIE_AFFINITY"),
			"locality_lb_policy": oneOf("How an endpoint is chosen within a zone.", "ROUND_ROBIN", "LEAST_REQUEST", "RING_HASH", "RANDOM",
				"ORIGINAL_DESTINATION", "MAGLEV", "WEIGHTED_MAGLEV", "WEIGHTED_ROUND_ROBIN", "WEIGHTED_GCP_RENDEZVOUS"),
			"connection_draining_timeout_sec": wholeOr(300, "How long connections to an endpoint that is taken out may go on, in seconds.", atLeast(0)...),
			"health_checks":                   stringSet("The health check, one; the engine does not model it.", setvalidator.SizeAtLeast(1)),
			"network":                         optional("The VPC network."),
			"backend": backendSet(map[string]schema.Attribute{
				"failover": schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether the group is in the failover pool."},
				"balancing_mode": oneOf("How load is measured. Left out, it is `CONNECTION` for scheme `INTERNAL`, the only mode there, and `UTILIZATION` for others.",
					"UTILIZATION", "RATE", "CONNECTION", "CUSTOM_METRICS"),
			}),
			"failover_policy":                        failoverPolicy(),
			"subsetting":                             subsetting(),
			"network_pass_through_lb_traffic_policy": trafficPolicy(),
			"ha_policy":                              haPolicy(),
			"connection_tracking_policy":             connectionTracking(),
			"routing": schema.MapAttribute{
				Computed: true, ElementType: types.MapType{ElemType: outcomeType},
				MarkdownDescription: "Where new connections go, by client and scenario. Clients are VMs in each zone with an endpoint and, as `vm:*`, in any " +
					"other zone of the region. Scenarios are `all-healthy`, `zone-down:ZONE` for each zone, and `now` while endpoints are unhealthy. " +
					"An outcome has an `action`, the `decision`, which is the row of the decision table, and the `zones` that connections may reach. " +
					"Null where the service is no internal passthrough load balancer, or a group is none of the catalogue.",
			},
			"keeps_local_at": schema.MapAttribute{
				Computed: true, ElementType: types.Int64Type,
				MarkdownDescription: "With `ZONAL_AFFINITY_SPILL_CROSS_ZONE`: how many healthy primary endpoints keep the clients of a zone local, by zone.",
			},
		},
	}, "load_balancing_scheme", "network", "ha_policy.fast_ip_move")
}

// outcomeType is an entry of routing.
var outcomeType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"action": types.StringType, "decision": types.StringType, "zones": types.ListType{ElemType: types.StringType},
}}

// backendSet is the backend set of a service, with further attributes.
func backendSet(more map[string]schema.Attribute) schema.SetNestedAttribute {
	attributes := map[string]schema.Attribute{
		"group":       requiredOfElement("The instance group or network endpoint group."),
		"description": optional("A text for people."),
		"capacity_scaler": schema.NumberAttribute{
			Optional: true, MarkdownDescription: "A part of the group's capacity; internal passthrough load balancers take none.",
		},
	}
	for _, name := range []string{"max_connections", "max_connections_per_endpoint", "max_connections_per_instance", "max_rate", "max_rate_per_endpoint", "max_rate_per_instance", "max_utilization"} {
		attributes[name] = schema.NumberAttribute{Optional: true, MarkdownDescription: "A limit; internal passthrough load balancers take none."}
	}
	for name, a := range more {
		attributes[name] = a
	}
	return schema.SetNestedAttribute{
		Optional: true, MarkdownDescription: "The groups that serve.", Validators: []validator.Set{setvalidator.NoNullValues()},
		NestedObject: schema.NestedAttributeObject{Attributes: attributes},
	}
}

func failoverPolicy() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true, MarkdownDescription: "When the failover pool takes over.",
		Attributes: map[string]schema.Attribute{
			"failover_ratio":                       numberOr(0, "The part of the primary endpoints below which the failover pool takes over, 0.0 to 1.0."),
			"drop_traffic_if_unhealthy":            off("Whether connections are dropped when no endpoint is healthy."),
			"disable_connection_drain_on_failover": off("Whether connections are cut when the pool changes."),
		},
	}
}

func subsetting() schema.SingleNestedAttribute {
	of := map[string]attr.Type{"policy": types.StringType, "subset_size": types.Int64Type}
	return schema.SingleNestedAttribute{
		Optional: true, Computed: true, MarkdownDescription: "Whether each client gets a part of the endpoints only.",
		Default: objectdefault.StaticValue(objectOf(of, map[string]attr.Value{"policy": types.StringValue("NONE")})),
		Attributes: map[string]schema.Attribute{
			"policy":      choice("NONE", "The policy.", "NONE", topology.SubsettingHash),
			"subset_size": whole("How many endpoints a client gets; internal passthrough load balancers take none.", atLeast(1)...),
		},
	}
}

func trafficPolicy() schema.SingleNestedAttribute {
	affinity := map[string]attr.Type{"spillover": types.StringType, "spillover_ratio": types.NumberType}
	policy := map[string]attr.Type{"zonal_affinity": types.ObjectType{AttrTypes: affinity}}
	byDefault := objectOf(affinity, map[string]attr.Value{
		"spillover": types.StringValue(topology.AffinityDisabled), "spillover_ratio": types.NumberValue(new(big.Float)),
	})
	return schema.SingleNestedAttribute{
		Optional: true, Computed: true, MarkdownDescription: "How an internal passthrough load balancer spreads traffic.",
		Default: objectdefault.StaticValue(objectOf(policy, map[string]attr.Value{"zonal_affinity": byDefault})),
		Attributes: map[string]schema.Attribute{
			"zonal_affinity": schema.SingleNestedAttribute{
				Optional: true, Computed: true, MarkdownDescription: "Zonal affinity: whether connections stay in the client's zone.",
				Default: objectdefault.StaticValue(byDefault),
				Attributes: map[string]schema.Attribute{
					"spillover": choice(topology.AffinityDisabled, "What happens when the endpoints of the client's zone are not enough: `"+topology.AffinityDisabled+
						"` (affinity is off), `"+topology.AffinityStay+"` or `"+topology.AffinitySpill+"`."),
					"spillover_ratio": numberOr(0, "With `"+topology.AffinitySpill+"`: the part of the zone's endpoints that has to be healthy for its clients to stay, 0.0 to 1.0."),
				},
			},
		},
	}
}

func haPolicy() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true, MarkdownDescription: "Sends everything to one leader in place of balancing load.",
		Attributes: map[string]schema.Attribute{
			"fast_ip_move": oneOf("How the address moves to a new leader.", "DISABLED", "GARP_RA"),
			"leader": schema.SingleNestedAttribute{
				Optional: true, MarkdownDescription: "The leader.",
				Attributes: map[string]schema.Attribute{
					"backend_group": optional("The group of the leader."),
					"instance":      optional("The VM of the leader."),
				},
			},
		},
	}
}

func connectionTracking() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true, MarkdownDescription: "How packets are assigned to connections.",
		Attributes: map[string]schema.Attribute{
			"tracking_mode": choice("PER_CONNECTION", "What is tracked.", "PER_CONNECTION", "PER_SESSION"),
			"connection_persistence_on_unhealthy_backends": choice("DEFAULT_FOR_PROTOCOL", "Whether connections stay on an endpoint that is sick.",
				"DEFAULT_FOR_PROTOCOL", "NEVER_PERSIST", "ALWAYS_PERSIST"),
			"idle_timeout_sec":       whole("How long an idle entry is kept, in seconds."),
			"enable_strong_affinity": schema.BoolAttribute{Optional: true, MarkdownDescription: "Strong session affinity; external load balancers only."},
		},
	}
}

// objectOf returns an object of which the attributes that are not given are
// null.
func objectOf(of map[string]attr.Type, values map[string]attr.Value) types.Object {
	for name, t := range of {
		if values[name] == nil && t == types.Int64Type {
			values[name] = types.Int64Null()
		}
	}
	return types.ObjectValueMust(of, values)
}
