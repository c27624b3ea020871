// SPDX-License-Identifier: MPL-2.0

package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestJSONStringsComeBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		var got string
		if err := json.Unmarshal(appendJSONString(nil, s), &got); err != nil || got != s {
			t.Fatalf("%q became %q (%v)", s, got, err)
		}
	})
}

func TestJSONStrings(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"empty":           {"", `""`},
		"plain":           {"web-1", `"web-1"`},
		"quotes":          {`a"b\c`, `"a\"b\\c"`},
		"controls":        {"a\n\r\t\x00\x1b", `"a\n\r\t\u0000\u001b"`},
		"delete and C1":   {"\x7f\u009b", `"\u007f\u009b"`},
		"bidirectional":   {"a\u202eb\u2066", `"a\u202eb\u2066"`},
		"line separators": {"\u2028\u2029", `"\u2028\u2029"`},
		"tag characters":  {"\U000e0041", `"\udb40\udc41"`},
		"letters":         {"日本 é", `"日本 é"`},
		"invalid UTF-8":   {"a\xffb\xc3", `"a\ufffdb\ufffd"`},
		"HTML stays":      {"<&>", `"<&>"`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(appendJSONString(nil, tt.in)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestJSONNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"0.8": "0.8", ".5": "0.5", "+1": "1", "-0.10": "-0.10", "007": "7", "00.5": "0.5", "1.": "1", "1e-7": "1e-7", "2E+3": "2E+3", "0": "0",
	} {
		got := JSONNumber(in)
		if got != want {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("%s is no JSON", got)
		}
	}
}

type failing struct{ after int }

var errFull = errors.New("no space left")

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestJSONReportsTheErrorOfItsDestination(t *testing.T) {
	doc := sample()
	if err := doc.WriteJSON(&failing{}); !errors.Is(err, errFull) {
		t.Errorf("check: %v", err)
	}
	p := NewPredictJSON(&failing{after: flushAt}, &Predict{})
	s := sampleService()
	var err error
	for range 2000 {
		if err = p.Service(s); err != nil {
			break
		}
	}
	if !errors.Is(err, errFull) {
		t.Errorf("service: %v", err)
	}
	if err := p.Close(&Predict{}); !errors.Is(err, errFull) {
		t.Errorf("close: %v", err)
	}
}

// compact removes the line breaks that the writer puts for readers.
func compact(t *testing.T, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return b.String()
}

// reflected returns what encoding/json makes of a document.
func reflected(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return compact(t, b.Bytes())
}
