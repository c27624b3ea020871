package hclconfig

import (
	"io/fs"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/graph"
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
	// Workspace is the value of terraform.workspace, "default" where empty.
	Workspace string
	// Cache shares parsed modules between the root modules of one run. It may
	// be used by several goroutines. Nil parses for this configuration alone.
	Cache *Cache
}

// Assignment gives root variables their values: one by Name and Value, as
// after --var, or those of File, as after --var-file.
type Assignment struct {
	Name, Value string
	File        string
}

// Cache holds parsed modules.
type Cache struct{}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{} }

// Config is a parsed configuration, evaluated as far as it was asked. It is
// the graph.Configuration of the graph that it made. It must not be used by
// several goroutines at once.
type Config struct{}

var _ graph.Configuration = (*Config)(nil)

// Open parses the configuration in a directory. Names of files in everything
// that comes of it begin with dir as given. The diagnostics are those of
// loading and syntax; what could be read is in the Config, which is never nil.
func Open(dir string, opts Options) (*Config, hcl.Diagnostics) { return &Config{}, nil }

// OpenEmbedded parses the configuration that a saved plan holds: fsys is the
// root of the plan file's archive, with tfconfig/modules.json inside. The
// names of files are those that they had in the folder of the plan, which
// may not exist any more.
func OpenEmbedded(fsys fs.FS, opts Options) (*Config, hcl.Diagnostics) { return &Config{}, nil }

// HasConfiguration reports whether a directory holds files of Terraform's or
// OpenTofu's configuration language, which decides whether the folder of a
// plan is taken for its source.
func HasConfiguration(dir string) bool { return false }

// Load evaluates the configuration in a directory. The Configuration of the
// graph is a *Config.
func Load(dir string, opts Options) (*graph.Graph, hcl.Diagnostics) {
	c, diags := Open(dir, opts)
	g, more := c.Graph()
	return g, append(diags, more...)
}

// Graph evaluates the selected resources. Their values are marked Evaluated.
func (c *Config) Graph() (*graph.Graph, hcl.Diagnostics) { return &graph.Graph{}, nil }

// Fill replaces what is unknown in the planned values of a graph by what the
// configuration evaluates to, with the variables and the known values of the
// plan. Filled values are marked Evaluated; no known value changes. It adds
// notices to the graph, and itself as the graph's Configuration where that is
// nil.
func (c *Config) Fill(g *graph.Graph) hcl.Diagnostics { return nil }

// Files returns the parsed files by the names that ranges use, for snippets.
func (c *Config) Files() map[string]*hcl.File { return nil }

// Expression implements graph.Configuration.
func (c *Config) Expression(inst *graph.Instance, path string) (graph.Expression, bool) {
	return graph.Expression{}, false
}

// Blocks implements graph.Configuration.
func (c *Config) Blocks(inst *graph.Instance, block string) (static int, dynamic bool) {
	return 0, false
}

// Resolve implements graph.Configuration. The evaluation has already followed
// every reference, so that what is still unknown leads nowhere.
func (c *Config) Resolve(inst *graph.Instance, e graph.Expression, want func(string) bool) graph.Resolution {
	return graph.Resolution{}
}

// ProviderArgument implements graph.Configuration.
func (c *Config) ProviderArgument(inst *graph.Instance, name string) graph.Value {
	return graph.UnknownValue()
}
