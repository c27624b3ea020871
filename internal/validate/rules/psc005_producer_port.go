// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC005 asks for a port where the producer's rule names none.
var PSC005 = &validate.Rule{
	ID:       "PSC005",
	Name:     "producer-port",
	Title:    "PSC NEG without a producer port in front of a rule with all ports",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A PSC NEG reaches one port of the producer. Where the producer's rule lists ports, one of them is taken; a rule with all ports lists " +
		"none, and without a producer port in the NEG the connections go to port 1, where nothing listens.",
	Source: "Google Cloud documentation, published services, producer ports",
	Fix:    "Set `psc_data.producer_port` of the NEG, or list the ports of the producer's forwarding rule.",
	Bad:    whole(exampleService, exampleOpenRule, exampleAttachment, exampleNEG("central", "us-central1", exampleOwn)),
	Good:   whole(exampleService, exampleRule, exampleAttachment, exampleNEG("central", "us-central1", exampleOwn)),
	Check:  func(p *validate.Pass) { eachNEG(p, checkProducerPort) },
}

// exampleOpenRule is a rule with all ports.
const exampleOpenRule = `resource "google_compute_forwarding_rule" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  all_ports             = true
  allow_global_access   = true
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.api.id
}

`

func checkProducerPort(g *topology.Group) answer {
	const path = "psc_data[0].producer_port"
	to := producerOf(g)
	port, set := g.ProducerPort.Value()
	switch {
	case set && port != "", googleAPI(g), g.TargetService.State == topology.LinkAbsent:
		return answer{}
	case to.rule == nil:
		return open("psc_target_service", to.missing)
	}
	all := to.rule.AllPorts.Or(false)
	switch {
	case topology.Is(all, false):
		return answer{}
	case all.IsUnknown():
		return open(path, "all_ports of "+to.rule.Address+" is known after apply")
	case g.ProducerPort.IsUnknown():
		return open(path, path+" is known after apply")
	}
	return fail(path, fmt.Sprintf("The NEG names no producer port, and %s takes all ports: connections go to port %s. Set producer_port to the port on "+
		"which the service listens.", to.rule.Address, health.ProducerPort(nil, true)), validate.Related{Address: to.rule.Address, Message: "takes all ports"})
}
