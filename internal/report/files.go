// SPDX-License-Identifier: MPL-2.0

package report

import "path"

// Files says how the forms for other programs name places: by files as seen
// from the root of the repository, and by columns that count code points,
// where ranges count what a reader sees as one character.
type Files interface {
	// Path returns a file as seen from the root, with slashes; ok is false for a
	// file outside of it.
	Path(filename string) (path string, ok bool)
	// Columns returns the columns of a range in code points.
	Columns(r *Range) (start, end int)
}

// AsWritten are the files of a repository whose root is the working directory,
// with columns as they are.
type AsWritten struct{}

// Path implements [Files].
func (AsWritten) Path(filename string) (string, bool) {
	p := path.Clean(filename)
	return p, !path.IsAbs(p) && !leaves(p)
}

// Columns implements [Files].
func (AsWritten) Columns(r *Range) (start, end int) { return r.Start.Column, r.End.Column }

// leaves reports whether a clean relative path leads out of its folder.
func leaves(p string) bool { return p == ".." || len(p) > 2 && p[:3] == "../" }
