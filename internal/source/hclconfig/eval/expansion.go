// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// expansion is how many instances a block has, by count or for_each.
type expansion struct {
	m    *Module
	name string // within the module
	at   hcl.Range
	body written

	counted  *node // guards the evaluation of count and for_each
	mode     mode
	reason   string // why the keys are not known
	list     []graph.Key
	only     *scope // of the instance without a key
	scopes   map[graph.Key]*scope
	values   map[string]cty.Value // of for_each
	fromPlan bool
}

// written is what a block says.
type written interface {
	Expr(name string) hcl.Expression
	Blocks(blockType string) []module.Block
}

type mode uint8

const (
	single mode = iota
	byCount
	byKey
	open // not known
)

// expand evaluates count or for_each, once.
func (x *expansion) expand() {
	if x.counted != nil && x.counted.state == done {
		return
	}
	if x.counted == nil {
		x.counted = &node{name: func() string { return x.m.address(x.name) }, at: x.Where}
	}
	if x.counted.state == busy {
		x.m.e.cycle(x.counted)
		x.leaveOpen("its count depends on itself")
		return
	}
	x.m.e.once(x.counted, func() cty.Value {
		x.evaluate()
		if x.mode != open {
			x.m.e.total += len(x.list)
		}
		if x.m.e.total > mostInstancesAll {
			x.m.e.errorf(x.at, "Too many instances", "The configuration has more than %d instances. Those of %s are not evaluated.", mostInstancesAll, x.m.address(x.name))
			x.leaveOpen("there are too many instances")
		}
		return cty.DynamicVal
	})
}

func (x *expansion) leaveOpen(reason string) {
	x.mode, x.reason, x.list, x.values = open, reason, nil, nil
}

func (x *expansion) evaluate() {
	count, forEach, enabled := x.body.Expr("count"), x.body.Expr("for_each"), x.enabled()
	switch {
	case count != nil && forEach != nil:
		x.m.e.errorf(x.at, "Invalid combination of count and for_each", "A block has either count or for_each, not both.")
		x.leaveOpen("it has both count and for_each")
	case count != nil:
		x.evaluateCount(count)
	case forEach != nil:
		x.evaluateForEach(forEach)
	case enabled != nil:
		x.evaluateEnabled(enabled)
	default:
		x.mode, x.list = single, []graph.Key{{}}
	}
	if x.mode == open {
		x.askPlan()
	}
}

// enabled returns OpenTofu's lifecycle argument, nil where there is none.
func (x *expansion) enabled() hcl.Expression {
	for _, b := range x.body.Blocks("lifecycle") {
		if e := b.Body.Expr("enabled"); e != nil {
			return e
		}
	}
	return nil
}

func (x *expansion) evaluateEnabled(expr hcl.Expression) {
	v := x.m.scope.evalTo(expr, cty.Bool)
	v, _ = v.Unmark()
	switch {
	case !v.IsKnown():
		x.leaveOpen("enabled is known after apply")
	case v.IsNull() || v.True():
		x.mode, x.list = single, []graph.Key{{}}
	default:
		x.mode, x.list = single, nil
	}
}

// askPlan takes the keys from a plan where count or for_each depends on what
// only the plan knows.
func (x *expansion) askPlan() {
	if x.m.e.settings.Keys == nil {
		return
	}
	keys, ok := x.m.e.settings.Keys(x.m.address(x.name))
	if !ok {
		return
	}
	x.mode, x.list, x.fromPlan = byCount, keys, true
	if len(keys) > 0 && keys[0].Kind == graph.StringKey {
		x.mode = byKey
	}
}

func (x *expansion) evaluateCount(expr hcl.Expression) {
	v, marks := x.m.scope.evalTo(expr, cty.Number).Unmark()
	if !v.IsKnown() {
		x.leaveOpen("its count is known after apply")
		return
	}
	if v.IsNull() {
		x.m.e.errorf(expr.Range(), "Invalid count argument", "The value of count is null. It has to be a whole number.")
		x.leaveOpen("its count is null")
		return
	}
	n, acc := v.AsBigFloat().Int64()
	text := "sensitive"
	if len(marks) == 0 {
		text = NumberText(v.AsBigFloat())
	}
	switch {
	case acc != 0 && !v.AsBigFloat().IsInt() || n < 0:
		x.m.e.errorf(expr.Range(), "Invalid count argument", "The value of count is %s. It has to be a whole number, zero or more.", text)
		x.leaveOpen("its count is no whole number")
	case acc != 0 || n > mostInstances:
		x.m.e.errorf(expr.Range(), "Too many instances", "The value of count is %s. More than %d instances of one block are not evaluated.", text, mostInstances)
		x.leaveOpen("its count is too large")
	default:
		x.mode, x.list = byCount, make([]graph.Key, n)
		for i := range x.list {
			x.list[i] = graph.Key{Kind: graph.IntKey, Int: int64(i)}
		}
	}
}

