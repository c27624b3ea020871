// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"terraform-provider-spillway/internal/check"
	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
)

// predict fills in where connections go. What is not decided is among the
// undecided, and what was assumed among the notices of the run.
func (m *checkModel) predict(run *check.Run, diags *diag.Diagnostics) {
	m.Outcomes, m.Composites, m.Consumers = []outcomeModel{}, []compositeModel{}, []consumerModel{}
	m.Undecided, m.Notices = []undecidedModel{}, []string{}
	o, ok := m.predictOptions(run, diags)
	if !ok {
		return
	}
	p, err := predict.New(run.After, run.After.Index(), o)
	if err != nil {
		diags.AddAttributeError(path.Root("scenarios"), "Invalid scenario", sentence(err.Error()))
		return
	}
	for s := range p.Services() {
		for i := range s.Outcomes {
			m.Outcomes = append(m.Outcomes, outcomeOf(s.Object.Address, &s.Outcomes[i]))
		}
		m.Undecided = append(m.Undecided, causesOf(s.Object.Address, s.Undecided)...)
		for _, n := range slices.Concat(s.Assumptions, s.Notices) {
			run.Notices.Add(n.Text, n.Address)
		}
	}
	result := p.Health()
	for i := range result.Composites {
		c := &result.Composites[i]
		m.Composites = append(m.Composites, compositesOf(c)...)
		m.Undecided = append(m.Undecided, causesOf(c.Object.Address, c.Undecided)...)
	}
	for i := range result.Consumers {
		c := &result.Consumers[i]
		m.Consumers = append(m.Consumers, consumersOf(c)...)
		m.Undecided = append(m.Undecided, causesOf(c.Object.Address, c.Undecided)...)
	}
	for _, n := range result.Assumptions {
		run.Notices.Add(n.Text, n.Address)
	}
}

func (m *checkModel) predictOptions(run *check.Run, diags *diag.Diagnostics) (predict.Options, bool) {
	o := predict.Options{Edition: run.Edition}
	for i, text := range m.Scenarios {
		s, err := scenario.Parse(text, run.Config.Scenarios)
		if err != nil {
			diags.AddAttributeError(path.Root("scenarios").AtListIndex(i), "Invalid scenario", sentence(err.Error()))
			continue
		}
		o.Scenarios = append(o.Scenarios, s)
	}
	for i, text := range m.Clients {
		c, err := routing.ParseClient(text)
		if err != nil {
			diags.AddAttributeError(path.Root("clients").AtListIndex(i), "Invalid client", sentence(err.Error()))
			continue
		}
		if !slices.Contains(o.Clients, c) {
			o.Clients = append(o.Clients, c)
		}
	}
	var err error
	if o.Assume, err = run.Assume(nil); err != nil {
		diags.AddError("Invalid assumption", sentence(err.Error()))
	}
	return o, !diags.HasError()
}
