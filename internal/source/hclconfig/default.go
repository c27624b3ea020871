// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

// isDefault reports whether a text or number is what a version of the provider
// gives to an argument that is not written. A plan has been made by whichever
// version there was, which may give another one.
func isDefault(v graph.Value, b *schema.Block, name string) bool {
	if b == nil || b.Attributes[name] == nil {
		return false
	}
	for _, d := range b.Attributes[name].Defaults {
		if !d.Value.IsNull() && d.Value.Type() != cty.Bool && consistent(eval.ToGraph(d.Value), v, shape{}) {
			return true
		}
	}
	return false
}
