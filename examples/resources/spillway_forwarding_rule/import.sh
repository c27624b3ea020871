terraform import spillway_forwarding_rule.web projects/demo-project/regions/us-central1/forwardingRules/web
