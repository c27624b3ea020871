// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// memory is a set of files for tests.
type memory map[string]string

func (m memory) ReadFile(path string) ([]byte, error) {
	if strings.HasPrefix(path, "/") {
		return nil, ErrAfterApply
	}
	if s, ok := m[path]; ok {
		return []byte(s), nil
	}
	return nil, &MissingFileError{Path: path}
}

func (m memory) Set(string, string) ([]string, error) { return []string{"a.txt", "b.txt"}, nil }

func (m memory) Home(path string) bool { return strings.HasPrefix(path, "~") }

// evaluate evaluates an expression with the functions of the language.
func evaluate(t *testing.T, src string) (cty.Value, error) {
	t.Helper()
	expr, diags := hclsyntax.ParseExpression([]byte(src), "test", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s: %v", src, diags)
	}
	files := memory{"a.txt": "text", "t.tftpl": "${upper(x)}-${core::lower(\"Y\")}", "loop.tftpl": `${templatefile("loop.tftpl", {})}`, "bin": "\xff\xfe"}
	ctx := &hcl.EvalContext{
		Functions: Functions(files, []string{"provider::p::f"}),
		Variables: map[string]cty.Value{
			"u":  cty.UnknownVal(cty.String),
			"ul": cty.UnknownVal(cty.List(cty.String)),
			"d":  cty.DynamicVal,
			"s":  cty.StringVal("secret").Mark(Sensitive),
		},
	}
	v, diags := expr.Value(ctx)
	if diags.HasErrors() {
		return v, diags
	}
	return v, nil
}

