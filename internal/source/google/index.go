// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
)

// index finds objects by identity.
type index struct {
	byID map[topology.Identity]*object
	// more holds the further objects of one identity, which are rare: two root
	// modules that describe the same object.
	more map[topology.Identity][]*object
	// open holds the objects whose identity is not complete, but whose name is
	// known. An object whose name is known only after apply cannot be meant by
	// a link that is known before.
	open map[named][]*object
	// all holds every object, in the order of insertion.
	all []*object
	// numbered says that an object's project is given by its number.
	numbered bool

	// Built when they are first asked for:
	byName  map[named][]*object
	byPlace map[topology.Identity][]*object // without the project
}

type named struct {
	kind topology.Kind
	name string
}

func newIndex(size int) *index {
	return &index{
		byID: make(map[topology.Identity]*object, size), open: make(map[named][]*object), all: make([]*object, 0, size),
	}
}

// insert adds an object.
func (x *index) insert(o *object) {
	x.all = append(x.all, o)
	x.enter(o)
}

func (x *index) enter(o *object) {
	x.numbered = x.numbered || isNumber(o.id.Project)
	x.enterAs(o, o.id)
	if o.numbered.Complete() {
		x.enterAs(o, o.numbered)
	}
	if isManager(o) { // a managed group is found as its manager, too
		id := o.id
		id.Kind = topology.KindInstanceGroupManager
		x.enterAs(o, id)
	}
}

func (x *index) enterAs(o *object, id topology.Identity) {
	switch {
	case id.Complete():
		if x.byID[id] == nil {
			x.byID[id] = o
			return
		}
		if x.more == nil {
			x.more = map[topology.Identity][]*object{}
		}
		x.more[id] = append(x.more[id], o)
	case id.Name != "" && id.Kind != topology.KindOther:
		k := named{id.Kind, id.Name}
		x.open[k] = append(x.open[k], o)
	}
}

func isManager(o *object) bool {
	return o.typ.group == topology.ManagedGroup || o.typ.group == topology.RegionManagedGroup
}

// place enters an object anew whose location has become known.
func (x *index) place(o *object) {
	k := named{o.id.Kind, o.id.Name}
	kept := x.open[k][:0]
	for _, other := range x.open[k] {
		if other != o {
			kept = append(kept, other)
		}
	}
	x.open[k] = kept
	x.enter(o)
	x.byName, x.byPlace = nil, nil
}

// find returns the object with an identity: of several the one of the input
// that asks, else the first. Where there is none, possible are the objects of
// which the input says too little to tell, those of other inputs only where the
// one that asks holds none.
func (x *index) find(id topology.Identity, from *input) (found *object, possible []*object) {
	if id.Complete() {
		if o := x.byID[id]; o != nil {
			return x.own(o, id, from), nil
		}
	}
	if id.Name == "" || id.Kind == topology.KindOther {
		return nil, nil
	}
	var pool []*object
	if len(x.open) > 0 {
		pool = x.open[named{id.Kind, id.Name}]
	}
	switch {
	case isNumber(id.Name):
		pool = x.ofKind(id.Kind)
	case !id.Complete():
		pool = x.names()[named{id.Kind, id.Name}]
	case x.numbered || isNumber(id.Project):
		pool = append(pool[:len(pool):len(pool)], x.places()[placed(id)]...)
	}
	own := false
	for _, o := range pool {
		if mayBeSameProject(id.Project, o.id.Project) && mayBeSame(id.Location, o.id.Location) {
			possible = append(possible, o)
			own = own || o.in == from
		}
	}
	if own { // then nothing says that one of another input is meant
		possible = slices.DeleteFunc(possible, func(o *object) bool { return o.in != from })
	}
	return nil, possible
}

func (x *index) own(first *object, id topology.Identity, from *input) *object {
	if first.in == from {
		return first
	}
	for _, o := range x.more[id] {
		if o.in == from {
			return o
		}
	}
	return first
}

// mayBeSame reports whether two parts of identities are equal, or one of them
// is not known.
func mayBeSame(a, b string) bool { return a == "" || b == "" || a == b }

// mayBeSameProject does so for projects: a project has a number beside its id,
// and nothing in the input says which.
func mayBeSameProject(a, b string) bool { return mayBeSame(a, b) || isNumber(a) != isNumber(b) }

func isNumber(s string) bool {
	return s != "" && s[0] >= '0' && s[0] <= '9' && strings.Trim(s, "0123456789") == ""
}

// ofKind returns the objects of a kind. A number in place of a name is the one
// that Google has given to an object, whose name begins with a letter, and
// which object that is, the input may not say.
func (x *index) ofKind(kind topology.Kind) (all []*object) {
	for _, o := range x.all {
		if o.id.Kind == kind && !isNumber(o.id.Name) && !o.numbered.Complete() {
			all = append(all, o)
		}
	}
	return all
}

func placed(id topology.Identity) topology.Identity {
	id.Project = ""
	return id
}

// names indexes all objects by kind and name.
func (x *index) names() map[named][]*object {
	if x.byName == nil {
		x.byName = make(map[named][]*object, len(x.all))
		for _, o := range x.all {
			if o.id.Name == "" {
				continue
			}
			k := named{o.id.Kind, o.id.Name}
			x.byName[k] = append(x.byName[k], o)
			if isManager(o) {
				k.kind = topology.KindInstanceGroupManager
				x.byName[k] = append(x.byName[k], o)
			}
		}
	}
	return x.byName
}

// places indexes the objects of complete identity without their project.
func (x *index) places() map[topology.Identity][]*object {
	if x.byPlace == nil {
		x.byPlace = make(map[topology.Identity][]*object, len(x.byID))
		for _, o := range x.all {
			if o.id.Complete() {
				x.byPlace[placed(o.id)] = append(x.byPlace[placed(o.id)], o)
			}
		}
	}
	return x.byPlace
}

// kinds holds the kinds that links name, by their lower case.
var kinds = func() map[string]topology.Kind {
	m := make(map[string]topology.Kind)
	for _, t := range types {
		m[strings.ToLower(string(t.kind))] = t.kind
	}
	m[strings.ToLower(string(topology.KindInstanceGroupManager))] = topology.KindInstanceGroupManager
	return m
}()

// folded returns an identity as the provider compares it without regard to
// case. Google's own names are in lower case.
func folded(id topology.Identity) topology.Identity {
	if k, ok := kinds[strings.ToLower(string(id.Kind))]; ok {
		id.Kind = k
	}
	id.Project, id.Location, id.Name = strings.ToLower(id.Project), strings.ToLower(id.Location), strings.ToLower(id.Name)
	return id
}
