// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/statejson"
)

// formatVersion is the version of the plan message that is known here; with
// it Terraform 1.x and OpenTofu write.
const formatVersion = 3

// ErrFormat is in the chain of the error for a plan file of a format that is
// not known here.
var ErrFormat = errors.New("unknown format of a saved plan")

// Plan is a saved plan.
type Plan struct {
	Graph *graph.Graph
	// Configuration is the root of the archive, whose folder tfconfig holds the
	// source of every module: modules.json and, for each module path, a folder
	// "m-" followed by it. It is nil where the file has none.
	Configuration fs.FS
	// Variables are the values given to the root module's variables. One that
	// is left to its default is not among them.
	Variables map[string]graph.Value
}

// Options of a reading.
type Options struct {
	// AllData has every data source read, with all its attributes, whether the
	// selection names its type or not.
	AllData bool
}

// Read reads a saved plan of the given size; name is the input in errors and
// in the graph.
func Read(r io.ReaderAt, size int64, name string, sel graph.Selection, opts Options) (*Plan, error) {
	a, err := openArchive(r, size, name)
	if err != nil {
		return nil, err
	}
	message, err := a.read("tfplan")
	if err != nil {
		return nil, err
	}
	d := decoder{path: name, sel: sel, opts: opts, words: map[string]string{}, shapes: map[shapeKey][]string{}}
	p := &Plan{
		Graph:     &graph.Graph{Path: name, Kind: graph.PlanFile, HasPrior: true},
		Variables: map[string]graph.Value{},
	}
	if err := d.plan(message, p); err != nil {
		return nil, err
	}
	p.Configuration = a.configuration()
	state, err := a.read("tfstate")
	if err != nil {
		return nil, err
	}
	if err := addUnchanged(p.Graph, state, name+":tfstate", sel, statejson.Options(opts)); err != nil {
		return nil, err
	}
	slices.SortFunc(p.Graph.Instances, func(a, b *graph.Instance) int { return cmp.Compare(a.Address, b.Address) })
	return p, nil
}

// addUnchanged adds what the prior state holds and the plan does not change:
// data sources that were read while planning, and resources without a change
// of their own in the plan.
func addUnchanged(g *graph.Graph, state []byte, name string, sel graph.Selection, opts statejson.Options) error {
	if len(bytes.TrimSpace(state)) == 0 {
		return nil
	}
	prior, err := statejson.Read(bytes.NewReader(state), name, sel, opts)
	if err != nil {
		return err
	}
	changed := make(map[string]bool, len(g.Instances))
	for _, inst := range g.Instances {
		changed[inst.Address] = true
	}
	for _, inst := range prior.Instances {
		if !changed[inst.Address] {
			inst.Before = inst.After
			g.Instances = append(g.Instances, inst)
		}
	}
	return nil
}

// decoder reads the plan message.
type decoder struct {
	path  string
	sel   graph.Selection
	opts  Options
	words map[string]string // strings that stand often, once
	// shapes are names of attributes, sorted, that objects share.
	shapes map[shapeKey][]string
	values valueReader
}

func (d *decoder) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: tfplan: "+format, append([]any{d.path}, args...)...)
}

// Fields of the messages (planfile.proto, as Terraform 1.11 and OpenTofu 1.9
// write it).
const (
	planVersion          = 1
	planVariables        = 2
	planResourceChanges  = 3
	planTargets          = 5
	planExcludes         = 6 // of OpenTofu only
	planBackend          = 13
	planTerraformVersion = 14
	planMode             = 17
	planErrored          = 20
	planDeferredChanges  = 27

	backendWorkspace = 3

	modeRefreshOnly = 2

	deferredChange = 2

	changeDeposed  = 7
	changeProvider = 8
	changeChange   = 9
	changeAddress  = 13

	actionField          = 1
	valuesField          = 2
	beforeSensitiveField = 3
	afterSensitiveField  = 4
)

func (d *decoder) plan(message []byte, p *Plan) error {
	h, err := d.header(message)
	if err != nil {
		return err
	}
	p.Graph.TerraformVersion, p.Graph.Workspace, p.Graph.RefreshOnly = h.writer, h.workspace, h.mode == modeRefreshOnly
	if why := h.incomplete(); why != "" {
		p.Graph.Lacks(why)
	}
	return d.fields(message, func(number protowire.Number, value []byte) error {
		switch number {
		case planVariables:
			return d.variable(value, p.Variables)
		case planResourceChanges:
			inst, err := d.instance(value)
			if inst != nil {
				p.Graph.Instances = append(p.Graph.Instances, inst)
			}
			return err
		case planDeferredChanges:
			return d.deferred(value, p.Graph)
		}
		return nil
	})
}

// fields calls f for each field of a message whose value is of the bytes
// type, in order.
func (d *decoder) fields(b []byte, f func(protowire.Number, []byte) error) error {
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return d.errorf("%w", protowire.ParseError(n))
		}
		b = b[n:]
		if kind != protowire.BytesType {
			if n = protowire.ConsumeFieldValue(number, kind, b); n < 0 {
				return d.errorf("%w", protowire.ParseError(n))
			}
			b = b[n:]
			continue
		}
		value, n := protowire.ConsumeBytes(b)
		if n < 0 {
			return d.errorf("%w", protowire.ParseError(n))
		}
		if err := f(number, value); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

func (d *decoder) variable(entry []byte, into map[string]graph.Value) error {
	name, value := "", graph.UnknownValue()
	err := d.fields(entry, func(number protowire.Number, b []byte) (err error) {
		switch number {
		case 1:
			name = string(b)
		case 2:
			value, err = d.dynamic(b, "variable "+name)
		}
		return err
	})
	if err == nil && name != "" {
		into[name] = value
	}
	return err
}
