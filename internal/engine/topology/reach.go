// SPDX-License-Identifier: MPL-2.0

package topology

import (
	"slices"
	"strings"
)

// TerraformAddress returns the address of the object in its own input, by
// which its author knows it: Address without the input's name behind it.
func (o *Object) TerraformAddress() string {
	local, _ := WithoutInput(o.Address, o.Input)
	return local
}

// IsCalled reports whether a text names the object: by its address within the
// snapshot, by the one that Terraform knows, which several inputs may hold, or
// by that and the name of the input.
func (o *Object) IsCalled(text string) bool {
	return slices.Contains(o.Names(), text)
}

// Names returns all that the object is called: see [Object.IsCalled].
func (o *Object) Names() []string {
	if o.Input == "" {
		return []string{o.Address}
	}
	local := o.TerraformAddress()
	return []string{local, Labelled(local, o.Input)}
}

// Labelled returns an address with the name of its input, as it stands in a
// snapshot where several inputs hold the address.
func Labelled(address, input string) string { return address + label(input) }

// WithoutInput takes the name of an input off an address; ok is false where
// it does not stand there.
func WithoutInput(address, input string) (local string, ok bool) {
	if input == "" {
		return address, false
	}
	return strings.CutSuffix(address, label(input))
}

func label(input string) string { return " (" + input + ")" }

// In reports whether an input holds the object.
func (o *Object) In(input string) bool { return o.Input == input || slices.Contains(o.Beside, input) }

// MayReach reports whether a link of an object, of which nothing is known, may
// name another object: one that the object's own input holds. What stands in
// another input can only be named by its identity, of which such a link shows
// nothing.
func MayReach(from, to Node) bool { return to.Base().In(from.Base().Input) }

// MayMean reports whether a link of an object is unresolved and may name
// another object: one of its candidates, or, without candidates, any that it
// may reach.
func (l *Link) MayMean(from, to Node) bool {
	switch {
	case l.State != LinkUnresolved:
		return false
	case len(l.Candidates) > 0:
		return slices.Contains(l.Candidates, to.Base().Address)
	}
	return MayReach(from, to)
}

// ReadFor reports whether everything was read that may refer to an object: all
// of the inputs that hold it.
func (s *Snapshot) ReadFor(n Node) bool {
	if s.LinksComplete || s.Partial == nil {
		return s.LinksComplete
	}
	o := n.Base()
	return !s.Partial[o.Input] && !slices.ContainsFunc(o.Beside, func(input string) bool { return s.Partial[input] })
}
