// SPDX-License-Identifier: MPL-2.0

package rules

import "terraform-provider-spillway/internal/engine/topology"

// and is true where all are, and false where one certainly is not.
func and(values ...topology.Known[bool]) topology.Known[bool] {
	out := topology.Of(true)
	for _, v := range values {
		switch b, ok := v.Value(); {
		case ok && !b:
			return v
		case !ok:
			out = topology.Unknown[bool]()
		}
	}
	return out
}

// or is false where all are, and true where one certainly is.
func or(values ...topology.Known[bool]) topology.Known[bool] {
	out := topology.Of(false)
	for _, v := range values {
		switch b, ok := v.Value(); {
		case ok && b:
			return v
		case !ok:
			out = topology.Unknown[bool]()
		}
	}
	return out
}

func not(v topology.Known[bool]) topology.Known[bool] {
	b, ok := v.Value()
	if !ok {
		return topology.Unknown[bool]()
	}
	return topology.Of(!b)
}

// equals is true where a value is known and is v, and false where it is
// another one or left out.
func equals[T comparable](k topology.Known[T], v T) topology.Known[bool] {
	if k.IsUnknown() {
		return topology.Unknown[bool]()
	}
	return topology.Of(topology.Is(k, v))
}
