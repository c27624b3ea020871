// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// text makes a function of strings to one string.
func text(names []string, f func(args []string) (string, error)) function.Function {
	params := make([]function.Parameter, len(names))
	for i, n := range names {
		params[i] = function.Parameter{Name: n, Type: cty.String}
	}
	return function.New(&function.Spec{
		Params: params,
		Type:   function.StaticReturnType(cty.String),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			texts := make([]string, len(args))
			for i, a := range args {
				texts[i] = a.AsString()
			}
			s, err := f(texts)
			if err != nil {
				return cty.NilVal, err
			}
			return cty.StringVal(s), nil
		},
	})
}

// stringTest makes a function that asks a string about another one.
func stringTest(second string, holds func(s, t string) bool) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{
			{Name: "str", Type: cty.String, AllowUnknown: true},
			{Name: second, Type: cty.String},
		},
		Type: function.StaticReturnType(cty.Bool),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			if !args[0].IsKnown() {
				return cty.UnknownVal(cty.Bool), nil
			}
			return cty.BoolVal(holds(args[0].AsString(), args[1].AsString())), nil
		},
	})
}

var (
	hasPrefix    = strings.HasPrefix
	hasSuffix    = strings.HasSuffix
	hasSubstring = strings.Contains
)

// replaceFunc replaces a substring, or what a regular expression between
// slashes matches.
var replaceFunc = text([]string{"str", "substr", "replace"}, func(a []string) (string, error) {
	if n := len(a[1]); n > 1 && a[1][0] == '/' && a[1][n-1] == '/' {
		re, err := regexp.Compile(a[1][1 : n-1])
		if err != nil {
			return "", err
		}
		return re.ReplaceAllString(a[0], a[2]), nil
	}
	return strings.ReplaceAll(a[0], a[1], a[2]), nil
})

var (
	basenameFunc = text([]string{"path"}, func(a []string) (string, error) { return filepath.Base(a[0]), nil })
	dirnameFunc  = text([]string{"path"}, func(a []string) (string, error) { return filepath.Dir(a[0]), nil })
)

var timeCmpFunc = function.New(&function.Spec{
	Params: []function.Parameter{
		{Name: "timestamp_a", Type: cty.String},
		{Name: "timestamp_b", Type: cty.String},
	},
	Type: function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		var at [2]time.Time
		for i := range at {
			t, err := time.Parse(time.RFC3339, args[i].AsString())
			if err != nil {
				return cty.NilVal, function.NewArgErrorf(i, "not a valid RFC3339 timestamp: %s", err)
			}
			at[i] = t
		}
		return cty.NumberIntVal(int64(at[0].Compare(at[1]))), nil
	},
})
