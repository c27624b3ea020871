// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// CheckVersion reports whether a version ("0.1.0") meets a constraint of the
// form ">= 0.1.0, < 2.0.0", with the operators =, !=, >, >=, <, <= and ~> of
// Terraform's required_version. It fails on a malformed constraint.
func CheckVersion(constraint, version string) (bool, error) {
	v, err := parseVersion(version)
	if err != nil {
		return false, err
	}
	met := true
	for c := range strings.SplitSeq(constraint, ",") {
		ok, err := meets(strings.TrimSpace(c), v)
		if err != nil {
			return false, err
		}
		met = met && ok
	}
	return met, nil
}

// release is a version's numbers, and how many of them were written.
type release struct {
	n       [3]int
	written int
}

func parseVersion(s string) (release, error) {
	var v release
	core, _, _ := strings.Cut(strings.TrimPrefix(s, "v"), "+")
	core, _, _ = strings.Cut(core, "-")
	parts := strings.Split(core, ".")
	if len(parts) > 3 {
		return v, fmt.Errorf("%q is no version", s)
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 {
			return v, fmt.Errorf("%q is no version", s)
		}
		v.n[i] = n
	}
	v.written = len(parts)
	return v, nil
}

func (v release) compare(w release) int {
	return cmp.Or(cmp.Compare(v.n[0], w.n[0]), cmp.Compare(v.n[1], w.n[1]), cmp.Compare(v.n[2], w.n[2]))
}

func meets(constraint string, v release) (bool, error) {
	operator := constraint[:len(constraint)-len(strings.TrimLeft(constraint, "=!<>~"))]
	w, err := parseVersion(strings.TrimSpace(constraint[len(operator):]))
	if err != nil {
		return false, fmt.Errorf("%q is no version constraint", constraint)
	}
	c := v.compare(w)
	switch operator {
	case "", "=":
		return c == 0, nil
	case "!=":
		return c != 0, nil
	case ">":
		return c > 0, nil
	case ">=":
		return c >= 0, nil
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case "~>":
		// The last number that is written may grow, those before it may not.
		upper := w
		i := max(w.written-2, 0)
		upper.n[i]++
		for j := i + 1; j < 3; j++ {
			upper.n[j] = 0
		}
		return c >= 0 && v.compare(upper) < 0, nil
	}
	return false, fmt.Errorf("%q is no version constraint: the operator is one of = != > >= < <= ~>", constraint)
}
