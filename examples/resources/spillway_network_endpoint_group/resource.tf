# With its endpoints …
resource "spillway_network_endpoint_group" "web_a" {
  name                  = "web-a"
  zone                  = "us-central1-a"
  network_endpoint_type = "GCE_VM_IP"

  endpoints = [
    { ip_address = "10.0.0.2" },
    { ip_address = "10.0.0.3" },
  ]
}

# … or with their number.
resource "spillway_network_endpoint_group" "web_b" {
  name                  = "web-b"
  zone                  = "us-central1-b"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 2
}
