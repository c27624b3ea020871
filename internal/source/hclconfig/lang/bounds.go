// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// Some functions make of a short line of configuration a value that no memory
// holds, or recurse as deep as their argument is nested. What exceeds these
// bounds is an error of the call, and nothing that a configuration needs.
const (
	mostCombinations = 2_000_000
	mostBytes        = 64 << 20
	deepestData      = 1_000
	mostAliases      = 36 // nested in each other they multiply: e^(36/e) nodes at most
	widestFormat     = 6  // digits of a width or precision
)

// bounds are the conditions on the known arguments of functions.
var bounds = map[string]func(args []cty.Value) error{
	"format":     boundFormat,
	"formatlist": boundFormat,
	"indent":     boundIndent,
	"jsondecode": boundNesting,
	"replace":    boundReplace,
	"setproduct": boundSetProduct,
	"yamldecode": boundYAML,
}

func init() {
	for name, check := range bounds {
		pure[name] = bounded(pure[name], check)
	}
}

// bounded asks a function's arguments before it is called.
func bounded(f function.Function, check func(args []cty.Value) error) function.Function {
	return function.New(&function.Spec{
		Params: f.Params(), VarParam: f.VarParam(),
		Type: func(args []cty.Value) (cty.Type, error) {
			if err := check(args); err != nil {
				return cty.NilType, err
			}
			return f.ReturnTypeForValues(args)
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return f.Call(args) },
	})
}

// textOf returns a known string, else an empty one.
func textOf(args []cty.Value, i int) string {
	if i >= len(args) {
		return ""
	}
	v, _ := args[i].Unmark()
	if v.Type() != cty.String || !v.IsKnown() || v.IsNull() {
		return ""
	}
	return v.AsString()
}

var wide = regexp.MustCompile(fmt.Sprintf(`%%[^a-zA-Z%%]*[0-9]{%d}`, widestFormat+1))

func boundFormat(args []cty.Value) error {
	if wide.MatchString(textOf(args, 0)) {
		return function.NewArgErrorf(0, "a width has more than %d digits", widestFormat)
	}
	return nil
}

func boundIndent(args []cty.Value) error {
	v, _ := args[0].Unmark()
	if v.Type() != cty.Number || !v.IsKnown() || v.IsNull() {
		return nil
	}
	spaces, _ := v.AsBigFloat().Float64()
	if spaces*float64(1+strings.Count(textOf(args, 1), "\n")) > mostBytes {
		return function.NewArgErrorf(0, "the text would have more than %d bytes", mostBytes)
	}
	return nil
}

func boundReplace(args []cty.Value) error {
	str, pattern, by := textOf(args, 0), textOf(args, 1), textOf(args, 2)
	if float64(len(str)+1)*float64(len(by)) <= mostBytes {
		return nil
	}
	matches := strings.Count(str, pattern)
	if n := len(pattern); n > 1 && pattern[0] == '/' && pattern[n-1] == '/' {
		matches = len(str) + 1 // as many as there can be; a replacement may hold the match itself
	}
	if float64(matches)*float64(len(by)) > mostBytes {
		return function.NewArgErrorf(2, "the text would have more than %d bytes", mostBytes)
	}
	return nil
}

func boundSetProduct(args []cty.Value) error {
	n := 1.0
	for _, a := range args {
		a, _ = a.Unmark()
		if !a.IsKnown() || a.IsNull() || !a.CanIterateElements() {
			return nil
		}
		n *= float64(a.LengthInt())
	}
	if n > mostCombinations {
		return fmt.Errorf("%s combinations are more than %d", sized(n), mostCombinations)
	}
	return nil
}

func sized(n float64) string {
	if n < math.MaxInt64 {
		return fmt.Sprint(int64(n))
	}
	return "too many"
}

func boundNesting(args []cty.Value) error {
	depth := 0
	for _, c := range []byte(textOf(args, 0)) {
		switch c {
		case '[', '{':
			if depth++; depth > deepestData {
				return function.NewArgErrorf(0, "it is nested deeper than %d", deepestData)
			}
		case ']', '}':
			depth--
		}
	}
	return nil
}

var (
	anchor = regexp.MustCompile(`(?:^|[\s\[{,:-])&([^\s\[\]{},]+)`)
	alias  = regexp.MustCompile(`(?:^|[\s\[{,:-])\*([^\s\[\]{},]+)`)
)

func boundYAML(args []cty.Value) error {
	if err := boundNesting(args); err != nil {
		return err
	}
	text := textOf(args, 0)
	deepest := 0
	for line := range strings.SplitSeq(text, "\n") {
		deepest = max(deepest, len(line)-len(strings.TrimLeft(line, " -?")))
	}
	if deepest > 2*deepestData {
		return function.NewArgErrorf(0, "it is nested deeper than %d", deepestData)
	}
	names := map[string]bool{}
	for _, m := range anchor.FindAllStringSubmatch(text, -1) {
		names[m[1]] = true
	}
	used := 0
	for _, m := range alias.FindAllStringSubmatch(text, -1) {
		if names[m[1]] {
			used++
		}
	}
	if used > mostAliases {
		return function.NewArgErrorf(0, "it has more than %d aliases", mostAliases)
	}
	return nil
}
