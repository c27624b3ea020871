// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// newHealthSource gives the health of one backend service.
func newHealthSource() *kind {
	return newKind("spillway_health_source", schema.Schema{
		MarkdownDescription: "A health source: the health of one backend service under an aggregation policy.",
		Attributes: map[string]schema.Attribute{
			"source_type":               choice("BACKEND_SERVICE", "What the source watches.", "BACKEND_SERVICE"),
			"sources":                   stringList("The backend service, exactly one."),
			"health_aggregation_policy": optional("The aggregation policy."),
		},
	}, "source_type")
}
