terraform import spillway_instance_group.web_a projects/demo-project/zones/us-central1-a/instanceGroups/web-a
