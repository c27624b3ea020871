// SPDX-License-Identifier: MPL-2.0

package generate

import (
	"bufio"
	"fmt"
	"io"
)

// Plan describes a plan.
type Plan struct {
	// Services is the number of load balancers: each is a regional backend
	// service with GroupsPerService instance groups of four members, one in
	// each of the zones a, b and c in turn, and one forwarding rule.
	Services         int
	GroupsPerService int
	// Others is the number of resources of other providers.
	Others int
	// OtherBytes is about how long the content of each of those is.
	OtherBytes int
}

// Large is the plan of the speed budget: 20,000 resources, 4,000 of them
// backend services.
var Large = Plan{Services: 4000, GroupsPerService: 3}

// Needles is the plan in which 50 of 60,000 resources matter.
var Needles = Plan{Services: 10, GroupsPerService: 3, Others: 60_000 - 50, OtherBytes: 205}

// Resources returns the number of resources of the plan.
func (p Plan) Resources() int { return p.Services*(p.GroupsPerService+2) + p.Others }

// WriteJSON writes the plan as "terraform show -json" would.
func (p Plan) WriteJSON(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<20)
	b.WriteString(`{"format_version":"1.2","terraform_version":"1.11.4","planned_values":{"root_module":{"resources":[`)
	p.each(func(i int, r resource) {
		comma(b, i)
		fmt.Fprintf(b, `{"address":%q,"mode":"managed","type":%q,"name":%q,"provider_name":%q,"schema_version":0,"values":%s,"sensitive_values":%s}`,
			r.address(), r.kind, r.name, r.provider, r.after, r.sensitive)
	})
	b.WriteString(`]}},"resource_changes":[`)
	p.each(func(i int, r resource) {
		comma(b, i)
		fmt.Fprintf(b, `{"address":%q,"mode":"managed","type":%q,"name":%q,"provider_name":%q,"change":{"actions":["create"],"before":null,"after":%s,"after_unknown":%s,"before_sensitive":false,"after_sensitive":%s}}`,
			r.address(), r.kind, r.name, r.provider, r.after, r.unknown, r.sensitive)
	})
	b.WriteString(`],"configuration":{"provider_config":{"google":{"name":"google","full_name":"registry.terraform.io/hashicorp/google","expressions":{"project":{"constant_value":"demo-project"},"region":{"constant_value":"us-central1"}}}},"root_module":{"resources":[`)
	p.each(func(i int, r resource) {
		comma(b, i)
		fmt.Fprintf(b, `{"address":%q,"mode":"managed","type":%q,"name":%q,"provider_config_key":"google","expressions":%s,"schema_version":0}`,
			r.address(), r.kind, r.name, r.expressions)
	})
	b.WriteString(`]}},"timestamp":"2026-01-01T00:00:00Z","applyable":true,"complete":true,"errored":false}` + "\n")
	return b.Flush()
}

func comma(b *bufio.Writer, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}

type resource struct {
	kind, name, provider                   string
	after, unknown, sensitive, expressions string
}

func (r resource) address() string { return r.kind + "." + r.name }

// each calls f for every resource of the plan, always in the same order.
func (p Plan) each(f func(int, resource)) {
	n := 0
	emit := func(r resource) {
		f(n, r)
		n++
	}
	every := p.Others
	if p.Services > 0 {
		every = p.Others / p.Services
	}
	for s := range p.Services {
		for g := range p.GroupsPerService {
			emit(instanceGroup(s, g))
		}
		emit(backendService(s, p.GroupsPerService))
		emit(forwardingRule(s))
		for o := range every {
			emit(other(s*every+o, p.OtherBytes))
		}
	}
	for o := every * p.Services; o < p.Others; o++ {
		emit(other(o, p.OtherBytes))
	}
}

const googleProvider = "registry.terraform.io/hashicorp/google"

func zone(g int) string { return "us-central1-" + string(rune('a'+g%3)) }

// subsets reports whether a service has subsetting too, which Google refuses
// beside zonal affinity: something to find.
func subsets(s int) bool { return s%100 == 0 }

func groupName(s, g int) string { return fmt.Sprintf("g%d_%d", s, g) }

