// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// trace is what the references of an expression lead to.
type trace struct {
	grade   graph.Grade
	targets []*object
	// whole is true where all instances of a resource are named at once.
	whole bool
	// many is true where targets are only the first of very many.
	many bool
	// beside are the references that led to no target.
	beside []string
	// direct is how many references name an object by its id.
	direct int
	// why says what keeps the grade from being exact, in a clause.
	why string
}

// exact reports whether the value is certainly the one target.
func (t trace) exact() bool { return t.grade == graph.Exact && len(t.targets) == 1 }

// reference resolves a link that is known after apply by the references of its
// expression.
func (b *builder) reference(o *object, path, conf string, t *target) topology.Link {
	if o.conf == nil {
		return unresolved(path, afterApply(o, path), nil)
	}
	e, ok := o.conf.Expression(o.inst, conf)
	if !ok {
		return unresolved(path, afterApply(o, path)+b.hint(o, ", and the configuration does not show its expression"), nil)
	}
	return b.traced(o, path, b.follow(o, e, t), t)
}

// traced returns the link that a trace proves, or an unresolved one.
func (b *builder) traced(o *object, path string, tr trace, t *target) topology.Link {
	if tr.exact() {
		to := tr.targets[0]
		return topology.Link{State: topology.LinkResolved, Target: to.node, ID: to.id, Proof: topology.ByReference, Path: path}
	}
	return unresolved(path, afterApply(o, path)+b.hint(o, ", "+tr.sentence(t)), b.candidates(tr))
}

// follow follows the references of an expression of an object.
func (b *builder) follow(o *object, e graph.Expression, t *target) trace {
	direct, allIDs := readReferences(e.References)
	want := t.usual
	if allIDs {
		want = isObjectType // whatever it names, it names it itself
	}
	r := o.conf.Resolve(o.inst, e, want)
	tr := trace{grade: r.Grade, whole: r.Whole, beside: r.Others, why: r.Reason}
	targets := r.Targets
	if r.Grade != graph.Exact && len(targets) > mostCandidates && !t.counts {
		tr.many, targets = true, targets[:mostNamed]
	}
	for _, inst := range targets {
		if to := b.of[inst]; to != nil && to.self().node != nil {
			tr.targets = append(tr.targets, to.self())
		}
	}
	for _, d := range direct {
		if d.object && d.id {
			tr.direct++
		}
	}
	switch {
	case len(tr.targets) == 0:
		if tr.grade != graph.FromData {
			tr.grade = graph.Lost
		}
	case tr.grade == graph.Exact && len(tr.targets) < len(targets):
		tr.grade, tr.why = graph.Ambiguous, "a part of what it names is not read"
	case tr.grade == graph.Exact && !namesTargets(direct):
		tr.grade, tr.why = graph.Ambiguous, "its expression does not name the object by its id"
	}
	return tr
}

// candidates returns all objects that a link may mean, and none where it may
// mean any: with a local value or a data source in play there is no telling.
// Of a resource with several instances a computed index may choose any, also
// where the same key on both sides suggests one.
func (b *builder) candidates(tr trace) []*object {
	if tr.many || slices.ContainsFunc(tr.beside, mayPassOn) {
		return nil
	}
	var all []*object
	seen := map[sibling]bool{}
	for _, to := range tr.targets {
		if k := siblingOf(to); !seen[k] {
			seen[k] = true
			family := b.family(to)
			if len(all)+len(family) > mostCandidates {
				return nil
			}
			all = append(all, family...)
		}
	}
	return all
}

// mayPassOn reports whether a reference that led nowhere may pass on a link
// all the same.
func mayPassOn(reference string) bool {
	for _, known := range []string{"each.", "count.", "path.", "terraform.", "var.", "google_"} {
		if strings.HasPrefix(reference, known) {
			return false
		}
	}
	return true
}

// known reports whether the value must be known before apply: nothing that its
// references lead to is not.
func (t trace) known() bool {
	return t.grade == graph.Lost && len(t.targets) == 0 && len(t.beside) > 0 && !slices.ContainsFunc(t.beside, func(r string) bool {
		return mayPassOn(r) && !strings.HasPrefix(r, "data.") || strings.HasPrefix(r, "google_")
	})
}

// sibling is what the instances of one resource have in common.
type sibling struct {
	in                         *input
	module, resourceType, name string
}

func siblingOf(o *object) sibling {
	return sibling{o.in, withoutKeys(o.inst.Module), o.inst.Type, o.inst.Name}
}

// family returns all instances of the object's resource.
func (b *builder) family(o *object) []*object {
	if b.siblings == nil {
		b.siblings = make(map[sibling][]*object)
		for _, s := range b.objects {
			k := siblingOf(s)
			b.siblings[k] = append(b.siblings[k], s.self())
		}
	}
	return b.siblings[siblingOf(o)]
}

