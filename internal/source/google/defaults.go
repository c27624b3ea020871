// SPDX-License-Identifier: MPL-2.0

package google

import "terraform-provider-spillway/internal/source/graph"

// A plan and a state carry the defaults that the provider's schema fills in; a
// configuration that was never planned does not. These are the ones that hold
// in every version of the provider that knows zonal affinity; of a global
// backend service and a global forwarding rule the default scheme differs
// between versions, so that it is not known.
var (
	internalScheme  = graph.StringValue("INTERNAL")
	externalScheme  = graph.StringValue("EXTERNAL")
	utilizationMode = graph.StringValue("UTILIZATION")
	vmIPPortType    = graph.StringValue("GCE_VM_IP_PORT")
	serverlessType  = graph.StringValue("SERVERLESS")
)

// planned reads an argument for which the provider plans a default.
func (o *object) planned(name string, byDefault graph.Value) graph.Value {
	return o.orDefault(o.value.Get(name), byDefault)
}

func (o *object) orDefault(v, byDefault graph.Value) graph.Value {
	if v.IsNull() && o.in.graph.Kind == graph.ConfigurationTree {
		return byDefault
	}
	return v
}

// defaultScheme returns the default load_balancing_scheme of a backend service
// or a forwarding rule.
func defaultScheme(o *object) graph.Value {
	switch {
	case o.typ.place != regional:
		return graph.UnknownValue()
	case o.typ.noun == service:
		return internalScheme
	}
	return externalScheme
}
