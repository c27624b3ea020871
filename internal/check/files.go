// SPDX-License-Identifier: MPL-2.0

package check

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/rivo/uniseg"

	"terraform-provider-spillway/internal/report"
)

// Files returns how forms for other programs name the files of the inputs. The
// root is that of the repository around the working directory, else of the one
// around the first input that is in any, else the working directory.
func (r *Run) Files() report.Files {
	f := &files{}
	f.here, _ = os.Getwd() // without it no file has a name
	f.root = f.here
	folders := []string{"."}
	for _, in := range r.Inputs.Inputs() {
		folders = append(folders, in.Path)
	}
	for _, folder := range folders {
		if root, ok := repositoryOf(filepath.Join(f.here, folder)); ok {
			f.root = root
			break
		}
	}
	return f
}

// repositoryOf returns the root of the repository around a path.
func repositoryOf(path string) (string, bool) {
	for d := path; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			return d, true
		}
		if d == filepath.Dir(d) {
			return "", false
		}
	}
}

// files implements [report.Files].
type files struct {
	here, root string
	// The file that was asked for last, by lines.
	name  string
	lines [][]byte
}

func (f *files) Path(filename string) (string, bool) {
	if f.here == "" {
		return "", false
	}
	if !filepath.IsAbs(filename) {
		filename = filepath.Join(f.here, filename)
	}
	rel, err := filepath.Rel(f.root, filename)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

func (f *files) Columns(r *report.Range) (start, end int) {
	if f.name != r.Filename {
		text, _ := os.ReadFile(r.Filename) // without it the columns stay
		f.name, f.lines = r.Filename, bytes.Split(text, []byte("\n"))
	}
	return f.codePoints(r.Start), f.codePoints(r.End)
}

// codePoints returns a column that counts grapheme clusters, as those of hcl
// do, as one that counts code points.
func (f *files) codePoints(p report.Position) int {
	if p.Line > len(f.lines) || isASCII(f.lines[p.Line-1]) {
		return p.Column
	}
	column, line := 1, f.lines[p.Line-1]
	for state := -1; p.Column > 1 && len(line) > 0; p.Column-- {
		var cluster []byte
		cluster, line, _, state = uniseg.FirstGraphemeCluster(line, state)
		column += len(bytes.Runes(cluster))
	}
	return column + p.Column - 1 // what lies behind the line's end
}

func isASCII(line []byte) bool {
	for _, b := range line {
		if b >= 0x80 {
			return false
		}
	}
	return true
}
