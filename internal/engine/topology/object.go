// SPDX-License-Identifier: MPL-2.0

package topology

// Object is what every noun of the model has.
type Object struct {
	// Address is the Terraform address of the instance, with module path and
	// keys. It is unique within a snapshot: where several inputs are joined and
	// hold the same address, the name of the input follows in parentheses; see
	// [Object.TerraformAddress].
	Address string
	// Input names the input that describes the object; empty where there are
	// none to tell apart. Beside names the others that hold it, too: as a data
	// source, or as the state of what a plan manages.
	Input  string
	Beside []string
	// Type is the Terraform resource type.
	Type string
	// Kind is the collection of the resource.
	Kind Kind
	// Data is true for a data source: the object exists and nobody in this
	// input changes it.
	Data bool

	Name     Known[string]
	Project  Known[string]
	Location Known[string] // zone, region or Global

	// Change says what the plan does to the object; ChangeNone for state and
	// for configuration without a plan.
	Change Change
}

// Base returns the object itself; it makes every noun a [Node].
func (o *Object) Base() *Object { return o }

// Identity returns the object's identity; parts that are not known are empty.
func (o *Object) Identity() Identity {
	return Identity{Kind: o.Kind, Project: o.Project.Default(""), Location: o.Location.Default(""), Name: o.Name.Default("")}
}

// Region returns the region of the object's location, Global for a global
// one.
func (o *Object) Region() Known[string] {
	if l, ok := o.Location.Value(); ok {
		return Of(RegionOf(l))
	}
	return o.Location
}

// Node is any noun of the model.
type Node interface{ Base() *Object }

// Change is what a plan does to an object.
type Change uint8

// The changes of a plan.
const (
	ChangeNone Change = iota
	ChangeCreate
	ChangeUpdate
	ChangeReplace            // delete, then create
	ChangeReplaceCreateFirst // create, then delete
	ChangeDelete
)

// Link is a reference from one object to another.
type Link struct {
	State LinkState
	// Target is the object in the input, when State is LinkResolved.
	Target Node
	// ID is the identity that the link spells, as far as it is known. A link
	// to something outside the input (LinkExternal) has only this.
	ID Identity
	// Text is the link as written, where it is known and is no URL.
	Text string
	// Proof says how Target was found.
	Proof Proof
	// Candidates are the addresses that the link may mean, when it is
	// unresolved but not out of nowhere.
	Candidates []string
	// Reason says, for an unresolved link, why, in a clause that can follow
	// "because".
	Reason string
	// Path is where the link stands in its object, as in a finding's path:
	// "backend[0].group".
	Path string
}

// Key names what a link certainly leads to, one name for one object, within
// the input or outside it; empty where that cannot be told.
func (l *Link) Key() string {
	switch {
	case l.State == LinkResolved && l.Target != nil:
		return l.Target.Base().Address
	case l.State == LinkExternal && l.ID.Complete():
		return "/" + l.ID.String()
	}
	return ""
}

// Outside returns how messages and scenarios call what a link to something
// outside the input leads to: its path, or its text where that is no path;
// empty where the link is sensitive, so that neither is shown.
func (l *Link) Outside() string {
	if l.ID.Complete() || l.Text == "" && l.ID.Name != "" {
		return l.ID.String()
	}
	return l.Text
}

// The ends that the reason of a link can have: what its reader can do about it,
// and, after that, what it may mean by what is left over.
const (
	GiveSource    = "; give the .tf files with --source, or the saved plan file"
	ByElimination = "; by elimination it may be "
)

// LinkState says how much is known of a link.
type LinkState uint8

// The states of a link. The zero value is unresolved.
const (
	LinkUnresolved LinkState = iota // unknown after all that the input offers
	LinkAbsent                      // certainly not set
	LinkResolved                    // to an object of the input
	LinkExternal                    // to a known identity, or text, that the input does not hold
)

// Proof says how a link was resolved. The words are part of the JSON output.
type Proof string

// The proofs of a link.
const (
	ByReference     Proof = "reference"     // an exact reference in the configuration of a plan
	BySelfLink      Proof = "self_link"     // equal URLs
	ByID            Proof = "id"            // equal ids
	ByName          Proof = "name"          // a bare name, where the provider compares names
	ByConfiguration Proof = "configuration" // evaluated from the configuration's source
	Unresolved      Proof = "unresolved"
)

// LinkList is a list or set of links.
type LinkList struct {
	Links []Link
	// Complete is false when there may be more links than Links holds: the
	// list is unknown as a whole, or a part of it cannot be seen.
	Complete bool
	// Reason says why, when the list is not complete.
	Reason string
}

// Count returns the number of links, unknown while the list is incomplete.
func (l LinkList) Count() Known[int] {
	if !l.Complete {
		return Unknown[int]()
	}
	return Of(len(l.Links))
}

// Any reports whether the list holds a link at all. The unresolved links of a
// list that is not complete only stand for what it may hold: a list that is
// known after apply can come out empty, or null.
func (l LinkList) Any() Known[bool] {
	for i := range l.Links {
		if l.Complete || l.Links[i].State != LinkUnresolved {
			return Of(true)
		}
	}
	if l.Complete {
		return Of(false)
	}
	return Unknown[bool]()
}

// To returns the link's target as a T.
func To[T Node](l Link) (T, bool) {
	t, ok := l.Target.(T)
	return t, ok && l.State == LinkResolved
}
