terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

provider "spillway" {
  project     = "demo-project"
  region      = "us-central1"
  engine_path = ":memory:"
}

resource "spillway_region_instance_group" "s000_g0" {
  name   = "s000-g0"
  region = "us-central1"
  zones = {
    us-central1-f = { size = 2 }
  }
}

resource "spillway_region_backend_service" "s000" {
  name                  = "s000"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.9
    }
  }
  backend = [
    { group = spillway_region_instance_group.s000_g0.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_instance_group" "s001_g0" {
  name = "s001-g0"
  zone = "us-central1-c"
  size = 6
}

resource "spillway_instance_group" "s001_g1" {
  name = "s001-g1"
  zone = "us-central1-c"
  size = 6
}

resource "spillway_instance_group" "s001_g2" {
  name = "s001-g2"
  zone = "us-central1-b"
  size = 4
}

resource "spillway_region_backend_service" "s001" {
  name                  = "s001"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 1
    }
  }
  backend = [
    { group = spillway_instance_group.s001_g1.id, balancing_mode = "CONNECTION", failover = false },
    { group = spillway_instance_group.s001_g0.id, balancing_mode = "CONNECTION", failover = false },
    { group = spillway_instance_group.s001_g2.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_instance_group" "s002_g0" {
  name = "s002-g0"
  zone = "us-central1-f"
  size = 3
}

resource "spillway_instance_group" "s002_g1" {
  name = "s002-g1"
  zone = "us-central1-a"
  size = 5
}

resource "spillway_instance_group" "s002_g2" {
  name = "s002-g2"
  zone = "us-central1-b"
  size = 4
}

resource "spillway_instance_group" "s002_g3" {
  name = "s002-g3"
  zone = "us-central1-a"
  size = 4
}

resource "spillway_region_backend_service" "s002" {
  name                  = "s002"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  failover_policy = {
    failover_ratio = 0.99
  }
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.75
    }
  }
  backend = [
    { group = spillway_instance_group.s002_g0.id, balancing_mode = "CONNECTION", failover = false },
    { group = spillway_instance_group.s002_g1.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.s002_g3.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_instance_group.s002_g2.id, balancing_mode = "CONNECTION", failover = true },
  ]
}

resource "spillway_instance_group" "s003_g0" {
  name = "s003-g0"
  zone = "us-central1-a"
  size = 2
}

resource "spillway_instance_group" "s003_g1" {
  name = "s003-g1"
  zone = "us-central1-f"
  size = 4
}

resource "spillway_instance_group" "s003_g2" {
  name = "s003-g2"
  zone = "us-central1-b"
  size = 4
}

resource "spillway_region_instance_group" "s003_g3" {
  name   = "s003-g3"
  region = "us-central1"
  zones = {
    us-central1-b = { size = 2 }
    us-central1-c = { size = 2 }
    us-central1-a = { size = 2 }
  }
}

resource "spillway_region_backend_service" "s003" {
  name                  = "s003"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  failover_policy = {
    failover_ratio            = 0.99
    drop_traffic_if_unhealthy = true
  }
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
  backend = [
    { group = spillway_instance_group.s003_g2.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.s003_g0.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.s003_g1.self_link, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_region_instance_group.s003_g3.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_instance_group" "s004_g0" {
  name = "s004-g0"
  zone = "us-central1-f"
  size = 6
}

resource "spillway_instance_group" "s004_g1" {
  name = "s004-g1"
  zone = "us-central1-c"
  size = 2
}

resource "spillway_instance_group" "s004_g2" {
  name = "s004-g2"
  zone = "us-central1-c"
  size = 3
}

resource "spillway_region_backend_service" "s004" {
  name                  = "s004"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.66
    }
  }
  backend = [
    { group = spillway_instance_group.s004_g1.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.s004_g0.id, balancing_mode = "CONNECTION", failover = false },
    { group = spillway_instance_group.s004_g2.id, balancing_mode = "CONNECTION", failover = false },
  ]
}

