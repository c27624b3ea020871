// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/validate"
)

// All is the catalogue, by family and number.
var All = []*validate.Rule{
	ZA001, ZA002, ZA003, ZA004, ZA005, ZA006, ZA007, ZA008, ZA009, ZA010, ZA011, ZA012, ZA013, ZA014, ZA015, ZA016,
	ZA017, ZA018, ZA019, ZA020, ZA021, ZA022, ZA023, ZA024, ZA025, ZA026, ZA027, ZA028, ZA029, ZA030, ZA031, ZA032,
	ZA033,
	FO001, FO002, FO003, FO004, FO005, FO006, FO007, FO008, FO009, FO010, FO011,
	LB001, LB002, LB003, LB004, LB005, LB006, LB007, LB008, LB009, LB010, LB011, LB012, LB013, LB014, LB015, LB016,
	LB017, LB018, LB019, LB020, LB021, LB022, LB023, LB024, LB025, LB026, LB027, LB028, LB029, LB030, LB031, LB032,
	CH001, CH002, CH003, CH004, CH005, CH006, CH007, CH008, CH009, CH010, CH011, CH012, CH013, CH014, CH015, CH016,
	CH017, CH018, CH019, CH020, CH021, CH022, CH023, CH024, CH025, CH026, CH027, CH028, CH029, CH030, CH031, CH032,
	CH033, CH034, CH035,
	PSC001, PSC002, PSC003, PSC004, PSC005, PSC006, PSC007, PSC008, PSC009, PSC010, PSC011, PSC012,
}

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
	var words []string
	byFolded := map[string]string{}
	for _, r := range All {
		for _, w := range []string{r.ID, r.Name, r.Family()} {
			folded := strings.ToLower(w)
			byFolded[folded] = w
			words = append(words, folded)
		}
	}
	near, ok := spelling.Nearest(strings.ToLower(word), words)
	return byFolded[near], ok
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
