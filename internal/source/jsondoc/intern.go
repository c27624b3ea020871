// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"hash/maphash"
	"slices"
)

// interner gives equal strings and equal lists of names the same memory. Its
// size is bounded: it forgets what it met long ago.
type interner struct {
	seed    maphash.Seed
	strings [internSlots]string
	shapes  map[uint64][]string
}

const (
	internSlots  = 1 << 13
	internLength = 96 // longer strings hardly repeat
	internShapes = 1 << 12
)

func newInterner() *interner {
	return &interner{seed: maphash.MakeSeed(), shapes: map[uint64][]string{}}
}

// string returns b as a string.
func (in *interner) string(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > internLength {
		return string(b)
	}
	slot := &in.strings[maphash.Bytes(in.seed, b)%internSlots]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// shape returns a list with the names; it may share it with other objects, so
// the names have to be sorted and each there once, and nobody may write to it.
func (in *interner) shape(names []string) []string {
	var h uint64
	for _, n := range names {
		h = h*0x9e3779b97f4a7c15 + maphash.String(in.seed, n)
	}
	if known, ok := in.shapes[h]; ok && slices.Equal(known, names) {
		return known
	}
	own := slices.Clone(names)
	if len(in.shapes) < internShapes {
		in.shapes[h] = own
	}
	return own
}
