// SPDX-License-Identifier: MPL-2.0

package planfile_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"terraform-provider-spillway/internal/bench/generate"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/planfile"
	"terraform-provider-spillway/internal/source/planjson"
)

func read(path string, sel graph.Selection) (*planfile.Plan, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return planfile.Read(bytes.NewReader(b), int64(len(b)), path, sel, planfile.Options{})
}

// A saved plan and the JSON that terraform, or tofu, makes of it say the same
// of every instance.
func TestSavedPlanAgreesWithItsJSON(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../testdata/cases/*/*/tfplan")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d saved plans found, %v", len(files), err)
	}
	opentofu, err := filepath.Glob("testdata/opentofu-1.10/*/tfplan")
	if err != nil || len(opentofu) == 0 {
		t.Fatalf("no saved plan of OpenTofu, %v", err)
	}
	files = append(files, opentofu...)
	for _, file := range files {
		t.Run(strings.TrimPrefix(filepath.Dir(file), "../../../testdata/cases/"), func(t *testing.T) {
			t.Parallel()
			sel := google.Selection()
			saved, err := read(file, sel)
			if err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(filepath.Join(filepath.Dir(file), "plan.json"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = f.Close() }() // only read
			want, err := planjson.Read(f, f.Name(), sel, planjson.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if saved.Configuration == nil {
				t.Error("the saved plan has no configuration")
			} else if _, err := fs.ReadFile(saved.Configuration, "tfconfig/m-/main.tf"); err != nil {
				t.Error(err)
			}
			compare(t, want.Instances, saved.Graph.Instances)
		})
	}
}

func compare(t *testing.T, want, got []*graph.Instance) {
	t.Helper()
	byAddress := map[string]*graph.Instance{}
	for _, inst := range got {
		byAddress[inst.Address] = inst
	}
	if len(want) == 0 || len(got) != len(want) {
		t.Errorf("%d instances, the JSON has %d", len(got), len(want))
	}
	for _, w := range want {
		g := byAddress[w.Address]
		if g == nil {
			t.Errorf("%s is missing", w.Address)
			continue
		}
		if g.Change != w.Change || g.Type != w.Type || g.Name != w.Name || g.Module != w.Module || g.Key != w.Key || g.Provider != w.Provider || g.Data != w.Data {
			t.Errorf("%s: got %+v, want %+v", w.Address, *g, *w)
		}
		same(t, w.Address+" after", w.After, g.After)
		same(t, w.Address+" before", w.Before, g.Before)
	}
}

// same compares two values. The order of an object's list is that of the
// planned set in both, but a set is written sorted by different encodings, so
// lists are compared as multisets.
func same(t *testing.T, path string, want, got graph.Value) {
	t.Helper()
	if text(want) != text(got) {
		t.Errorf("%s:\n got %s\nwant %s", path, text(got), text(want))
	}
}

func text(v graph.Value) string {
	switch v.Kind() {
	case graph.List:
		parts := make([]string, 0, len(v.Elements()))
		for _, e := range v.Elements() {
			parts = append(parts, text(e))
		}
		slices.Sort(parts)
		return "[" + strings.Join(parts, ",") + "]"
	case graph.Object:
		names, values := v.Fields()
		parts := make([]string, 0, len(names))
		for i, n := range names {
			parts = append(parts, n+"="+text(values[i]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case graph.String, graph.Number:
		s, _ := v.Text()
		return s
	case graph.Bool:
		if b, _ := v.Bool(); b {
			return "true"
		}
		return "false"
	}
	return v.Kind().String()
}

func archive(t *testing.T, members map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range members {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func version(v uint64) []byte {
	b := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), v)
	return protowire.AppendBytes(protowire.AppendTag(b, 14, protowire.BytesType), []byte("9.9.9"))
}

func TestForeignAndBrokenFilesAreRefused(t *testing.T) {
	t.Parallel()
	var whole bytes.Buffer
	if err := (generate.Plan{Services: 2, GroupsPerService: 2}).WriteFile(&whole); err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 300<<20)
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":                  {nil, "archive cannot be read"},
		"no zip":                 {[]byte("PK\x03\x04 and nothing else"), "archive cannot be read"},
		"truncated":              {whole.Bytes()[:whole.Len()/2], "archive cannot be read"},
		"another zip":            {archive(t, map[string][]byte{"word/document.xml": nil}), "no saved plan: it has no member tfplan"},
		"newer format":           {archive(t, map[string][]byte{"tfplan": version(4)}), "version 4, written by version 9.9.9"},
		"no format":              {archive(t, map[string][]byte{"tfplan": nil}), "unknown format of a saved plan: version 0"},
		"foreign bytes":          {archive(t, map[string][]byte{"tfplan": []byte("hello, world")}), "tfplan: "},
		"a member that climbs":   {archive(t, map[string][]byte{"tfplan": version(3), "tfconfig/../../etc/passwd": nil}), "would leave its folder"},
		"an absolute member":     {archive(t, map[string][]byte{"tfplan": version(3), "/etc/passwd": nil}), "would leave its folder"},
		"a member of Windows":    {archive(t, map[string][]byte{"tfplan": version(3), `tfconfig\..\x`: nil}), "would leave its folder"},
		"a bomb":                 {archive(t, map[string][]byte{"tfplan": zeros}), "more than the"},
		"a state that is broken": {archive(t, map[string][]byte{"tfplan": version(3), "tfstate": []byte(`{"version":4,`)}), ":tfstate"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := planfile.Read(bytes.NewReader(c.file), int64(len(c.file)), "plan.out", graph.Selection{}, planfile.Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "plan.out") || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want one line with %q", err, c.want)
			}
			if strings.Contains(name, "format") && !errors.Is(err, planfile.ErrFormat) {
				t.Error("the error does not say that the format is unknown")
			}
		})
	}
}

