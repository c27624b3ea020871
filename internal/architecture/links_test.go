package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/validate"
)

func ruleHas(id string) func(*validate.Rule) bool {
	return func(r *validate.Rule) bool { return r.ID == id }
}

// Every relative link of a Markdown page leads to a file of the repository,
// and to a heading of it where it names one.
func TestLinksBetweenPages(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && (e.Name() == "testdata" || e.Name() == ".git") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".md") {
			return nil
		}
		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(string(page), ""), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			file := path
			if target != "" {
				file = filepath.Join(filepath.Dir(path), target)
			}
			info, err := os.Stat(file)
			if err != nil {
				t.Errorf("%s: the link %s leads nowhere", path, m[1])
				continue
			}
			if anchor == "" || info.IsDir() {
				continue
			}
			content, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if !slices.Contains(anchors(string(content)), anchor) {
				t.Errorf("%s: %s has no heading %s", path, file, anchor)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
