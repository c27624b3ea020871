// SPDX-License-Identifier: MPL-2.0

package health

import (
	"cmp"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// spell names what a link leads to: the address of an object of the input, the
// identity or the text of another one; empty where it is not known.
func spell(l topology.Link) string {
	switch {
	case l.State == topology.LinkResolved && l.Target != nil:
		return l.Target.Base().Address
	case l.State == topology.LinkExternal:
		return l.Outside()
	}
	return ""
}

// dangling says why a link of an object leads nowhere that the input knows.
func dangling(owner topology.Node, l topology.Link, what string) sizing.Cause {
	o := owner.Base()
	var reason string
	switch l.State {
	case topology.LinkAbsent:
		reason = o.Address + " names no " + what
	case topology.LinkExternal:
		reason = "the " + what + " " + spell(l) + " of " + o.Address + " is not in the input"
	case topology.LinkResolved:
		reason = "the " + what + " of " + o.Address + " is " + l.Target.Base().Address + ", which is none"
	default:
		reason = cmp.Or(l.Reason, "the "+what+" of "+o.Address+" is known after apply")
	}
	return because(o.Address, reason)
}

// because is a cause about one object.
func because(address, reason string) sizing.Cause {
	return sizing.Cause{Reason: reason, Addresses: []string{address}}
}

// end is a link with the object that it is a link of.
type end struct {
	from topology.Node
	link topology.Link
}

// same says whether two links certainly lead to one object, or may.
func same(x, y end) (certain, possible bool) {
	a, b := x.link, y.link
	if a.State == topology.LinkAbsent || b.State == topology.LinkAbsent {
		return false, false
	}
	if a.State == topology.LinkUnresolved || b.State == topology.LinkUnresolved {
		return false, x.mayMean(y) && y.mayMean(x)
	}
	if a.State == topology.LinkResolved && b.State == topology.LinkResolved {
		same := a.Target != nil && b.Target != nil && a.Target.Base() == b.Target.Base()
		return same, same
	}
	if a.State != b.State {
		return false, false // one is in the input, the other certainly is not
	}
	if a.ID.Complete() && b.ID.Complete() {
		return a.ID == b.ID, a.ID == b.ID
	}
	return false, spell(a) == spell(b) || compatible(a.ID, b.ID)
}

// mayMean reports whether a link that is unresolved may lead to where another
// one does; one that is not, says nothing against it.
func (x end) mayMean(y end) bool {
	switch {
	case x.link.State != topology.LinkUnresolved:
		return true
	case y.link.State == topology.LinkResolved && y.link.Target != nil:
		return x.link.MayMean(x.from, y.link.Target)
	case y.link.State == topology.LinkUnresolved && len(x.link.Candidates) > 0:
		return true
	}
	// What neither of them shows is of their own input.
	return len(x.link.Candidates) == 0 && topology.MayReach(x.from, y.from)
}

// compatible reports whether two identities, known in part, may be equal.
func compatible(a, b topology.Identity) bool {
	may := func(x, y string) bool { return x == "" || y == "" || x == y }
	return may(string(a.Kind), string(b.Kind)) && may(a.Project, b.Project) && may(a.Location, b.Location) && may(a.Name, b.Name)
}
