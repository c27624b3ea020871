// SPDX-License-Identifier: MPL-2.0

package decisiontable

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	const text = "# Page\n\nText | with a bar.\n\n## One\n\nWhat it is.\n\n| id | `a b` |\n|---|:-:|\n| `X-01` | left \\| right |\n| X-02 | |\n\nAfter.\n\n| other |\n|---|\n| no |\n\n## Two\n\n| id |\n|---|\n| Y-01 |\n"
	for name, tt := range map[string]struct {
		heading string
		want    []Row
	}{
		"the first table under the heading": {"One", []Row{{"id": "X-01", "a b": "left | right"}, {"id": "X-02", "a b": ""}}},
		"the last heading":                  {"Two", []Row{{"id": "Y-01"}}},
		"no such heading":                   {"Three", nil},
		"a heading without a table":         {"Page", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, parse(text, tt.heading)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
