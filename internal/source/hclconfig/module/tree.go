// SPDX-License-Identifier: MPL-2.0

package module

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
)

// Node is a module in the tree of calls.
type Node struct {
	Module *Module
	// Path are the names of the calls down to it.
	Path   []string
	Parent *Node
	Call   *Call // nil for the root
	// Children are the called modules by the names of the calls. One that is
	// not at hand is missing here.
	Children map[string]*Node
	// Missing says why a called module is not at hand, by the name of the call.
	Missing map[string]string
}

// Cache shares parsed modules. It may be used by several goroutines.
type Cache struct {
	mu      sync.Mutex
	modules map[string]*shared
}

type shared struct {
	once   sync.Once
	module *Module
	err    error
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{modules: map[string]*shared{}} }

func (c *Cache) load(src Source, dir string) (*Module, error) {
	id := src.Shared(dir)
	if id == "" {
		return load(src, dir)
	}
	c.mu.Lock()
	s, ok := c.modules[id]
	if !ok {
		s = &shared{}
		c.modules[id] = s
	}
	c.mu.Unlock()
	s.once.Do(func() { s.module, s.err = load(src, dir) })
	return s.module, s.err
}

// tree loads a tree of modules.
type tree struct {
	src   Source
	cache *Cache
	local map[string]*Module // for a source that is not shared
	nodes int
	diags hcl.Diagnostics
	seen  map[*Module]bool
}

// Load reads the root module and all modules that it calls. The root is never
// put into the cache. What could be read is in the node, which is never nil.
func Load(src Source, cache *Cache) (*Node, hcl.Diagnostics) {
	t := &tree{src: src, cache: cache, local: map[string]*Module{}, seen: map[*Module]bool{}}
	m, err := load(src, src.Root())
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		m = &Module{Dir: src.Root()}
		t.diags = append(t.diags, &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "Configuration cannot be read",
			Detail: fmt.Sprintf("The folder %s cannot be read: %s.", src.Root(), err),
		})
	}
	t.note(m)
	root := t.node(m, nil, nil, nil)
	return root, t.diags
}

// note adds the diagnostics of a module, once.
func (t *tree) note(m *Module) {
	if !t.seen[m] {
		t.seen[m] = true
		t.diags = append(t.diags, m.Diags...)
	}
}

func (t *tree) node(m *Module, parent *Node, call *Call, path []string) *Node {
	t.nodes++
	n := &Node{Module: m, Parent: parent, Call: call, Path: path, Children: map[string]*Node{}, Missing: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(m.Calls)) {
		t.call(n, m.Calls[name])
	}
	return n
}

func (t *tree) call(n *Node, c *Call) {
	path := append(slices.Clone(n.Path), c.Name)
	dir, err := t.src.Called(n.Module.Dir, path, c.Source)
	if err != nil {
		t.missing(n, c, path)
		return
	}
	if problem := t.bounded(n, dir); problem != "" {
		n.Missing[c.Name] = problem
		t.problem(c, "Module not evaluated", fmt.Sprintf("The call %s is not evaluated: %s.", address(path), problem))
		return
	}
	m, err := t.module(dir)
	if err == nil && len(m.Files) == 0 && !m.Diags.HasErrors() {
		err = errors.New("the folder holds no configuration")
	}
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		n.Missing[c.Name] = fmt.Sprintf("its folder %s cannot be read", dir)
		t.problem(c, "Module cannot be read", fmt.Sprintf("The call %s leads to the folder %s, which cannot be read: %s. What it would give is known after apply.", address(path), dir, err))
		return
	}
	t.note(m)
	n.Children[c.Name] = t.node(m, n, c, path)
}

func (t *tree) module(dir string) (*Module, error) {
	if t.cache != nil && t.src.Shared(dir) != "" {
		return t.cache.load(t.src, dir)
	}
	if m, ok := t.local[dir]; ok {
		return m, nil
	}
	m, err := load(t.src, dir)
	if err == nil {
		t.local[dir] = m
	}
	return m, err
}

// bounded says why a further module must not be loaded, or nothing.
func (t *tree) bounded(n *Node, dir string) string {
	if t.nodes >= mostModules {
		return fmt.Sprintf("the configuration has more than %d module calls", mostModules)
	}
	if len(n.Path) >= deepestModule {
		return fmt.Sprintf("modules are nested more than %d deep", deepestModule)
	}
	for p := n; p != nil; p = p.Parent {
		if p.Module.Dir == dir {
			return fmt.Sprintf("the module in %s calls itself", dir)
		}
	}
	return ""
}

func (t *tree) problem(c *Call, summary, detail string) {
	t.diags = append(t.diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: detail, Subject: c.DefRange.Ptr()})
}

// missing notes a module that terraform init has to fetch.
func (t *tree) missing(n *Node, c *Call, path []string) {
	what := fmt.Sprintf("its source %q is not in the folder", c.Source)
	if c.Source == "" {
		what = "its source is not a literal"
	}
	n.Missing[c.Name] = what
	t.diags = append(t.diags, &hcl.Diagnostic{
		Severity: hcl.DiagWarning, Summary: NotInstalled, Subject: c.DefRange.Ptr(),
		Detail: fmt.Sprintf("The module of the call %s is not at hand: %s. Its resources are not looked at and its outputs are known after apply. Run `terraform init` first.", address(path), what),
	})
}

// NotInstalled is the summary of the warning for a module that is not at hand.
const NotInstalled = "Module not installed"

func address(path []string) string { return "module." + strings.Join(path, ".module.") }
