// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
	"terraform-provider-spillway/internal/source/hclconfig/lang"
	"terraform-provider-spillway/internal/source/hclconfig/module"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

// Options of an evaluation. The zero value evaluates every resource with the
// defaults of its variables.
type Options struct {
	// Select says which resource types and attributes the graph holds. Others
	// are evaluated only where these refer to them. Nil selects everything.
	Select graph.Selection
	// Assignments are the --var and --var-file flags in their order: a later
	// one wins.
	Assignments []Assignment
	// Environment holds NAME=VALUE pairs, of which those that begin with
	// TF_VAR_ count. The package never looks at the process's own.
	Environment []string
	// Workspace is the value of terraform.workspace. Where it is empty, a saved
	// plan or what is selected in the folder tells it.
	Workspace string
	// Cache shares parsed modules between the root modules of one run. It may
	// be used by several goroutines. Nil parses for this configuration alone.
	Cache *Cache
}

// Assignment gives root variables their values: one by Name and Value, as
// after --var, or those of File, as after --var-file. Given takes the place of
// Value where the value is no text but has a type already.
type Assignment struct {
	Name, Value string
	Given       *graph.Value
	File        string
}

// Cache holds parsed modules that are called; root modules are not kept.
type Cache struct{ modules *module.Cache }

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{modules: module.NewCache()} }

// Config is a parsed configuration, evaluated as far as it was asked. It is
// the graph.Configuration of the graph that it made. It must not be used by
// several goroutines at once.
type Config struct {
	opts  Options
	path  string // as the user named it
	root  *module.Node
	files lang.Files
	// variables of the folder and flags, as far as no plan brings its own.
	inputs *inputs
	locked map[string]schema.Versions
	noted  string // workspace that is selected in the folder

	errors   hcl.Diagnostics // of loading, for Open
	warnings hcl.Diagnostics // until a graph takes them as notices

	// settings make the evaluator, eval, which is dropped once a graph is
	// made: it takes much space, and few questions follow.
	settings eval.Settings
	eval     *eval.Evaluator
	stands   *eval.Evaluator // the one with stand-ins, where it was needed
	// outlines of blocks that are not kept parsed.
	outlines map[*module.Resource]*outline
	// instances of the graph last made or filled, by address.
	instances map[string]*graph.Instance
}

var _ graph.Configuration = (*Config)(nil)

// Open parses the configuration in a directory. Names of files in everything
// that comes of it begin with dir as given. The diagnostics are the errors of
// loading and syntax; what could be read is in the Config, which is never nil.
func Open(dir string, opts Options) (*Config, hcl.Diagnostics) {
	src := module.OnDisk(dir)
	c := newConfig(src, dir, opts)
	c.files = newDiskFiles(c.root)
	c.inputs = readInputs(dirInputs(dir, opts), c.root.Module)
	_ = c.add(c.inputs.diags)
	if lock, err := os.ReadFile(lockFile(dir)); err == nil {
		c.locked = readLock(lock)
	}
	c.noted = notedWorkspace(dir)
	return c, c.errors
}

// OpenEmbedded parses the configuration that a saved plan holds: fsys is the
// root of the plan file's archive, with tfconfig/modules.json inside. The
// names of files are those that they had below the folder of the plan, which
// may not exist any more.
func OpenEmbedded(fsys fs.FS, opts Options) (*Config, hcl.Diagnostics) {
	src, err := module.InArchive(fsys)
	if err != nil {
		c := &Config{opts: opts, root: &module.Node{Module: &module.Module{Dir: "."}}, files: noFiles{}, inputs: &inputs{}}
		_ = c.add(hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Embedded configuration cannot be read", Detail: err.Error() + "."}})
		return c, c.errors
	}
	c := newConfig(src, "", opts)
	c.files = noFiles{}
	c.inputs = readInputs(flagInputs(opts), c.root.Module)
	_ = c.add(c.inputs.diags)
	if lock, err := readAll(fsys, ".terraform.lock.hcl"); err == nil {
		c.locked = readLock(lock)
	}
	return c, c.errors
}

func newConfig(src module.Source, path string, opts Options) *Config {
	c := &Config{opts: opts, path: path}
	var cache *module.Cache
	if opts.Cache != nil {
		cache = opts.Cache.modules
	}
	var diags hcl.Diagnostics
	c.root, diags = module.Load(src, cache)
	_ = c.add(diags)
	return c
}

// add sorts diagnostics into errors and warnings.
func (c *Config) add(diags hcl.Diagnostics) (errs hcl.Diagnostics) {
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			errs = append(errs, d)
		} else {
			c.warnings = append(c.warnings, d)
		}
	}
	c.errors = append(c.errors, errs...)
	return errs
}

