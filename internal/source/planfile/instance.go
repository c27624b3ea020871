// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"terraform-provider-spillway/internal/source/graph"
)

// instance reads a resource change; nil without an error is one that the
// selection does not name, or that concerns a deposed object.
func (d *decoder) instance(message []byte) (*graph.Instance, error) {
	c, err := d.resourceChange(message)
	if err != nil || c.deposed {
		return nil, err
	}
	return d.changed(c)
}

// resourceChange is the message of that name, unread.
type resourceChange struct {
	address, provider string
	change            []byte
	deposed           bool
}

func (d *decoder) resourceChange(message []byte) (c resourceChange, err error) {
	err = d.fields(message, func(number protowire.Number, value []byte) error {
		switch number {
		case changeAddress:
			c.address = string(value)
		case changeProvider:
			c.provider = d.word(providerAddress(string(value)))
		case changeChange:
			c.change = value
		case changeDeposed:
			c.deposed = len(value) > 0
		}
		return nil
	})
	return c, err
}

func (d *decoder) changed(c resourceChange) (*graph.Instance, error) {
	at, ok := graph.ParseAddress(c.address)
	if !ok && graph.IsEphemeral(c.address) {
		return nil, nil
	}
	if !ok {
		return nil, d.errorf("%q is no address of a resource", c.address)
	}
	attributes, wanted := d.sel[at.Type]
	all := at.Data && d.opts.AllData
	if !wanted && !all {
		return nil, nil
	}
	inst := &graph.Instance{
		Address: c.address, Module: d.word(at.Module), Data: at.Data, Type: d.word(at.Type), Name: d.word(at.Name),
		Key: at.Key, Provider: c.provider,
	}
	if err := d.change(c.change, inst, selection{attributes, all}); err != nil {
		return nil, err
	}
	if inst.Data && inst.Change == graph.Delete {
		return nil, nil // Terraform forgets what it read; the object goes on to exist, as the prior state shows it
	}
	return inst, nil
}

// selection says which attributes of an object are read.
type selection struct {
	attributes graph.Attributes
	all        bool
}

func (s selection) has(name []byte) bool {
	if s.all {
		return true
	}
	_, ok := s.attributes[string(name)]
	return ok
}

// word returns one copy of strings that stand often.
func (d *decoder) word(s string) string {
	if w, ok := d.words[s]; ok {
		return w
	}
	d.words[s] = s
	return s
}

// wordOf is word for a text that is copied where it is new.
func (d *decoder) wordOf(text []byte) string {
	if w, ok := d.words[string(text)]; ok {
		return w
	}
	return d.word(string(text))
}

// providerAddress takes the address out of `provider["HOST/NAMESPACE/TYPE"]`,
// with whatever module path and alias around it.
func providerAddress(s string) string {
	if _, after, ok := strings.Cut(s, `["`); ok {
		if i := strings.LastIndex(s, `provider["`); i >= 0 {
			after = s[i+len(`provider["`):]
		}
		if address, _, ok := strings.Cut(after, `"]`); ok {
			return address
		}
	}
	return s
}
