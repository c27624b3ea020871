package hclconfig

import "terraform-provider-spillway/internal/source/graph"

// Place is where an object, or an argument of it, stands.
type Place struct {
	// Range is tight: the argument, or the header of its block where it is not
	// written, or that of the resource. For an object in a module it is the
	// header of the outermost module block, the user's own.
	Range graph.Range
	// Related are, for an object in a module, the module blocks further in and
	// then the place in the body of the module.
	Related []RelatedPlace
}

// RelatedPlace is another place with what it is, in a few words.
type RelatedPlace struct {
	Range   graph.Range
	Address string
	Text    string
}

// Locate finds the place of an instance and a path inside it ("" for the
// whole, "region", "backend[1].group"), where indices count the elements of
// the planned or evaluated value. ok is false where the configuration has no
// such resource.
func (c *Config) Locate(address, path string) (Place, bool) { return Place{}, false }
