// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"strings"

	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/source/hclconfig/lang"
)

// standIn returns a text that stands for a part of the instance's identity
// that is known after apply, and for that of no other instance. ok is false
// where the evaluation has no stand-ins.
func (i *Instance) standIn() (text string, ok bool) {
	e := i.r.m.e
	if !e.settings.StandIns {
		return "", false
	}
	if i.standsIn == "" {
		i.standsIn = strings.ReplaceAll(i.Address(), "/", lang.StandInMark+lang.StandInMark) // no step of a path
		e.standing[i.standsIn] = i
	}
	return lang.StandInMark + i.standsIn + lang.StandInMark, true
}

// naming are the attributes by which one resource names another.
var naming = []string{"id", "self_link", "instance_group", "self_link_with_id", "ip_address", "address"}

// addressed holds the attribute by which the address of a resource is taken.
// Routes name their next hop, and forwarding rules a reserved address, by it.
var addressed = map[string]string{
	"google_compute_forwarding_rule":        "ip_address",
	"google_compute_global_forwarding_rule": "ip_address",
	"google_compute_address":                "address",
	"google_compute_global_address":         "address",
}

// standsFor returns a stand-in for a whole attribute that names the object and
// does not follow from its arguments.
func (i *Instance) standsFor(name string) (cty.Value, bool) {
	switch name {
	case "id", "self_link", "self_link_with_id":
	case "ip_address", "address":
		if addressed[i.r.Decl.Type] != name || i.r.Decl.Expr(name) != nil {
			return cty.NilVal, false
		}
	default:
		return cty.NilVal, false
	}
	if v, known := i.fromPlan(name); known {
		return v, true
	}
	if s := i.r.schema; s != nil && s.Attributes[name] == nil {
		return cty.NilVal, false
	}
	text, ok := i.standIn()
	return cty.StringVal(text), ok
}

// Named returns the instance that a text of an evaluation with stand-ins
// names: the text is one of the attributes that name it, with or without the
// host before it.
func (e *Evaluator) Named(text string) (*Instance, bool) {
	_, rest, found := strings.Cut(text, lang.StandInMark)
	if !found {
		return nil, false
	}
	end := strings.IndexByte(rest, '/')
	if end < 0 {
		end = len(rest)
	}
	i := e.standing[strings.TrimSuffix(rest[:end], lang.StandInMark)]
	if i == nil {
		return nil, false
	}
	for _, name := range naming {
		v, ok := i.identified(name)
		if !ok {
			continue
		}
		if v, _ = v.Unmark(); v.IsKnown() && !v.IsNull() && relative(v.AsString()) == relative(text) {
			return i, true
		}
	}
	return nil, false
}

// relative cuts a URL down to the path from its project on.
func relative(url string) string {
	if i := strings.Index(url, "projects/"); i > 0 {
		return url[i:]
	}
	return url
}
