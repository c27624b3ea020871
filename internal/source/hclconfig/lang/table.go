// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"maps"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	ctyyaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// pure are the functions whose result depends on their arguments alone.
var pure = map[string]function.Function{
	"abs":              stdlib.AbsoluteFunc,
	"alltrue":          allTrueFunc,
	"anytrue":          anyTrueFunc,
	"base64decode":     base64DecodeFunc,
	"base64encode":     base64EncodeFunc,
	"base64gunzip":     base64GunzipFunc,
	"base64gzip":       base64GzipFunc,
	"base64sha256":     digestFunc(digestSHA256, inBase64),
	"base64sha512":     digestFunc(digestSHA512, inBase64),
	"basename":         basenameFunc,
	"can":              canFunc,
	"ceil":             stdlib.CeilFunc,
	"chomp":            stdlib.ChompFunc,
	"chunklist":        stdlib.ChunklistFunc,
	"cidrcontains":     cidrContainsFunc,
	"cidrhost":         cidrHostFunc,
	"cidrnetmask":      cidrNetmaskFunc,
	"cidrsubnet":       cidrSubnetFunc,
	"cidrsubnets":      cidrSubnetsFunc,
	"coalesce":         coalesceFunc,
	"coalescelist":     stdlib.CoalesceListFunc,
	"compact":          stdlib.CompactFunc,
	"concat":           stdlib.ConcatFunc,
	"contains":         stdlib.ContainsFunc,
	"convert":          typeexpr.ConvertFunc,
	"csvdecode":        stdlib.CSVDecodeFunc,
	"dirname":          dirnameFunc,
	"distinct":         stdlib.DistinctFunc,
	"element":          stdlib.ElementFunc,
	"endswith":         stringTest("suffix", hasSuffix),
	"ephemeralasnull":  ephemeralAsNullFunc,
	"flatten":          stdlib.FlattenFunc,
	"floor":            stdlib.FloorFunc,
	"format":           stdlib.FormatFunc,
	"formatdate":       stdlib.FormatDateFunc,
	"formatlist":       stdlib.FormatListFunc,
	"indent":           stdlib.IndentFunc,
	"index":            indexFunc,
	"issensitive":      isSensitiveFunc,
	"join":             stdlib.JoinFunc,
	"jsondecode":       stdlib.JSONDecodeFunc,
	"jsonencode":       stdlib.JSONEncodeFunc,
	"keys":             stdlib.KeysFunc,
	"length":           lengthFunc,
	"log":              stdlib.LogFunc,
	"lookup":           lookupFunc,
	"lower":            stdlib.LowerFunc,
	"matchkeys":        matchKeysFunc,
	"max":              stdlib.MaxFunc,
	"md5":              digestFunc(digestMD5, inHex),
	"merge":            stdlib.MergeFunc,
	"min":              stdlib.MinFunc,
	"nonsensitive":     nonsensitiveFunc,
	"one":              oneFunc,
	"parseint":         stdlib.ParseIntFunc,
	"pow":              stdlib.PowFunc,
	"range":            stdlib.RangeFunc,
	"regex":            stdlib.RegexFunc,
	"regexall":         stdlib.RegexAllFunc,
	"replace":          replaceFunc,
	"reverse":          stdlib.ReverseListFunc,
	"sensitive":        sensitiveFunc,
	"setintersection":  stdlib.SetIntersectionFunc,
	"setproduct":       stdlib.SetProductFunc,
	"setsubtract":      stdlib.SetSubtractFunc,
	"setunion":         stdlib.SetUnionFunc,
	"sha1":             digestFunc(digestSHA1, inHex),
	"sha256":           digestFunc(digestSHA256, inHex),
	"sha512":           digestFunc(digestSHA512, inHex),
	"signum":           stdlib.SignumFunc,
	"slice":            stdlib.SliceFunc,
	"sort":             stdlib.SortFunc,
	"split":            stdlib.SplitFunc,
	"startswith":       stringTest("prefix", hasPrefix),
	"strcontains":      stringTest("substr", hasSubstring),
	"strrev":           stdlib.ReverseFunc,
	"substr":           stdlib.SubstrFunc,
	"sum":              sumFunc,
	"textdecodebase64": textDecodeBase64Func,
	"textencodebase64": textEncodeBase64Func,
	"timeadd":          stdlib.TimeAddFunc,
	"timecmp":          timeCmpFunc,
	"title":            stdlib.TitleFunc,
	"tobool":           stdlib.MakeToFunc(cty.Bool),
	"tolist":           stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)),
	"tomap":            stdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)),
	"tonumber":         stdlib.MakeToFunc(cty.Number),
	"toset":            stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
	"tostring":         stdlib.MakeToFunc(cty.String),
	"transpose":        transposeFunc,
	"trim":             stdlib.TrimFunc,
	"trimprefix":       stdlib.TrimPrefixFunc,
	"trimspace":        stdlib.TrimSpaceFunc,
	"trimsuffix":       stdlib.TrimSuffixFunc,
	"try":              tryFunc,
	"upper":            stdlib.UpperFunc,
	"urldecode":        urlDecodeFunc,
	"urlencode":        urlEncodeFunc,
	"uuidv5":           uuidV5Func,
	"values":           stdlib.ValuesFunc,
	"yamldecode":       ctyyaml.YAMLDecodeFunc,
	"yamlencode":       ctyyaml.YAMLEncodeFunc,
	"zipmap":           stdlib.ZipmapFunc,
}

// afterApply are the functions that ask the clock, the machine or chance.
var afterApply = map[string]function.Function{
	"abspath":       unknownFunc(cty.String),
	"bcrypt":        unknownFunc(cty.String),
	"plantimestamp": unknownFunc(cty.String),
	"rsadecrypt":    unknownFunc(cty.String),
	"timestamp":     unknownFunc(cty.String),
	"uuid":          unknownFunc(cty.String),
}

// Functions returns the functions of the language by name, each also with the
// namespace core::. Those named in provided, of providers, are known after
// apply. The map is the caller's own.
func Functions(files Files, provided []string) map[string]function.Function {
	all := make(map[string]function.Function, 2*(len(pure)+len(afterApply)+16)+len(provided))
	maps.Copy(all, pure)
	maps.Copy(all, afterApply)
	maps.Copy(all, fileFunctions(files))
	all["templatestring"] = templateStringFunc(all)
	all["templatefile"] = templateFileFunc(files, all)
	for name, f := range all {
		if len(name) < 6 || name[:6] != "core::" {
			all["core::"+name] = f
		}
	}
	for _, name := range provided {
		all[name] = unknownFunc(cty.DynamicPseudoType)
	}
	return all
}

// unknownFunc takes anything and gives an unknown value of a type.
func unknownFunc(ty cty.Type) function.Function {
	return function.New(&function.Spec{
		VarParam: &function.Parameter{
			Name: "args", Type: cty.DynamicPseudoType,
			AllowNull: true, AllowUnknown: true, AllowDynamicType: true, AllowMarked: true,
		},
		Type: function.StaticReturnType(ty),
		Impl: func([]cty.Value, cty.Type) (cty.Value, error) { return cty.UnknownVal(ty), nil },
	})
}
