// SPDX-License-Identifier: MPL-2.0

package source

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// folders replaces files of a configuration among paths, as a hook names those
// that changed, by the root modules that they belong to: those below the
// working directory, be it through a module that they call, else the file's
// own folder. Each folder stands once.
func (o *opener) folders(paths []string) ([]string, error) {
	if !slices.ContainsFunc(paths, isSource) {
		return paths, nil
	}
	roots, err := hclconfig.Roots(".")
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	var out []string
	for _, p := range paths {
		if !isSource(p) {
			named[filepath.Clean(p)] = true
			out = append(out, p)
		}
	}
	add := func(dir string) {
		if clean := filepath.Clean(dir); !named[clean] {
			named[clean] = true
			out = append(out, dir)
		}
	}
	for _, p := range slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !isSource(p) }) {
		found := hclconfig.RootsOf(roots, []string{p})
		for _, r := range found {
			add(r.Dir)
		}
		if len(found) == 0 {
			add(filepath.Dir(p))
		}
	}
	return out, nil
}

// isSource reports whether a path is a file of a configuration: of the
// language, or with values of variables.
func isSource(p string) bool {
	name := filepath.Base(p)
	return (module.IsConfiguration(name) || strings.HasSuffix(name, ".tfvars") || strings.HasSuffix(name, ".tfvars.json")) && exists(p)
}

// folder opens a folder of configuration: itself, or every root module below.
func (o *opener) folder(dir string) error {
	if !o.opts.Recursive {
		if !hclconfig.HasConfiguration(dir) {
			return fmt.Errorf("%s: no configuration here (.tf, .tf.json or .tofu files); name a plan, a state, or a folder with configuration, or use --recursive for those below it", dir)
		}
		return o.evaluate([]string{dir})
	}
	roots, err := hclconfig.Roots(dir)
	if err != nil {
		return err
	}
	if len(roots) == 0 {
		return fmt.Errorf("%s: no configuration here or below (.tf, .tf.json or .tofu files)", dir)
	}
	dirs := make([]string, len(roots))
	for i, r := range roots {
		dirs[i] = r.Dir
	}
	return o.evaluate(dirs)
}

// evaluated is a root module that was evaluated.
type evaluated struct {
	graph  *graph.Graph
	config *hclconfig.Config
	diags  hcl.Diagnostics
	err    error // why it was given up
	fault  any   // what the evaluation panicked with
}

// evaluate evaluates root modules, as many at a time as there are processors,
// and adds them in their order; one that is an input already stays out.
func (o *opener) evaluate(dirs []string) error {
	dirs = slices.DeleteFunc(dirs, func(dir string) bool {
		clean := filepath.Clean(dir)
		known := o.roots[clean]
		o.roots[clean] = true
		return known
	})
	results := make([]evaluated, len(dirs))
	var wait sync.WaitGroup
	next := make(chan int)
	for range min(len(dirs), runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for i := range next {
				results[i] = o.root(dirs[i])
			}
		})
	}
	for i := range dirs {
		next <- i
	}
	close(next)
	wait.Wait()
	for _, r := range results {
		if r.fault != nil {
			panic(r.fault) // where the program's top catches it
		}
		if r.err != nil {
			return r.err
		}
		o.set.diagnose(r.diags, &input{graph: r.graph, config: r.config})
		o.set.add(r.graph, r.config, "")
	}
	return nil
}

func (o *opener) root(dir string) (e evaluated) {
	defer func() { e.fault = recover() }()
	var out evaluated
	if err := usual.bounded(dir, func() {
		config, diags := hclconfig.Open(dir, o.configuration())
		g, more := config.Graph()
		out = evaluated{graph: g, config: config, diags: append(diags, more...)}
	}); err != nil {
		return evaluated{err: err}
	}
	return out
}

// workspace returns the workspace that the environment selects.
func workspace(environment []string) string {
	name := ""
	for _, pair := range environment {
		if v, ok := strings.CutPrefix(pair, "TF_WORKSPACE="); ok {
			name = v
		}
	}
	return name
}

// exists reports whether a file is there, for ranges in files that a saved
// plan names.
func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// under returns a file's name as seen from the working directory, for one that
// is named as seen from base.
func under(base, name string) string {
	if base == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(base, name)
}