func instanceGroup(s, g int) resource {
	name, z := groupName(s, g), zone(g)
	instances := ""
	for i := range 4 {
		if i > 0 {
			instances += ","
		}
		instances += fmt.Sprintf(`"projects/demo-project/zones/%s/instances/vm-%d-%d-%d"`, z, s, g, i)
	}
	return resource{
		kind: "google_compute_instance_group", name: name, provider: googleProvider,
		after: fmt.Sprintf(`{"deletion_policy":"DELETE","description":null,"instances":[%s],"name":%q,"named_port":[],"project":"demo-project","timeouts":null,"zone":%q}`,
			instances, name, z),
		unknown:     `{"id":true,"instances":[false,false,false,false],"named_port":[],"network":true,"self_link":true,"size":true}`,
		sensitive:   `{"instances":[false,false,false,false],"named_port":[]}`,
		expressions: fmt.Sprintf(`{"name":{"constant_value":%q},"zone":{"constant_value":%q},"instances":{}}`, name, z),
	}
}

func backendService(s, groups int) resource {
	name := fmt.Sprintf("s%d", s)
	backends, unknown, sensitive, blocks := "", "", "", ""
	for g := range groups {
		if g > 0 {
			backends, unknown, sensitive, blocks = backends+",", unknown+",", sensitive+",", blocks+","
		}
		backends += fmt.Sprintf(`{"balancing_mode":"CONNECTION","capacity_scaler":null,"custom_metrics":[],"description":"","group":"https://www.googleapis.com/compute/v1/projects/demo-project/zones/%s/instanceGroups/%s","max_connections":null,"max_connections_per_endpoint":null,"max_connections_per_instance":null,"max_rate":null,"max_rate_per_endpoint":null,"max_rate_per_instance":null,"max_utilization":null,"traffic_duration":""}`,
			zone(g), groupName(s, g))
		unknown += `{"custom_metrics":[],"failover":true,"max_in_flight_requests":true,"max_in_flight_requests_per_endpoint":true,"max_in_flight_requests_per_instance":true}`
		sensitive += `{"custom_metrics":[]}`
		blocks += `{"balancing_mode":{"constant_value":"CONNECTION"},"group":{}}`
	}
	ratio := fmt.Sprintf("0.%d", 1+s%9)
	policy := fmt.Sprintf(`[{"zonal_affinity":[{"spillover":"ZONAL_AFFINITY_SPILL_CROSS_ZONE","spillover_ratio":%s}]}]`, ratio)
	if s%4 == 3 {
		policy = `[{"zonal_affinity":[{"spillover":"ZONAL_AFFINITY_STAY_WITHIN_ZONE","spillover_ratio":null}]}]`
	}
	subsetting, inside := "[]", "[]"
	if subsets(s) {
		subsetting, inside = `[{"policy":"CONSISTENT_HASH_SUBSETTING","subset_size":null}]`, "[{}]"
	}
	return resource{
		kind: "google_compute_region_backend_service", name: name, provider: googleProvider,
		after: fmt.Sprintf(`{"affinity_cookie_ttl_sec":null,"backend":[%s],"circuit_breakers":[],"connection_draining_timeout_sec":300,"connection_tracking_policy":[],"consistent_hash":[],"custom_metrics":[],"deletion_policy":"DELETE","description":null,"dynamic_forwarding":[],"enable_cdn":null,"failover_policy":[],"ha_policy":[],"health_checks":["projects/demo-project/regions/us-central1/healthChecks/hc"],"ip_address_selection_policy":null,"load_balancing_scheme":"INTERNAL","locality_lb_policy":null,"name":%q,"network":null,"network_pass_through_lb_traffic_policy":%s,"outlier_detection":[],"params":[],"project":"demo-project","protocol":"TCP","region":"us-central1","security_policy":null,"strong_session_affinity_cookie":[],"subsetting":%s,"timeouts":null,"tls_settings":[]}`,
			backends, name, policy, subsetting),
		unknown: fmt.Sprintf(`{"backend":[%s],"cdn_policy":true,"circuit_breakers":[],"connection_tracking_policy":[],"consistent_hash":[],"creation_timestamp":true,"custom_metrics":[],"dynamic_forwarding":[],"failover_policy":[],"fingerprint":true,"generated_id":true,"ha_policy":[],"health_checks":[false],"iap":true,"id":true,"log_config":true,"network_pass_through_lb_traffic_policy":[{"zonal_affinity":[{}]}],"outlier_detection":[],"params":[],"port_name":true,"self_link":true,"session_affinity":true,"strong_session_affinity_cookie":[],"subsetting":%s,"timeout_sec":true,"tls_settings":[]}`,
			unknown, inside),
		sensitive: fmt.Sprintf(`{"backend":[%s],"cdn_policy":[],"circuit_breakers":[],"connection_tracking_policy":[],"consistent_hash":[],"custom_metrics":[],"dynamic_forwarding":[],"failover_policy":[],"ha_policy":[],"health_checks":[false],"iap":[],"log_config":[],"network_pass_through_lb_traffic_policy":[{"zonal_affinity":[{}]}],"outlier_detection":[],"params":[],"strong_session_affinity_cookie":[],"subsetting":%s,"tls_settings":[]}`,
			sensitive, inside),
		expressions: fmt.Sprintf(`{"backend":[%s],"health_checks":{},"name":{"constant_value":%q},"region":{"constant_value":"us-central1"},"network_pass_through_lb_traffic_policy":[{"zonal_affinity":[{"spillover":{"constant_value":"ZONAL_AFFINITY_SPILL_CROSS_ZONE"},"spillover_ratio":{"constant_value":%s}}]}]}`,
			blocks, name, ratio),
	}
}

