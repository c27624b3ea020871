// SPDX-License-Identifier: MPL-2.0

package topology

// Known is a value that may be unknown (it is decided only at apply, or the
// input does not hold it) or null (the author left it out). The zero value is
// unknown.
type Known[T any] struct {
	state knownState
	value T
}

type knownState uint8

const (
	stateUnknown knownState = iota
	stateNull
	stateValue
)

// Of returns a known value.
func Of[T any](v T) Known[T] { return Known[T]{state: stateValue, value: v} }

// Null returns the value of an argument that is left out.
func Null[T any]() Known[T] { return Known[T]{state: stateNull} }

// Unknown returns a value that the input does not decide.
func Unknown[T any]() Known[T] { return Known[T]{} }

// Value returns the value and true when it is known and not null, and the
// zero value of T and false otherwise.
func (k Known[T]) Value() (T, bool) { return k.value, k.state == stateValue }

// IsUnknown reports whether nothing is known of the value.
func (k Known[T]) IsUnknown() bool { return k.state == stateUnknown }

// IsNull reports whether the value is known to be left out.
func (k Known[T]) IsNull() bool { return k.state == stateNull }

// IsSet reports whether the value is known and not null.
func (k Known[T]) IsSet() bool { return k.state == stateValue }

// Or returns k with null replaced by the default d; unknown stays unknown.
func (k Known[T]) Or(d T) Known[T] {
	if k.state == stateNull {
		return Of(d)
	}
	return k
}

// Default returns the value, or d where it is unknown or null. It is for
// output only: a decision that uses it would treat unknown as the default.
func (k Known[T]) Default(d T) T {
	if k.state == stateValue {
		return k.value
	}
	return d
}

// Is reports whether k is known and equal to v.
func Is[T comparable](k Known[T], v T) bool { return k.state == stateValue && k.value == v }

// Differ reports whether two values are known and different.
func Differ[T comparable](a, b Known[T]) bool {
	return a.state == stateValue && b.state == stateValue && a.value != b.value
}

// IsNot reports whether k is certainly another value than v: null or known
// and different. It is false while k is unknown.
func IsNot[T comparable](k Known[T], v T) bool {
	return k.state == stateNull || k.state == stateValue && k.value != v
}
