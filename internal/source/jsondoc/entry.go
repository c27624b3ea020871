// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"terraform-provider-spillway/internal/source/graph"
)

// Entry is one resource instance as it stands in a list of a plan or a state:
// the parts that both have in common, unread.
type Entry struct {
	Raw                 Raw // all of it
	Address, Mode, Type Raw
}

// Entry finds out of which resource an entry of a list is. Where want refuses
// its type it returns false.
func (d *Document) Entry(raw Raw, want func(resourceType []byte, data bool) bool) (e Entry, ok bool, err error) {
	if raw.Kind() != '{' {
		return e, false, d.RawErrorf(raw, "this should be an object that describes a resource")
	}
	e.Raw = raw
	for name, value := range raw.Members {
		switch string(name) {
		case "address":
			e.Address = value
			continue
		case "mode":
			e.Mode = value
		case "type":
			e.Type = value
		default:
			continue
		}
		if !e.Mode.Is() || !e.Type.Is() {
			continue
		}
		if !want(e.Type.Bytes(), e.IsData()) {
			return e, false, nil
		}
		if e.Address.Is() { // which Terraform writes first
			break
		}
	}
	if e.Address.Kind() != '"' {
		return e, false, d.RawErrorf(raw, "the resource has no address")
	}
	if e.Type.Kind() == '"' && e.Mode.Kind() == '"' {
		return e, true, nil
	}
	a, ok := graph.ParseAddress(e.Address.String())
	if !ok {
		return e, false, d.RawErrorf(e.Address, "this is no address of a resource")
	}
	return e, want([]byte(a.Type), a.Data), nil
}

// IsData reports whether the entry is a data source.
func (e *Entry) IsData() bool { return string(e.Mode.Bytes()) == "data" }

// Instance returns the instance that an entry describes, whose values are
// null. provider is the part of the entry that names it.
func (v *Values) Instance(e Entry, provider Raw) (graph.Instance, error) {
	address := string(e.Address.Bytes())
	a, ok := graph.ParseAddress(address)
	if !ok {
		return graph.Instance{}, v.doc.RawErrorf(e.Address, "this is no address of a resource")
	}
	if e.Type.Is() && string(e.Type.Bytes()) != a.Type {
		return graph.Instance{}, v.doc.RawErrorf(e.Type, "the type is not that of the address %s", shorten(address))
	}
	if e.Mode.Is() && e.IsData() != a.Data {
		return graph.Instance{}, v.doc.RawErrorf(e.Mode, "the mode is not that of the address %s", shorten(address))
	}
	return graph.Instance{
		Address:  address,
		Module:   a.Module,
		Data:     a.Data,
		Type:     v.in.string([]byte(a.Type)),
		Name:     a.Name,
		Key:      a.Key,
		Provider: v.String(provider),
		Before:   graph.NullValue(),
		After:    graph.NullValue(),
	}, nil
}

// CheckObject refuses anything but an object and null in place of a resource's
// attributes.
func (d *Document) CheckObject(r Raw) error {
	if r.IsNull() || r.Kind() == '{' {
		return nil
	}
	return d.RawErrorf(r, "this should be an object with the attributes of a resource")
}