func forwardingRule(s int) resource {
	name := fmt.Sprintf("r%d", s)
	return resource{
		kind: "google_compute_forwarding_rule", name: name, provider: googleProvider,
		after: fmt.Sprintf(`{"all_ports":true,"allow_global_access":null,"allow_psc_global_access":null,"backend_service":"projects/demo-project/regions/us-central1/backendServices/s%d","deletion_policy":"DELETE","description":null,"ip_collection":null,"ip_protocol":"TCP","is_mirroring_collector":null,"labels":null,"load_balancing_scheme":"INTERNAL","name":%q,"network":"default","no_automate_dns_zone":null,"ports":null,"project":"demo-project","recreate_closed_psc":false,"region":"us-central1","service_label":null,"source_ip_ranges":null,"target":null,"timeouts":null}`,
			s, name),
		unknown:     `{"base_forwarding_rule":true,"creation_timestamp":true,"effective_labels":true,"forwarding_rule_id":true,"id":true,"ip_address":true,"ip_version":true,"label_fingerprint":true,"network_tier":true,"port_range":true,"psc_connection_id":true,"psc_connection_status":true,"self_link":true,"service_directory_registrations":true,"service_name":true,"subnetwork":true,"terraform_labels":true}`,
		sensitive:   `{"effective_labels":{},"service_directory_registrations":[],"terraform_labels":{}}`,
		expressions: fmt.Sprintf(`{"all_ports":{"constant_value":true},"backend_service":{},"load_balancing_scheme":{"constant_value":"INTERNAL"},"name":{"constant_value":%q},"network":{"constant_value":"default"},"region":{"constant_value":"us-central1"}}`, name),
	}
}

func other(i, size int) resource {
	content := make([]byte, size)
	for j := range content {
		content[j] = "abcdefghijklmnopqrstuvwxyz      "[(i*7+j*13)%32]
	}
	return resource{
		kind: "aws_s3_object", name: fmt.Sprintf("o%d", i), provider: "registry.terraform.io/hashicorp/aws",
		after:       fmt.Sprintf(`{"acl":null,"bucket":"bucket-%d","bucket_key_enabled":null,"content":%q,"content_type":"text/plain","force_destroy":false,"key":"k/%d","metadata":{"a":"1","b":"2"},"tags":null}`, i%10, content, i),
		unknown:     `{"acl":true,"arn":true,"checksum_crc32":true,"etag":true,"id":true,"metadata":{},"tags_all":true,"version_id":true}`,
		sensitive:   `{"metadata":{},"tags_all":{}}`,
		expressions: fmt.Sprintf(`{"bucket":{"constant_value":"bucket-%d"},"content":{"references":["local.content"]},"key":{"constant_value":"k/%d"}}`, i%10, i),
	}
}
