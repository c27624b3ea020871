// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"terraform-provider-spillway/internal/check"
	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/validate/rules"
)

// predictFlags are the flags of the predict command.
type predictFlags struct {
	common
	services, scenarios, clients, assume []string
	explain                              bool
}

func (a *app) predictCommand() *cobra.Command {
	var f predictFlags
	cmd := &cobra.Command{
		Use:   "predict [PATH...]",
		Short: "Say where new connections go, for each service, scenario and client",
		Long: `Predict computes where new connections go: one outcome for each backend
service, scenario and client. Established connections stay where they are.

A scenario says which endpoints are unhealthy, by one of these, or several
joined by +:

  all-healthy, all-unhealthy
  zone-down, region-down     each zone or region in turn
  zone-down:ZONE             every endpoint in a zone; also region-down:REGION
  unhealthy:ZONE=N           N endpoints in a zone, first those of the primary
                             pool; of one pool: unhealthy:ZONE/primary=N or
                             unhealthy:ZONE/failover=N
  unhealthy:ADDRESS=N        N endpoints of a group
  source:ADDRESS=STATE       HEALTHY, UNHEALTHY or UNKNOWN, set by hand; also
                             composite:ADDRESS=STATE and attachment:ADDRESS=STATE
  NAME                       a scenario of the configuration file

By default: all-healthy, zone-down, and region-down where there is composite
health.

A client is a zone (a VM there), vm:* (a VM in a zone without endpoints), vpn,
interconnect, psc-endpoint:ZONE or psc-backend; vpn:REGION and
interconnect:REGION come from another region. By default: a VM in each zone of
the service, and vm:*.

The size of an autoscaled group counts at its minimum, and the output lists that
it was assumed; --assume none leaves such a service undecided.

Text that is not for a terminal is laid out for 120 columns; COLUMNS says
otherwise.`,
		Example: `  spillway-lint predict tfplan
  spillway-lint predict --scenario zone-down:us-central1-a+unhealthy:us-central1-b=2 tfplan
  spillway-lint predict --service web --client us-central1-a --explain tfplan`,
		RunE: func(_ *cobra.Command, args []string) error { return a.predict(&f, args) },
	}
	f.register(cmd.Flags(), "text", "json")
	cmd.Flags().StringArrayVar(&f.services, "service", nil, "only services whose address or name fits this `GLOB` (repeatable)")
	cmd.Flags().StringArrayVar(&f.scenarios, "scenario", nil, "what is unhealthy: a `SPEC` or a name (repeatable)")
	cmd.Flags().StringArrayVar(&f.clients, "client", nil, "who connects: a `SPEC` (repeatable)")
	cmd.Flags().StringArrayVar(&f.assume, "assume", nil, "`ADDRESS=N`: the members of a group whose size the input leaves open (repeatable); or minimum (the default) or none, for autoscaled groups")
	cmd.Flags().BoolVar(&f.explain, "explain", false, "add the reasons to the text")
	return cmd
}

func (a *app) predict(f *predictFlags, paths []string) error {
	r, err := a.open(&f.common, paths, planned)
	if err != nil {
		return err
	}
	options, err := r.predictOptions(f)
	if err != nil {
		return err
	}
	p, err := predict.New(r.After, r.After.Index(), options)
	if err != nil {
		return err
	}
	doc := &report.Predict{FormatVersion: report.FormatVersion, Tool: tool(), Edition: string(r.Edition), Inputs: r.Described(), Origin: r.Origin()}
	conflicts := r.Conflicts()
	err = a.write(f.output, func(w io.Writer) error {
		if f.format == "json" {
			return r.predictJSON(w, doc, p, conflicts)
		}
		return r.predictText(w, doc, p, conflicts, f)
	})
	if err != nil {
		return err
	}
	s := doc.Summary
	r.tellOutput(f.output, s.String())
	decided := s.Services.Decided + s.Composites.Decided + s.Consumers.Decided
	total := s.Services.Total() + s.Composites.Total() + s.Consumers.Total()
	a.failed = r.fallsShort(decided, total, s.String())
	return r.Finish()
}

