# SPDX-License-Identifier: MPL-2.0

# What rule ZA006 of the linter finds, for conftest: zonal affinity beside
# subsetting in one backend service, which Google refuses.
package main

import rego.v1

deny contains message if {
	some change in input.resource_changes
	change.type == "google_compute_region_backend_service"
	after := change.change.after
	some subsetting in after.subsetting
	subsetting.policy == "CONSISTENT_HASH_SUBSETTING"
	some policy in after.network_pass_through_lb_traffic_policy
	some affinity in policy.zonal_affinity
	affinity.spillover != "ZONAL_AFFINITY_DISABLED"
	message := sprintf("%s: zonal affinity does not go with subsetting", [change.address])
}
