// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC003 looks for a pair of load balancers that do not go together.
var PSC003 = &validate.Rule{
	ID:       "PSC003",
	Name:     "proxy-producer-behind-application-lb",
	Title:    "Global external Application Load Balancer in front of a regional internal proxy load balancer",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A global external Application Load Balancer takes PSC backends of every kind of producer but one: a regional internal proxy " +
		"Network Load Balancer can not be reached from it.",
	Source: "Google Cloud documentation, published services, supported consumer load balancers",
	Fix: "Publish the service through an internal Application Load Balancer or an internal passthrough load balancer, or consume it through a " +
		"proxy Network Load Balancer.",
	Bad:  whole(exampleTCPProxyProducer, exampleAttachment, exampleNEG("central", "us-central1", exampleOwn), exampleNEG("east", "us-east1", exampleForeign("us-east1")), exampleConsumer("central", "east")),
	Good: whole(exampleService, exampleRule, exampleAttachment, exampleNEG("central", "us-central1", exampleOwn), exampleNEG("east", "us-east1", exampleForeign("us-east1")), exampleConsumer("central", "east")),
	Check: func(p *validate.Pass) {
		eachConsumer(p, func(s *topology.BackendService) answer { return checkProxyProducer(p, s) })
	},
}

// exampleTCPProxyProducer is a regional internal proxy Network Load Balancer.
const exampleTCPProxyProducer = exampleGroups + `resource "google_compute_region_health_check" "api" {
  name   = "api"
  region = "us-central1"
  tcp_health_check {
    port = 443
  }
}

resource "google_compute_region_backend_service" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL_MANAGED"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.api.id]

  backend {
    group           = google_compute_instance_group.a.id
    balancing_mode  = "UTILIZATION"
    capacity_scaler = 1
  }
}

resource "google_compute_region_target_tcp_proxy" "api" {
  name            = "api"
  region          = "us-central1"
  backend_service = google_compute_region_backend_service.api.id
}

resource "google_compute_forwarding_rule" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL_MANAGED"
  ip_protocol           = "TCP"
  port_range            = "443"
  allow_global_access   = true
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  target                = google_compute_region_target_tcp_proxy.api.id
}

`

func checkProxyProducer(p *validate.Pass, s *topology.BackendService) answer {
	application := globalApplication(p, s)
	if topology.Is(application, false) {
		return answer{}
	}
	negs, more := pscNEGs(p, s)
	var a answer
	var proxies []string
	var related []validate.Related
	for _, g := range negs {
		to := producerOf(g)
		switch proxy, why := proxyProducer(to); {
		case topology.Is(proxy, true):
			proxies = append(proxies, to.rule.Address)
			related = append(related, validate.Related{Address: to.rule.Address, Message: "is the rule of a proxy load balancer"})
		case proxy.IsUnknown():
			a = worst(a, open("backend", why))
		}
	}
	switch {
	case len(proxies) > 0 && s.Scheme.IsUnknown():
		return open("load_balancing_scheme", "load_balancing_scheme is known after apply")
	case len(proxies) > 0 && application.IsUnknown():
		return open("protocol", "it is known after apply whether the service belongs to an Application Load Balancer")
	case len(proxies) > 0:
		return fail("backend", fmt.Sprintf("The service belongs to a global external Application Load Balancer and reaches %s, the rule of a regional "+
			"internal proxy Network Load Balancer. The two do not go together. Publish the service through another kind of load balancer, or consume "+
			"it through a proxy Network Load Balancer.", enumerate(distinct(proxies))), related...)
	case more != "":
		a = worst(a, open("backend", more))
	}
	return a
}

// globalApplication reports whether a service belongs to a global external
// Application Load Balancer: by its scheme and protocol, or by a URL map that
// names it.
func globalApplication(p *validate.Pass, s *topology.BackendService) topology.Known[bool] {
	if !s.IsGlobal() || topology.IsNot(s.Scheme, "EXTERNAL_MANAGED") {
		return topology.Of(false)
	}
	http := topology.Unknown[bool]()
	switch protocol, ok := s.Protocol.Or("HTTP").Value(); {
	case ok:
		http = topology.Of(protocol != "TCP" && protocol != "SSL" && protocol != "UDP")
	case len(p.Index.URLMapsOf(s).Certain) > 0:
		http = topology.Of(true)
	}
	return and(equals(s.Scheme, "EXTERNAL_MANAGED"), http)
}

// proxyProducer reports whether a PSC NEG reaches a regional internal proxy
// Network Load Balancer, and why that is not known.
func proxyProducer(to producer) (proxy topology.Known[bool], why string) {
	if googleAPI(to.neg) || to.neg.TargetService.State == topology.LinkAbsent {
		return topology.Of(false), ""
	}
	if to.rule == nil {
		return topology.Unknown[bool](), to.missing
	}
	if topology.IsNot(to.rule.Scheme, "INTERNAL_MANAGED") {
		return topology.Of(false), ""
	}
	t := to.rule.Target
	switch t.State {
	case topology.LinkAbsent:
		return topology.Of(false), ""
	case topology.LinkUnresolved:
		return topology.Unknown[bool](), linkReason(t, "target of "+to.rule.Address)
	}
	kind := t.ID.Kind
	if t.State == topology.LinkResolved {
		kind = t.Target.Base().Kind
	}
	if kind != topology.KindTargetTCPProxy {
		return topology.Of(false), ""
	}
	if to.rule.Scheme.IsUnknown() {
		return topology.Unknown[bool](), "load_balancing_scheme of " + to.rule.Address + " is known after apply"
	}
	return topology.Of(true), ""
}
