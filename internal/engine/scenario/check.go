// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
)

// Check returns an error when a spec names something that the input certainly
// does not hold, or more endpoints than any service has there. The error lists
// what the input holds.
func (w *World) Check(s Spec) error {
	for i := range s.terms {
		if err := w.check(&s.terms[i]); err != nil {
			return fmt.Errorf("scenario %q: %w", s.Name, err)
		}
	}
	return nil
}

func (w *World) check(t *term) error {
	switch {
	case t.kind == setState:
		return w.checkObject(t)
	case t.kind != unhealthy:
		return nil
	case t.group != "":
		return w.checkGroup(t)
	case t.zone != "":
		if !w.zones[t.zone] && !w.open[topology.RegionOf(t.zone)] && !w.openAnywhere {
			return absent("zone", t.zone, w.Zones())
		}
	case !w.regions[t.region] && !w.openAnywhere:
		return absent("region", t.region, slices.Sorted(maps.Keys(w.regions)))
	}
	return w.checkCount(t)
}

// checkCount refuses a count that no service can meet in a place.
func (w *World) checkCount(t *term) error {
	if t.amount.all || t.amount.relative || t.amount.count == 0 {
		return nil
	}
	if !w.snapshot.LinksComplete {
		return nil
	}
	most, where := 0, ""
	for _, l := range w.layouts {
		if !l.Decided() && mayReach(l.Service, t) {
			return nil // the service may have that many
		}
		if there := t.countIn(l.Slots); there > most {
			most, where = there, l.Service.Address
		}
	}
	if t.amount.count <= most {
		return nil
	}
	place := t.zone + t.region
	if t.pool != anyPool {
		place = fmt.Sprintf("the %s pool in %s", t.pool, place)
	}
	if most == 0 {
		return fmt.Errorf("no service has an endpoint in %s", place)
	}
	return fmt.Errorf("no service has %d endpoints in %s; the most is %d, of %s", t.amount.count, place, most, where)
}

// mayReach reports whether a service can have endpoints in the place of a
// term: its region is the place's, or is not known.
func mayReach(s *topology.BackendService, t *term) bool {
	r, ok := s.Region().Value()
	return !ok || r == t.region || r == topology.RegionOf(t.zone)
}

func (w *World) checkGroup(t *term) error {
	named := called(w.snapshot.Groups, t.group)
	if len(named) == 0 {
		if !w.snapshot.LinksComplete {
			return nil
		}
		return absent("group", t.group, addresses(w.snapshot.Groups))
	}
	if t.amount.all || t.amount.relative {
		return nil
	}
	most := 0
	for _, g := range named {
		n, known := sizing.OfGroup(g, w.assume).Total().Value()
		if !known || t.amount.count <= n {
			return nil
		}
		most = max(most, n)
	}
	return fmt.Errorf("%s has %d endpoints, fewer than %d", t.group, most, t.amount.count)
}

// called returns the objects that a text names: one, or with several inputs
// those of all inputs that hold the address.
func called[T topology.Node](list []T, text string) (out []T) {
	for _, o := range list {
		if o.Base().IsCalled(text) {
			out = append(out, o)
		}
	}
	return out
}

func (w *World) checkObject(t *term) error {
	if t.object == Attachment {
		return w.checkAttachment(t)
	}
	if len(w.Objects(t.object, t.name)) > 0 || !w.snapshot.LinksComplete {
		return nil
	}
	names := addresses(w.snapshot.Composites)
	if t.object == Source {
		names = append(addresses(w.snapshot.Sources), w.externalSources()...)
	}
	return absent(t.object.String(), t.name, names)
}

// Objects returns the objects that a name in a spec means: their addresses in
// the snapshot, and what stands for those that the input only names.
func (w *World) Objects(kind ObjectKind, name string) []string {
	switch kind {
	case Attachment:
		return w.attachments(name)
	case Composite:
		return addresses(called(w.snapshot.Composites, name))
	}
	out := addresses(called(w.snapshot.Sources, name))
	if slices.Contains(w.externalSources(), name) {
		out = append(out, name)
	}
	return out
}

// externalSources returns the health sources that only a composite names.
func (w *World) externalSources() []string {
	var out []string
	for _, c := range w.snapshot.Composites {
		for _, l := range c.Sources.Links {
			if name := l.Outside(); l.State == topology.LinkExternal && name != "" {
				out = append(out, name)
			}
		}
	}
	return out
}

// checkAttachment looks for a service attachment among those of the input and
// among the targets of PSC NEGs outside it.
func (w *World) checkAttachment(t *term) error {
	if len(w.attachments(t.name)) > 0 || !w.snapshot.LinksComplete {
		return nil
	}
	names := addresses(w.snapshot.Attachments)
	for _, g := range w.snapshot.Groups {
		switch target := g.TargetService; target.State {
		case topology.LinkExternal:
			if name := target.Outside(); name != "" {
				names = append(names, name)
			}
		case topology.LinkUnresolved:
			if g.GroupKind.IsNEG() {
				return nil // the link may mean it
			}
		}
	}
	slices.Sort(names)
	return absent(t.object.String(), t.name, slices.Compact(names))
}

// attachments returns the service attachments that a name in a spec means:
// the addresses of those in the input, and the paths of those that only a PSC
// NEG of the input names. A path without its project means the attachment of
// any project.
func (w *World) attachments(name string) []string {
	want, isPath := topology.ParseURL(name)
	means := func(id topology.Identity) bool {
		if want.Project == "" {
			id.Project = ""
		}
		return isPath && want == id
	}
	var out []string
	for _, a := range w.snapshot.Attachments {
		if a.IsCalled(name) || means(a.Identity()) {
			out = append(out, a.Address)
		}
	}
	for _, g := range w.snapshot.Groups {
		target := g.TargetService
		if target.State != topology.LinkExternal {
			continue
		}
		if key := target.Outside(); (means(target.ID) || target.Text == name || key == name) && !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

func addresses[T topology.Node](list []T) []string {
	out := make([]string, len(list))
	for i, o := range list {
		out[i] = o.Base().Address
	}
	return out
}

// shown bounds how many names a message lists.
const shown = 12

// absent says that the input holds no such thing, what it holds instead, and
// which of that may be meant.
func absent(what, name string, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("the input holds no %s %q, and no other one either", what, name)
	}
	hint := ""
	if near, ok := spelling.Nearest(name, names); ok {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	more := ""
	if len(names) > shown {
		more = fmt.Sprintf(" and %d more", len(names)-shown)
		names = names[:shown]
	}
	return fmt.Errorf("the input holds no %s %q; it holds %s%s%s", what, name, strings.Join(names, ", "), more, hint)
}
