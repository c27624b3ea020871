// SPDX-License-Identifier: MPL-2.0

package client

import (
	"sync"
	"time"

	"terraform-provider-spillway/internal/engine/topology"
)

// Options are the settings of a client.
type Options struct {
	// EnginePath is the file of the catalogue, or ":memory:". Empty means that
	// it is known after apply: then there is nothing but the registry.
	EnginePath string
	// Project and Region are those of objects that name none; empty where the
	// provider block sets none, or they are known after apply.
	Project, Region string
	// OpenProject and OpenRegion say that the provider block sets them to
	// something that is known after apply.
	OpenProject, OpenRegion bool
	// Edition is the edition of Google's documentation that holds.
	Edition topology.Edition
	// Settle is how long a write waits for objects of the same run that are in
	// its way to go; zero means a few seconds.
	Settle time.Duration
}

// defaultSettle is long enough for a deletion that runs at the same time to
// get through, and short enough to wait for in vain.
const defaultSettle = 3 * time.Second

// Client is the local engine of one configured provider. It is safe for
// concurrent use.
type Client struct {
	options   Options
	catalogue catalogue
	registry  registry
	changes   changes
}

// New returns a client. Nothing is opened yet.
func New(o Options) *Client {
	if o.Edition == "" {
		o.Edition = topology.Preview
	}
	if o.Settle == 0 {
		o.Settle = defaultSettle
	}
	return &Client{options: o, catalogue: catalogue{path: o.EnginePath}}
}

// Project returns the project of objects that name none.
func (c *Client) Project() string { return c.options.Project }

// Region returns the region of objects that name none.
func (c *Client) Region() string { return c.options.Region }

// HasDefault reports whether an argument that an object leaves out, "project"
// or "region", has a value all the same, be it one that is known after apply.
func (c *Client) HasDefault(argument string) bool {
	if argument == "project" {
		return c.options.Project != "" || c.options.OpenProject
	}
	return c.options.Region != "" || c.options.OpenRegion
}

// Edition returns the edition of Google's documentation that holds.
func (c *Client) Edition() topology.Edition { return c.options.Edition }

// changes tells writers that wait when the catalogue was changed by this
// process.
type changes struct {
	mu   sync.Mutex
	next chan struct{}
}

// wait returns a channel that is closed at the next change.
func (c *changes) wait() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.next
}

func (c *changes) happened() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}