func (x *expansion) evaluateForEach(expr hcl.Expression) {
	v, marks := x.m.scope.eval(expr).Unmark()
	ty := v.Type()
	switch {
	case len(marks) > 0: // the keys would show in addresses
		x.m.e.errorf(expr.Range(), "Invalid for_each argument", "The value of for_each is sensitive. Its keys become part of addresses and so must not be.")
		x.leaveOpen("its for_each is sensitive")
		return
	case v.IsNull():
		x.m.e.errorf(expr.Range(), "Invalid for_each argument", "The value of for_each is null. It has to be a map, or a set of strings.")
		x.leaveOpen("its for_each is null")
		return
	case !v.IsKnown() && ty.IsObjectType(): // of a known type: its keys are known
		x.fromObject(ty)
		return
	case !v.IsKnown(), ty.IsSetType() && !v.IsWhollyKnown():
		x.leaveOpen("its for_each is known after apply")
		return
	case !ty.IsMapType() && !ty.IsObjectType() && !ty.IsSetType():
		x.m.e.errorf(expr.Range(), "Invalid for_each argument", "The value of for_each is a %s. It has to be a map, or a set of strings; toset makes a set of a list.", ty.FriendlyName())
		x.leaveOpen("its for_each is neither a map nor a set")
		return
	case v.LengthInt() > mostInstances:
		x.m.e.errorf(expr.Range(), "Too many instances", "The value of for_each has %d elements. More than %d instances of one block are not evaluated.", v.LengthInt(), mostInstances)
		x.leaveOpen("its for_each is too large")
		return
	}
	if ty.IsSetType() {
		var err error
		if v, err = convert.Convert(v, cty.Set(cty.String)); err != nil {
			x.m.e.errorf(expr.Range(), "Invalid for_each set argument", "The value of for_each is a set of %s. It has to be a set of strings.", ty.ElementType().FriendlyName())
			x.leaveOpen("its for_each is no set of strings")
			return
		}
	}
	x.fromElements(v)
}

func (x *expansion) fromObject(ty cty.Type) {
	values := map[string]cty.Value{}
	for name, at := range ty.AttributeTypes() {
		values[name] = cty.UnknownVal(at)
	}
	x.byValues(values)
}

func (x *expansion) fromElements(v cty.Value) {
	values := make(map[string]cty.Value, v.LengthInt())
	for it := v.ElementIterator(); it.Next(); {
		k, elem := it.Element()
		k, _ = k.Unmark()
		if v.Type().IsSetType() {
			k, _ = elem.Unmark()
		}
		if k.IsNull() || !k.IsKnown() {
			x.leaveOpen("a key of its for_each is not known")
			return
		}
		values[k.AsString()] = elem
	}
	x.byValues(values)
}

func (x *expansion) byValues(values map[string]cty.Value) {
	x.mode, x.values = byKey, values
	x.list = make([]graph.Key, 0, len(values))
	for k := range values {
		x.list = append(x.list, graph.Key{Kind: graph.StringKey, Str: k})
	}
	slices.SortFunc(x.list, func(a, b graph.Key) int { return strings.Compare(a.Str, b.Str) })
}

// keys returns the keys in order. ok is false where they cannot be told.
func (x *expansion) keys() (keys []graph.Key, ok bool) {
	x.expand()
	return x.list, x.mode != open
}

// Keyed reports whether instances have keys.
func (x *expansion) keyed() bool {
	x.expand()
	return x.mode != single
}

// Reason says why the instances cannot be told, in a clause after "because".
func (x *expansion) Reason() string { return x.reason }

// Where returns the place of the block.
func (x *expansion) Where() hcl.Range { return x.at }

