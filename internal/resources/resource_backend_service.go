// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// newBackendService is a consumer's global backend service over PSC NEGs.
func newBackendService() *kind {
	ejection := func(what string) schema.Int64Attribute { return whole(what, atLeast(0)...) }
	return newKind("spillway_backend_service", schema.Schema{
		MarkdownDescription: "A global backend service: the consumer's load balancer in front of a service that is published in several regions. Scheme " +
			"and protocol say which kind it is: with `EXTERNAL_MANAGED` and an HTTP protocol a global external Application Load Balancer, with `TCP` or " +
			"`SSL` a proxy Network Load Balancer, with `INTERNAL_MANAGED` a cross-region internal one, with `EXTERNAL` a classic one.",
		Attributes: map[string]schema.Attribute{
			"load_balancing_scheme": choice("EXTERNAL_MANAGED", "The scheme.", "EXTERNAL", "EXTERNAL_MANAGED", "INTERNAL_MANAGED", "INTERNAL_SELF_MANAGED"),
			"protocol":              choice("HTTP", "The protocol.", "HTTP", "HTTPS", "HTTP2", "TCP", "SSL", "UDP", "GRPC", "UNSPECIFIED", "H2C"),
			"health_checks":         stringSet("The health check; PSC NEGs take none."),
			"backend": backendSet(map[string]schema.Attribute{
				"balancing_mode": oneOf("How load is measured; without effect on PSC NEGs. Left out, it is `UTILIZATION`.",
					"UTILIZATION", "RATE", "CONNECTION", "CUSTOM_METRICS", "IN_FLIGHT"),
			}),
			"outlier_detection": schema.SingleNestedAttribute{
				Optional: true, MarkdownDescription: "Takes regions out that answer with errors.",
				Attributes: map[string]schema.Attribute{
					"consecutive_errors":                    ejection("After how many errors a region is taken out."),
					"enforcing_consecutive_errors":          ejection("The percentage of times that this is done."),
					"enforcing_consecutive_gateway_failure": ejection("The percentage of times that this is done for errors of the gateway."),
					"enforcing_success_rate":                ejection("The percentage of times that this is done for a low rate of success."),
				},
			},
		},
	})
}
