terraform import spillway_network_endpoint_group.web_a projects/demo-project/zones/us-central1-a/networkEndpointGroups/web-a