// scopeOf returns the scope of the block's body for a key. ok is false where
// there is no such instance.
func (x *expansion) scopeOf(key graph.Key) (*scope, bool) {
	if key == (graph.Key{}) && x.only != nil {
		return x.only, true
	}
	if s, ok := x.scopes[key]; ok {
		return s, true
	}
	x.expand()
	s := &scope{m: x.m}
	switch {
	case x.mode == single && len(x.list) == 1 && key == x.list[0]:
	case x.mode == byCount && key.Kind == graph.IntKey && (x.fromPlan && slices.Contains(x.list, key) || !x.fromPlan && key.Int >= 0 && key.Int < int64(len(x.list))):
		s.count = cty.NumberIntVal(key.Int)
	case x.mode == byKey && key.Kind == graph.StringKey && x.fromPlan && slices.Contains(x.list, key):
		s.eachKey, s.eachValue = cty.StringVal(key.Str), cty.DynamicVal
	case x.mode == byKey && key.Kind == graph.StringKey && !x.fromPlan:
		v, ok := x.values[key.Str]
		if !ok {
			return nil, false
		}
		s.eachKey, s.eachValue = cty.StringVal(key.Str), v
	default:
		return nil, false
	}
	if key == (graph.Key{}) {
		x.only = s
		return s, true
	}
	if x.scopes == nil {
		x.scopes = map[graph.Key]*scope{}
	}
	x.scopes[key] = s
	return s, true
}

// assemble makes the value of the whole block from those of its instances.
func (x *expansion) assemble(of func(graph.Key) cty.Value) cty.Value {
	x.expand()
	switch x.mode {
	case single:
		if len(x.list) == 0 {
			return cty.NullVal(cty.DynamicPseudoType)
		}
		return of(x.list[0])
	case byCount:
		elems := make([]cty.Value, len(x.list))
		for i, k := range x.list {
			if k.Int != int64(i) {
				return cty.DynamicVal // a plan's instances with a gap
			}
			elems[i] = of(k)
		}
		return cty.TupleVal(elems)
	case byKey:
		attrs := make(map[string]cty.Value, len(x.list))
		for _, k := range x.list {
			attrs[k.Str] = of(k)
		}
		return cty.ObjectVal(attrs)
	}
	return cty.DynamicVal
}

// assembleSome makes a value of the whole block that only holds what is asked
// for: one attribute of one instance each. Others are not evaluated.
func (x *expansion) assembleSome(wanted []want, of func(graph.Key, string) cty.Value, whole func() cty.Value) cty.Value {
	x.expand()
	byInstance := map[graph.Key]map[string]cty.Value{}
	for _, w := range wanted {
		if _, ok := x.scopeOf(w.key); !ok {
			return whole() // which says what is wrong with the key
		}
		if byInstance[w.key] == nil {
			byInstance[w.key] = map[string]cty.Value{}
		}
		byInstance[w.key][w.attr] = of(w.key, w.attr)
	}
	switch x.mode {
	case single:
		return cty.ObjectVal(byInstance[graph.Key{}])
	case byKey:
		attrs := make(map[string]cty.Value, len(byInstance))
		for k, o := range byInstance {
			attrs[k.Str] = cty.ObjectVal(o)
		}
		return cty.ObjectVal(attrs)
	case byCount:
		elems := make([]cty.Value, len(x.list))
		for i := range elems {
			elems[i] = cty.DynamicVal
		}
		for k, o := range byInstance {
			if k.Int < int64(len(elems)) {
				elems[k.Int] = cty.ObjectVal(o)
			}
		}
		return cty.TupleVal(elems)
	}
	return cty.DynamicVal
}

// want is an attribute of an instance that an expression names.
type want struct {
	key  graph.Key
	attr string
}

// wantOf reads what a traversal names behind the block itself. ok is false
// where it names the block as a whole, or by a key that has to be evaluated.
func (x *expansion) wantOf(rest hcl.Traversal) (w want, ok bool) {
	if len(rest) > 0 {
		if idx, isIndex := rest[0].(hcl.TraverseIndex); isIndex {
			if w.key, ok = keyOf(idx.Key); !ok {
				return want{}, false
			}
			rest = rest[1:]
		}
	}
	if len(rest) == 0 || x.keyed() == (w.key == graph.Key{}) {
		return want{}, false
	}
	attr, ok := rest[0].(hcl.TraverseAttr)
	return want{key: w.key, attr: attr.Name}, ok
}

func keyOf(v cty.Value) (graph.Key, bool) {
	if !v.IsKnown() || v.IsNull() {
		return graph.Key{}, false
	}
	switch v.Type() {
	case cty.String:
		return graph.Key{Kind: graph.StringKey, Str: v.AsString()}, true
	case cty.Number:
		n, acc := v.AsBigFloat().Int64()
		return graph.Key{Kind: graph.IntKey, Int: n}, acc == 0 && v.AsBigFloat().IsInt()
	}
	return graph.Key{}, false
}
