// SPDX-License-Identifier: MPL-2.0

package client

import (
	"context"
	"errors"
	"sync"

	"terraform-provider-spillway/internal/engine/store"
)

// catalogue opens the file when it is first needed.
type catalogue struct {
	path string

	mu   sync.Mutex
	open *store.Store
}

// errNoPath says that the path of the catalogue is not known yet.
var errNoPath = errors.New("the path of the catalogue is known after apply")

// read returns the catalogue, nil where there is none.
func (c *catalogue) read(ctx context.Context) (*store.Store, error) {
	s, err := c.get(ctx, store.Options{Create: c.path == store.Memory})
	if errors.Is(err, store.ErrNotExist) || errors.Is(err, errNoPath) {
		return nil, nil
	}
	return s, err
}

// write returns the catalogue, and makes it where there is none.
func (c *catalogue) write(ctx context.Context) (*store.Store, error) {
	return c.get(ctx, store.Options{Create: true})
}

func (c *catalogue) get(ctx context.Context, o store.Options) (*store.Store, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.open != nil:
		return c.open, nil
	case c.path == "":
		return nil, errNoPath
	}
	// The catalogue outlives the call that opens it.
	s, err := store.Open(context.WithoutCancel(ctx), c.path, o)
	if err != nil {
		return nil, err
	}
	c.open = s
	return s, nil
}

// Close closes the catalogue, if it was opened.
func (c *Client) Close() error {
	c.catalogue.mu.Lock()
	defer c.catalogue.mu.Unlock()
	if c.catalogue.open == nil {
		return nil
	}
	s := c.catalogue.open
	c.catalogue.open = nil
	return s.Close()
}
