package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// Fingerprints names each finding by what it is about: the rule, the address
// and the path of the argument without its indices, since the order of blocks
// carries no meaning. Lines, texts and severities do not count, so that a
// fingerprint survives edits around the finding. Findings that share all three
// are numbered in their order.
func Fingerprints(findings []validate.Finding) []string {
	out := make([]string, len(findings))
	times := make(map[string]int, len(findings))
	for i, f := range findings {
		key := strings.Join([]string{"1", f.Rule.ID, f.Address, withoutIndices(f.Path)}, "\x00")
		n := times[key]
		times[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(n)))
		out[i] = hex.EncodeToString(sum[:16])
	}
	return out
}

// withoutIndices turns "backend[3].group" into "backend[].group".
func withoutIndices(path string) string {
	if !strings.Contains(path, "[") {
		return path
	}
	var b strings.Builder
	inside := false
	for _, r := range path {
		if r == ']' {
			inside = false
		}
		if !inside {
			b.WriteRune(r)
		}
		if r == '[' {
			inside = true
		}
	}
	return b.String()
}

// Baseline is a set of findings that are accepted until they go away.
type Baseline struct {
	Path     string
	Accepted map[string]BaselineEntry // by fingerprint
}

// BaselineEntry is one accepted finding. Rule and address are there for people
// who read the file; the fingerprint decides.
type BaselineEntry struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Address     string `json:"address"`
}

type baselineFile struct {
	FormatVersion string          `json:"format_version"`
	Findings      []BaselineEntry `json:"findings"`
}

// maxBaseline bounds a baseline file.
const maxBaseline = 256 << 20

// LoadBaseline reads a baseline file.
func LoadBaseline(path string) (*Baseline, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	defer func() { _ = f.Close() }() // only read
	return ReadBaseline(io.LimitReader(f, maxBaseline), path)
}

// ReadBaseline reads a baseline; path is what errors call it.
func ReadBaseline(r io.Reader, path string) (*Baseline, error) {
	var file baselineFile
	d := json.NewDecoder(r)
	if err := d.Decode(&file); err != nil {
		return nil, fmt.Errorf("baseline %s: not a file that --write-baseline made: %w", path, shorten(err))
	}
	if major, _, _ := strings.Cut(file.FormatVersion, "."); major != "1" {
		return nil, fmt.Errorf("baseline %s: format version %q is not known here; write it anew with --write-baseline", path, file.FormatVersion)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("baseline %s: there is something after its end", path)
	}
	b := &Baseline{Path: path, Accepted: make(map[string]BaselineEntry, len(file.Findings))}
	for _, e := range file.Findings {
		b.Accepted[e.Fingerprint] = e
	}
	return b, nil
}

// shorten turns an error of the JSON decoder into one without type names of
// Go.
func shorten(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s is of the wrong type: %s", wrong.Field, wrong.Value)
	}
	return err
}

// EncodeBaseline returns the file that accepts the entries, in their order:
// one a line, so that a change of the file shows which finding it is about.
func EncodeBaseline(entries []BaselineEntry) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{\"format_version\": \"1.0\", \"findings\": [")
	for i, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  ")
		b.Write(line)
	}
	if len(entries) > 0 {
		b.WriteByte('\n')
	}
	b.WriteString("]}\n")
	return b.Bytes(), nil
}
