terraform import spillway_region_backend_service.web projects/demo-project/regions/us-central1/backendServices/web
