// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB024 asks for URLs of instances.
var LB024 = &validate.Rule{
	ID:       "LB024",
	Name:     "member-reference",
	Title:    "Member of a group that is a bare name",
	Severity: validate.Error,
	Rationale: "The `instances` of an unmanaged group are URLs: a self link or an id. The provider plans a bare name without a " +
		"word, and the apply fails after the group has been created.",
	Source: "google provider, google_compute_instance_group, instances; Compute API v1, instanceGroups.addInstances",
	Fix:    "Use the `self_link` or the `id` of the instance.",
	Bad:    memberExample("google_compute_instance.vm.name"),
	Good:   memberExample("google_compute_instance.vm.self_link"),
	Check:  func(p *validate.Pass) { eachUnmanagedGroup(p, checkMemberReference) },
}

func memberExample(reference string) string {
	return `resource "google_compute_instance" "vm" {
  name         = "vm"
  zone         = "us-central1-a"
  machine_type = "e2-medium"
  boot_disk {
    initialize_params {
      image = "debian-cloud/debian-12"
    }
  }
  network_interface {
    network    = "projects/demo/global/networks/main"
    subnetwork = "projects/demo/regions/us-central1/subnetworks/main"
  }
}

resource "google_compute_instance_group" "a" {
  name      = "a"
  zone      = "us-central1-a"
  instances = [` + reference + `]
}
`
}

func checkMemberReference(g *topology.Group) answer {
	var wrong []string
	path := ""
	a := membersComplete(g)
	for _, l := range g.Members.Links {
		switch {
		case isBareName(l):
			wrong = append(wrong, l.Text)
			path = cmp.Or(path, l.Path)
		case l.State == topology.LinkUnresolved:
			a = worst(a, open(l.Path, linkReason(l, cmp.Or(l.Path, "an instance"))))
		}
	}
	if len(wrong) > 0 {
		return fail(cmp.Or(path, "instances"), fmt.Sprintf("The group names %s without a URL: %s. Google finds an instance by its "+
			"self link or id only. Use the self_link of the instance.", count(len(wrong), "instance"), enumerate(wrong)))
	}
	return a
}

// isBareName reports whether a member of a group's own list is written as a
// name, and not as a URL or an id.
func isBareName(l topology.Link) bool {
	return l.State != topology.LinkUnresolved && l.ID.Location == "" && l.Text != "" && !strings.Contains(l.Text, "/")
}
