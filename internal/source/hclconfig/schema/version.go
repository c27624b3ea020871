// SPDX-License-Identifier: MPL-2.0

package schema

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is a provider version: major, minor, patch. A pre-release counts as
// the release that it leads to.
type Version [3]int

// ParseVersion reads "7.13", "v7.13.0" or "8.0.0-beta1". given is the number
// of parts that stood there.
func ParseVersion(s string) (v Version, given int, err error) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "v")
	s, _, _ = strings.Cut(s, "-")
	s, _, _ = strings.Cut(s, "+")
	parts := strings.Split(s, ".")
	if len(parts) > 3 {
		return v, 0, fmt.Errorf("%q is not a version", s)
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 {
			return v, 0, fmt.Errorf("%q is not a version", s)
		}
		v[i] = n
	}
	return v, len(parts), nil
}

// UnmarshalText reads a version of the data files.
func (v *Version) UnmarshalText(b []byte) error {
	parsed, _, err := ParseVersion(string(b))
	*v = parsed
	return err
}

// Compare returns -1, 0 or 1.
func (v Version) Compare(w Version) int {
	for i := range v {
		if v[i] != w[i] {
			if v[i] < w[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// Versions are those that a configuration admits: from the lock file a single
// one, else what version constraints leave. The zero value admits all.
type Versions struct {
	below   Version // the first that is not admitted any more
	bounded bool    // below is set
}

// Locked returns the one version that a lock file names.
func Locked(s string) (Versions, bool) {
	v, _, err := ParseVersion(s)
	if err != nil {
		return Versions{}, false
	}
	return Versions{below: next(v, 2), bounded: true}, true
}

// Constrained returns the versions that a constraint admits, like "~> 6.0" or
// ">= 5.0, < 8". Only upper bounds matter: of what is admitted, terraform
// installs the newest.
func Constrained(constraint string) (Versions, bool) {
	var out Versions
	if strings.TrimSpace(constraint) == "" {
		return out, true
	}
	for _, c := range strings.Split(constraint, ",") {
		c = strings.TrimSpace(c)
		rest := strings.TrimLeft(c, "<>=!~ ")
		v, given, err := ParseVersion(rest)
		if err != nil {
			return Versions{}, false
		}
		switch op := strings.TrimSpace(strings.TrimSuffix(c, rest)); op {
		case "", "=":
			out.cap(next(v, 2))
		case "<":
			out.cap(v)
		case "<=":
			out.cap(next(v, 2))
		case "~>":
			out.cap(next(v, max(given-2, 0)))
		case ">", ">=", "!=":
		default:
			return Versions{}, false
		}
	}
	return out, true
}

func (vs *Versions) cap(v Version) {
	if !vs.bounded || v.Compare(vs.below) < 0 {
		vs.below, vs.bounded = v, true
	}
}

// And returns the versions that both admit.
func (vs Versions) And(other Versions) Versions {
	if other.bounded {
		vs.cap(other.below)
	}
	return vs
}

// AllBefore reports whether every admitted version is older than v.
func (vs Versions) AllBefore(v Version) bool { return vs.bounded && vs.below.Compare(v) <= 0 }

// next returns the version that follows all those which share the parts up to
// and including part.
func next(v Version, part int) Version {
	v[part]++
	for i := part + 1; i < len(v); i++ {
		v[i] = 0
	}
	return v
}