// The results are those that Terraform's documentation gives for its examples,
// and further ones that follow from its text.
func TestFunctions(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		// numbers
		`abs(-12.4)`: `12.4`, `ceil(5.1)`: `6`, `floor(4.9)`: `4`, `log(16, 2)`: `4`, `max(12, 54, 3)`: `54`, `min([12, 54, 3]...)`: `3`,
		`parseint("FF", 16)`: `255`, `pow(3, 2)`: `9`, `signum(-13)`: `-1`, `sum([10, 13, 6, 4.5])`: `33.5`,
		// strings
		`chomp("hello\r\n")`: `"hello"`, `endswith("hello world", "world")`: `true`, `startswith("hello world", "world")`: `false`,
		`strcontains("hello world", "wor")`: `true`, `format("Hello, %s! %03d %.2f", "A", 7, 1.5)`: `"Hello, A! 007 1.50"`,
		`formatlist("%s-%s", ["a", "b"], "x")`: `["a-x","b-x"]`, `indent(2, "[\n  foo\n]")`: `"[\n    foo\n  ]"`,
		`join(", ", ["foo", "bar"])`: `"foo, bar"`, `lower("HELLO")`: `"hello"`, `regex("[a-z]+", "53453453.345345aaabbbccc23454")`: `"aaabbbccc"`,
		`regex("^(?:(?P<scheme>[^:/?#]+):)?(?://(?P<authority>[^/?#]*))?", "https://terraform.io/docs/")`: `{authority="terraform.io",scheme="https"}`,
		`regexall("[a-z]+", "1234abcd5678efgh9")`:                                                         `["abcd","efgh"]`, `replace("1 + 2 + 3", "+", "-")`: `"1 - 2 - 3"`,
		`replace("hello world", "/w.*d/", "everybody")`: `"hello everybody"`, `replace("a/v1/b", "/v1/", "/beta/")`: `"a//beta//b"`,
		`replace("ab", "/(a)(b)/", "$2$1")`: `"ba"`, `split(",", "foo,bar")`: `["foo","bar"]`, `strrev("hello")`: `"olleh"`,
		`substr("hello world", 1, 4)`: `"ello"`, `substr("hello", -3, -1)`: `"llo"`, `title("hello world")`: `"Hello World"`,
		`trim("?!hello?!", "!?")`: `"hello"`, `trimprefix("helloworld", "hello")`: `"world"`, `trimsuffix("helloworld", "world")`: `"hello"`,
		`trimspace("  hello\n\n")`: `"hello"`, `upper("hello")`: `"HELLO"`,
		// collections
		`alltrue(["true", true])`: `true`, `alltrue([true, false])`: `false`, `alltrue([])`: `true`, `anytrue(["true"])`: `true`, `anytrue([])`: `false`,
		`anytrue([false, null])`: `false`, `alltrue([true, null])`: `false`,
		`chunklist(["a", "b", "c"], 2)`: `[["a","b"],["c"]]`, `coalesce("", "b")`: `"b"`, `coalesce(null, 0)`: `0`, `coalesce(["", "b"]...)`: `"b"`,
		`coalescelist([], ["c", "d"])`: `["c","d"]`, `compact(["a", "", "b", null])`: `["a","b"]`, `concat(["a", ""], ["b"])`: `["a","","b"]`,
		`contains(["a", "b"], "a")`: `true`, `distinct(["a", "b", "a"])`: `["a","b"]`, `element(["a", "b", "c"], 3)`: `"a"`, `element(["a", "b"], -1)`: `"b"`,
		`flatten([["a", []], [["b"]], "c"])`: `["a","b","c"]`, `index(["a", "b"], "b")`: `1`, `keys({ b = 1, a = 2 })`: `["a","b"]`,
		`length("hello")`: `5`, `length("👾🕹️")`: `2`, `length({ a = 1 })`: `1`, `length([1, u])`: `2`, `length(u)`: `?`, `length(ul)`: `?`,
		`lookup({ a = "ay" }, "a", "no")`: `"ay"`, `lookup({ a = "ay" }, "c", "no")`: `"no"`, `lookup({ a = "ay" }, "a")`: `"ay"`,
		`lookup(tomap({ a = "ay" }), "c", "no")`: `"no"`, `lookup({ a = u }, "a", "no")`: `?`,
		`matchkeys(["i-1", "i-2", "i-3"], ["us-west", "us-east", "us-east"], ["us-east"])`: `["i-2","i-3"]`, `matchkeys(["a"], ["x"], ["y"])`: `[]`,
		`merge({ a = "b", c = "d" }, { c = "z" }, null)`: `{a="b",c="z"}`, `one([])`: `null`, `one(["hello"])`: `"hello"`, `one(toset(["x"]))`: `"x"`,
		`range(3)`: `[0,1,2]`, `range(1, 8, 2)`: `[1,3,5,7]`, `reverse([1, 2])`: `[2,1]`, `setintersection(["a", "b"], ["b", "c"])`: `["b"]`,
		`setproduct(["a", "b"], [1, 2])`: `[["a",1],["a",2],["b",1],["b",2]]`, `setsubtract(["a", "b"], ["a"])`: `["b"]`, `setunion(["a"], ["b"])`: `["a","b"]`,
		`slice(["a", "b", "c"], 1, 2)`: `["b"]`, `sort(["e", "d"])`: `["d","e"]`, `transpose({ a = ["1", "2"], b = ["2"] })`: `{1=["a"],2=["a","b"]}`, `transpose({})`: `{}`,
		`values({ b = 1, a = 2 })`: `[2,1]`, `zipmap(["a", "b"], [1, 2])`: `{a=1,b=2}`,
		// encoding
		`base64decode("SGVsbG8=")`: `"Hello"`, `base64encode("Hello")`: `"SGVsbG8="`, `base64gunzip(base64gzip("Hello"))`: `"Hello"`,
		`csvdecode("a,b\n1,2\n")`: `[{a="1",b="2"}]`, `jsondecode("{\"hello\": [1, true, null]}")`: `{hello=[1,true,null]}`, `jsonencode({ hello = ["a"] })`: `"{\"hello\":[\"a\"]}"`,
		`textdecodebase64("SABlAGwAbABvAA==", "UTF-16LE")`: `"Hello"`, `textencodebase64("Hello", "UTF-16LE")`: `"SABlAGwAbABvAA=="`,
		`urlencode("Hello World!")`: `"Hello+World%21"`, `urldecode("Hello+World%21")`: `"Hello World!"`,
		`yamldecode("{hello: world, k: 1}")`: `{hello="world",k=1}`, `yamlencode({ a = "b" })`: `"\"a\": \"b\"\n"`,
		// paths and files
		`basename("foo/bar/baz.txt")`: `"baz.txt"`, `dirname("foo/bar/baz.txt")`: `"foo/bar"`, `file("a.txt")`: `"text"`, `file("/etc/passwd")`: `?`,
		`fileexists("a.txt")`: `true`, `fileexists("b.txt")`: `false`, `fileexists("/etc/passwd")`: `?`, `fileset("x", "*")`: `["a.txt","b.txt"]`,
		`filebase64("a.txt")`: `"dGV4dA=="`, `filesha1("a.txt")`: `"372ea08cab33e71c02c651dbc83a474d32c676ea"`, `pathexpand("a/b")`: `"a/b"`, `pathexpand("~/b")`: `?`,
		`templatefile("t.tftpl", { x = "a" })`: `"A-y"`, `templatefile("t.tftpl", { x = u })`: `?`, `templatestring("${"$"}{x}!", { x = 1 })`: `"1!"`,
		// times
		`formatdate("DD MMM YYYY hh:mm ZZZ", "2018-01-02T23:12:01Z")`: `"02 Jan 2018 23:12 UTC"`, `timeadd("2017-11-22T00:00:00Z", "10m")`: `"2017-11-22T00:10:00Z"`,
		`timecmp("2017-11-22T00:00:00Z", "2017-11-22T01:00:00Z")`: `-1`, `timecmp("2017-11-22T01:00:00Z", "2017-11-22T00:00:00-01:00")`: `0`,
		// digests
		`md5("hello world")`: `"5eb63bbbe01eeed093cb22bb8f5acdc3"`, `sha1("hello world")`: `"2aae6c35c94fcfb415dbe95f408b9ce91ee846ed"`,
		`sha256("hello world")`:       `"b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"`,
		`base64sha256("hello world")`: `"uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek="`, `uuidv5("dns", "www.terraform.io")`: `"a5008fae-b28c-5ba5-96cd-82b4c53552d6"`,
		`uuidv5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.terraform.io")`: `"a5008fae-b28c-5ba5-96cd-82b4c53552d6"`,
		// networks
		`cidrhost("10.12.112.0/20", 16)`: `"10.12.112.16"`, `cidrhost("10.12.112.0/20", 268)`: `"10.12.113.12"`, `cidrhost("fd00:fd12:3456:7890:00a2::/72", 34)`: `"fd00:fd12:3456:7890::22"`,
		`cidrhost("10.0.0.0/24", -2)`: `"10.0.0.254"`, `cidrnetmask("172.16.0.0/12")`: `"255.240.0.0"`, `cidrsubnet("172.16.0.0/12", 4, 2)`: `"172.18.0.0/16"`,
		`cidrsubnet("10.1.2.0/24", 4, 15)`: `"10.1.2.240/28"`, `cidrsubnet("fd00:fd12:3456:7890::/56", 16, 162)`: `"fd00:fd12:3456:7800:a200::/72"`,
		`cidrsubnets("10.1.0.0/16", 4, 4, 8, 4)`: `["10.1.0.0/20","10.1.16.0/20","10.1.32.0/24","10.1.48.0/20"]`, `cidrcontains("10.0.0.0/8", "10.1.2.3")`: `true`,
		`cidrcontains("10.0.0.0/8", "11.0.0.0/16")`: `false`, `cidrhost("010.001.0.0/16", 1)`: `"10.1.0.1"`,
		// types
		`can(1)`: `true`, `tobool("true")`: `true`, `tolist(["a", 1])`: `["a","1"]`, `tomap({ a = 1, b = "x" })`: `{a="1",b="x"}`, `tonumber("1")`: `1`,
		`toset(["b", "a", "b"])`: `["a","b"]`, `tostring(1)`: `"1"`, `try(tonumber("x"), "y")`: `"y"`, `convert("1", number)`: `1`, `issensitive(s)`: `true`, `issensitive("x")`: `false`,
		`nonsensitive(s)`: `"secret"`, `ephemeralasnull("x")`: `"x"`,
		// known after apply
		`timestamp()`: `?`, `uuid()`: `?`, `bcrypt("x")`: `?`, `plantimestamp()`: `?`, `abspath(".")`: `?`, `rsadecrypt("x", "y")`: `?`,
		`provider::p::f("x", 1)`: `?`, `core::upper("x")`: `"X"`, `startswith(u, "x")`: `?`, `alltrue([false, tobool(d)])`: `false`, `sum([1, tonumber(d)])`: `?`,
		`index(["a", u], "a")`: `0`, `index([u, "a"], "a")`: `?`, `coalesce(u, "x")`: `?`, `transpose({ a = [u] })`: `?`, `one([u])`: `?`,
	} {
		v, err := evaluate(t, src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if got := show(v); got != want {
			t.Errorf("%s is %s, want %s", src, got, want)
		}
	}
}

