// SPDX-License-Identifier: MPL-2.0

package policy

// Starter is a configuration file to begin with. Everything in it is a comment
// or a default, so that it changes nothing by itself.
const Starter = `# Configuration of spillway-lint. What is left out has its default.

spillway {
  edition = "preview" # or "current": the edition of Google's documentation
  fail_on = "error"   # or "warning", "info", "never"
}

# Another severity, options, or a rule that is switched off.
#
# rule "ZA020" {
#   severity = "error"
#   options  = { factor = 2 }
# }

# Accept the findings of a rule somewhere. The reason is required.
#
# suppress {
#   rule    = "ZA011"
#   address = "module.legacy[*].google_compute_region_backend_service.*"
#   reason  = "single-zone on purpose until the move"
#   expires = "2027-03-31"
# }

# The size of a group that the input leaves open.
#
# assume "google_compute_region_instance_group_manager.web" {
#   zones = { us-central1-a = 3, us-central1-b = 3 }
# }

# Who calls a service: for load, skew and cost.
#
# traffic "google_compute_region_backend_service.web" {
#   clients     = { us-central1-a = 0.7, us-central1-b = 0.3 }
#   monthly_gib = 1000
# }

# A situation to predict by name: spillway-lint predict --scenario b-degraded
#
# scenario "b-degraded" {
#   description = "two of five sick in b"
#   unhealthy {
#     zone  = "us-central1-b"
#     count = 2
#   }
# }
`
