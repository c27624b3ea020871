package hclconfig

import (
	"sync"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/graph"
)

// Evaluated is one root module of several that were evaluated.
type Evaluated struct {
	Root   Root
	Config *Config
	Graph  *graph.Graph
	Diags  hcl.Diagnostics
}

// LoadEach evaluates root modules, as many at once as there are workers, and
// hands them to visit one by one in their order. Called modules are parsed
// once for all. A root that visit does not keep is free to go, so that memory
// does not grow with their number.
func LoadEach(roots []Root, opts Options, workers int, visit func(Evaluated)) {
	if opts.Cache == nil {
		opts.Cache = NewCache()
	}
	results := make([]chan Evaluated, len(roots))
	for i := range results {
		results[i] = make(chan Evaluated, 1)
	}
	next := make(chan int, len(roots))
	for i := range roots {
		next <- i
	}
	close(next)
	// No worker runs further ahead of visit than the others together.
	ahead := make(chan struct{}, 2*max(workers, 1))
	var wg sync.WaitGroup
	for range max(workers, 1) {
		wg.Go(func() {
			for {
				ahead <- struct{}{}
				i, ok := <-next
				if !ok {
					<-ahead
					return
				}
				results[i] <- load(roots[i], opts)
			}
		})
	}
	for i := range roots {
		visit(<-results[i])
		<-ahead
	}
	wg.Wait()
}

func load(r Root, opts Options) Evaluated {
	c, diags := Open(r.Dir, opts)
	g, more := c.Graph()
	return Evaluated{Root: r, Config: c, Graph: g, Diags: append(diags, more...)}
}
