// SPDX-License-Identifier: MPL-2.0

package google

import (
	"maps"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
)

// types holds every resource type and data source that the package reads.
var types = collect(services, groups, members, frontends, targets, networks, composites, listings)

func collect(tables ...map[string]*resourceType) map[string]*resourceType {
	all := map[string]*resourceType{}
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

var (
	readOfServices = []string{
		"load_balancing_scheme", "protocol", "session_affinity", "locality_lb_policy", "network", "description",
		"connection_draining_timeout_sec", "health_checks", "backend", "network_pass_through_lb_traffic_policy",
		"failover_policy", "subsetting", "ha_policy", "connection_tracking_policy", "outlier_detection",
	}
	readOfRules = []string{
		"load_balancing_scheme", "backend_service", "target", "ip_protocol", "all_ports", "ports", "port_range",
		"allow_global_access", "is_mirroring_collector", "ip_address", "network", "subnetwork",
	}
	readOfManagers       = []string{"instance_group", "target_size", "update_policy"}
	readOfRegionManagers = slices.Concat(readOfManagers, []string{"distribution_policy_zones", "distribution_policy_target_shape"})
	readOfNEGs           = []string{"network_endpoint_type", "network", "subnetwork", "size"}
	readOfRegionNEGs     = slices.Concat(readOfNEGs, []string{"psc_target_service", "psc_data"})
	readOfAutoscalers    = []string{"target", "autoscaling_policy"}
	readOfInstances      = []string{"network_interface"}
	readOfHealthChecks   = append([]string{"type"}, probeBlocks...)
	readOfURLMaps        = []string{"default_service", "default_route_action", "path_matcher"}
	readOfFirewalls      = []string{
		"network", "direction", "disabled", "priority", "source_ranges", "source_tags", "source_service_accounts", "target_tags",
		"target_service_accounts", "allow", "deny",
	}
	readOfPolicyRules = []string{
		"action", "direction", "disabled", "priority", "match", "target_secure_tags", "target_service_accounts",
	}
)

var services = map[string]*resourceType{
	"google_compute_region_backend_service": {noun: service, kind: topology.KindBackendService, place: regional, reads: readOfServices},
	"google_compute_backend_service":        {noun: service, kind: topology.KindBackendService, reads: readOfServices},
	"google_compute_health_check":           {noun: healthCheck, kind: topology.KindHealthCheck, reads: readOfHealthChecks},
	"google_compute_region_health_check":    {noun: healthCheck, kind: topology.KindHealthCheck, place: regional, reads: readOfHealthChecks},
}

// groups holds the groups. A managed group has the identity of its instance
// group, which is what a backend names.
var groups = map[string]*resourceType{
	"google_compute_instance_group":                {noun: group, kind: topology.KindInstanceGroup, place: zonal, group: topology.UnmanagedGroup, reads: []string{"instances", "network"}},
	"google_compute_instance_group_manager":        {noun: group, kind: topology.KindInstanceGroup, place: zonal, group: topology.ManagedGroup, reads: readOfManagers},
	"google_compute_region_instance_group_manager": {noun: group, kind: topology.KindInstanceGroup, place: regional, group: topology.RegionManagedGroup, reads: readOfRegionManagers},
	"google_compute_region_instance_group":         {noun: group, kind: topology.KindInstanceGroup, place: regional, group: topology.RegionManagedGroup, reads: []string{"instances", "size"}},
	"google_compute_network_endpoint_group":        {noun: group, kind: topology.KindNetworkEndpointGroup, place: zonal, group: topology.ZonalNEG, reads: readOfNEGs},
	"google_compute_region_network_endpoint_group": {noun: group, kind: topology.KindNetworkEndpointGroup, place: regional, group: topology.RegionNEG, reads: readOfRegionNEGs},
	"google_compute_global_network_endpoint_group": {noun: group, kind: topology.KindNetworkEndpointGroup, group: topology.GlobalNEG, reads: readOfNEGs},
}

// members holds what decides the sizes of groups.
var members = map[string]*resourceType{
	"google_compute_autoscaler":                  {noun: autoscaler, kind: topology.KindAutoscaler, place: zonal, reads: readOfAutoscalers},
	"google_compute_region_autoscaler":           {noun: autoscaler, kind: topology.KindAutoscaler, place: regional, reads: readOfAutoscalers},
	"google_compute_instance":                    {noun: instance, kind: topology.KindInstance, place: zonal, reads: readOfInstances},
	"google_compute_instance_from_template":      {noun: instance, kind: topology.KindInstance, place: zonal, reads: readOfInstances},
	"google_compute_instance_from_machine_image": {noun: instance, kind: topology.KindInstance, place: zonal, reads: readOfInstances},
	"google_compute_network_endpoint":            {noun: endpoint, place: zonal, leads: "network_endpoint_group"},
	"google_compute_network_endpoints":           {noun: endpoint, place: zonal, leads: "network_endpoint_group", reads: []string{"network_endpoints"}},
	"google_compute_region_network_endpoint":     {noun: endpoint, place: regional, leads: "region_network_endpoint_group"},
	"google_compute_global_network_endpoint":     {noun: endpoint, leads: "global_network_endpoint_group"},
	"google_compute_instance_group_membership":   {noun: membership, place: zonal, leads: "instance_group", reads: []string{"instance"}},
}

var frontends = map[string]*resourceType{
	"google_compute_forwarding_rule":                 {noun: rule, kind: topology.KindForwardingRule, place: regional, reads: readOfRules},
	"google_compute_global_forwarding_rule":          {noun: rule, kind: topology.KindForwardingRule, reads: readOfRules},
	"google_compute_service_attachment":              {noun: attachment, kind: topology.KindServiceAttachment, place: regional, leads: "target_service"},
	"google_compute_packet_mirroring":                {noun: mirroring, kind: topology.KindPacketMirroring, place: regional, reads: []string{"collector_ilb", "enable"}},
	"google_network_security_intercept_deployment":   {noun: deployment, kind: topology.KindSecurityDeployment, place: located, name: "intercept_deployment_id", leads: "forwarding_rule"},
	"google_network_security_mirroring_deployment":   {noun: deployment, kind: topology.KindSecurityDeployment, place: located, name: "mirroring_deployment_id", leads: "forwarding_rule"},
	"google_compute_route":                           {noun: route, kind: topology.KindRoute, leads: "next_hop_ilb", reads: []string{"network"}},
	"google_network_connectivity_policy_based_route": {noun: route, kind: topology.KindPolicyRoute, leads: "next_hop_ilb_ip", reads: []string{"network"}},
}

// targets holds what a forwarding rule can target.
var targets = map[string]*resourceType{
	"google_compute_target_http_proxy":         {noun: proxy, kind: topology.KindTargetHTTPProxy, leads: "url_map"},
	"google_compute_target_https_proxy":        {noun: proxy, kind: topology.KindTargetHTTPSProxy, leads: "url_map"},
	"google_compute_target_grpc_proxy":         {noun: proxy, kind: topology.KindTargetGRPCProxy, leads: "url_map"},
	"google_compute_target_tcp_proxy":          {noun: proxy, kind: topology.KindTargetTCPProxy, leads: "backend_service"},
	"google_compute_target_ssl_proxy":          {noun: proxy, kind: topology.KindTargetSSLProxy, leads: "backend_service"},
	"google_compute_region_target_http_proxy":  {noun: proxy, kind: topology.KindTargetHTTPProxy, place: regional, leads: "url_map"},
	"google_compute_region_target_https_proxy": {noun: proxy, kind: topology.KindTargetHTTPSProxy, place: regional, leads: "url_map"},
	"google_compute_region_target_tcp_proxy":   {noun: proxy, kind: topology.KindTargetTCPProxy, place: regional, leads: "backend_service"},
	"google_compute_url_map":                   {noun: urlMap, kind: topology.KindURLMap, reads: readOfURLMaps},
	"google_compute_region_url_map":            {noun: urlMap, kind: topology.KindURLMap, place: regional, reads: readOfURLMaps},
	"google_compute_target_instance":           {noun: otherTarget, kind: topology.KindTargetInstance, place: zonal},
	"google_compute_target_pool":               {noun: otherTarget, kind: kindTargetPool, place: regional},
	"google_compute_backend_bucket":            {noun: otherTarget, kind: kindBucket},
	"google_compute_vpn_gateway":               {noun: otherTarget, kind: kindClassicVPN, place: regional, reads: []string{"network"}},
	"google_network_services_gateway":          {noun: otherTarget, kind: topology.KindGateway, place: located},
	"google_compute_address":                   {noun: otherTarget, kind: kindAddress, place: regional, reads: []string{"address"}},
	"google_compute_global_address":            {noun: otherTarget, kind: kindAddress, reads: []string{"address"}},
}

// networks holds firewalls, the ways in from outside Google Cloud, and what
// leads from them to a network.
var networks = map[string]*resourceType{
	"google_compute_firewall":                            {noun: firewall, kind: topology.KindFirewall, reads: readOfFirewalls},
	"google_compute_network_firewall_policy_rule":        {noun: policyRule, kind: kindPolicyRule, name: "rule_name", reads: readOfPolicyRules},
	"google_compute_region_network_firewall_policy_rule": {noun: policyRule, kind: kindPolicyRule, place: regional, name: "rule_name", reads: readOfPolicyRules},
	"google_compute_firewall_policy_rule":                {noun: policyRule, kind: kindPolicyRule, place: nowhere, name: "rule_name", reads: readOfPolicyRules},
	"google_compute_vpn_tunnel":                          {noun: hybrid, kind: topology.KindVPNTunnel, place: regional, reads: []string{"router", "vpn_gateway", "target_vpn_gateway"}},
	"google_compute_interconnect_attachment":             {noun: hybrid, kind: topology.KindInterconnect, place: regional, reads: []string{"router", "l2_forwarding"}},
	"google_compute_network":                             {noun: networking, kind: topology.KindNetwork},
	"google_compute_subnetwork":                          {noun: networking, kind: kindSubnetwork, place: regional, leads: "network"},
	"google_compute_router":                              {noun: networking, kind: kindRouter, place: regional, leads: "network"},
	"google_compute_ha_vpn_gateway":                      {noun: networking, kind: kindHAGateway, place: regional, leads: "network"},
}

var composites = map[string]*resourceType{
	"google_compute_region_health_aggregation_policy": {noun: policy, kind: topology.KindHealthPolicy, place: regional, reads: []string{"policy_type", "healthy_percent_threshold", "min_healthy_threshold", numberedLink}},
	"google_compute_region_health_source":             {noun: source, kind: topology.KindHealthSource, place: regional, reads: []string{"source_type", "sources", "health_aggregation_policy", numberedLink}},
	"google_compute_region_composite_health_check":    {noun: composite, kind: topology.KindCompositeHealth, place: regional, reads: []string{"health_sources", "health_destination", numberedLink}},
}

// listings holds the data sources that list objects.
var listings = map[string]*resourceType{
	"google_compute_forwarding_rules":        {noun: listing, place: regional, leads: "rules"},
	"google_compute_instance_groups":         {noun: listing, place: zonal, leads: "instance_groups"},
	"google_compute_network_endpoint_groups": {noun: listing, place: zonal, leads: "network_endpoint_groups"},
}

// listed names the type of the objects that a listing holds.
var listed = map[string]string{
	"google_compute_forwarding_rules":        "google_compute_forwarding_rule",
	"google_compute_instance_groups":         "google_compute_instance_group",
	"google_compute_network_endpoint_groups": "google_compute_network_endpoint_group",
}
