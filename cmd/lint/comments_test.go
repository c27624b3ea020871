// SPDX-License-Identifier: MPL-2.0

package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/report"
)

// commented says where comments go into the case 09: into the body of a
// module, which has two instances and is called once more, above a call, and
// where nothing is found. Each stands behind or above the text that it is
// given with.
var commented = []struct{ file, text, comment string }{
	{"modules/ilb/main.tf", `spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"`, " # spillway:ignore ZA009 published on purpose"},
	{"modules/ilb/main.tf", "spillover_ratio = var.ratio", " # spillway:ignore ZA019, spillover-ratio-boundary the ratios are rough"},
	{"main.tf", `module "ilb_plain" {`, " # spillway:ignore ZA011 one zone for now"},
	{"main.tf", `provider "google-beta" {`, " # spillway:ignore LB004 of no use"},
	{"main.tf", `variable "regions" {`, " # spillway:ignore LB005"},
}

func withComments(name, text string) string {
	for _, c := range commented {
		if c.file == name {
			text = strings.Replace(text, c.text, c.text+c.comment, 1)
		}
	}
	return text
}

// commentedCase copies the case with its comments, into its sources and into
// those that the saved plan holds.
func commentedCase(t *testing.T) string {
	t.Helper()
	from, dir := filepath.Join(casesDir, "plans", "09-modules"), t.TempDir()
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	write := func(name string, text []byte) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"main.tf", "modules/ilb/main.tf"} {
		write(name, []byte(withComments(name, string(read(name)))))
	}
	write("plan.json", read("plan.json"))
	write("tfplan", commentedPlan(t, read("tfplan")))
	return dir
}

// commentedPlan puts the comments into the sources of a saved plan.
func commentedPlan(t *testing.T, plan []byte) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(plan), int64(len(plan)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		switch f.Name {
		case "tfconfig/m-/main.tf":
			text = []byte(withComments("main.tf", string(text)))
		case "tfconfig/m-ilb/main.tf", "tfconfig/m-ilb_plain/main.tf":
			text = []byte(withComments("modules/ilb/main.tf", string(text)))
		}
		w, err := out.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestCommentsThroughEveryDoor holds that a comment suppresses the same
// findings, for all instances, whether it stands in a folder, beside a plan or
// in a saved plan.
func TestCommentsThroughEveryDoor(t *testing.T) {
	t.Chdir(commentedCase(t))
	const (
		published = "published on purpose, modules/ilb/main.tf:38:59"
		rough     = "the ratios are rough, modules/ilb/main.tf:39:35"
		zone      = "one zone for now, main.tf:58:22"
		ilb       = ".google_compute_region_backend_service.bs"
	)
	want := []string{
		`FO002 module.ilb_plain` + ilb,
		`ZA009 module.ilb["europe-west1"]` + ilb + ": " + published,
		`ZA009 module.ilb["us-central1"]` + ilb + ": " + published,
		`ZA011 module.ilb_plain` + ilb + ": " + zone,
		`ZA013 module.ilb_plain` + ilb,
		`ZA019 module.ilb["europe-west1"]` + ilb + ": " + rough,
		`ZA019 module.ilb["us-central1"]` + ilb + ": " + rough,
		`ZA019 module.ilb_plain` + ilb + ": " + rough,
		`ZA021 module.ilb_plain` + ilb,
	}
	for _, input := range []string{".", "plan.json", "tfplan"} {
		t.Run(input, func(t *testing.T) {
			out, errs, code := lint(t, "check", "--format", "json", input)
			if code != exitFault || !strings.Contains(errs, "main.tf:26:22: Invalid suppression comment") || strings.Count(errs, "\n") != 1 {
				t.Errorf("a comment without a reason: exit code %d, %q", code, errs)
			}
			var doc report.Check
			decode(t, out, &doc)
			var got []string
			for _, f := range doc.Findings {
				line := f.Rule + " " + f.Address
				if s := f.Suppressed; s != nil {
					line += ": " + s.Reason + ", " + s.Where
					if s.By != "comment" {
						t.Errorf("%s is suppressed by %s", line, s.By)
					}
				}
				got = append(got, line)
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if doc.Summary.Suppressed != 6 {
				t.Errorf("%d are counted as suppressed", doc.Summary.Suppressed)
			}
			notes(t, doc.Notices, "the comment that ignores LB004 matches nothing", "main.tf:20:26")
			notes(t, doc.Notices, "Invalid suppression comment: The comment gives no reason for ignoring LB005", "main.tf:26:22")
			sarif := sarifOfFault(t, input)
			justified := 0
			for _, r := range sarif.Runs[0].Results {
				for _, s := range r.Suppressions {
					if s.Kind != "inSource" || s.Justification == "" {
						t.Errorf("%s: %+v", r.RuleID, s)
					}
					justified++
				}
			}
			if justified != 6 {
				t.Errorf("%d results are suppressed in SARIF", justified)
			}
			text, _, _ := lint(t, "check", input)
			for _, none := range []string{"ZA009]", "ZA011]"} {
				if strings.Contains(text, none) {
					t.Errorf("the text shows %s", none)
				}
			}
			if !strings.Contains(text, "6 suppressed.") {
				t.Error("the text does not count what is suppressed")
			}
		})
	}
}

// notes looks for one notice with a text and a place.
func notes(t *testing.T, list []report.Notice, text, place string) {
	t.Helper()
	n := 0
	for _, notice := range list {
		if strings.HasPrefix(notice.Message, text) {
			n++
			if r := notice.Range; r == nil || place != r.Filename+":"+itoa(r.Start.Line)+":"+itoa(r.Start.Column) {
				t.Errorf("%s: at %+v, want %s", text, notice.Range, place)
			}
		}
	}
	if n != 1 {
		t.Errorf("%q stands %d times among the notices: %+v", text, n, list)
	}
}

// sarifOfFault returns the document of an input of which a part cannot be
// read.
func sarifOfFault(t *testing.T, input string) sarifDocument {
	t.Helper()
	out, _, code := lint(t, "check", "--format", "sarif", input)
	if code != exitFault {
		t.Fatalf("exit code %d", code)
	}
	var doc sarifDocument
	decode(t, out, &doc)
	return doc
}

// A comment in a module that several root modules call is used where one of
// them uses it; one that none uses is said once.
func TestCommentsInASharedModule(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"modules/lb/main.tf": `variable "protocol" {}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = var.protocol # spillway:ignore LB021 moves soon
} # spillway:ignore LB005 of no use
`,
		"live/dev/main.tf":  "module \"lb\" {\n  source   = \"../../modules/lb\"\n  protocol = \"TCP\"\n}\n",
		"live/prod/main.tf": "module \"lb\" {\n  source   = \"../../modules/lb\"\n  protocol = \"HTTP\"\n}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var doc report.Check
	lintJSON(t, &doc, "check", "--recursive", ".")
	if len(doc.Inputs) != 2 {
		t.Fatalf("%+v", doc.Inputs)
	}
	i := slices.IndexFunc(doc.Findings, func(f report.Finding) bool { return f.Rule == "LB021" })
	if i < 0 || doc.Findings[i].Suppressed == nil {
		t.Errorf("%+v", doc.Findings)
	}
	notes(t, doc.Notices, "the comment that ignores LB005 matches nothing", "modules/lb/main.tf:8:3")
	if len(doc.Notices) != 1 {
		t.Errorf("%+v", doc.Notices)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
