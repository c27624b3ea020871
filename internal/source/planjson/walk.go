// SPDX-License-Identifier: MPL-2.0

package planjson

import "terraform-provider-spillway/internal/source/graph"

// references follows a list of references.
func (w *walk) references(texts []string, s scope, depth int) {
	refs := make([]reference, len(texts))
	byKey := false // each.key or count.index is among them
	for i, text := range texts {
		refs[i] = parseReference(text)
		byKey = byKey || refs[i].kind == toOwnKey
	}
	used := false // the key served as an index
	for _, ref := range refs {
		if w.steps++; w.steps > maxSteps || depth > maxWalk {
			note(&w.lost, "its references are nested too deep")
			return
		}
		switch ref.kind {
		case toResource:
			used = w.resource(ref, s, byKey) || used
		case toData:
			w.dataSource(ref, s)
		case toModule:
			used = w.moduleCall(ref, s, byKey, depth) || used
		case toVariable:
			w.variable(ref, s, depth)
		case toEachValue:
			w.eachValue(ref, s, depth)
		case toLocal:
			w.other(ref.text)
			note(&w.lost, "it is written with %s, which plan JSON does not hold", ref.text)
		case toOwnKey:
			w.other(ref.text) // whether it chooses is seen below
		default:
			w.chooser(ref)
		}
	}
	if byKey && !used {
		note(&w.choice, "the instance key")
	}
}

// chooser notes a reference whose value is known and that may choose between
// the targets of others.
func (w *walk) chooser(ref reference) {
	w.other(ref.text)
	note(&w.choice, "%s", ref.text)
}

// resource follows a reference to a resource. It reports whether the key of
// the scope served as the index.
func (w *walk) resource(ref reference, s scope, byKey bool) (used bool) {
	if !w.want(ref.typ) {
		if providerOf(ref.typ) == w.provider {
			w.chooser(ref)
			return false
		}
		w.other(ref.text)
		note(&w.lost, "it is written with %s.%s, which may pass on any value", ref.typ, ref.name)
		return false
	}
	g := w.c.groups[groupKey{s.path, false, ref.typ, ref.name}]
	if g == nil {
		w.other(ref.text)
		note(&w.missing, "%s", ref.text)
		return false
	}
	if inst := g.find(ref.key); inst != nil {
		w.add(inst)
		return false
	}
	if ref.key.Kind != graph.NoKey {
		w.other(ref.text)
		note(&w.missing, "%s.%s%s", ref.typ, ref.name, ref.key)
		return false
	}
	if len(g.instances) == 1 { // whatever the index
		w.add(g.instances...)
		return byKey
	}
	if byKey && g.keys == s.keys {
		if inst := g.find(s.key); inst != nil {
			w.add(inst)
			w.sameKey = true
			return true
		}
	}
	w.add(g.instances...)
	w.whole = true
	note(&w.ambiguous, "%s.%s is named without an index that can be seen", ref.typ, ref.name)
	return false
}

func (w *walk) dataSource(ref reference, s scope) {
	_, pending := w.c.pending[groupKey{s.path, true, ref.typ, ref.name}]
	if pending && (w.want(ref.typ) || providerOf(ref.typ) != w.provider) {
		w.other(ref.text)
		note(&w.data, "data.%s.%s", ref.typ, ref.name)
		return
	}
	w.chooser(ref)
}

// moduleCall follows a reference to an output of a module, or to the whole of
// one.
func (w *walk) moduleCall(ref reference, s scope, byKey bool, depth int) (used bool) {
	if s.module == nil || s.module.calls[ref.name] == nil {
		w.other(ref.text)
		note(&w.lost, "module.%s is not in the configuration", ref.name)
		return false
	}
	call := s.module.calls[ref.name]
	instances := w.c.calls[callKey{s.path, ref.name}]
	switch {
	case ref.key.Kind != graph.NoKey:
		w.outputs(ref, call, s, ref.key, depth)
	case instances == nil: // holds nothing selected, but may pass on what it is given
		w.outputs(ref, call, s, graph.Key{}, depth)
	case len(instances.instances) == 1:
		key := instances.instances[0]
		w.outputs(ref, call, s, key, depth)
		return byKey && key.Kind != graph.NoKey
	case byKey && instances.keys == s.keys:
		lost, others := w.lost, w.others
		w.outputs(ref, call, s, instances.same(s.key), depth)
		w.sameKey = true
		if len(w.targets) > 0 && ref.output == "" {
			w.lost, w.others = lost, others // of the outputs that are not meant
		}
		return true
	default:
		for _, key := range instances.instances {
			w.outputs(ref, call, s, key, depth)
		}
		w.whole = true
		note(&w.ambiguous, "module.%s is named without an index that can be seen", ref.name)
	}
	return false
}

