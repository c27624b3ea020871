// SPDX-License-Identifier: MPL-2.0

package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"terraform-provider-spillway/internal/engine/store"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

// encode writes a value as JSON, the same bytes for the same value. An unknown
// part is an error: the catalogue holds what is.
func encode(v graph.Value) (string, error) {
	out, err := appendValue(nil, v, "")
	return string(out), err
}

func appendValue(dst []byte, v graph.Value, path string) ([]byte, error) {
	var err error
	switch v.Kind() {
	case graph.Unknown:
		return nil, fmt.Errorf("%s is not known. This is a bug in the provider", path)
	case graph.Null:
		return append(dst, "null"...), nil
	case graph.Bool:
		b, _ := v.Bool()
		return strconv.AppendBool(dst, b), nil
	case graph.Number:
		text, _ := v.Text()
		return append(dst, text...), nil
	case graph.String:
		text, _ := v.Text()
		return appendString(dst, text)
	case graph.List:
		dst = append(dst, '[')
		for i, e := range v.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendValue(dst, e, path+"["+strconv.Itoa(i)+"]"); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	}
	names, values := v.Fields()
	dst = append(dst, '{')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendString(dst, name); err != nil {
			return nil, err
		}
		if dst, err = appendValue(append(dst, ':'), values[i], path+"."+name); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

func appendString(dst []byte, s string) ([]byte, error) {
	text, err := json.Marshal(s)
	return append(dst, text...), err
}

// decode reads a body.
func decode(body string) (graph.Value, error) {
	d := json.NewDecoder(bytes.NewReader([]byte(body)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return graph.Value{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return graph.Value{}, errors.New("the text goes on after its end")
	}
	return fromJSON(v), nil
}

func fromJSON(v any) graph.Value {
	switch v := v.(type) {
	case bool:
		return graph.BoolValue(v)
	case json.Number:
		return graph.NumberValue(v.String())
	case string:
		return graph.StringValue(v)
	case []any:
		list := make([]graph.Value, len(v))
		for i, e := range v {
			list[i] = fromJSON(e)
		}
		return graph.ListValue(list)
	case map[string]any:
		fields := make(map[string]graph.Value, len(v))
		for name, field := range v {
			fields[name] = fromJSON(field)
		}
		return mapOf(fields)
	}
	return graph.NullValue()
}

// row returns an object as the catalogue keeps it.
func row(t *spillway.Type, id topology.Identity, v graph.Value) (store.Object, error) {
	body, err := encode(v)
	if err != nil {
		return store.Object{}, err
	}
	o := store.Object{
		ID: spillway.ID(id), Type: t.Name, Body: body,
		Kind: string(id.Kind), Project: id.Project, Location: id.Location, Name: id.Name,
	}
	for _, r := range t.Refers(v) {
		if r.Modelled {
			o.References = append(o.References, store.Reference{Path: r.Path, ID: spillway.ID(r.ID)})
		}
	}
	return o, nil
}

// object reads a row of the catalogue.
func object(o store.Object) (*item, error) {
	t := spillway.Types[o.Type]
	if t == nil {
		return nil, fmt.Errorf("the catalogue holds %s as %s, which this version of the provider does not know; use a newer version", o.ID, o.Type)
	}
	v, err := decode(o.Body)
	if err != nil {
		return nil, fmt.Errorf("the catalogue holds %s in a form that cannot be read: %w. Remove the resource from the state, and create it under another name", o.ID, err)
	}
	return &item{typ: t, id: t.Identity(v), value: v, prior: v, config: graph.UnknownValue(), stored: true}, nil
}