// A value nested as deep as the file is long must not exhaust the stack,
// whether it is read or passed over.
func TestDeepNestingIsRefused(t *testing.T) {
	t.Parallel()
	for _, attribute := range []string{"name", "not selected"} {
		deep := append([]byte{0x81, 0xa0 | byte(len(attribute))}, attribute...)
		deep = append(deep, bytes.Repeat([]byte{0x91}, 1<<20)...)
		bytesField := func(b []byte, n protowire.Number, v []byte) []byte {
			return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), v)
		}
		change := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 1)
		change = bytesField(change, 2, bytesField(nil, 1, deep))
		plan := bytesField(version(3), 3, bytesField(bytesField(nil, 9, change), 13, []byte("google_compute_instance.vm")))
		file := archive(t, map[string][]byte{"tfplan": plan})
		_, err := planfile.Read(bytes.NewReader(file), int64(len(file)), "plan.out", google.Selection(), planfile.Options{})
		if err == nil || !strings.Contains(err.Error(), "google_compute_instance.vm: the planned values cannot be read: values are nested too deeply") {
			t.Errorf("%s: %v", attribute, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, path := range []string{"01-ilb-spill", "08-psc-health", "14-linkage-forms"} {
		b, err := os.ReadFile("../../../testdata/cases/plans/" + path + "/tfplan")
		if err != nil {
			f.Fatal(err)
		}
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			f.Fatal(err)
		}
		plan, err := fs.ReadFile(z, "tfplan")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(plan)
	}
	sel := google.Selection()
	f.Fuzz(func(t *testing.T, plan []byte) {
		file := archive(t, map[string][]byte{"tfplan": plan})
		p, err := planfile.Read(bytes.NewReader(file), int64(len(file)), "fuzz", sel, planfile.Options{AllData: true})
		if err == nil && p.Graph == nil {
			t.Error("neither a plan nor an error")
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	if err := generate.Large.WriteFile(&file); err != nil {
		b.Fatal(err)
	}
	sel := google.Selection()
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := planfile.Read(bytes.NewReader(file.Bytes()), int64(file.Len()), "bench", sel, planfile.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
