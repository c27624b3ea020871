// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
)

var (
	destinationTypes = map[string]attr.Type{
		"zone": types.StringType, "pool": types.StringType, "healthy": types.Int64Type, "unhealthy": types.Int64Type, "share": types.NumberType,
	}
	// routeTypes are the attributes of what the function route returns.
	routeTypes = map[string]attr.Type{
		"action": types.StringType, "decision": types.StringType, "eligible": types.StringType, "eligible_count": types.Int64Type,
		"zonal_match": types.BoolType, "zones": types.ListType{ElemType: types.StringType},
		"destinations":  types.ListType{ElemType: types.ObjectType{AttrTypes: destinationTypes}},
		"in_zone_share": types.NumberType, "cross_zone_share": types.NumberType, "unhealthy_share": types.NumberType,
		"explanation": types.ListType{ElemType: types.StringType},
	}
)

// answer is what several possibilities have in common: an attribute is
// unknown where they differ.
type answer struct {
	attributes map[string]attr.Value
	open       int // attributes that are unknown
}

// add takes one more possibility into account.
func (a *answer) add(possible map[string]attr.Value) {
	if a.attributes == nil {
		a.attributes = possible
		for _, v := range possible {
			if v.IsUnknown() {
				a.open++
			}
		}
		return
	}
	for name, v := range possible {
		before := a.attributes[name]
		if before.IsUnknown() {
			continue
		}
		after := common(before, v)
		if after.IsUnknown() {
			a.open++
		}
		a.attributes[name] = after
	}
}

// common returns what two values have in common: of lists of the same places,
// the elements in which all is known that is the same.
func common(a, b attr.Value) attr.Value {
	if a.Equal(b) {
		return a
	}
	list, ok := a.(types.List)
	other, otherOK := b.(types.List)
	if ok && otherOK && !other.IsUnknown() && len(list.Elements()) == len(other.Elements()) {
		out := make([]attr.Value, len(list.Elements()))
		for i, e := range list.Elements() {
			if out[i] = commonDestination(e, other.Elements()[i]); out[i] == nil {
				return types.ListUnknown(list.ElementType(context.Background()))
			}
		}
		return types.ListValueMust(list.ElementType(context.Background()), out)
	}
	switch v := a.(type) {
	case types.List:
		return types.ListUnknown(v.ElementType(context.Background()))
	case types.String:
		return types.StringUnknown()
	case types.Int64:
		return types.Int64Unknown()
	case types.Bool:
		return types.BoolUnknown()
	}
	return types.NumberUnknown()
}

// commonDestination returns nil for destinations of different places.
func commonDestination(a, b attr.Value) attr.Value {
	x, ok := a.(types.Object)
	y, otherOK := b.(types.Object)
	if !ok || !otherOK {
		return nil
	}
	from, with := x.Attributes(), y.Attributes()
	if !from["zone"].Equal(with["zone"]) || !from["pool"].Equal(with["pool"]) {
		return nil
	}
	for name, v := range from {
		from[name] = common(v, with[name])
	}
	return types.ObjectValueMust(destinationTypes, from)
}

// lost reports whether nothing is left that a further possibility could take
// away.
func (a *answer) lost() bool { return a.attributes != nil && a.open == len(routeTypes) }

func (a *answer) value() types.Object { return types.ObjectValueMust(routeTypes, a.attributes) }

// undecided is the possibility of which nothing is known.
func undecided() map[string]attr.Value {
	out := make(map[string]attr.Value, len(routeTypes))
	for name := range routeTypes {
		out[name] = unknownOf(name)
	}
	return out
}

func unknownOf(name string) attr.Value {
	switch t := routeTypes[name].(type) {
	case types.ListType:
		return types.ListUnknown(t.ElemType)
	default:
		switch routeTypes[name] {
		case types.StringType:
			return types.StringUnknown()
		case types.Int64Type:
			return types.Int64Unknown()
		case types.BoolType:
			return types.BoolUnknown()
		}
	}
	return types.NumberUnknown()
}

// decided is the possibility of an outcome.
func decided(o *predict.Outcome) map[string]attr.Value {
	d, shares := o.Decision, o.Shares()
	match := types.BoolNull()
	if d.Match != routing.MatchNotAsked {
		match = types.BoolValue(d.Match == routing.Matched)
	}
	list := o.Destinations(nil)
	destinations := make([]attr.Value, len(list))
	var zones []string
	for i, to := range destinationsOf(list, !shares.Unhealthy.IsNull()) {
		zones = append(zones, to.Zone)
		destinations[i] = types.ObjectValueMust(destinationTypes, map[string]attr.Value{
			"zone": types.StringValue(to.Zone), "pool": types.StringValue(to.Pool),
			"healthy": types.Int64Value(to.Healthy), "unhealthy": types.Int64Value(to.Unhealthy), "share": types.NumberValue(to.Share),
		})
	}
	return map[string]attr.Value{
		"action": types.StringValue(d.Action.String()), "decision": types.StringValue(d.Row.String()),
		"eligible": types.StringValue(d.Kind.String()), "eligible_count": types.Int64Value(int64(d.Eligible)), "zonal_match": match,
		"zones": listFrom(slices.Compact(zones)), "destinations": types.ListValueMust(types.ObjectType{AttrTypes: destinationTypes}, destinations),
		"in_zone_share": types.NumberValue(share(shares.InZone)), "cross_zone_share": types.NumberValue(share(shares.CrossZone)),
		"unhealthy_share": types.NumberValue(share(shares.Unhealthy)), "explanation": listFrom(o.Explain()),
	}
}

func listFrom(list []string) attr.Value {
	values := make([]attr.Value, len(list))
	for i, s := range list {
		values[i] = types.StringValue(s)
	}
	return types.ListValueMust(types.StringType, values)
}
