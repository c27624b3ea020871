// SPDX-License-Identifier: MPL-2.0

package rulesdoc

import "terraform-provider-spillway/internal/validate/rules"

// Folder holds the pages of rules, from the root of the repository.
const Folder = "docs/rules"

// File is a generated file, by its path from the root of the repository.
type File struct {
	Path    string
	Content []byte
}

// Files returns every generated page, in order.
func Files() []File {
	out := []File{{Folder + "/README.md", []byte(Index())}}
	for _, r := range rules.All {
		out = append(out, File{r.Doc(), []byte(Page(r))})
	}
	return out
}
