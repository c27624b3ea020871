// SPDX-License-Identifier: MPL-2.0

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
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// Fingerprints names each finding by what it is about: the rule, the address
// and the path of the argument without its indices, since the order of blocks
// carries no meaning. Lines, texts and severities do not count, so that a
// fingerprint survives edits around the finding. Findings of one input that
// share all three are numbered in their order.
//
// The input does not count either: a root module has the same fingerprints
// alone, with others, and as a plan. Those of two inputs can therefore be
// equal, and only together with its input does a fingerprint name a finding.
func Fingerprints(findings []validate.Finding) []string {
	out := make([]string, len(findings))
	type place struct{ key, input string }
	times := make(map[place]int, len(findings))
	for i, f := range findings {
		address, _ := topology.WithoutInput(f.Address, f.Input)
		key := strings.Join([]string{"1", f.Rule.ID, address, withoutIndices(f.Path)}, "\x00")
		n := times[place{key, f.Input}]
		times[place{key, f.Input}]++
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
	Path    string
	Entries []BaselineEntry
}

// BaselineEntry is one accepted finding. The fingerprint decides, and among
// findings of several inputs that share it, the input. Rule and address are
// there for people who read the file.
type BaselineEntry struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Address     string `json:"address"`
	Input       string `json:"input,omitempty"` // where several were joined
}

// Match returns for each finding, by its fingerprint and the path of its
// input, the entry that accepts it, nil where none does, and how many entries
// accept nothing. An entry accepts one finding: that of its own input, else the
// first that is left, for an input can be named in other ways.
func (b *Baseline) Match(prints, inputs []string) (accepted []*BaselineEntry, left int) {
	accepted = make([]*BaselineEntry, len(prints))
	free := map[string][]*BaselineEntry{}
	for i := range b.Entries {
		e := &b.Entries[i]
		free[e.Fingerprint] = append(free[e.Fingerprint], e)
	}
	take := func(i int, fits func(*BaselineEntry) bool) {
		list := free[prints[i]]
		if k := slices.IndexFunc(list, fits); accepted[i] == nil && k >= 0 {
			accepted[i] = list[k]
			free[prints[i]] = slices.Delete(list, k, k+1)
		}
	}
	for i := range prints {
		take(i, func(e *BaselineEntry) bool { return e.Input == inputs[i] })
	}
	for i := range prints {
		take(i, func(*BaselineEntry) bool { return true })
	}
	for _, list := range free {
		left += len(list)
	}
	return accepted, left
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
	return &Baseline{Path: path, Entries: file.Findings}, nil
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
