resource "spillway_health_aggregation_policy" "most" {
  name                      = "most"
  region                    = "us-central1"
  healthy_percent_threshold = 75
  min_healthy_threshold     = 2
}
