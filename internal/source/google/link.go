// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// target says what an attribute names.
type target struct {
	// kind is what a bare name means; empty where the provider takes none.
	kind topology.Kind
	// folds says that the provider compares without regard to case.
	folds bool
	// usual filters the types that the attribute usually names. An object of
	// another type is found where it is named by its own id.
	usual func(resourceType string) bool
	// counts says that all that is named as a whole counts.
	counts bool
	// repeats says that the attribute is a list, in which one object can stand
	// twice.
	repeats bool
	// what says in a text what the attribute names.
	what string
}

// What the attributes of the provider name (google provider documentation, and
// its DiffSuppressFunc for which of them take a bare name).
var (
	toGroup         = &target{folds: true, usual: are(group), what: "group"}
	toService       = &target{kind: topology.KindBackendService, usual: are(service), what: "backend service"}
	toServiceByURL  = &target{usual: are(service), repeats: true, what: "backend service"}
	toRule          = &target{kind: topology.KindForwardingRule, usual: are(rule), what: "forwarding rule"}
	toRuleByURL     = &target{usual: are(rule), what: "forwarding rule"}
	toPublished     = &target{kind: topology.KindForwardingRule, usual: are(rule, otherTarget), what: "forwarding rule"}
	toRuleTarget    = &target{usual: are(proxy, attachment, otherTarget), what: "target"}
	toAttachment    = &target{usual: are(attachment), what: "service attachment"}
	toManager       = &target{kind: topology.KindInstanceGroupManager, usual: are(group), what: "group manager"}
	toInstanceByURL = &target{usual: are(instance), counts: true, what: "instance"}
	toInstance      = &target{kind: topology.KindInstance, usual: are(instance), what: "instance"}
	toHealthCheck   = &target{usual: are(healthCheck), what: "health check"}
	toPolicy        = &target{kind: topology.KindHealthPolicy, usual: are(policy), what: "health aggregation policy"}
	toSourceByURL   = &target{usual: are(source), repeats: true, what: "health source"}
	toURLMap        = &target{kind: topology.KindURLMap, usual: are(urlMap), what: "URL map"}
	toAddress       = &target{usual: are(otherTarget), what: "address"}
	toNextHop       = &target{usual: are(rule, otherTarget), what: "forwarding rule"}
	toMapped        = &target{kind: topology.KindBackendService, usual: are(service, otherTarget), what: "backend service"}
)

// link reads an attribute that names another object. path is where it stands
// in the object; conf is where the configuration has it, which differs in
// sets.
func (b *builder) link(o *object, v graph.Value, path, conf string, t *target) topology.Link {
	if v.IsUnknown() {
		if l, ok := b.referred(o, v, path); ok {
			return l
		}
		return b.reference(o, path, conf, t)
	}
	return b.named(o, v, path, t)
}

// referred returns the link of a value that is known after apply, and of which
// the evaluated configuration tells which object it names.
func (b *builder) referred(o *object, v graph.Value, path string) (topology.Link, bool) {
	to := b.referredObject(o, v)
	if to == nil || to.node == nil {
		return topology.Link{}, false
	}
	return topology.Link{State: topology.LinkResolved, Target: to.node, ID: to.id, Proof: topology.ByConfiguration, Path: path}, true
}

// referredObject returns the object that a value known after apply names by the
// evaluated configuration, nil where that does not tell.
func (b *builder) referredObject(o *object, v graph.Value) *object {
	address, ok := v.Refers()
	if !ok {
		return nil
	}
	all := o.in.graph.Instances
	k, ok := slices.BinarySearchFunc(all, address, func(i *graph.Instance, a string) int { return strings.Compare(i.Address, a) })
	if !ok || b.of[all[k]] == nil {
		return nil
	}
	return b.of[all[k]].self()
}

// isOpenLink reports whether a value does not tell which object it names.
func isOpenLink(v graph.Value) bool {
	_, refers := v.Refers()
	return v.IsUnknown() && !refers
}