resource "spillway_instance_group" "s005_g0" {
  name = "s005-g0"
  zone = "us-central1-f"
  size = 3
}

resource "spillway_region_backend_service" "s005" {
  name                  = "s005"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
  backend = [
    { group = spillway_instance_group.s005_g0.self_link, balancing_mode = "CONNECTION", failover = false },
  ]
}

resource "spillway_instance_group" "s006_g0" {
  name = "s006-g0"
  zone = "us-central1-b"
  size = 2
}

resource "spillway_instance_group" "s006_g1" {
  name = "s006-g1"
  zone = "us-central1-b"
  size = 6
}

resource "spillway_instance_group" "s006_g2" {
  name = "s006-g2"
  zone = "us-central1-c"
  size = 6
}

resource "spillway_region_instance_group" "s006_g3" {
  name   = "s006-g3"
  region = "us-central1"
  zones = {
    us-central1-b = { size = 3 }
    us-central1-c = { size = 3 }
  }
}

resource "spillway_instance_group" "s006_g4" {
  name = "s006-g4"
  zone = "us-central1-f"
  size = 4
}

resource "spillway_instance_group" "s006_g5" {
  name = "s006-g5"
  zone = "us-central1-b"
  size = 5
}

resource "spillway_region_backend_service" "s006" {
  name                  = "s006"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  failover_policy = {
    failover_ratio = 0.75
  }
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.34
    }
  }
  backend = [
    { group = spillway_instance_group.s006_g0.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.s006_g1.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_instance_group.s006_g5.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_instance_group.s006_g2.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_instance_group.s006_g4.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_region_instance_group.s006_g3.id, balancing_mode = "CONNECTION", failover = true },
  ]
}

resource "spillway_instance_group" "s007_g0" {
  name = "s007-g0"
  zone = "us-central1-a"
  size = 6
}

