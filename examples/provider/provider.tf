terraform {
  required_providers {
    spillway = {
      source = "spillway/spillway"
    }
  }
}

provider "spillway" {
  project = "demo-project"
  region  = "us-central1"
}
