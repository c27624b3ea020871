terraform import spillway_region_instance_group.web projects/demo-project/regions/us-central1/instanceGroups/web
