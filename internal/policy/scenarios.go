// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

func (d *decoder) scenario(b *hclsyntax.Block) {
	name, ok := d.labels(b, "the name of the scenario")
	if !ok {
		return
	}
	body := d.open(b.Type, b.DefRange(), b.Body, []string{"description"}, []string{"unhealthy"})
	description, _, _ := body.text("description")
	before := len(d.problems)
	var blocks []scenario.Block
	for _, u := range body.nested {
		if u.Type == "unhealthy" {
			blocks = append(blocks, d.unhealthy(u))
		}
	}
	if len(d.problems) > before {
		return
	}
	spec, err := scenario.Named(name, description, blocks)
	if err != nil {
		d.problem(b.LabelRanges[0], "%v", err)
		return
	}
	if d.config.Scenarios == nil {
		d.config.Scenarios = map[string]scenario.Spec{}
	}
	d.config.Scenarios[name] = spec
}

func (d *decoder) unhealthy(b *hclsyntax.Block) scenario.Block {
	u := scenario.Block{Count: topology.Null[int](), Percent: topology.Null[topology.Ratio]()}
	if _, ok := d.labels(b, ""); !ok {
		return u
	}
	body := d.open(b.Type, b.DefRange(), b.Body, []string{"zone", "group", "region", "count", "percent", "all", "pool"}, nil)
	u.Zone, _, _ = body.text("zone")
	u.Group, _, _ = body.text("group")
	u.Region, _, _ = body.text("region")
	body.exactlyOne("zone", "group", "region")
	body.exactlyOne("count", "percent", "all")
	if n, ok := body.count("count", 1); ok {
		u.Count = topology.Of(n)
	}
	u.Percent = body.number("percent")
	if p, ok := u.Percent.Value(); ok && p.Compare(topology.MustRatio("100")) > 0 {
		d.problem(body.attrs["percent"].Expr.Range(), "percent of an unhealthy block is at most 100")
	}
	u.All = body.flag("all", false)
	if body.attrs["all"] != nil && !u.All {
		d.problem(body.attrs["all"].Expr.Range(), "all of an unhealthy block is true, or left out")
	}
	u.Pool = body.oneOf("pool", "primary", "failover")
	return u
}

// exactlyOne reports none or several of a few arguments.
func (b block) exactlyOne(names ...string) {
	n := 0
	for _, name := range names {
		if b.attrs[name] != nil {
			n++
		}
	}
	if n != 1 {
		b.d.problem(b.at, "%s has exactly one of %s, not %d", b.called(), strings.Join(names, ", "), n)
	}
}

// policyRoots are the variables of a policy's condition and message, by what
// it is evaluated for.
var policyRoots = map[string][]string{
	"outcome":   {"outcome", "service"},
	"service":   {"service", "outcomes"},
	"composite": {"composite"},
	"consumer":  {"consumer"},
}

func (d *decoder) policy(b *hclsyntax.Block) {
	name, ok := d.labels(b, "the name of the policy")
	if !ok {
		return
	}
	body := d.open(b.Type, b.DefRange(), b.Body,
		[]string{"description", "severity", "each", "services", "scenarios", "condition", "message"}, nil)
	p := Policy{Name: name, Where: b.DefRange(), Severity: validate.Error, Each: "outcome"}
	p.Description, _, _ = body.text("description")
	if w := body.oneOf("severity", "error", "warning", "info"); w != "" {
		p.Severity, _ = validate.ParseSeverity(w) // one of its words
	}
	if w := body.oneOf("each", "outcome", "service", "composite", "consumer"); w != "" {
		p.Each = w
	}
	if body.attrs["services"] != nil {
		p.Services = body.glob("services")
	}
	p.Scenarios = body.texts("scenarios")
	p.Condition = body.expression("condition", policyRoots[p.Each])
	p.Message = body.expression("message", policyRoots[p.Each])
	d.config.Policies = append(d.config.Policies, p)
}

func (b block) texts(name string) []string {
	v, at, ok := b.value(name)
	if !ok {
		return nil
	}
	var out []string
	if t := v.Type(); t.IsTupleType() || t.IsListType() || t.IsSetType() {
		for _, e := range v.AsValueSlice() {
			if e.IsNull() || e.Type() != cty.String {
				b.d.problem(at, "%s of %s is a list of texts", name, b.called())
				return nil
			}
			out = append(out, e.AsString())
		}
		return out
	}
	b.d.problem(at, "%s of %s is a list of texts, not %s", name, b.called(), article(v))
	return nil
}

// expression keeps an expression unevaluated and checks what it refers to.
func (b block) expression(name string, roots []string) hcl.Expression {
	a := b.attrs[name]
	if a == nil {
		b.d.problem(b.at, "%s needs %s", b.called(), name)
		return nil
	}
	for _, t := range a.Expr.Variables() {
		if root := t.RootName(); !slices.Contains(roots, root) {
			b.d.problem(t.SourceRange(), "%s of %s refers to %q%s", name, b.called(), root, suggestion(root, roots))
		}
	}
	return a.Expr
}
