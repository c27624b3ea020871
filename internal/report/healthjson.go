// SPDX-License-Identifier: MPL-2.0

package report

func (w *jsonWriter) composite(c *Composite) {
	w.open('{')
	w.address("address", "input", c.Address)
	w.keyOptional("name", c.Name)
	w.keyOptional("region", c.Region)
	w.optionalAddress("destination", "destination_input", c.Destination)
	w.key("evaluations")
	w.open('[')
	for i := range c.Evaluations {
		e := &c.Evaluations[i]
		w.line(3)
		w.open('{')
		w.keyString("scenario", e.Scenario)
		w.keyString("state", e.State)
		w.key("sources")
		w.open('[')
		for j := range e.Sources {
			w.healthSource(&e.Sources[j])
		}
		w.close(']')
		w.close('}')
	}
	w.lastLine(len(c.Evaluations), 2)
	w.causes(c.Undecided, c.Address)
	w.close('}')
}

func (w *jsonWriter) healthSource(s *HealthSource) {
	w.open('{')
	w.address("address", "input", s.Address)
	w.optionalAddress("backend_service", "backend_service_input", s.BackendService)
	w.optionalInt("healthy", s.Healthy)
	w.optionalInt("total", s.Total)
	w.optionalInt("percent_threshold", s.PercentThreshold)
	w.optionalInt("min_healthy", s.MinHealthy)
	w.optionalInt("needs", s.Needs)
	w.keyOptional("state", s.State)
	w.close('}')
}

func (w *jsonWriter) consumer(c *Consumer) {
	w.open('{')
	w.address("address", "input", c.Address)
	w.key("regions")
	w.open('[')
	for i := range c.Regions {
		r := &c.Regions[i]
		w.open('{')
		w.keyOptional("region", r.Region)
		w.optionalAddress("neg", "neg_input", r.NEG)
		w.optionalAddress("service_attachment", "service_attachment_input", r.ServiceAttachment)
		w.optionalAddress("forwarding_rule", "forwarding_rule_input", r.ForwardingRule)
		w.optionalAddress("composite", "composite_input", r.Composite)
		w.close('}')
	}
	w.close(']')
	w.key("evaluations")
	w.open('[')
	for i := range c.Evaluations {
		w.line(3)
		w.consumerCell(&c.Evaluations[i])
	}
	w.lastLine(len(c.Evaluations), 2)
	w.causes(c.Undecided, c.Address)
	w.close('}')
}

func (w *jsonWriter) consumerCell(c *ConsumerCell) {
	w.open('{')
	w.keyString("scenario", c.Scenario)
	w.keyString("client_region", c.ClientRegion)
	w.keyOptional("serving_region", c.ServingRegion)
	w.keyStrings("available", c.Available)
	w.keyStrings("unavailable", c.Unavailable)
	w.keyString("verdict", c.Verdict)
	w.close('}')
}
