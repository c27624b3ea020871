// SPDX-License-Identifier: MPL-2.0

package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	pageLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	pageCode = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
)

// Every relative link of a Markdown page leads to a file of the repository,
// and to a heading of it where it names one.
func TestLinksBetweenPages(t *testing.T) {
	t.Parallel()
	pages := 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "testdata" || e.Name() == ".git"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".md"):
			return nil
		}
		pages++
		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range pageLink.FindAllStringSubmatch(pageCode.ReplaceAllString(string(page), ""), -1) {
			checkLink(t, path, m[1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 100 {
		t.Errorf("only %d pages were read", pages)
	}
}

func checkLink(t *testing.T, page, link string) {
	t.Helper()
	target, anchor, _ := strings.Cut(link, "#")
	if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
		return
	}
	file := page
	if target != "" {
		file = filepath.Join(filepath.Dir(page), target)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Errorf("%s: the link %s leads nowhere", page, link)
		return
	}
	if anchor == "" || info.IsDir() {
		return
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(anchors(string(content)), anchor) {
		t.Errorf("%s: %s has no heading %s", page, file, anchor)
	}
}
