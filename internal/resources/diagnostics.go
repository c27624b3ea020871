// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"terraform-provider-spillway/internal/client"
	"terraform-provider-spillway/internal/validate"
)

// report turns problems into diagnostics, each at its attribute.
func report(to *diag.Diagnostics, s schema.Schema, problems []client.Problem) {
	for _, p := range problems {
		at, found := attributePath(s.Attributes, p.Path)
		switch {
		case found && p.Severity == validate.Error:
			to.AddAttributeError(at, p.Summary, p.Detail)
		case found:
			to.AddAttributeWarning(at, p.Summary, p.Detail)
		case p.Severity == validate.Error:
			to.AddError(p.Summary, p.Detail)
		default:
			to.AddWarning(p.Summary, p.Detail)
		}
	}
}

// attributePath returns the argument of the resource that a path of the rules
// is in. Terraform shows the line of an argument of the resource itself only,
// so that one stands for all that is nested in it.
func attributePath(attributes map[string]schema.Attribute, of string) (path.Path, bool) {
	first, _, _ := strings.Cut(of, ".")
	name, index, _ := strings.Cut(strings.TrimSuffix(first, "]"), "[")
	a, found := attributes[name]
	at := path.Root(name)
	if _, isList := a.(schema.ListAttribute); isList && index != "" {
		if n, err := strconv.Atoi(index); err == nil {
			at = at.AtListIndex(n)
		}
	}
	return at, found
}
