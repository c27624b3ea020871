// SPDX-License-Identifier: MPL-2.0

package source_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/source"
	"terraform-provider-spillway/internal/source/graph"
)

var cases = filepath.Join("..", "..", "testdata", "cases")

func read(t *testing.T, path ...string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func write(t *testing.T, path string, content []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestKindIsThatOfTheContent gives every sort of input a name that says
// something else.
func TestKindIsThatOfTheContent(t *testing.T) {
	form := filepath.Join(cases, "forms", "dynamic-backend-in-module")
	rawState := []byte(`{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"x","outputs":{},"resources":[]}`)
	for name, test := range map[string]struct {
		file    string
		content []byte
		kind    graph.InputKind
	}{
		"plan":       {"x.tfstate", read(t, form, "plan.json"), graph.PlanJSON},
		"saved plan": {"x.json", read(t, form, "tfplan"), graph.PlanFile},
		"state":      {"tfplan", read(t, form, "state.json"), graph.StateJSON},
		"raw state":  {"plan.json", rawState, graph.StateFile},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, filepath.Join(t.TempDir(), test.file), test.content)
			for _, from := range []string{path, "-"} {
				set, err := source.Open([]string{from}, source.Options{Stdin: bytes.NewReader(test.content)})
				if err != nil {
					t.Fatal(err)
				}
				if in := set.Inputs()[0]; in.Kind != test.kind || in.Path != from {
					t.Errorf("%+v, want a %s", in, test.kind)
				}
			}
		})
	}
}

func TestFolderAndItsFilesAreOneInput(t *testing.T) {
	form := filepath.Join(cases, "forms", "dynamic-backend-in-module")
	for name, paths := range map[string][]string{
		"folder":     {form},
		"file":       {filepath.Join(form, "main.tf")},
		"both":       {filepath.Join(form, "main.tf"), form},
		"two spells": {filepath.Join(form, "main.tf"), form + "/./main.tf"},
	} {
		t.Run(name, func(t *testing.T) {
			set, err := source.Open(paths, source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if in := set.Inputs(); len(in) != 1 || in[0].Kind != graph.ConfigurationTree {
				t.Errorf("%+v", in)
			}
		})
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	plan := filepath.Join(cases, "plans", "01-ilb-spill", "plan.json")
	for name, test := range map[string]struct {
		paths []string
		want  string
	}{
		"nothing there":  {[]string{filepath.Join(dir, "none")}, "no such file or folder"},
		"twice":          {[]string{plan, filepath.Join(filepath.Dir(plan), ".", "plan.json")}, "is named twice"},
		"empty folder":   {[]string{dir}, "no configuration here"},
		"no stdin":       {[]string{"-"}, "there is no standard input"},
		"not an archive": {[]string{write(t, filepath.Join(dir, "zip"), []byte("PK\x03\x04"))}, "its archive cannot be read"},
		"two, one bad":   {[]string{plan, write(t, filepath.Join(dir, "bad"), []byte("x"))}, "bad: "},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := source.Open(test.paths, source.Options{})
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
}

// savedPlan is a saved plan of a format that nobody knows yet.
func savedPlan(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("tfplan")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte{0x08, 99}); err != nil { // field 1, the version
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestUnknownFormatFallsBackToTerraform runs a stand-in for terraform.
func TestUnknownFormatFallsBackToTerraform(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "tfplan"), savedPlan(t))
	write(t, filepath.Join(dir, "shown.json"), read(t, cases, "plans", "01-ilb-spill", "plan.json"))
	program := func(t *testing.T, script string) {
		bin := t.TempDir()
		if err := os.WriteFile(filepath.Join(bin, "terraform"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", bin+string(os.PathListSeparator)+"/bin")
	}
	t.Run("installed", func(t *testing.T) {
		program(t, `test "$1 $2" = "show -json" && cat shown.json`)
		set, err := source.Open([]string{path}, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(set.After().Services); n != 1 {
			t.Errorf("%d services", n)
		}
	})
	t.Run("fails", func(t *testing.T) {
		program(t, "echo 'no\nway' >&2; exit 1")
		_, err := source.Open([]string{path}, source.Options{})
		if err == nil || !strings.Contains(err.Error(), "terraform show -json says: no way") {
			t.Error(err)
		}
	})
	t.Run("not installed", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		_, err := source.Open([]string{path}, source.Options{})
		if err == nil || !strings.Contains(err.Error(), "give the output of `terraform show -json FILE` instead") {
			t.Error(err)
		}
		_, err = source.Open([]string{"-"}, source.Options{Stdin: bytes.NewReader(savedPlan(t))})
		if err == nil || !strings.Contains(err.Error(), "terraform show -json") {
			t.Error(err)
		}
	})
}

// TestPlacesAreInFilesThatExist holds that a saved plan, which carries its own
// source, names only files that are there.
func TestPlacesAreInFilesThatExist(t *testing.T) {
	form := filepath.Join(cases, "forms", "dynamic-backend-in-module")
	const service = "module.api_front.google_compute_region_backend_service.front"
	for name, test := range map[string]struct {
		path string
		ok   bool
	}{
		"beside its source": {filepath.Join(form, "tfplan"), true},
		"moved away":        {write(t, filepath.Join(t.TempDir(), "tfplan"), read(t, form, "tfplan")), false},
		"folder":            {form, true},
		"plan":              {filepath.Join(form, "plan.json"), true},
	} {
		t.Run(name, func(t *testing.T) {
			set, err := source.Open([]string{test.path}, source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			place, ok := set.Locate(service, "")
			if ok != test.ok {
				t.Fatalf("located: %t, want %t (%+v)", ok, test.ok, place)
			}
			if !ok {
				return
			}
			names := []string{place.Range.Filename}
			for _, r := range place.Related {
				names = append(names, r.Range.Filename)
			}
			for _, n := range names {
				if _, err := os.Stat(n); err != nil {
					t.Errorf("%s: %v", n, err)
				}
			}
			if place.Range.Filename != filepath.Join(form, "main.tf") || len(place.Related) == 0 {
				t.Errorf("not at the user's own module block: %+v", place)
			}
		})
	}
}

// TestAddressesOfJoinedInputs holds that an address that two inputs share is
// found in its own.
func TestAddressesOfJoinedInputs(t *testing.T) {
	a := filepath.Join(cases, "bad", "za-subsetting", "plan.json")
	b := filepath.Join(cases, "bad", "za-published", "plan.json")
	set, err := source.Open([]string{a, b}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range set.After().Groups {
		place, ok := set.Locate(g.Address, "")
		if !ok {
			t.Errorf("%s is nowhere", g.Address)
			continue
		}
		if _, path, joined := strings.Cut(strings.TrimSuffix(g.Address, ")"), " ("); joined && filepath.Dir(path) != filepath.Dir(place.Range.Filename) {
			t.Errorf("%s is located in %s", g.Address, place.Range.Filename)
		}
	}
}

func TestReleaseKeepsWhatIsStillAsked(t *testing.T) {
	set, err := source.Open([]string{filepath.Join(cases, "bad", "za-subsetting", "plan.json")}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	after, before := set.Topology()
	if len(after.Services) != 1 || before == nil {
		t.Fatalf("%d services, before %v", len(after.Services), before)
	}
	set.Release()
	if in := set.Inputs()[0]; in.Kind != graph.PlanJSON || in.TerraformVersion == "" {
		t.Errorf("%+v", in)
	}
	if _, ok := set.Locate(after.Services[0].Address, ""); !ok {
		t.Error("nothing is located any more")
	}
}
