// SPDX-License-Identifier: MPL-2.0

package graph

import "strconv"

// Graph is what one input holds.
type Graph struct {
	// Path is the input as the user named it, "-" for standard input.
	Path string
	// Kind says what the input is. The words are part of the JSON output.
	Kind InputKind
	// TerraformVersion is the version that wrote the input, if it says so.
	TerraformVersion string

	// Instances are the resource instances and data sources that the adapters
	// asked for, sorted by address, each address once; objects that a plan only destroys are
	// among them, with a null After.
	Instances []*Instance

	// Configuration answers for the configuration behind the instances, and is
	// nil where the input has none (state).
	Configuration Configuration

	// Source is the configuration's source, where it is at hand: it holds what
	// the configuration in plan JSON does not, such as lifecycle blocks.
	Source Configuration

	// HasPrior says that Before of the instances is the prior state: a plan.
	HasPrior bool

	// Filled says that what is unknown in a plan was filled in from the
	// configuration's source, as far as that tells it.
	Filled bool

	// Variables are the values of the root module's variables, where the input
	// holds them.
	Variables map[string]Value

	// Workspace is the one that a plan was made in, where the input says it.
	Workspace string

	// Incomplete says why a plan lacks objects of its configuration, in a clause
	// after "because"; it is empty where nothing says so. Where the input has a
	// configuration, the resources that they may be of are among Unexpanded.
	Incomplete string

	// RefreshOnly says that a plan was made to take up what has changed, so that
	// it creates nothing.
	RefreshOnly bool

	// Unexpanded are the resources that may have instances which are not among
	// Instances: how many is known after apply, or the plan leaves some out.
	// Sorted by address.
	Unexpanded []Unexpanded

	Notices []Notice
}

// Unexpanded is a resource whose instances cannot be told. A reader that draws
// a conclusion from the absence of an object has to look here first.
type Unexpanded struct {
	// Address is the resource with a star for the keys that are not known, as far
	// as there are any: module.a[*].google_compute_instance.vm[*].
	Address string
	Module  string // module.a[*]; empty for the root
	Type    string
	Name    string
	// Reason says why, in a clause after "because".
	Reason string
	Where  *Range
}

// InputKind is the kind of an input.
type InputKind string

// The kinds of inputs.
const (
	PlanJSON          InputKind = "plan-json"
	PlanFile          InputKind = "plan-file"
	StateJSON         InputKind = "state-json"
	StateFile         InputKind = "state-file"
	ConfigurationTree InputKind = "configuration"
)

// Notice is something about an input that its reader should know.
type Notice struct {
	Address string // may be empty
	Text    string
	Where   *Range
}

// Instance is one instance of a resource, or of a data source.
type Instance struct {
	Address  string // module.a["x"].google_compute_instance.vm[0]
	Module   string // module.a["x"]; empty for the root
	Data     bool   // a data source
	Type     string
	Name     string
	Key      Key
	Provider string // registry.terraform.io/hashicorp/google; may be empty
	Change   ChangeKind

	// Before is the object in the prior state, null where there is none.
	Before Value
	// After is the planned object, or the one of a state; null where the plan
	// destroys it.
	After Value
}

// ChangeKind is what a plan does to an instance.
type ChangeKind uint8

// The changes.
const (
	NoChange ChangeKind = iota
	Create
	Read
	Update
	Replace            // delete, then create
	ReplaceCreateFirst // create, then delete
	Delete
	Forget
)

// Key is the instance key under count or for_each. The zero Key is none.
type Key struct {
	Kind KeyKind
	Int  int64
	Str  string
}

// KeyKind says whether a key is there and of which sort.
type KeyKind uint8

// The kinds of keys.
const (
	NoKey KeyKind = iota
	IntKey
	StringKey
)

// String returns the key as it stands in an address, brackets included, and
// an empty string for none.
func (k Key) String() string {
	switch k.Kind {
	case IntKey:
		return "[" + strconv.FormatInt(k.Int, 10) + "]"
	case StringKey:
		return "[" + QuoteKey(k.Str) + "]"
	}
	return ""
}

// Configuration answers what the configuration says about instances. A nil
// Configuration knows nothing.
type Configuration interface {
	// Expression returns what the resource block of the instance has written
	// for an argument: names and indices of static blocks from outside in,
	// "region", or "backend[1].group". ok is false where the argument is not
	// written, or stands in a dynamic block.
	Expression(inst *Instance, path string) (Expression, bool)
	// Blocks returns the number of static blocks of a type, by its path as in
	// Expression ("a[0].b"), and whether dynamic ones may come on top.
	Blocks(inst *Instance, path string) (static int, dynamic bool)
	// Resolve follows the references of an expression in the instance's
	// scope to instances of the types that want accepts.
	Resolve(inst *Instance, e Expression, want func(resourceType string) bool) Resolution
	// ProviderArgument returns what the instance's provider block sets for an
	// argument ("region", "zone", "project"): unknown where it cannot be told,
	// null where the block does not set it.
	ProviderArgument(inst *Instance, name string) Value
}

// Expression is what the configuration has written for an argument.
type Expression struct {
	// Constant is the value of an expression without references, unknown for
	// any other.
	Constant Value
	// References are those of the expression, as plan JSON lists them.
	References []string
}

// Resolution is what the references of an expression lead to.
type Resolution struct {
	Grade Grade
	// Targets are the instances: those meant (Exact), or those that it may be.
	// The slice must not be changed.
	Targets []*Instance
	// Whole is true where a resource with several instances is named as a
	// whole: by a splat, a for expression, or an index that cannot be seen.
	Whole bool
	// Others are the references met on the way that led to no instance that was
	// asked for: keys, locals, data sources, resources of other types, variables
	// and outputs behind which there is nothing more to follow.
	Others []string
	// Reason says why the grade is not Exact, in a clause after "because".
	Reason string
}

// Grade says how sure a resolution is (google-plan reference walk).
type Grade uint8

// The grades, from nothing to certain.
const (
	Lost      Grade = iota // no reference leads anywhere: a local, a dynamic block
	FromData               // leads to a data source whose values are not known
	Ambiguous              // several candidates
	SameKey                // the same key on both sides: usual, but not certain
	Exact                  // every target is certain
)

func (g Grade) String() string {
	return [...]string{"lost", "data", "ambiguous", "assumed", "exact"}[g]
}

// Range is a place in a source file. Lines and columns count from 1, columns
// in Unicode characters as hcl counts them; the end is exclusive.
type Range struct {
	Filename string
	Start    Pos
	End      Pos
}

// Pos is a position in a file.
type Pos struct{ Line, Column int }

// Selection says which resource types a reader decodes, and of each type which
// top-level attributes; everything else in an input is skipped unread. The
// adapters declare theirs.
type Selection map[string]Attributes

// Attributes is a set of attribute names.
type Attributes map[string]struct{}

// Select makes a set of attribute names.
func Select(names ...string) Attributes {
	a := make(Attributes, len(names))
	for _, n := range names {
		a[n] = struct{}{}
	}
	return a
}