// HasConfiguration reports whether a directory holds files of Terraform's or
// OpenTofu's configuration language, which decides whether the folder of a
// plan is taken for its source.
func HasConfiguration(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !e.IsDir() && module.IsConfiguration(e.Name()) {
			return true
		}
	}
	return false
}

// Load evaluates the configuration in a directory. The Configuration of the
// graph is a *Config. The diagnostics are errors; what else its reader should
// know is among the graph's notices.
func Load(dir string, opts Options) (*graph.Graph, hcl.Diagnostics) {
	c, diags := Open(dir, opts)
	g, more := c.Graph()
	return g, append(diags, more...)
}

// Files returns the parsed files by the names that ranges use, for snippets.
func (c *Config) Files() map[string]*hcl.File {
	out := map[string]*hcl.File{}
	c.eachModule(func(n *module.Node) {
		for _, f := range n.Module.Files {
			out[f.Name] = f.HCL
		}
	})
	return out
}

// eachModule calls f for every module of the tree, each module once, callers
// before the called.
func (c *Config) eachModule(f func(*module.Node)) {
	seen := map[*module.Module]bool{}
	var walk func(*module.Node)
	walk = func(n *module.Node) {
		if !seen[n.Module] {
			seen[n.Module] = true
			f(n)
		}
		for _, name := range sortedKeys(n.Children) {
			walk(n.Children[name])
		}
	}
	walk(c.root)
}

// start makes the evaluator.
func (c *Config) start(s eval.Settings) {
	s.Files, s.Locked = c.files, c.locked
	c.settings = s
	c.eval = eval.New(c.root, s)
	c.eval.CheckCycles()
}

// evaluator returns the evaluator, made for the folder alone where no graph
// has been asked for.
func (c *Config) evaluator() *eval.Evaluator {
	switch {
	case c.eval != nil:
	case c.settings.Files == nil:
		c.start(eval.Settings{Variables: c.inputs.values, Workspace: c.selectedWorkspace()})
	default:
		c.eval = eval.New(c.root, c.settings)
	}
	return c.eval
}

// settle moves what the evaluation had to say into a graph: warnings become
// notices, errors are returned.
func (c *Config) settle(g *graph.Graph) hcl.Diagnostics {
	errs := c.add(c.evaluator().TakeDiagnostics())
	for _, d := range c.warnings {
		n := graph.Notice{Text: d.Detail}
		if d.Subject != nil {
			n.Where = rangeOf(*d.Subject)
		}
		g.Notices = append(g.Notices, n)
	}
	c.warnings, c.eval, c.stands = nil, nil, nil
	return errs
}

// Release gives back the memory of what only a topology asks for. The
// configuration still locates, but answers as a graph.Configuration no more
// than what costs a parsing.
func (c *Config) Release() {
	c.outlines = nil
	for _, i := range c.instances {
		i.Before = graph.Value{}
	}
}

func rangeOf(r hcl.Range) *graph.Range {
	return &graph.Range{
		Filename: r.Filename,
		Start:    graph.Pos{Line: r.Start.Line, Column: r.Start.Column},
		End:      graph.Pos{Line: r.End.Line, Column: r.End.Column},
	}
}

// reasonOf returns what is wrong with a file, without its name.
func reasonOf(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return fmt.Sprint(err)
}
