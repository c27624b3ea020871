// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"encoding/base64"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// Files reads files for functions. Paths are as the configuration wrote them.
type Files interface {
	// ReadFile returns a file's bytes. ErrAfterApply says that the file is not
	// to be seen from here, be it there or not: the function's result is then
	// known after apply.
	ReadFile(path string) ([]byte, error)
	// Set returns the files below a folder that match a pattern, sorted.
	Set(dir, pattern string) ([]string, error)
	// Home reports whether a path begins with a home directory.
	Home(path string) bool
}

// ErrAfterApply is what Files gives for a file outside its reach.
var ErrAfterApply = errors.New("the file is not within reach")

// MissingFileError is the error of a function for a file that is not there.
type MissingFileError struct{ Path string }

func (e *MissingFileError) Error() string {
	return fmt.Sprintf("no file exists at %q; it has to exist before the plan is made", e.Path)
}

// ofFile makes a function of a file's bytes.
func ofFile(files Files, f func([]byte) (string, error)) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "path", Type: cty.String}},
		Type:   function.StaticReturnType(cty.String),
		Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
			b, err := files.ReadFile(args[0].AsString())
			if errors.Is(err, ErrAfterApply) {
				return cty.UnknownVal(ty), nil
			}
			if err != nil {
				return cty.NilVal, err
			}
			s, err := f(b)
			if err != nil {
				return cty.NilVal, function.NewArgErrorf(0, "%s: %w", args[0].AsString(), err)
			}
			return cty.StringVal(s), nil
		},
	})
}

func plainText(b []byte) (string, error) {
	if !utf8.Valid(b) {
		return "", errors.New("the contents are not valid UTF-8; use filebase64 for such a file")
	}
	return string(b), nil
}

func fileDigest(files Files, digest func([]byte) []byte, print func([]byte) string) function.Function {
	return ofFile(files, func(b []byte) (string, error) { return print(digest(b)), nil })
}

func fileFunctions(files Files) map[string]function.Function {
	return map[string]function.Function{
		"file": ofFile(files, plainText),
		"filebase64": ofFile(files, func(b []byte) (string, error) {
			return base64.StdEncoding.EncodeToString(b), nil
		}),
		"filebase64sha256": fileDigest(files, digestSHA256, inBase64),
		"filebase64sha512": fileDigest(files, digestSHA512, inBase64),
		"filemd5":          fileDigest(files, digestMD5, inHex),
		"filesha1":         fileDigest(files, digestSHA1, inHex),
		"filesha256":       fileDigest(files, digestSHA256, inHex),
		"filesha512":       fileDigest(files, digestSHA512, inHex),
		"fileexists":       fileExistsFunc(files),
		"fileset":          fileSetFunc(files),
		"pathexpand":       pathExpandFunc(files),
	}
}

func fileExistsFunc(files Files) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "path", Type: cty.String}},
		Type:   function.StaticReturnType(cty.Bool),
		Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
			_, err := files.ReadFile(args[0].AsString())
			if errors.Is(err, ErrAfterApply) {
				return cty.UnknownVal(ty), nil
			}
			return cty.BoolVal(err == nil), nil
		},
	})
}

func fileSetFunc(files Files) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "path", Type: cty.String}, {Name: "pattern", Type: cty.String}},
		Type:   function.StaticReturnType(cty.Set(cty.String)),
		Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
			names, err := files.Set(args[0].AsString(), args[1].AsString())
			if errors.Is(err, ErrAfterApply) {
				return cty.UnknownVal(ty), nil
			}
			if err != nil {
				return cty.NilVal, err
			}
			if len(names) == 0 {
				return cty.SetValEmpty(cty.String), nil
			}
			out := make([]cty.Value, len(names))
			for i, n := range names {
				out[i] = cty.StringVal(n)
			}
			return cty.SetVal(out), nil
		},
	})
}

// pathExpandFunc gives a path that begins with no home directory as it is.
func pathExpandFunc(files Files) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "path", Type: cty.String}},
		Type:   function.StaticReturnType(cty.String),
		Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
			if files.Home(args[0].AsString()) {
				return cty.UnknownVal(ty), nil
			}
			return args[0], nil
		},
	})
}

// templateFileFunc renders a file as a template with the given variables.
func templateFileFunc(files Files, all map[string]function.Function) function.Function {
	render := func(args []cty.Value) (cty.Value, error) {
		path := args[0].AsString()
		b, err := files.ReadFile(path)
		if errors.Is(err, ErrAfterApply) {
			return cty.DynamicVal, nil
		}
		if err != nil {
			return cty.NilVal, err
		}
		if !utf8.Valid(b) {
			return cty.NilVal, function.NewArgErrorf(0, "%s: the contents are not valid UTF-8", path)
		}
		return renderTemplate(b, path, args[1], all, "templatefile")
	}
	return templateFunc("path", render)
}

// templateStringFunc renders a string as a template.
func templateStringFunc(all map[string]function.Function) function.Function {
	return templateFunc("template", func(args []cty.Value) (cty.Value, error) {
		return renderTemplate([]byte(args[0].AsString()), "<templatestring>", args[1], all, "templatestring")
	})
}

func templateFunc(first string, render func([]cty.Value) (cty.Value, error)) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: first, Type: cty.String}, {Name: "vars", Type: cty.DynamicPseudoType}},
		Type: func(args []cty.Value) (cty.Type, error) {
			if !args[0].IsKnown() || !args[1].IsKnown() {
				return cty.DynamicPseudoType, nil
			}
			v, err := render(args)
			if err != nil {
				return cty.DynamicPseudoType, err
			}
			return v.Type(), nil
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return render(args) },
	})
}

// deepestTemplate bounds the brackets of a template's text.
const deepestTemplate = 1000

func renderTemplate(src []byte, name string, vars cty.Value, all map[string]function.Function, self string) (cty.Value, error) {
	if ty := vars.Type(); !ty.IsObjectType() && !ty.IsMapType() {
		return cty.NilVal, function.NewArgErrorf(1, "invalid vars value: must be a map")
	}
	if Nesting(src) > deepestTemplate {
		return cty.NilVal, function.NewArgErrorf(0, "%s: the template is nested too deeply", name)
	}
	expr, diags := hclsyntax.ParseTemplate(src, name, hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilVal, function.NewArgError(0, diags)
	}
	ctx := &hcl.EvalContext{Variables: vars.AsValueMap(), Functions: make(map[string]function.Function, len(all))}
	for n, f := range all {
		if n != self && n != "core::"+self && n != "templatefile" && n != "core::templatefile" {
			ctx.Functions[n] = f
		}
	}
	v, diags := expr.Value(ctx)
	if diags.HasErrors() {
		return cty.NilVal, diags
	}
	return v, nil
}

// Nesting returns how deep brackets are nested in source text at most, an
// upper bound of how deep a parser has to go for them.
func Nesting(src []byte) int {
	depth, most := 0, 0
	for _, c := range src {
		switch c {
		case '(', '[', '{':
			depth++
			most = max(most, depth)
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
	}
	return most
}
