terraform import spillway_backend_service.api projects/demo-project/global/backendServices/api
