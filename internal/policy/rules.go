package policy

import (
	"fmt"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/validate"
)

// FindRules returns the rules that a word names: one by its ID or its name, or
// all of a family. It fails with the nearest valid word.
func FindRules(word string, catalogue []*validate.Rule) ([]*validate.Rule, error) {
	var out []*validate.Rule
	for _, r := range catalogue {
		if strings.EqualFold(word, r.ID) || strings.EqualFold(word, r.Name) {
			return []*validate.Rule{r}, nil
		}
		if strings.EqualFold(word, r.Family()) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return nil, unknownRule(word, catalogue, true)
	}
	return out, nil
}

// FindRule returns the rule that an ID or a name names.
func FindRule(word string, catalogue []*validate.Rule) (*validate.Rule, error) {
	for _, r := range catalogue {
		if strings.EqualFold(word, r.ID) || strings.EqualFold(word, r.Name) {
			return r, nil
		}
	}
	return nil, unknownRule(word, catalogue, false)
}

func unknownRule(word string, catalogue []*validate.Rule, families bool) error {
	var words, known []string
	for _, r := range catalogue {
		words = append(words, r.ID, r.Name)
		if f := r.Family(); !slices.Contains(known, f) {
			known = append(known, f)
		}
	}
	sort := "rule"
	if families {
		sort, words = "rule or family", append(words, known...)
	}
	if n, ok := nearestFold(word, words); ok {
		return fmt.Errorf("there is no %s %q; did you mean %q?", sort, word, n)
	}
	return fmt.Errorf("there is no %s %q; families are %s, and \"spillway-lint rules\" lists all", sort, word, strings.Join(known, ", "))
}

// nearestFold is spelling.Nearest without regard to case.
func nearestFold(word string, words []string) (string, bool) {
	lower := make([]string, len(words))
	for i, w := range words {
		lower[i] = strings.ToLower(w)
	}
	near, ok := spelling.Nearest(strings.ToLower(word), lower)
	if !ok {
		return "", false
	}
	return words[slices.Index(lower, near)], true
}
