terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

# Checks the configuration that this block stands in: every plan stops at what
# Google refuses, with the file and the line.
data "spillway_check" "this" {
  path = path.root
}

# What the rules find under the newest edition of Google's documentation, and
# where new connections go, for conditions of one's own.
data "spillway_check" "newest" {
  path    = path.root
  fail_on = "never"
  edition = "current"
}

check "no_sick_endpoints" {
  assert {
    condition     = alltrue([for o in data.spillway_check.newest.outcomes : o.unhealthy_share == 0 if startswith(o.scenario, "zone-down")])
    error_message = "Clients reach unhealthy endpoints when a zone is lost."
  }
}

output "findings" {
  value = [for f in data.spillway_check.newest.findings : "${f.severity} ${f.rule} at ${f.address}"]
}