// withoutKeys strips the instance keys off a module path.
func withoutKeys(module string) string {
	if !strings.Contains(module, "[") {
		return module
	}
	steps, ok := graph.ModuleSteps(module)
	if !ok {
		return module
	}
	parts := make([]string, 0, len(steps))
	for _, s := range steps {
		parts = append(parts, "module."+s.Name)
	}
	return strings.Join(parts, ".")
}

// sentence says, after "is known after apply, ", why a trace proves nothing.
func (t trace) sentence(to *target) string {
	switch {
	case t.grade == graph.SameKey && len(t.targets) == 1:
		return "and the same key on both sides suggests " + t.targets[0].base.Address + ", but does not prove it"
	case len(t.targets) == 0 && t.why != "":
		return "and leads to no " + to.what + " of the input: " + t.why
	case len(t.targets) == 0:
		return "and leads to no " + to.what + " of the input"
	case t.why != "" && t.whole:
		return "and " + t.why
	case t.why != "":
		return "and may mean " + list(t.targets) + ": " + t.why
	}
	return "and may mean " + list(t.targets)
}

// afterApply starts a reason.
func afterApply(o *object, path string) string {
	return path + " of " + o.base.Address + " is known after apply"
}

// hint completes a reason by what the reader can do about it: a plan's JSON
// holds less of the configuration than the plan has. Where all of it has been
// evaluated there is nothing more to say.
func (b *builder) hint(o *object, reason string) string {
	if k := o.in.graph.Kind; k == graph.ConfigurationTree || k == graph.PlanFile {
		return ""
	}
	if o.in.graph.Kind == graph.PlanJSON && !o.in.graph.Filled {
		return reason + topology.GiveSource
	}
	return reason
}

// directReference is a reference as an expression has it.
type directReference struct {
	text string
	// object is true for a reference to a resource type that becomes an object;
	// id is true where its attribute names the object, or where there is none.
	object, id bool
	// whole is true for a reference to a resource, or to a variable or output
	// with nothing picked out of it.
	whole bool
}

// identifiers are the attributes by which one resource names another. Of a
// resource that is named as a whole the attribute cannot be seen.
var identifiers = map[string]bool{
	"id": true, "self_link": true, "self_link_with_id": true, "name": true, "instance_group": true,
	"ip_address": true, "address": true, "": true,
}

// readReferences takes references apart. allIDs is true where every one of
// them names an object by its own id, so that no other kind than the object's
// can be meant.
func readReferences(references []string) (direct []directReference, allIDs bool) {
	allIDs = len(references) > 0
	previous := ""
	for _, text := range references {
		if isPrefixOf(text, previous) {
			continue // the beginning of the one before
		}
		previous = text
		d := directReference{text: text}
		resourceType, attribute, isResource := cutReference(text)
		if isResource && isObjectType(resourceType) {
			d.object, d.id, d.whole = true, identifiers[attribute], attribute == ""
			allIDs = allIDs && (attribute == "id" || attribute == "self_link")
		} else {
			d.whole = !strings.Contains(text, "[")
			allIDs = false
		}
		direct = append(direct, d)
	}
	return direct, allIDs
}

func isPrefixOf(reference, longer string) bool {
	rest, ok := strings.CutPrefix(longer, reference)
	return ok && rest != "" && (rest[0] == '.' || rest[0] == '[')
}

// cutReference takes a reference to a managed resource apart:
// TYPE.NAME[KEY].ATTRIBUTE. The attribute is empty where there is none.
func cutReference(text string) (resourceType, attribute string, ok bool) {
	dot := strings.IndexByte(text, '.')
	if dot < 0 || !strings.HasPrefix(text, "google_") {
		return "", "", false
	}
	resourceType, rest := text[:dot], text[dot+1:]
	if i := strings.IndexAny(rest, ".["); i >= 0 {
		rest = rest[i:]
	} else {
		return resourceType, "", true
	}
	if rest[0] == '[' {
		if _, after, keyed := graph.CutKey(rest); keyed {
			rest = after
		}
	}
	rest = strings.TrimPrefix(rest, ".")
	if i := strings.IndexAny(rest, ".["); i >= 0 {
		rest = rest[:i]
	}
	return resourceType, rest, true
}

// namesTargets reports whether at least one reference may name an object by
// its id: what only takes another attribute of it (its zone, its size) does
// not.
func namesTargets(direct []directReference) bool {
	only := len(direct) > 0
	for _, d := range direct {
		if d.id {
			return true
		}
		only = only && d.object
	}
	return !only
}

// filter returns the elements that a function accepts.
func filter(list []string, accept func(string) bool) (out []string) {
	for _, s := range list {
		if accept(s) {
			out = append(out, s)
		}
	}
	return out
}
