terraform import spillway_health_source.api projects/demo-project/regions/us-central1/healthSources/api