// named resolves a link that is known.
func (b *builder) named(o *object, v graph.Value, path string, t *target) topology.Link {
	text, ok := v.Text()
	switch {
	case v.IsNull() || ok && text == "":
		return topology.Link{State: topology.LinkAbsent, Path: path}
	case !ok:
		return unresolved(path, path+" of "+o.base.Address+" is no text", nil)
	}
	l := topology.Link{Path: path}
	id, isURL := topology.ParseURL(text)
	switch {
	case isURL && strings.Contains(text, "://"):
		l.Proof = topology.BySelfLink
	case isURL:
		l.Proof = topology.ByID
	case t.kind != topology.KindOther && !strings.Contains(text, "/"):
		l.Proof = topology.ByName
		id = topology.Identity{Kind: t.kind, Project: o.id.Project, Location: o.id.Location, Name: text}
	default:
		return b.outside(o, v, l, topology.Identity{}, text)
	}
	if id.Project == "" {
		id.Project = o.id.Project // Google reads a path in the project of the object that holds it
	}
	if v.IsEvaluated() {
		l.Proof = topology.ByConfiguration
	}
	found, possible := b.find(o, id)
	if found == nil && t.folds {
		if f := folded(id); f != id {
			if found, possible = b.find(o, f); found != nil {
				id = f
			}
		}
	}
	switch {
	case found != nil:
		l.State, l.Target, l.ID = topology.LinkResolved, found.node, found.id
		return l
	case len(possible) > 0:
		return b.maybe(o, path, id, possible)
	}
	if isURL {
		text = ""
	}
	return b.outside(o, v, l, id, text)
}

// find looks an identity up among the objects that a link can mean. Links of
// what the plan destroys may lead to what it destroys.
func (b *builder) find(o *object, id topology.Identity) (*object, []*object) {
	found, possible := b.near(o, id)
	if found == nil && o.removed {
		if gone, _ := b.gone.find(id, o.in); gone != nil {
			return gone, nil
		}
	}
	if found != nil && found.node == nil {
		return nil, nil
	}
	possible = slices.DeleteFunc(possible, func(p *object) bool { return p.node == nil })
	return found, possible
}

// near looks an identity up as an object spells it. One without a project is in
// the object's own, which the input may not show: the object that certainly is
// in the same one is meant.
func (b *builder) near(o *object, id topology.Identity) (*object, []*object) {
	found, possible := b.index.find(id, o.in)
	if found != nil || id.Project != "" || o.home == "" {
		return found, possible
	}
	for _, p := range possible {
		if p.home != o.home || p.in != o.in || p.id.Location != id.Location || id.Location == "" {
			continue
		}
		if found != nil {
			return nil, possible
		}
		found = p
	}
	if found != nil {
		possible = nil
	}
	return found, possible
}

// outside returns a link to what the input does not hold.
func (b *builder) outside(o *object, v graph.Value, l topology.Link, id topology.Identity, text string) topology.Link {
	l.State = topology.LinkExternal
	if o.open(v) {
		l.ID, l.Text = id, text
	}
	return l
}

// maybe returns a link that is known and may mean an object of which too little
// is known.
func (b *builder) maybe(o *object, path string, id topology.Identity, possible []*object) topology.Link {
	lacks := "whose project or location the input does not show in the same form"
	if isNumber(id.Name) {
		lacks = "whose number the input does not show"
	}
	return unresolved(path, path+" of "+o.base.Address+" may mean "+list(possible)+", "+lacks, possible)
}

// mostCandidates is how many candidates a link carries. Of more there is
// nothing to choose: it may then mean any object.
const mostCandidates = 64

// unresolved returns a link that the input does not resolve.
func unresolved(path, reason string, candidates []*object) topology.Link {
	l := topology.Link{State: topology.LinkUnresolved, Proof: topology.Unresolved, Path: path, Reason: reason}
	if len(candidates) == 0 || len(candidates) > mostCandidates {
		return l
	}
	l.Candidates = make([]string, 0, len(candidates))
	for _, c := range candidates {
		l.Candidates = append(l.Candidates, c.base.Address)
	}
	slices.Sort(l.Candidates)
	l.Candidates = slices.Compact(l.Candidates)
	return l
}

// mostNamed is how many objects a text names.
const mostNamed = 3

// list names objects in a text, the first of them.
func list(objects []*object) string {
	names := make([]string, 0, len(objects))
	for _, o := range objects {
		names = append(names, o.base.Address)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return enumerate(names)
}

// enumerate joins names: "a", "a and b", "a, b and 3 more".
func enumerate(names []string) string {
	switch n := len(names); {
	case n == 0:
		return "nothing"
	case n == 1:
		return names[0]
	case n > mostNamed:
		return strings.Join(names[:mostNamed], ", ") + " and " + strconv.Itoa(n-mostNamed) + " more"
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
