// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"

	"terraform-provider-spillway/internal/engine/topology"
)

// backendsComplete passes where the input shows every backend of a service.
func backendsComplete(s *topology.BackendService) answer {
	if s.Backends.Complete {
		return answer{}
	}
	return open("backend", cmp.Or(s.Backends.Reason, "the backends are known after apply"))
}
