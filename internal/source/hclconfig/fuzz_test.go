// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"terraform-provider-spillway/internal/source/graph"
)

// FuzzLoad holds that no text makes an evaluation panic or run away, as root
// or called module, in either syntax, and that what it gives is well-formed.
func FuzzLoad(f *testing.F) {
	for _, dir := range []string{"plans/09-modules", "plans/10-count-foreach-locals", "plans/14-linkage-forms", "forms/dynamic-backend-in-module"} {
		src, err := os.ReadFile(filepath.Join(casesDir, dir, "main.tf"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src), "", "")
		f.Add("module \"m\" {\n  source = \"./m\"\n}\n", string(src), "")
	}
	f.Add("", "", `{"resource": {"google_compute_network": {"n": {"name": "${local.x}"}}}, "locals": {"x": "y"}}`)
	f.Add("", "", `{"resource": [{"a_b": [{"n": [{"dynamic": {"x": {"for_each": [1], "content": {}}}}]}]}]}`)
	f.Add(placesConfig, "output \"o\" { value = 1 }", "")
	f.Add("locals {\n  a = local.b\n  b = [for k, v in local.a : v...]\n}\nresource \"google_compute_network\" \"n\" {\n  for_each = toset(local.a)\n}\n", "", "")
	f.Add("variable \"v\" {\n  type = object({ a = optional(list(string), [null]) })\n  default = { a = null }\n}\noutput \"o\" { value = var.v.a[*] }\n# spillway:ignore X y\n", "", "")
	f.Fuzz(func(t *testing.T, root, called, json string) {
		if len(root)+len(called)+len(json) > 1<<14 {
			return
		}
		c, _ := OpenEmbedded(fstest.MapFS{
			"tfconfig/modules.json":     {Data: []byte(`[{"Key":"","Dir":"."},{"Key":"m","Source":"./m","Dir":"m"}]`)},
			"tfconfig/m-/main.tf":       {Data: []byte(root)},
			"tfconfig/m-/other.tf.json": {Data: []byte(json)},
			"tfconfig/m-m/main.tf":      {Data: []byte(called)},
		}, Options{})
		g, _ := c.Graph()
		s, _ := c.Suppressions()
		for k, i := range g.Instances {
			if k > 100 {
				break
			}
			if a, ok := graph.ParseAddress(i.Address); !ok || a.Type != i.Type || a.Name != i.Name || a.Key != i.Key || a.Module != i.Module {
				t.Errorf("%q is not the address of %+v", i.Address, a)
			}
			names, _ := i.After.Fields()
			for _, n := range append(names, "", "backend[0].group") {
				if _, ok := c.Locate(i.Address, n); !ok {
					t.Errorf("%s %s has no place", i.Address, n)
				}
				s.Match(func(string) bool { return true }, i.Address, n)
			}
		}
		// Filled into itself as a plan that knows nothing, nothing contradicts.
		for _, i := range g.Instances {
			names, values := i.After.Fields()
			blank := make([]graph.Value, len(values))
			i.After, i.Change = graph.ObjectValue(names, blank), graph.Create
		}
		_ = c.Fill(g) // what is wrong with the configuration was said before
	})
}
