// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// argument is a value of a function's argument with its place, for messages.
type argument struct {
	index int64  // of the parameter
	at    string // "groups[0].zone"
	value graph.Value
}

// problem says what is wrong with an argument.
type problem struct {
	index int64
	text  string
}

func (p *problem) Error() string { return p.text }

// wrong is an error about the argument. It shows no value: one may be
// sensitive.
func (a argument) wrong(format string, args ...any) error {
	return &problem{a.index, a.at + " " + fmt.Sprintf(format, args...)}
}

// indefinite returns "a list", "an object".
func indefinite(k graph.ValueKind) string {
	if k == graph.Object {
		return "an " + k.String()
	}
	return "a " + k.String()
}

// funcError turns an error of an argument into one of a function. Its text has
// no final mark: Terraform adds a period.
func funcError(err error) *function.FuncError {
	if p, ok := err.(*problem); ok { //nolint:errorlint // nothing wraps it
		return function.NewArgumentFuncError(p.index, strings.TrimRight(p.text, ".?"))
	}
	return function.NewFuncError(strings.TrimRight(err.Error(), ".?"))
}

// argumentOf reads a value of the framework.
func argumentOf(ctx context.Context, index int64, name string, v attr.Value) (argument, error) {
	a := argument{index: index, at: name}
	if d, ok := v.(types.Dynamic); ok && !d.IsNull() && !d.IsUnknown() {
		v = d.UnderlyingValue()
	}
	raw, err := v.ToTerraformValue(ctx)
	if err == nil {
		a.value, err = fromTerraform(raw)
	}
	if err != nil {
		return a, a.wrong("cannot be read: %v", err)
	}
	return a, nil
}

// field returns an attribute of an object; null where it has none of that
// name.
func (a argument) field(name string) argument {
	return argument{a.index, a.at + "." + name, a.value.Get(name)}
}

// one returns the object of a nested block: the object itself, or the one
// element of a list of it. A list without any is null.
func (a argument) one() (argument, error) {
	switch a.value.Kind() {
	case graph.List:
		list := a.value.Elements()
		switch len(list) {
		case 0:
			a.value = graph.NullValue()
			return a, nil
		case 1:
			return argument{a.index, a.at + "[0]", list[0]}.one()
		}
		return a, a.wrong("has %d elements; it is one object, or a list of one", len(list))
	case graph.Object, graph.Null, graph.Unknown:
		return a, nil
	}
	return a, a.wrong("is %s; it is one object, or a list of one", indefinite(a.value.Kind()))
}

// text reads a string.
func (a argument) text() (topology.Known[string], error) {
	switch a.value.Kind() {
	case graph.Null:
		return topology.Null[string](), nil
	case graph.Unknown:
		return topology.Unknown[string](), nil
	case graph.String:
		s, _ := a.value.Text()
		return topology.Of(s), nil
	}
	return topology.Unknown[string](), a.wrong("is %s; it is a string", indefinite(a.value.Kind()))
}

// flag reads a boolean, in the spellings that Terraform converts too.
func (a argument) flag() (topology.Known[bool], error) {
	switch a.value.Kind() {
	case graph.Null:
		return topology.Null[bool](), nil
	case graph.Unknown:
		return topology.Unknown[bool](), nil
	case graph.Bool:
		b, _ := a.value.Bool()
		return topology.Of(b), nil
	case graph.String:
		if s, _ := a.value.Text(); s == "true" || s == "false" {
			return topology.Of(s == "true"), nil
		}
	}
	return topology.Unknown[bool](), a.wrong("is %s; it is true or false", indefinite(a.value.Kind()))
}

// ratio reads an exact decimal number.
func (a argument) ratio() (topology.Known[topology.Ratio], error) {
	switch a.value.Kind() {
	case graph.Null:
		return topology.Null[topology.Ratio](), nil
	case graph.Unknown:
		return topology.Unknown[topology.Ratio](), nil
	case graph.Number, graph.String:
		s, _ := a.value.Text()
		if r, err := topology.ParseRatio(shortest(s)); err == nil {
			return topology.Of(r), nil
		}
		if a.value.Kind() == graph.Number {
			return topology.Unknown[topology.Ratio](), a.wrong("has more digits than can be read; write a shorter number")
		}
	}
	return topology.Unknown[topology.Ratio](), a.wrong("is %s; it is a number", indefinite(a.value.Kind()))
}

// part reads a ratio from 0 to 1.
func (a argument) part() (topology.Known[topology.Ratio], error) {
	k, err := a.ratio()
	if r, ok := k.Value(); ok && (r.Negative() && !r.IsZero() || r.AboveOne()) {
		return k, a.wrong("is out of range; a ratio is from 0.0 to 1.0")
	}
	return k, err
}

// whole reads a whole number from 0 to a bound.
func (a argument) whole(most int) (topology.Known[int], error) {
	k, err := a.ratio()
	if err != nil || !k.IsSet() {
		if k.IsNull() {
			return topology.Null[int](), err
		}
		return topology.Unknown[int](), err
	}
	r, _ := k.Value()
	n, ok := r.Whole()
	if !ok || n < 0 || n > most {
		return topology.Unknown[int](), a.wrong("is out of range; it is a whole number from 0 to %d", most)
	}
	return topology.Of(n), nil
}

// longestDecimal is the number of digits up to which a number is taken as it
// is. A longer one is the result of a calculation, and counts as what Google
// gets of it: the nearest 64-bit float, by its shortest decimal.
const longestDecimal = 17

func shortest(text string) string {
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	digits := strings.Trim(strings.NewReplacer(".", "", "-", "", "+", "").Replace(mantissa), "0")
	if len(digits) <= longestDecimal || !strings.Contains(text, ".") {
		return text
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}