resource "spillway_region_backend_service" "s007" {
  name                  = "s007"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover = "ZONAL_AFFINITY_DISABLED"
    }
  }
  backend = [
    { group = spillway_instance_group.s007_g0.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_network_endpoint_group" "s008_g0" {
  name                  = "s008-g0"
  zone                  = "us-central1-a"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 6
}

resource "spillway_network_endpoint_group" "s008_g1" {
  name                  = "s008-g1"
  zone                  = "us-central1-a"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 1
}

resource "spillway_network_endpoint_group" "s008_g2" {
  name                  = "s008-g2"
  zone                  = "us-central1-a"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 3
}

resource "spillway_network_endpoint_group" "s008_g3" {
  name                  = "s008-g3"
  zone                  = "us-central1-a"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 2
}

resource "spillway_network_endpoint_group" "s008_g4" {
  name                  = "s008-g4"
  zone                  = "us-central1-a"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 5
}

resource "spillway_region_backend_service" "s008" {
  name                  = "s008"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  failover_policy = {
    drop_traffic_if_unhealthy = true
  }
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.75
    }
  }
  backend = [
    { group = spillway_network_endpoint_group.s008_g3.id, balancing_mode = "CONNECTION", failover = false },
    { group = spillway_network_endpoint_group.s008_g0.id, balancing_mode = "CONNECTION" },
    { group = spillway_network_endpoint_group.s008_g4.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_network_endpoint_group.s008_g2.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_network_endpoint_group.s008_g1.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_network_endpoint_group" "s009_g0" {
  name                  = "s009-g0"
  zone                  = "us-central1-f"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 3
}

resource "spillway_network_endpoint_group" "s009_g1" {
  name                  = "s009-g1"
  zone                  = "us-central1-f"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 3
}

resource "spillway_network_endpoint_group" "s009_g2" {
  name                  = "s009-g2"
  zone                  = "us-central1-f"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 2
}

resource "spillway_network_endpoint_group" "s009_g3" {
  name                  = "s009-g3"
  zone                  = "us-central1-f"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 3
}

resource "spillway_network_endpoint_group" "s009_g4" {
  name                  = "s009-g4"
  zone                  = "us-central1-f"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 4
}

resource "spillway_region_backend_service" "s009" {
  name                  = "s009"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  failover_policy = {
    failover_ratio = 0.5
  }
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.34
    }
  }
  backend = [
    { group = spillway_network_endpoint_group.s009_g1.id, balancing_mode = "CONNECTION", failover = false },
    { group = spillway_network_endpoint_group.s009_g2.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_network_endpoint_group.s009_g4.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_network_endpoint_group.s009_g3.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_network_endpoint_group.s009_g0.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_network_endpoint_group" "s010_g0" {
  name                  = "s010-g0"
  zone                  = "us-central1-c"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 1
}

resource "spillway_network_endpoint_group" "s010_g1" {
  name                  = "s010-g1"
  zone                  = "us-central1-f"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 1
}

resource "spillway_network_endpoint_group" "s010_g2" {
  name                  = "s010-g2"
  zone                  = "us-central1-c"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 4
}

resource "spillway_network_endpoint_group" "s010_g3" {
  name                  = "s010-g3"
  zone                  = "us-central1-a"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 2
}

resource "spillway_network_endpoint_group" "s010_g4" {
  name                  = "s010-g4"
  zone                  = "us-central1-f"
  network_endpoint_type = "GCE_VM_IP"
  size                  = 6
}

resource "spillway_region_backend_service" "s010" {
  name                  = "s010"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  failover_policy = {
    failover_ratio            = 0.6
    drop_traffic_if_unhealthy = true
  }
  backend = [
    { group = spillway_network_endpoint_group.s010_g4.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_network_endpoint_group.s010_g2.id, balancing_mode = "CONNECTION", failover = false },
    { group = spillway_network_endpoint_group.s010_g1.id, balancing_mode = "CONNECTION", failover = false },
    { group = spillway_network_endpoint_group.s010_g3.id, balancing_mode = "CONNECTION" },
    { group = spillway_network_endpoint_group.s010_g0.id, balancing_mode = "CONNECTION", failover = false },
  ]
}

resource "spillway_instance_group" "s011_g0" {
  name = "s011-g0"
  zone = "us-central1-b"
  size = 5
}

resource "spillway_instance_group" "s011_g1" {
  name = "s011-g1"
  zone = "us-central1-a"
  size = 2
}

resource "spillway_instance_group" "s011_g2" {
  name = "s011-g2"
  zone = "us-central1-b"
  size = 3
}

resource "spillway_instance_group" "s011_g3" {
  name = "s011-g3"
  zone = "us-central1-f"
  size = 3
}

resource "spillway_instance_group" "s011_g4" {
  name = "s011-g4"
  zone = "us-central1-c"
  size = 1
}

resource "spillway_instance_group" "s011_g5" {
  name = "s011-g5"
  zone = "us-central1-b"
  size = 4
}

resource "spillway_region_backend_service" "s011" {
  name                  = "s011"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  failover_policy = {
    failover_ratio            = 0.8
    drop_traffic_if_unhealthy = true
  }
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
  backend = [
    { group = spillway_instance_group.s011_g3.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.s011_g1.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_instance_group.s011_g4.self_link, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_instance_group.s011_g5.id, balancing_mode = "CONNECTION", failover = true },
    { group = spillway_instance_group.s011_g0.self_link, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.s011_g2.id, balancing_mode = "CONNECTION", failover = false },
  ]
}

resource "spillway_instance_group" "s012_g0" {
  name = "s012-g0"
  zone = "us-central1-c"
  size = 4
}

resource "spillway_region_backend_service" "s012" {
  name                  = "s012"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.2
    }
  }
  backend = [
    { group = spillway_instance_group.s012_g0.id, balancing_mode = "CONNECTION", failover = false },
  ]
}

resource "spillway_instance_group" "s013_g0" {
  name = "s013-g0"
  zone = "us-central1-a"
  size = 1
}

resource "spillway_region_backend_service" "s013" {
  name                  = "s013"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
  backend = [
    { group = spillway_instance_group.s013_g0.id, balancing_mode = "CONNECTION" },
  ]
}