// outputs follows the output that a reference names, or all of them where it
// names none: the plan lists no output behind an index that is computed.
func (w *walk) outputs(ref reference, call *call, s scope, key graph.Key, depth int) {
	child := scope{path: joinModule(s.path, ref.name, key), module: call.module, keys: noKeySet}
	if ref.output != "" {
		refs, ok := call.module.outputs[ref.output]
		if !ok {
			w.other(ref.text)
			note(&w.lost, "module.%s has no output %s", ref.name, ref.output)
			return
		}
		w.through(ref, refs, child, depth)
		return
	}
	before := len(w.targets)
	for _, name := range sortedNames(call.module.outputs) {
		w.references(call.module.outputs[name], child, depth+1)
	}
	if len(w.targets)-before > 1 {
		note(&w.ambiguous, "which output of module.%s is meant cannot be seen", ref.name)
	}
}

// through follows the references of a value that a reference leads to. Where
// there are several targets behind it, which of them is meant is lost: the
// value is a list or an object, and an element of it may be picked.
func (w *walk) through(ref reference, refs []string, s scope, depth int) {
	before := len(w.targets)
	w.references(refs, s, depth+1)
	if len(w.targets)-before > 1 {
		w.whole = true
		note(&w.ambiguous, "%s holds several, of which plan JSON does not tell the one meant", ref.text)
	}
}

// variable follows a variable to the argument of the module call.
func (w *walk) variable(ref reference, s scope, depth int) {
	if s.path == "" {
		w.chooser(ref)
		return
	}
	parent, step := splitModule(s.path)
	outer := w.c.modules[parent]
	if outer == nil {
		outer = w.c.moduleAt(moduleNames(parent))
	}
	if outer == nil || outer.calls[step.Name] == nil {
		w.other(ref.text)
		note(&w.lost, "the call of module.%s is not in the configuration", step.Name)
		return
	}
	call := outer.calls[step.Name]
	passed, ok := call.arguments[ref.name]
	if !ok || len(passed.references) == 0 {
		w.chooser(ref) // the default or a constant: known
		return
	}
	up := scope{path: parent, module: outer, key: step.Key, keys: noKeySet, each: &call.each}
	if calls := w.c.calls[callKey{parent, step.Name}]; calls != nil {
		up.keys = calls.keys
	}
	w.through(ref, passed.references, up, depth)
}

// eachValue follows each.value to what for_each runs over.
func (w *walk) eachValue(ref reference, s scope, depth int) {
	if s.each == nil || !s.each.forEach || len(s.each.references) == 0 {
		w.chooser(ref) // made of constants: known
		return
	}
	over := s
	over.each = nil
	w.forEach(ref, s.each.references, over, depth)
}

// forEach follows the references of a for_each. Where it runs over a resource,
// each.value is the instance with the same key, if the keys are the same.
func (w *walk) forEach(ref reference, texts []string, s scope, depth int) {
	if len(texts) == 1 {
		if over := parseReference(texts[0]); over.kind == toResource && w.want(over.typ) && over.key.Kind == graph.NoKey && !over.inner {
			w.resource(over, s, true)
			return
		} else if over.kind == toModule && over.output == "" && over.key.Kind == graph.NoKey {
			over.output = ref.output // each.value.OUTPUT
			w.moduleCall(over, s, true, depth)
			return
		}
	}
	w.through(ref, texts, s, depth)
}
