package hclconfig

import (
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// leaveOut notes the resources of which a plan that lacks objects of its
// configuration may lack instances: those with keys, and those without an
// instance.
func (f *filler) leaveOut() {
	held := make(map[string]bool, len(f.g.Instances))
	for _, i := range f.g.Instances {
		held[i.Address] = true
	}
	var walk func(n *module.Node, path string, keyed bool)
	walk = func(n *module.Node, path string, keyed bool) {
		prefix := ""
		if path != "" {
			prefix = path + "."
		}
		for _, name := range resourceNames(n.Module) {
			if _, selected := f.c.opts.Select[name.Type]; name.Data || !selected && f.c.opts.Select != nil {
				continue
			}
			r := n.Module.Resources[name]
			if keyed || r.Expr("count") != nil || r.Expr("for_each") != nil || !held[prefix+name.String()] {
				f.g.LeaveOut(path, name.Type, name.Name)
			}
		}
		for _, call := range sortedKeys(n.Children) {
			body := n.Module.Calls[call].Body
			walk(n.Children[call], prefix+"module."+call, keyed || body.Expr("count") != nil || body.Expr("for_each") != nil)
		}
	}
	walk(f.c.root, "", false)
}
