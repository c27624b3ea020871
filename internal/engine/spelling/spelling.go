// SPDX-License-Identifier: MPL-2.0

// Package spelling finds the name that a misspelt one most likely means, for
// messages. It knows nothing of what the names stand for.
package spelling

import "slices"

// Nearest returns the candidate that is the fewest single-letter edits away
// from word, the first in order among equals. It returns false when even that
// one differs in more than a third of its letters.
func Nearest(word string, candidates []string) (string, bool) {
	best, distance := "", -1
	for _, c := range slices.Sorted(slices.Values(candidates)) {
		if d := Distance(word, c); distance < 0 || d < distance {
			best, distance = c, d
		}
	}
	if distance < 0 || 3*distance > max(len(word), len(best)) {
		return "", false
	}
	return best, true
}

// Distance counts the insertions, deletions and substitutions of bytes that
// turn a into b.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