func TestFunctionErrors(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		`one([1, 2])`, `one("x")`, `sum([])`, `sum(["x"])`, `index([], 1)`, `index(["a"], "b")`, `lookup({}, "a")`, `lookup(["a"], "a")`, `coalesce("", null)`,
		`matchkeys(["a"], [], [])`, `replace("a", "/(/", "")`, `base64decode("?")`, `base64decode("/w==")`, `base64gunzip("eA==")`, `cidrhost("10.0.0.0/24", 256)`,
		`cidrhost("10.0.0.0", 1)`, `cidrhost("10.0.0.0/24", 1.5)`, `cidrnetmask("fd00::/8")`, `cidrsubnet("10.0.0.0/24", 9, 0)`, `cidrsubnet("10.0.0.0/24", 2, 4)`,
		`cidrsubnet("10.0.0.0/24", -1, 0)`, `cidrsubnet("10.0.0.0/24", 1e30, 0)`, `cidrsubnets("10.0.0.0/30", 1, 1, 1)`, `cidrsubnets("10.0.0.0/30", 0)`, `cidrcontains("10.0.0.0/8", "fd00::1")`,
		`cidrcontains("10.0.0.0/8", "x")`, `timecmp("x", "y")`, `uuidv5("x", "y")`, `textencodebase64("x", "nosuch")`, `textencodebase64("é", "US-ASCII")`, `textdecodebase64("?", "UTF-8")`,
		`urldecode("%zz")`, `file("gone")`, `file("bin")`, `templatefile("gone", {})`, `templatefile("loop.tftpl", {})`, `templatefile("t.tftpl", {})`, `templatefile("t.tftpl", "x")`,
		`templatestring("$${", {})`, `length(1)`, `transpose({ a = [null] })`, `transpose({ a = null })`, `list(1)`,
		`setproduct([for i in range(1000) : i], [for i in range(1000) : i], [1, 2, 3])`, `indent(100000000, "a")`, `format("%10000000s", "a")`,
		`jsondecode(join("", [for i in range(1001) : "["]))`, `yamldecode(join("", [for i in range(1001) : "{"]))`, `map("a", 1)`,
	} {
		if v, err := evaluate(t, src); err == nil {
			t.Errorf("%s gives %s and no error", src, show(v))
		}
	}
	_, err := evaluate(t, `file("gone")`)
	var diags hcl.Diagnostics
	var missing *MissingFileError
	if !errors.As(err, &diags) {
		t.Fatalf("%v", err)
	}
	extra, ok := hcl.DiagnosticExtra[hclsyntax.FunctionCallDiagExtra](diags[0])
	if !ok || !errors.As(extra.FunctionCallError(), &missing) {
		t.Errorf("a missing file is not told from other errors: %v", err)
	}
}

