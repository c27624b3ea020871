// SPDX-License-Identifier: MPL-2.0

package graph

// Lacks notes that objects are missing in the input, and why.
func (g *Graph) Lacks(because string) {
	g.Incomplete = because
	g.Notices = append(g.Notices, Notice{
		Text: "The plan lacks objects of its configuration, because " + because + ". They are not checked, and what depends on them is undecided.",
	})
}

// OnlyRefreshed is why a plan lacks what its configuration would create.
const OnlyRefreshed = "it was made with -refresh-only, and creates nothing"

// LeaveOut notes a resource, by its address without keys, of which a plan that
// lacks objects may lack instances.
func (g *Graph) LeaveOut(module, typ, name string) {
	address := typ + "." + name
	if module != "" {
		address = module + "." + address
	}
	g.Unexpanded = append(g.Unexpanded, Unexpanded{Address: address, Module: module, Type: typ, Name: name, Reason: g.Incomplete})
}

// Defer adds an instance whose change the plan puts off to a later plan.
func (g *Graph) Defer(inst *Instance) {
	g.Instances = append(g.Instances, inst)
	g.Notices = append(g.Notices, Notice{
		Address: inst.Address,
		Text:    "The plan defers this change to a later plan; what becomes of the object is known in part only.",
	})
}

// DeferUnexpanded adds a resource whose instances a later plan will tell.
func (g *Graph) DeferUnexpanded(u Unexpanded) {
	u.Reason = "the plan defers it to a later plan"
	g.Unexpanded = append(g.Unexpanded, u)
	g.Notices = append(g.Notices, Notice{
		Address: u.Address,
		Text:    "How many instances " + u.Address + " has cannot be told, because " + u.Reason + ".",
	})
}
