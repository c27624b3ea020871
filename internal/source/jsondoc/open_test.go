// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"terraform-provider-spillway/internal/source/graph"
)

func TestOpenTellsTheKind(t *testing.T) {
	tests := map[string]struct {
		text string
		want graph.InputKind
	}{
		"plan":                     {`{"format_version":"1.2","terraform_version":"1.11.4","variables":{"a":{"value":1}},"planned_values":{}}`, graph.PlanJSON},
		"plan, keys sorted":        {`{"applyable":true,"complete":true,"configuration":{},"format_version":"1.2"}`, graph.PlanJSON},
		"plan of an old version":   {`{"format_version":"0.1","planned_values":{}}`, graph.PlanJSON},
		"plan of a later version":  {`{"format_version":"1.99","errored":false}`, graph.PlanJSON},
		"state JSON":               {`{"format_version":"1.0","terraform_version":"1.11.4","values":{}}`, graph.StateJSON},
		"state JSON with nothing":  {`{"format_version":"1.0"}`, graph.StateJSON},
		"state JSON with checks":   {`{"format_version":"1.0","checks":[],"values":{}}`, graph.StateJSON},
		"state file":               {`{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"x","outputs":{},"resources":[]}`, graph.StateFile},
		"state file, keys sorted":  {`{"check_results":null,"lineage":"x","version":4}`, graph.StateFile},
		"white space everywhere":   {" \r\n\t{ \"format_version\" : \"1.0\" , \"values\" : { } } \n", graph.StateJSON},
		"byte order mark":          {"\xef\xbb\xbf" + `{"format_version":"1.0","values":{}}`, graph.StateJSON},
		"UTF-16, little, mark":     {utf16Text(binary.LittleEndian, "\ufeff"+`{"format_version":"1.0","values":{"ä":"😀"}}`), graph.StateJSON},
		"UTF-16, big, mark":        {utf16Text(binary.BigEndian, "\ufeff"+`{"format_version":"1.0","values":{}}`), graph.StateJSON},
		"UTF-16, little, no mark":  {utf16Text(binary.LittleEndian, `{"format_version":"1.0","values":{}}`), graph.StateJSON},
		"UTF-16, big, no mark":     {utf16Text(binary.BigEndian, `{"format_version":"1.0","values":{}}`), graph.StateJSON},
		"keys that nobody knows":   {`{"x":[1,{"values":2}],"format_version":"1.0","values":{}}`, graph.StateJSON},
		"a key written as escapes": {`{"format_version":"1.0","\u0076alues":{}}`, graph.StateJSON},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tc.text), iotest.OneByteReader(strings.NewReader(tc.text))} {
				doc, err := Open(r, "in.json")
				if err != nil {
					t.Fatal(err)
				}
				if doc.Kind != tc.want {
					t.Errorf("kind is %s, want %s", doc.Kind, tc.want)
				}
				if err := readOn(doc); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func readOn(doc *Document) error {
	for {
		_, ok, err := doc.Next()
		if err != nil || !ok {
			return err
		}
		if err := doc.Skip(); err != nil {
			return err
		}
	}
}

func utf16Text(order binary.ByteOrder, s string) string {
	var b bytes.Buffer
	for _, u := range utf16.Encode([]rune(s)) {
		_ = binary.Write(&b, order, u) // a buffer takes everything
	}
	return b.String()
}

func TestOpenRefuses(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"nothing":                 {"", "in.json: the input is empty"},
		"a mark only":             {"\xef\xbb\xbf", "in.json: the input is empty"},
		"white space":             {" \n", "in.json: the input holds nothing but white space at its start"},
		"a zip archive":           {"PK\x03\x04rest", "in.json: this is a zip archive, as saved plan files are, not JSON"},
		"a list":                  {"[1]", "in.json: this JSON is a list; a plan and a state of Terraform are objects"},
		"HCL":                     {"resource \"x\" \"y\" {}", `in.json: this is not JSON of Terraform: it begins with "resource" in place of a brace`},
		"a wrapper's first line":  {"[command]/usr/bin/terraform show -json\n{}", `in.json: this is not JSON of Terraform: it begins with "[command]/usr/bin/te" in place of a brace`},
		"control characters":      {"\x1b[31mError", `in.json: this is not JSON of Terraform: it begins with "\x1b[31mError" in place of a brace`},
		"no key known":            {`{"a":1}`, "in.json: this JSON is neither a plan nor a state of Terraform: it has no format_version, and is no state file of version 4; make one with: terraform show -json FILE"},
		"an empty object":         {`{}`, "in.json: this JSON is neither a plan nor a state of Terraform: it has no format_version, and is no state file of version 4; make one with: terraform show -json FILE"},
		"only the version":        {`{"format_version":"1.0","a":1}`, "in.json: this JSON is neither a plan nor a state of Terraform: it has a format_version, but neither planned_values nor resource_changes nor values"},
		"the log of a plan":       {`{"@level":"info","@message":"Terraform 1.11.4"}`, "in.json: this is the log that `terraform plan -json` prints, not the plan; save the plan with -out=FILE and use FILE, or what `terraform show -json FILE` prints"},
		"schemas":                 {`{"format_version":"1.0","provider_schemas":{}}`, "in.json: these are the schemas of providers (`terraform providers schema -json`), neither a plan nor a state"},
		"a validation":            {`{"format_version":"1.0","valid":true}`, "in.json: this is the result of `terraform validate -json`, neither a plan nor a state"},
		"an encrypted state":      {`{"meta":{},"encrypted_data":"x"}`, "in.json: this file is encrypted by OpenTofu; use what `tofu show -json` prints"},
		"a plan kept elsewhere":   {`{"remote_plan_format":1,"run_id":"run-x","hostname":"app.terraform.io"}`, "in.json: this file only names a run of HCP Terraform, which keeps the plan; use what `terraform show -json FILE` prints"},
		"version 2":               {`{"format_version":"2.0","planned_values":{}}`, `in.json: format version "2.0" of Terraform's JSON is not supported; 0.1, 0.2 and 1.x are. Take a newer version of this program, or a terraform of version 0.12 to 1.x for terraform show -json`},
		"version 0.3":             {`{"format_version":"0.3","planned_values":{}}`, `in.json: format version "0.3" of Terraform's JSON is not supported; 0.1, 0.2 and 1.x are. Take a newer version of this program, or a terraform of version 0.12 to 1.x for terraform show -json`},
		"version without a dot":   {`{"format_version":"1","planned_values":{}}`, `in.json: format version "1" of Terraform's JSON is not supported; 0.1, 0.2 and 1.x are. Take a newer version of this program, or a terraform of version 0.12 to 1.x for terraform show -json`},
		"version, hostile":        {`{"format_version":"1.\u001b[2J","planned_values":{}}`, `in.json: format version "1.\x1b[2J" of Terraform's JSON is not supported; 0.1, 0.2 and 1.x are. Take a newer version of this program, or a terraform of version 0.12 to 1.x for terraform show -json`},
		"version, a number":       {`{"format_version":1.2,"planned_values":{}}`, `in.json: at byte 18, "/format_version": this should be a string`},
		"version missing":         {`{"planned_values":{}}`, "in.json: the document has no format_version; it should be what `terraform show -json` printed, as a whole"},
		"a key twice":             {`{"format_version":"1.0","values":{},"values":{}}`, `in.json: at byte 44, "/values": the key stands twice`},
		"more after the end":      {`{"format_version":"1.0","values":{}} {}`, "in.json: at byte 38: something follows the end of the document"},
		"cut off":                 {`{"format_version":"1.0","values":{"a":`, `in.json: at byte 37, "/values/a": the document ends too early; it seems to be cut off`},
		"cut off in UTF-16":       {utf16Text(binary.LittleEndian, `{"format_version":"1.0","values":`) + "{", `in.json: at byte 32, "/values": the document ends too early; it seems to be cut off`},
		"half a pair":             {"\xff\xfe{\x00\"\x00\x00\xd8\"\x00:\x001\x00}\x00", `in.json: at byte 2: this is not JSON: invalid UTF-8`},
		"bad UTF-8":               {"{\"a\xff\":1}", `in.json: at byte 3: this is not JSON: invalid UTF-8`},
		"a comma too much":        {`{"format_version":"1.0",}`, `in.json: at byte 23: this is not JSON: invalid character ',' at start of value`},
		"a raw control character": {"{\"a\":\"\x01\"}", `in.json: at byte 6, "/a": this is not JSON: invalid character '\x01' in string (expecting non-control character)`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			doc, err := Open(strings.NewReader(tc.text), "in.json")
			if err == nil {
				err = readOn(doc)
			}
			if err == nil || err.Error() != tc.want {
				t.Errorf("got:  %v\nwant: %s", err, tc.want)
			}
		})
	}
}

func TestReadErrorIsPassedOn(t *testing.T) {
	_, err := Open(iotest.ErrReader(io.ErrClosedPipe), "in.json")
	if err == nil || err.Error() != "in.json: io: read/write on closed pipe" {
		t.Errorf("got %v", err)
	}
}