func TestSensitiveMarks(t *testing.T) {
	t.Parallel()
	for _, src := range []string{`sensitive("x")`, `upper(s)`, `"a-${s}"`, `lookup({ a = 1 }, s, 2)`, `coalesce(s, "x")`, `length(s)`, `md5(s)`} {
		v, err := evaluate(t, src)
		if err != nil || !v.HasMark(Sensitive) {
			t.Errorf("%s gives %#v, %v", src, v, err)
		}
	}
}

// show writes a value shortly.
func show(v cty.Value) string {
	v, _ = v.UnmarkDeep()
	if !v.IsKnown() {
		return "?"
	}
	if v.IsNull() {
		return "null"
	}
	switch ty := v.Type(); {
	case ty == cty.String:
		return fmt.Sprintf("%q", v.AsString())
	case ty == cty.Number:
		return v.AsBigFloat().Text('f', -1)
	case ty == cty.Bool:
		return fmt.Sprint(v.True())
	case ty.IsObjectType() || ty.IsMapType():
		var parts []string
		for k, e := range v.AsValueMap() {
			parts = append(parts, k+"="+show(e))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ",") + "}"
	}
	var parts []string
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		parts = append(parts, show(e))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func TestNesting(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]int{"": 0, "(a)(b)": 1, "[({x})]": 3, "))((": 2} {
		if got := Nesting([]byte(src)); got != want {
			t.Errorf("%q is %d deep, want %d", src, got, want)
		}
	}
}