// predictOptions turns flags and configuration file into what to predict.
func (r *run) predictOptions(f *predictFlags) (predict.Options, error) {
	o := predict.Options{Edition: r.Edition}
	var err error
	if o.Services, err = r.pickServices(f.services); err != nil {
		return o, err
	}
	for _, text := range f.scenarios {
		s, err := scenario.Parse(text, r.Config.Scenarios)
		if err != nil {
			return o, fmt.Errorf("--scenario: %w", err)
		}
		o.Scenarios = append(o.Scenarios, s)
	}
	for _, text := range f.clients {
		c, err := routing.ParseClient(text)
		if err != nil {
			return o, fmt.Errorf("--client: %w", err)
		}
		if !slices.Contains(o.Clients, c) {
			o.Clients = append(o.Clients, c)
		}
	}
	o.Assume, err = r.Assume(f.assume)
	return o, err
}

// pickServices returns the choice of --service; a pattern that fits no service
// is an error that lists what there is.
func (r *run) pickServices(patterns []string) (func(*topology.BackendService) bool, error) {
	if len(patterns) == 0 {
		return nil, nil
	}
	var globs []policy.Glob
	for _, text := range patterns {
		g, err := policy.ParseGlob(text)
		if err != nil {
			return nil, fmt.Errorf("--service: %w", err)
		}
		fits := func(s *topology.BackendService) bool {
			return !topology.Is(s.Passthrough(), false) && g.MatchService(s)
		}
		if !slices.ContainsFunc(r.After.Services, fits) {
			return nil, fmt.Errorf("--service %s fits no internal passthrough service; %s", text, r.servicesThere())
		}
		globs = append(globs, g)
	}
	return func(s *topology.BackendService) bool {
		return slices.ContainsFunc(globs, func(g policy.Glob) bool { return g.MatchService(s) })
	}, nil
}

func (r *run) servicesThere() string {
	var names []string
	for _, s := range r.After.Services {
		if !topology.Is(s.Passthrough(), false) {
			names = append(names, s.Address)
		}
	}
	return check.There(names)
}

func (r *run) predictText(w io.Writer, doc *report.Predict, p *predict.Predictor, conflicts map[string][]string, f *predictFlags) error {
	convert := report.FromPredict{Explain: f.explain, Losses: true, Keep: true}
	var assumptions report.Notices
	for s := range p.Services() {
		v := convert.Service(s)
		v.Conflicts = conflicts[v.Address]
		v.Range, _ = r.Locate(v.Address, "")
		r.count(s, doc, &assumptions)
		doc.Services = append(doc.Services, *v)
	}
	r.health(doc, p, &assumptions)
	return doc.WriteText(w, report.PredictText{
		Terminal: r.layout(f.color, f.output != ""), Explain: f.explain, Quiet: f.quiet,
		RuleName: func(id string) string {
			for _, rule := range rules.Find(id) {
				return rule.Name
			}
			return id
		},
	})
}

// count adds a service to what closes the document.
func (r *run) count(s *predict.Service, doc *report.Predict, assumptions *report.Notices) {
	doc.Summary.Services.Add(s.Decided())
	for _, n := range s.Assumptions {
		assumptions.Add(n.Text, n.Address)
	}
	for _, n := range s.Notices {
		r.Notices.Add(n.Text, n.Address)
	}
}

// health adds composites and consumers, and what closes the document.
func (r *run) health(doc *report.Predict, p *predict.Predictor, assumptions *report.Notices) {
	result := p.Health()
	doc.CompositeHealth, doc.Consumers = report.FromHealth(&result)
	for i := range result.Composites {
		doc.Summary.Composites.Add(result.Composites[i].Decided())
	}
	for i := range result.Consumers {
		doc.Summary.Consumers.Add(result.Consumers[i].Decided())
	}
	for _, n := range result.Assumptions {
		assumptions.Add(n.Text, n.Address)
	}
	doc.Assumptions, doc.Notices = assumptions.Sorted(), r.Notices.Sorted()
}
