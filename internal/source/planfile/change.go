// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"google.golang.org/protobuf/encoding/protowire"

	"terraform-provider-spillway/internal/source/graph"
)

// The actions of a change (planfile.proto, enum Action).
var actions = map[uint64]graph.ChangeKind{
	0: graph.NoChange, 1: graph.Create, 2: graph.Read, 3: graph.Update, 5: graph.Delete,
	6: graph.Replace, 7: graph.ReplaceCreateFirst, 8: graph.Forget,
	9: graph.Replace, // create, then forget: for the model, a new object takes the place
}

// change reads the values of a change into the instance.
func (d *decoder) change(message []byte, inst *graph.Instance, sel selection) error {
	var values, beforePaths, afterPaths [][]byte
	action := uint64(0)
	for b := message; len(b) > 0; {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return d.errorf("%s: %w", inst.Address, protowire.ParseError(n))
		}
		b = b[n:]
		switch {
		case number == actionField && kind == protowire.VarintType:
			action, n = protowire.ConsumeVarint(b)
		case kind == protowire.BytesType:
			var v []byte
			v, n = protowire.ConsumeBytes(b)
			switch number {
			case valuesField:
				values = append(values, v)
			case beforeSensitiveField:
				beforePaths = append(beforePaths, v)
			case afterSensitiveField:
				afterPaths = append(afterPaths, v)
			}
		default:
			n = protowire.ConsumeFieldValue(number, kind, b)
		}
		if n < 0 {
			return d.errorf("%s: %w", inst.Address, protowire.ParseError(n))
		}
		b = b[n:]
	}
	kind, ok := actions[action]
	if !ok {
		return d.errorf("%s: action %d is not known here; give the plan as JSON instead: terraform show -json FILE", inst.Address, action)
	}
	inst.Change = kind
	before, after := sides(kind, values)
	var err error
	if inst.Before, err = d.object(before, inst.Address, sel); err != nil {
		return err
	}
	if inst.After, err = d.object(after, inst.Address, sel); err != nil {
		return err
	}
	inst.Before = d.markSensitive(inst.Before, beforePaths)
	inst.After = d.markSensitive(inst.After, afterPaths)
	return nil
}

// sides tells which of a change's values is the object before and after: one
// value where only one side exists or both are the same, two otherwise.
func sides(kind graph.ChangeKind, values [][]byte) (before, after []byte) {
	if len(values) == 0 {
		return nil, nil
	}
	first, last := values[0], values[len(values)-1]
	switch kind {
	case graph.Create:
		return nil, last
	case graph.Delete, graph.Forget:
		return first, nil
	}
	return first, last
}

// markSensitive marks the attributes that the paths lead to: each path's
// first step, which is as fine as the linter needs it.
func (d *decoder) markSensitive(v graph.Value, paths [][]byte) graph.Value {
	names, values := v.Fields()
	if len(names) == 0 {
		return v
	}
	for _, path := range paths {
		attribute, whole := d.firstStep(path)
		if whole {
			return v.Sensitive()
		}
		for i, n := range names {
			if n == attribute {
				values[i] = values[i].Sensitive()
			}
		}
	}
	return v
}

// firstStep returns the attribute that a path begins with; a path without
// steps means the whole object.
func (d *decoder) firstStep(path []byte) (attribute string, whole bool) {
	whole = true
	_ = d.fields(path, func(number protowire.Number, step []byte) error {
		if number != 1 || !whole {
			return nil
		}
		whole = false
		return d.fields(step, func(number protowire.Number, name []byte) error {
			if number == 1 {
				attribute = string(name)
			}
			return nil
		})
	})
	return attribute, whole
}
