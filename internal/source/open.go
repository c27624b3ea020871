// SPDX-License-Identifier: MPL-2.0

package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
	"terraform-provider-spillway/internal/source/jsondoc"
	"terraform-provider-spillway/internal/source/planfile"
	"terraform-provider-spillway/internal/source/planjson"
	"terraform-provider-spillway/internal/source/spillway"
	"terraform-provider-spillway/internal/source/statejson"
)

// Options of opening inputs.
type Options struct {
	// Stdin is read for the path "-".
	Stdin io.Reader
	// Source is the folder with the configuration behind a plan in JSON. Empty
	// means the plan's own folder, if it holds configuration.
	Source string
	// Recursive makes every root module below a folder an input.
	Recursive bool
	// Assignments are the variables of configurations, in order.
	Assignments []hclconfig.Assignment
	// Environment holds NAME=VALUE pairs, for TF_VAR_ and TF_WORKSPACE.
	Environment []string
}

// maxStdin bounds a saved plan on standard input, which is held in memory.
const maxStdin = 1 << 30

// Open opens all inputs. An input that cannot be read is an error, and so is
// one that is named twice. What is wrong with a configuration, but leaves the
// rest of it readable, is among the set's problems.
func Open(paths []string, opts Options) (*Set, error) {
	o := &opener{opts: opts, set: &Set{}, selection: selection(), cache: hclconfig.NewCache(), roots: map[string]bool{}}
	paths, err := o.folders(paths)
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for _, p := range paths {
		clean := p
		if p != "-" {
			clean = filepath.Clean(p)
		}
		if named[clean] {
			return nil, fmt.Errorf("%s is named twice", p)
		}
		named[clean] = true
		if err := o.open(p); err != nil {
			return nil, err
		}
	}
	return o.set, nil
}

// selection is all that the adapters read.
func selection() graph.Selection {
	s := google.Selection()
	maps.Copy(s, spillway.Selection())
	return s
}

// opener opens inputs into a set.
type opener struct {
	opts      Options
	set       *Set
	selection graph.Selection
	cache     *hclconfig.Cache
	// roots are the folders that are inputs: with --recursive, one may be found
	// below two paths.
	roots map[string]bool
}

func (o *opener) open(path string) error {
	if path == "-" {
		if o.opts.Stdin == nil {
			return errors.New("-: there is no standard input")
		}
		return o.stream(o.opts.Stdin, path)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file or folder", path)
	case err != nil:
		return err
	case info.IsDir():
		return o.folder(path)
	case !info.Mode().IsRegular():
		f, err := os.Open(path) // a pipe of the shell: <(terraform show -json tfplan)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }() // only read
		return o.stream(f, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read
	return o.file(f, info.Size(), path)
}

// headSize is how much of an input tells a saved plan.
const headSize = 4

// file opens a regular file.
func (o *opener) file(f *os.File, size int64, path string) error {
	head := make([]byte, headSize)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if planfile.IsArchive(head[:n]) {
		return o.plan(f, size, path)
	}
	return o.document(f, path)
}

// stream opens what can be read only once.
func (o *opener) stream(r io.Reader, path string) error {
	b := bufio.NewReaderSize(r, 64<<10)
	if head, _ := b.Peek(headSize); !planfile.IsArchive(head) {
		return o.document(b, path) // an error of reading comes again there
	}
	content, err := io.ReadAll(io.LimitReader(b, maxStdin+1))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if len(content) > maxStdin {
		return fmt.Errorf("%s: the saved plan is larger than %d MiB; give the file itself", path, maxStdin>>20)
	}
	return o.plan(bytes.NewReader(content), int64(len(content)), path)
}

// document opens the JSON of a plan or a state.
func (o *opener) document(r io.Reader, path string) error {
	doc, err := jsondoc.Open(r, path)
	if err != nil {
		return err
	}
	if doc.Kind != graph.PlanJSON {
		g, err := statejson.ReadDocument(doc, o.selection, statejson.Options{})
		if err != nil {
			return err
		}
		o.set.add(g, nil, "")
		return nil
	}
	dir, chosen := o.sourceOf(path)
	g, err := planjson.ReadDocument(doc, o.selection, planjson.Options{AllData: dir != ""})
	if err != nil {
		return err
	}
	if dir == "" {
		o.set.add(g, nil, "")
		return nil
	}
	config, diags := hclconfig.Open(dir, o.configuration())
	if diags.HasErrors() && !chosen {
		o.set.notice(graph.Notice{Text: "the configuration beside " + path + " is not used, because it cannot be read: " + oneLine(diags)})
		o.set.add(g, nil, "")
		return nil
	}
	if err := fill(config, g, &diags); err != nil {
		return err
	}
	o.set.diagnose(diags, &input{graph: g, config: config})
	o.set.add(g, config, "")
	return nil
}

// fill fills a plan from its configuration and adds the diagnostics.
func fill(config *hclconfig.Config, g *graph.Graph, diags *hcl.Diagnostics) error {
	var more hcl.Diagnostics
	if err := usual.bounded(g.Path, func() { more = config.Fill(g) }); err != nil {
		return err
	}
	*diags = append(*diags, more...)
	return nil
}

// sourceOf returns the folder with the configuration of a plan in JSON, and
// whether the user chose it.
func (o *opener) sourceOf(path string) (dir string, chosen bool) {
	switch {
	case o.opts.Source != "":
		return o.opts.Source, true
	case path == "-":
		return "", false
	}
	if dir := filepath.Dir(path); hclconfig.HasConfiguration(dir) {
		return dir, false
	}
	return "", false
}

// plan opens a saved plan.
func (o *opener) plan(r io.ReaderAt, size int64, path string) error {
	p, err := planfile.Read(r, size, path, o.selection, planfile.Options{AllData: true})
	if errors.Is(err, planfile.ErrFormat) {
		return o.shown(path, err)
	}
	if err != nil {
		return err
	}
	if p.Configuration == nil {
		o.set.add(p.Graph, nil, "")
		return nil
	}
	p.Graph.Variables = p.Variables
	config, diags := hclconfig.OpenEmbedded(p.Configuration, o.configuration())
	if err := fill(config, p.Graph, &diags); err != nil {
		return err
	}
	base := o.opts.Source
	if base == "" && path != "-" {
		base = filepath.Dir(path)
	}
	o.set.diagnose(diags, &input{graph: p.Graph, config: config, base: base, embedded: true})
	o.set.add(p.Graph, config, base)
	return nil
}

// configuration returns the options of every evaluation.
func (o *opener) configuration() hclconfig.Options {
	return hclconfig.Options{
		Select: o.selection, Assignments: o.opts.Assignments, Environment: o.opts.Environment,
		Workspace: workspace(o.opts.Environment), Cache: o.cache,
	}
}
