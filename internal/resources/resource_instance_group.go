// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// newInstanceGroup is an instance group of one zone, of which only the number
// of members matters.
func newInstanceGroup() *kind {
	return newKind("spillway_instance_group", schema.Schema{
		MarkdownDescription: "An instance group of one zone, managed or not: the engine counts its members and does not name them.",
		Attributes: map[string]schema.Attribute{
			"size":      schema.Int64Attribute{Required: true, MarkdownDescription: "How many members the group has.", Validators: atLeast(0)},
			"unhealthy": unhealthy(),
			"network":   optional("The VPC network of the members."),
		},
	}, "network")
}

func atLeast(n int64) []validator.Int64 { return []validator.Int64{int64validator.AtLeast(n)} }

func unhealthy() schema.Int64Attribute {
	return wholeOr(0, "How many of the members are unhealthy at present; more than there are count as all.", atLeast(0)...)
}
