package validate_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/topology"
	build "terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/validate"
)

// failing returns a rule that fails on every service.
func failing(id string, silencedBy ...string) *validate.Rule {
	return &validate.Rule{
		ID: id, Name: "rule-" + id, Title: "T", Severity: validate.Warning, SilencedBy: silencedBy,
		Check: func(p *validate.Pass) {
			for _, s := range p.After.Services {
				p.Fail(s, "path", "detail of "+id)
			}
		},
	}
}

func ids(r validate.Result) (out []string) {
	for _, f := range r.Findings {
		out = append(out, f.Rule.ID+" "+f.Address+" "+f.Severity.String())
	}
	return out
}

func TestRunSortsAndSilences(t *testing.T) {
	t.Parallel()
	b := build.New()
	b.Service("b")
	b.Service("a")
	in := validate.Input{After: b.Snapshot()}
	got := ids(validate.Run(in, []*validate.Rule{failing("ZA002"), failing("ZA001"), failing("ZA003", "ZA001")}))
	want := []string{
		"ZA001 google_compute_region_backend_service.a warning", "ZA002 google_compute_region_backend_service.a warning",
		"ZA001 google_compute_region_backend_service.b warning", "ZA002 google_compute_region_backend_service.b warning",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	b := build.New()
	b.Service("a")
	option := failing("ZA002")
	option.Options = []validate.Option{{Name: "factor", Default: topology.MustRatio("1.5")}}
	var seen topology.Ratio
	option.Check = func(p *validate.Pass) {
		seen = p.Option("factor")
		if !p.Option("nothing").IsZero() {
			t.Error("an option that the rule does not have is 0")
		}
		p.OK(p.After.Services[0])
	}
	in := validate.Input{After: b.Snapshot(), Settings: map[string]validate.Setting{
		"ZA001": {Disabled: true},
		"ZA003": {Severity: validate.Error},
	}}
	r := validate.Run(in, []*validate.Rule{failing("ZA001"), option, failing("ZA003")})
	if diff := cmp.Diff([]string{"ZA003 google_compute_region_backend_service.a error"}, ids(r)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if r.Evaluated != 2 {
		t.Errorf("%d answers, want 2", r.Evaluated)
	}
	if seen.String() != "1.5" {
		t.Errorf("default of the option: %s", seen)
	}
	in.Settings["ZA002"] = validate.Setting{Options: map[string]topology.Ratio{"factor": topology.MustRatio("2")}}
	validate.Run(in, []*validate.Rule{option})
	if seen.String() != "2" {
		t.Errorf("set option: %s", seen)
	}
}

func TestSeverityByEdition(t *testing.T) {
	t.Parallel()
	r := &validate.Rule{Severity: validate.Error, CurrentSeverity: validate.Info}
	if r.SeverityIn(topology.Preview) != validate.Error || r.SeverityIn(topology.Current) != validate.Info {
		t.Error("the edition does not choose the severity")
	}
	r.CurrentSeverity = validate.NoSeverity
	if r.SeverityIn(topology.Current) != validate.Error {
		t.Error("without a severity of its own the edition changes nothing")
	}
}

func TestParseSeverity(t *testing.T) {
	t.Parallel()
	for _, s := range []validate.Severity{validate.Info, validate.Warning, validate.Error} {
		if got, err := validate.ParseSeverity(s.String()); err != nil || got != s {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "none", "ERROR", "fatal"} {
		if _, err := validate.ParseSeverity(s); err == nil {
			t.Errorf("%q is accepted", s)
		}
	}
}

func TestCheckCatalogueFindsEachFault(t *testing.T) {
	t.Parallel()
	good := func() *validate.Rule {
		r := failing("ZA001")
		r.Name, r.Rationale, r.Source, r.Fix, r.Bad, r.Good = "a-name", "r", "s", "f", "b", "g"
		return r
	}
	if err := validate.CheckCatalogue([]*validate.Rule{good()}); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*validate.Rule){
		"id":         func(r *validate.Rule) { r.ID = "XX1" },
		"name":       func(r *validate.Rule) { r.Name = "A Name" },
		"no title":   func(r *validate.Rule) { r.Title = "" },
		"period":     func(r *validate.Rule) { r.Title = "T." },
		"severity":   func(r *validate.Rule) { r.Severity = validate.NoSeverity },
		"rationale":  func(r *validate.Rule) { r.Rationale = "" },
		"source":     func(r *validate.Rule) { r.Source = "" },
		"fix":        func(r *validate.Rule) { r.Fix = "" },
		"bad":        func(r *validate.Rule) { r.Bad = "" },
		"good":       func(r *validate.Rule) { r.Good = "" },
		"check":      func(r *validate.Rule) { r.Check = nil },
		"silencedBy": func(r *validate.Rule) { r.SilencedBy = []string{"ZA999"} },
	} {
		r := good()
		spoil(r)
		if validate.CheckCatalogue([]*validate.Rule{r}) == nil {
			t.Errorf("%s: nothing found", name)
		}
	}
	other := good()
	other.ID = "ZA002"
	if validate.CheckCatalogue([]*validate.Rule{good(), good()}) == nil || validate.CheckCatalogue([]*validate.Rule{good(), other}) == nil {
		t.Error("an ID or a name that stands twice")
	}
}
