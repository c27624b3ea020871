// SPDX-License-Identifier: MPL-2.0

package rulesdoc

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// textExamples writes what to avoid and what to prefer. Blocks that stand in
// both examples are named instead of printed twice: most of an example is what
// it needs to be a whole configuration.
func textExamples(b *strings.Builder, r *validate.Rule, columns int) {
	bad, good := blocks(r.Bad), blocks(r.Good)
	var both []string
	for _, block := range bad {
		if slices.Contains(good, block) {
			both = append(both, block)
		}
	}
	avoid, prefer := without(bad, both), without(good, both)
	if len(avoid) == 0 || len(prefer) == 0 {
		avoid, prefer, both = bad, good, nil
	}
	exampleSection(b, "Avoid", strings.Join(avoid, "\n"))
	exampleSection(b, "Prefer", strings.Join(prefer, "\n"))
	if len(both) == 0 {
		return
	}
	names := make([]string, len(both))
	for i, block := range both {
		names[i] = blockName(block)
	}
	b.WriteString("\n")
	paragraph(b, "  ", "Both also have "+strings.Join(names, ", ")+"; --format markdown prints all of them.", columns)
}

// blocks splits a configuration at the ends of its outermost blocks.
func blocks(hcl string) (list []string) {
	block := ""
	for line := range strings.Lines(hcl) {
		if block == "" && strings.TrimSpace(line) == "" {
			continue
		}
		block += line
		if ends := strings.HasSuffix(strings.TrimRight(line, "\n"), "}"); ends && line[0] != ' ' {
			list, block = append(list, block), ""
		}
	}
	if block != "" {
		list = append(list, block)
	}
	return list
}

func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(b string) bool { return slices.Contains(other, b) })
}

// blockName names a block by its first line: "google_compute_network.main" or
// "provider google".
func blockName(block string) string {
	head, _, _ := strings.Cut(block, "{")
	words := strings.Fields(strings.ReplaceAll(head, `"`, ""))
	if len(words) == 3 && words[0] == "resource" {
		return words[1] + "." + words[2]
	}
	return strings.Join(words, " ")
}
