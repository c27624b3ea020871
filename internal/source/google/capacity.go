// SPDX-License-Identifier: MPL-2.0

package google

import (
	"terraform-provider-spillway/internal/engine/topology"
)

// capacities gives every group its size, as far as the input tells.
func (b *builder) capacities() {
	a := b.attachments()
	for _, o := range b.objects {
		g, ok := o.node.(*topology.Group)
		if !ok || o.twin != nil {
			continue
		}
		switch {
		case g.GroupKind == topology.UnmanagedGroup:
			b.members(o, g, a)
		case g.GroupKind.IsNEG():
			b.endpoints(o, g, a)
		default:
			b.autoscaling(o, g, a)
		}
	}
}

// endpoints sizes a NEG.
func (b *builder) endpoints(o *object, g *topology.Group, a *attached) {
	c := &g.Capacity
	c.Members = topology.Unknown[int]()
	c.From = topology.SizeUnknown
	t := a.endpoints[o]
	other := a.strayEndpoints.of(o)
	switch size := o.nonZero(o.value.Get("size")); {
	case other != nil:
		c.Reason = other.base.Address + " may attach endpoints to " + o.base.Address
	case t != nil && t.why != "":
		c.Reason = t.why
	case t != nil:
		c.Members, c.From = topology.Of(t.n), t.from
	case o.base.Data && size.IsSet():
		c.Members, c.From = size, topology.SizeFromState
	case topology.Is(g.NEGType, "PRIVATE_SERVICE_CONNECT") || topology.Is(g.NEGType, "SERVERLESS"):
		c.Members = topology.Null[int]()
		c.Reason = o.base.Address + " has no endpoints of its own"
	default:
		c.Reason = "no resource of the input attaches endpoints to " + o.base.Address + ": they are attached elsewhere"
	}
}

// autoscaling says whether an autoscaler owns the size of a managed group.
func (b *builder) autoscaling(o *object, g *topology.Group, a *attached) {
	c := &g.Capacity
	owners := a.autoscalers[o]
	other := a.strayAutoscalers.of(o)
	switch {
	case len(owners) > 0:
		s := owners[0]
		if s.Mode.IsUnknown() {
			c.Autoscaled = topology.Unknown[bool]()
			c.Reason = "the mode of " + s.Address + " is known after apply"
			return
		}
		c.Autoscaled, c.Autoscaler = topology.Of(true), s
	case other != nil:
		c.Autoscaled = topology.Unknown[bool]()
		c.Reason = other.base.Address + " may own the size of " + o.base.Address
		if s, ok := other.node.(*topology.Autoscaler); ok {
			c.Reason += ": " + s.Target.Reason
		}
	case o.base.Data:
		c.Autoscaled = topology.Unknown[bool]()
		if c.Reason == "" {
			c.Reason = "an autoscaler outside the input may own the size of " + o.base.Address
		}
	case c.Reason == "" && topology.Is(c.TargetSizeWritten, false) && !c.TargetSize.IsSet():
		c.TargetSize = topology.Null[int]()
		c.Reason = "the size of " + o.base.Address + " is left out, and no autoscaler of the input owns it"
	}
	if !topology.Is(c.Autoscaled, true) && !c.TargetSize.IsSet() && c.Reason == "" {
		c.Reason = "target_size of " + o.base.Address + " is known after apply"
	}
	if !c.TargetSize.IsSet() {
		c.From = topology.SizeUnknown
	}
}
