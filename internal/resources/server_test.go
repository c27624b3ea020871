// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// protocol is a provider that is configured, as one run of Terraform has it.
type protocol struct {
	t      *testing.T
	server tfprotov6.ProviderServer
	schema *tfprotov6.GetProviderSchemaResponse
}

func startProtocol(t *testing.T, enginePath string) *protocol {
	t.Helper()
	p := &protocol{t: t, server: newServer()()}
	var err error
	if p.schema, err = p.server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{}); err != nil {
		t.Fatal(err)
	}
	p.none(p.schema.Diagnostics)
	config := p.dynamic(p.schema.Provider.ValueType(), object{"engine_path": enginePath, "project": "demo", "region": "us-central1"})
	r, err := p.server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: config})
	if err != nil {
		t.Fatal(err)
	}
	p.none(r.Diagnostics)
	return p
}

// object is an object of a test: attributes that it leaves out are null.
type object map[string]any

// unknown is a value that is known after apply.
type unknown struct{}

func value(t *testing.T, of tftypes.Type, v any) tftypes.Value {
	t.Helper()
	switch v := v.(type) {
	case nil:
		return tftypes.NewValue(of, nil)
	case unknown:
		return tftypes.NewValue(of, tftypes.UnknownValue)
	case float64:
		return tftypes.NewValue(of, big.NewFloat(v))
	case object:
		if m, ok := of.(tftypes.Map); ok {
			out := map[string]tftypes.Value{}
			for name, e := range v {
				out[name] = value(t, m.ElementType, e)
			}
			return tftypes.NewValue(of, out)
		}
		o, ok := of.(tftypes.Object)
		if !ok {
			t.Fatalf("an object stands where %s is", of)
		}
		out := map[string]tftypes.Value{}
		for name, attribute := range o.AttributeTypes {
			out[name] = value(t, attribute, v[name])
		}
		return tftypes.NewValue(of, out)
	case []any:
		var element tftypes.Type
		switch of := of.(type) {
		case tftypes.Set:
			element = of.ElementType
		case tftypes.List:
			element = of.ElementType
		default:
			t.Fatalf("a list stands where %s is", of)
		}
		var out []tftypes.Value
		for _, e := range v {
			out = append(out, value(t, element, e))
		}
		return tftypes.NewValue(of, out)
	default:
		return tftypes.NewValue(of, v)
	}
}

func (p *protocol) dynamic(of tftypes.Type, v any) *tfprotov6.DynamicValue {
	p.t.Helper()
	return p.pack(value(p.t, of, v))
}

func (p *protocol) pack(v tftypes.Value) *tfprotov6.DynamicValue {
	p.t.Helper()
	d, err := tfprotov6.NewDynamicValue(v.Type(), v)
	if err != nil {
		p.t.Fatal(err)
	}
	return &d
}

func (p *protocol) typeOf(resource string) tftypes.Type {
	return p.schema.ResourceSchemas["spillway_"+resource].ValueType()
}

func (p *protocol) none(list []*tfprotov6.Diagnostic) {
	p.t.Helper()
	for _, text := range texts(list) {
		p.t.Errorf("diagnostic: %s", text)
	}
}

// texts writes diagnostics as "warning at network: Summary".
func texts(list []*tfprotov6.Diagnostic) (out []string) {
	for _, d := range list {
		severity := "error"
		if d.Severity == tfprotov6.DiagnosticSeverityWarning {
			severity = "warning"
		}
		where := ""
		if d.Attribute != nil {
			where = " at " + strings.Trim(strings.NewReplacer("AttributeName(\"", "", "\")", "").Replace(d.Attribute.String()), ".")
		}
		out = append(out, severity+where+": "+d.Summary)
	}
	return out
}

func (p *protocol) validate(resource string, config object) []string {
	p.t.Helper()
	r, err := p.server.ValidateResourceConfig(p.t.Context(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: "spillway_" + resource, Config: p.dynamic(p.typeOf(resource), config),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return texts(r.Diagnostics)
}

// plan plans a new object.
func (p *protocol) plan(resource string, config object) (*tfprotov6.DynamicValue, []string) {
	p.t.Helper()
	return p.change(resource, p.dynamic(p.typeOf(resource), nil), config)
}

// change plans a change of an object: what the configuration leaves out and
// the provider computes stays as it is.
func (p *protocol) change(resource string, prior *tfprotov6.DynamicValue, config object) (*tfprotov6.DynamicValue, []string) {
	p.t.Helper()
	of := p.typeOf(resource)
	before, err := prior.Unmarshal(of)
	if err != nil {
		p.t.Fatal(err)
	}
	proposed := map[string]tftypes.Value{}
	if err := value(p.t, of, config).As(&proposed); err != nil {
		p.t.Fatal(err)
	}
	if !before.IsNull() {
		old := map[string]tftypes.Value{}
		if err := before.As(&old); err != nil {
			p.t.Fatal(err)
		}
		for _, a := range p.schema.ResourceSchemas["spillway_"+resource].Block.Attributes {
			if a.Computed && proposed[a.Name].IsNull() {
				proposed[a.Name] = old[a.Name]
			}
		}
	}
	return p.request(resource, prior, p.pack(tftypes.NewValue(of, proposed)), p.dynamic(of, config))
}

func (p *protocol) destroy(resource string, prior *tfprotov6.DynamicValue) []string {
	p.t.Helper()
	null := p.dynamic(p.typeOf(resource), nil)
	_, diags := p.request(resource, prior, null, null)
	return diags
}

func (p *protocol) request(resource string, prior, proposed, config *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, []string) {
	p.t.Helper()
	r, err := p.server.PlanResourceChange(p.t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: "spillway_" + resource, PriorState: prior, ProposedNewState: proposed, Config: config,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return r.PlannedState, texts(r.Diagnostics)
}

func (p *protocol) apply(resource string, prior, planned *tfprotov6.DynamicValue, config object) *tfprotov6.ApplyResourceChangeResponse {
	p.t.Helper()
	if prior == nil {
		prior = p.dynamic(p.typeOf(resource), nil)
	}
	r, err := p.server.ApplyResourceChange(p.t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: "spillway_" + resource, PriorState: prior, PlannedState: planned, Config: p.dynamic(p.typeOf(resource), config),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}

// create plans and applies a new object without a complaint.
func (p *protocol) create(resource string, config object) *tfprotov6.DynamicValue {
	p.t.Helper()
	planned, diags := p.plan(resource, config)
	if len(diags) > 0 {
		p.t.Errorf("the plan of %s says %q", resource, diags)
	}
	r := p.apply(resource, nil, planned, config)
	p.none(r.Diagnostics)
	return r.NewState
}
