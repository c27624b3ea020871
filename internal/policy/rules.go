// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// FindRules returns the rules that a word names: one by its ID or its name, or
// all of a family. It fails with the nearest valid word.
func FindRules(word string) ([]*validate.Rule, error) {
	if found := rules.Find(word); len(found) > 0 {
		return found, nil
	}
	if near, ok := rules.Nearest(word); ok {
		return nil, fmt.Errorf("there is no rule or family %q; did you mean %q?", word, near)
	}
	return nil, fmt.Errorf("there is no rule or family %q; families are %s, and `spillway-lint rules` lists all", word, strings.Join(rules.Families(), ", "))
}

// findRule returns the one rule that an ID or a name names.
func findRule(word string) (*validate.Rule, error) {
	found, err := FindRules(word)
	switch {
	case err != nil:
		return nil, err
	case strings.EqualFold(word, found[0].Family()):
		return nil, fmt.Errorf("%q is a family; name one of its rules, such as %s", word, found[0].ID)
	}
	return found[0], nil
}
