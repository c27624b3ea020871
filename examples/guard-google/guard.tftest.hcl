run "defaults" {
  command = plan

  assert {
    condition     = output.after_loss["us-central1-a"] == tolist(["us-central1-b"])
    error_message = "The clients of a lost zone go to the other one."
  }
  assert {
    condition     = output.keeps_local_at["us-central1-a"] == 2
    error_message = "Half of four endpoints keeps clients local."
  }
}

run "staying_reaches_sick_endpoints" {
  command = plan
  variables {
    spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
  }
  expect_failures = [terraform_data.forwarding_rule]
}

run "one_failure_is_too_much" {
  command = plan
  variables {
    spillover_ratio = 0.8
  }
  expect_failures = [check.one_failure_stays_local]
}
