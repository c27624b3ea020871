terraform import spillway_service_attachment.api projects/demo-project/regions/us-central1/serviceAttachments/api
