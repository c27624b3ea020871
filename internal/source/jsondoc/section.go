// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"terraform-provider-spillway/internal/source/graph"
)

// Next moves to the next section, which is a key at the top of the document,
// and returns its name; the caller has to read or to skip it. The format and
// Terraform versions and the variables are read on the way. ok is false at the
// end, when the document has been checked to hold no more.
func (d *Document) Next() (name string, ok bool, err error) {
	if name, d.decided = d.decided, ""; name != "" {
		return name, true, nil
	}
	for !d.ended {
		token, err := d.dec.ReadToken()
		if err != nil {
			return "", false, d.wrap(err)
		}
		if token.Kind() == '}' {
			d.ended = true
			return "", false, d.finish()
		}
		name = token.String()
		if d.seen[name] {
			return "", false, d.errorAt(d.dec.InputOffset(), "the key stands twice")
		}
		if len(d.seen) < 1000 {
			d.seen[name] = true
		}
		if handled, err := d.header(name); err != nil {
			return "", false, err
		} else if !handled {
			return name, true, nil
		}
	}
	return "", false, nil
}

// header reads the sections that are the document's own.
func (d *Document) header(name string) (handled bool, err error) {
	switch name {
	case "format_version":
		if d.FormatVersion, err = d.text(); err != nil {
			return true, err
		}
		return true, d.checkFormat()
	case "terraform_version":
		d.TerraformVersion, err = d.text()
		return true, err
	case "variables":
		raw, err := d.Raw()
		if err == nil && !raw.IsNull() && raw.Kind() != '{' {
			err = d.RawErrorf(raw, "this should be an object with variables")
		}
		d.Variables = raw.Clone()
		return true, err
	}
	return false, nil
}

// text reads a string.
func (d *Document) text() (string, error) {
	raw, err := d.Raw()
	if err != nil {
		return "", err
	}
	if raw.Kind() != '"' {
		return "", d.RawErrorf(raw, "this should be a string")
	}
	return raw.String(), nil
}

// checkFormat accepts the versions whose parts that are read here are alike:
// 0.1 and 0.2 of Terraform 0.12 to 1.0, and all of 1.
func (d *Document) checkFormat() error {
	major, minor, _ := strings.Cut(d.FormatVersion, ".")
	if _, err := strconv.ParseUint(minor, 10, 32); err == nil {
		if major == "1" || major == "0" && (minor == "1" || minor == "2") {
			return nil
		}
	}
	return d.Errorf("format version %s of Terraform's JSON is not supported; 0.1, 0.2 and 1.x are. Take a newer version of this program, or a terraform of version 0.12 to 1.x for terraform show -json", strconv.QuoteToASCII(d.FormatVersion))
}

// finish checks that nothing follows the document and nothing is missing.
func (d *Document) finish() error {
	if _, err := d.dec.ReadToken(); err == nil {
		return d.errorAt(d.dec.InputOffset(), "something follows the end of the document")
	} else if !errors.Is(err, io.EOF) {
		return d.wrap(err)
	}
	if d.FormatVersion == "" && (d.Kind == graph.PlanJSON || d.Kind == graph.StateJSON) {
		return d.Errorf("the document has no format_version; it should be what `terraform show -json` printed, as a whole")
	}
	return nil
}

// Raw reads the value ahead as a whole. It is valid until the next reading.
func (d *Document) Raw() (Raw, error) {
	value, err := d.read()
	if err != nil {
		return Raw{}, err
	}
	return d.tape.reset(value, d.dec.InputOffset()-int64(len(value))), nil
}

func (d *Document) read() (jsontext.Value, error) {
	value, err := d.dec.ReadValue()
	if err != nil {
		return nil, d.wrap(err)
	}
	if len(value) > maxText {
		return nil, d.errorAt(d.dec.InputOffset(), "a value longer than 2 GB is not supported")
	}
	return value, nil
}

// Skip skips the value ahead without holding it.
func (d *Document) Skip() error { return d.wrap(d.dec.SkipValue()) }

// EachOf reads an array and calls f before every element, which f has to read
// or to skip.
func (d *Document) EachOf(f func() error) error {
	if ok, err := d.enter('['); !ok {
		return err
	}
	for {
		switch d.dec.PeekKind() {
		case ']', jsontext.KindInvalid:
			_, err := d.dec.ReadToken()
			return d.wrap(err)
		}
		if err := f(); err != nil {
			return err
		}
	}
}

// Object reads an object and calls f with the name of every member, whose
// value f has to read or to skip; null stands for an empty one.
func (d *Document) Object(f func(name string) error) error {
	if ok, err := d.enter('{'); !ok {
		return err
	}
	for {
		token, err := d.dec.ReadToken()
		if err != nil {
			return d.wrap(err)
		}
		if token.Kind() == '}' {
			return nil
		}
		if err := f(token.String()); err != nil {
			return err
		}
	}
}

// enter reads the beginning of an array or object. ok is false where there is
// null in its place.
func (d *Document) enter(want jsontext.Kind) (ok bool, err error) {
	token, err := d.dec.ReadToken()
	switch {
	case err != nil:
		return false, d.wrap(err)
	case token.Kind() == 'n':
		return false, nil
	case token.Kind() != want:
		what := "an object"
		if want == '[' {
			what = "a list"
		}
		return false, d.errorAt(d.dec.InputOffset(), "this should be %s", what)
	case d.dec.StackDepth() > maxDepth:
		return false, d.errorAt(d.dec.InputOffset(), "the document is nested deeper than %d levels", maxDepth)
	}
	return true, nil
}

// RawErrorf returns an error about a part of the value read last.
func (d *Document) RawErrorf(r Raw, format string, args ...any) error {
	if d.ahead == nil {
		return d.errorAt(r.offset(), format, args...)
	}
	return &Error{Path: d.Path, Offset: d.base + r.offset(), Pointer: d.ahead.errorPointer(), Text: fmt.Sprintf(format, args...)}
}
