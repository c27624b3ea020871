// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// Config is a configuration file. The zero value is that of a project
// without one.
type Config struct {
	// Path is the file as it was found, empty where there is none.
	Path string

	// RequiredVersion is the constraint on the version of the linter; see
	// [CheckVersion].
	RequiredVersion string
	// Edition is empty where the file does not set it.
	Edition topology.Edition
	// FailOn is "error", "warning", "info", "never", or empty where the file
	// does not set it.
	FailOn string

	// Rules are the settings of rules, by ID.
	Rules        map[string]validate.Setting
	Suppressions []Suppression
	// Assume are sizes given by hand, by the address of the group.
	Assume map[string]sizing.Given
	// Traffic says who calls, by the address of the service.
	Traffic map[string]validate.Traffic
	// Scenarios are the named scenarios, by name.
	Scenarios map[string]scenario.Spec
	Policies  []Policy
}

// Suppression accepts the findings of a rule at some addresses.
type Suppression struct {
	Rule    string // as written: an ID, a name or a family
	Rules   []*validate.Rule
	Address Glob
	Reason  string
	Expires Date // zero: never
	Where   hcl.Range
}

// Policy is a policy block, checked for its form.
type Policy struct {
	Name        string
	Description string
	Severity    validate.Severity
	Each        string // "outcome", "service", "composite", "consumer"
	Services    Glob
	Scenarios   []string
	Condition   hcl.Expression
	Message     hcl.Expression
	Where       hcl.Range
}
