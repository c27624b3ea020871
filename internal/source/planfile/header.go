// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"terraform-provider-spillway/internal/source/graph"
)

// header is what a plan says of itself.
type header struct {
	version   uint64
	writer    string // version of the program
	workspace string
	errored   bool
	mode      uint64
	targets   []string
	excludes  []string
}

// header reads it, and refuses a plan of a version that is not known.
func (d *decoder) header(message []byte) (h header, err error) {
	for b := message; len(b) > 0; {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return h, d.errorf("%w", protowire.ParseError(n))
		}
		b = b[n:]
		if n = protowire.ConsumeFieldValue(number, kind, b); n < 0 {
			return h, d.errorf("%w", protowire.ParseError(n))
		}
		switch kind {
		case protowire.VarintType:
			v, _ := protowire.ConsumeVarint(b)
			h.number(number, v)
		case protowire.BytesType:
			v, _ := protowire.ConsumeBytes(b)
			err = d.headerText(&h, number, v)
		}
		if err != nil {
			return h, err
		}
		b = b[n:]
	}
	return h, d.checkVersion(h)
}

func (h *header) number(number protowire.Number, v uint64) {
	switch number {
	case planVersion:
		h.version = v
	case planErrored:
		h.errored = v != 0
	case planMode:
		h.mode = v
	}
}

func (d *decoder) headerText(h *header, number protowire.Number, v []byte) error {
	switch number {
	case planTerraformVersion:
		h.writer = string(v)
	case planTargets:
		h.targets = append(h.targets, string(v))
	case planExcludes:
		h.excludes = append(h.excludes, string(v))
	case planBackend:
		return d.fields(v, func(number protowire.Number, v []byte) error {
			if number == backendWorkspace {
				h.workspace = string(v)
			}
			return nil
		})
	}
	return nil
}

func (d *decoder) checkVersion(h header) error {
	if h.version == formatVersion {
		return nil
	}
	writer := ""
	if h.writer != "" {
		writer = ", written by version " + h.writer
	}
	return d.errorf("%w: version %d%s; version %d is known here. Give the plan as JSON instead: terraform show -json FILE", ErrFormat, h.version, writer, formatVersion)
}

// mostTargets is how many targets a text names.
const mostTargets = 3

// incomplete says why the plan lacks objects, empty where nothing says so.
func (h header) incomplete() string {
	switch {
	case h.errored:
		return "planning stopped at an error"
	case len(h.targets) > 0:
		return "it was made for targets only (" + few(h.targets) + ")"
	case len(h.excludes) > 0:
		return "it was made without what was excluded (" + few(h.excludes) + ")"
	}
	return ""
}

// few names the first of some addresses, sorted.
func few(addresses []string) string {
	slices.Sort(addresses)
	if n := len(addresses) - mostTargets; n > 0 {
		return strings.Join(addresses[:mostTargets], ", ") + " and " + strconv.Itoa(n) + " more"
	}
	return strings.Join(addresses, ", ")
}

// deferred reads a change that the plan puts off to a later plan.
func (d *decoder) deferred(message []byte, g *graph.Graph) error {
	return d.fields(message, func(number protowire.Number, value []byte) error {
		if number != deferredChange {
			return nil
		}
		c, err := d.resourceChange(value)
		if err != nil || c.deposed {
			return err
		}
		if u, ok := graph.ParseUnexpanded(c.address); ok {
			if _, wanted := d.sel[u.Type]; wanted {
				g.DeferUnexpanded(u)
			}
			return nil
		}
		inst, err := d.changed(c)
		if inst != nil {
			g.Defer(inst)
		}
		return err
	})
}
