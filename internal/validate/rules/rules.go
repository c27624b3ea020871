package rules

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// All is the catalogue, by family and number.
var All = []*validate.Rule{}

// Find returns the rules that a word names: one by its ID or its name, or all
// of a family ("ZA"), whatever the case of the letters. It returns none for a
// word that names nothing.
func Find(word string) []*validate.Rule {
	var family []*validate.Rule
	for _, r := range All {
		switch {
		case strings.EqualFold(word, r.ID), strings.EqualFold(word, r.Name):
			return []*validate.Rule{r}
		case strings.EqualFold(word, r.Family()):
			family = append(family, r)
		}
	}
	return family
}

// Nearest returns the ID, name or family that is written most like a word
// that names no rule, and false where nothing comes near.
func Nearest(word string) (string, bool) {
	word = strings.ToLower(word)
	best, distance := "", len(word)/2+1
	try := func(s string) {
		if d := editDistance(word, strings.ToLower(s)); d < distance {
			best, distance = s, d
		}
	}
	for _, r := range All {
		try(r.ID)
		try(r.Name)
		try(r.Family())
	}
	return best, best != ""
}

// Families returns the families in the order of the catalogue.
func Families() []string {
	var out []string
	for _, r := range All {
		if f := r.Family(); !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// editDistance is the number of letters to insert, remove, replace, or swap
// with a neighbour, that turns one word into the other.
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
