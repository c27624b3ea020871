// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/spillway"
)

// The patterns of names and places (Compute API v1). Names of the resources of
// composite health are held to theirs by a rule.
var (
	namePattern   = regexp.MustCompile(`^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$`)
	regionPattern = regexp.MustCompile(`^[a-z]+(-[a-z]+)+[0-9]+$`)
	zonePattern   = regexp.MustCompile(`^[a-z]+(-[a-z]+)+[0-9]+-(ai[0-9]+)?[a-z]$`)
)

const (
	nameRule = "must be 1 to 63 lower-case letters, digits and hyphens, begin with a letter, and not end with a hyphen"
	zoneRule = `must be a zone, such as "us-central1-a"`
)

// byRule are the kinds whose names a rule looks at.
var byRule = map[topology.Kind]bool{topology.KindHealthPolicy: true, topology.KindHealthSource: true, topology.KindCompositeHealth: true}

// addIdentity adds what every object has: where it is, and what it is called.
func addIdentity(t *spillway.Type, to map[string]schema.Attribute) {
	name := schema.StringAttribute{Required: true, MarkdownDescription: "The name of the object, unique among those of its kind and place."}
	if !byRule[t.Kind] {
		name.Validators = []validator.String{stringvalidator.RegexMatches(namePattern, nameRule)}
	}
	to["name"] = name
	to["project"] = schema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: "The project; by default that of the provider block."}
	switch t.Place {
	case spillway.Regional:
		to["region"] = schema.StringAttribute{
			Optional: true, Computed: true, MarkdownDescription: "The region; by default that of the provider block.",
			Validators: []validator.String{stringvalidator.RegexMatches(regionPattern, `must be a region, such as "us-central1"`)},
		}
	case spillway.Zonal:
		to["zone"] = schema.StringAttribute{
			Required: true, MarkdownDescription: "The zone.",
			Validators: []validator.String{stringvalidator.RegexMatches(zonePattern, zoneRule)},
		}
	}
	to["id"] = schema.StringAttribute{Computed: true, MarkdownDescription: "The id, `projects/…/" + string(t.Kind) + "/NAME`. It is known at plan."}
	to["self_link"] = schema.StringAttribute{Computed: true, MarkdownDescription: "The URL of the object. It is known at plan."}
	to["description"] = schema.StringAttribute{Optional: true, MarkdownDescription: "A text for people."}
}

// markReplaced says in the description of an argument that a change of it
// makes a new object.
func markReplaced(attributes map[string]schema.Attribute, names []string) {
	const note = " A change makes a new object."
	for _, name := range names {
		first, rest, nested := strings.Cut(name, ".")
		switch a := attributes[first].(type) {
		case schema.SingleNestedAttribute:
			if nested {
				markReplaced(a.Attributes, []string{rest})
				continue
			}
			a.MarkdownDescription += note
			attributes[first] = a
		case schema.StringAttribute:
			a.MarkdownDescription += note
			attributes[first] = a
		case schema.BoolAttribute:
			a.MarkdownDescription += note
			attributes[first] = a
		case schema.SetAttribute:
			a.MarkdownDescription += note
			attributes[first] = a
		default:
			panic(fmt.Sprintf("%s cannot replace an object", name)) // a mistake in a schema; every test would meet it
		}
	}
}

// optional is a string that may be left out.
func optional(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: validators}
}

// required is a string that has to be given.
func required(description string) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description}
}

// requiredOfElement is a string that every object of a set has to give.
func requiredOfElement(description string) schema.StringAttribute {
	a := required(description)
	a.CustomType = elementString{}
	return a
}

// choice is a string with a default, one of some values; of any value where
// none are given, since a rule looks at it.
func choice(byDefault, description string, values ...string) schema.StringAttribute {
	a := schema.StringAttribute{
		Optional: true, Computed: true, Default: stringdefault.StaticString(byDefault),
		MarkdownDescription: description + " Default `" + byDefault + "`.",
	}
	if len(values) > 0 {
		a.Validators = []validator.String{stringvalidator.OneOf(values...)}
		a.MarkdownDescription += " One of " + codes(values) + "."
	}
	return a
}

// oneOf is a string that may be left out, one of some values.
func oneOf(description string, values ...string) schema.StringAttribute {
	return optional(description+" One of "+codes(values)+".", stringvalidator.OneOf(values...))
}

func codes(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = "`" + v + "`"
	}
	return strings.Join(quoted, ", ")
}

// off is a boolean that is false by default.
func off(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(false), MarkdownDescription: description + " Default `false`."}
}

// whole is a whole number that may be left out.
func whole(description string, validators ...validator.Int64) schema.Int64Attribute {
	return schema.Int64Attribute{Optional: true, MarkdownDescription: description, Validators: validators}
}

// wholeOr is a whole number with a default.
func wholeOr(byDefault int64, description string, validators ...validator.Int64) schema.Int64Attribute {
	return schema.Int64Attribute{
		Optional: true, Computed: true, Default: int64default.StaticInt64(byDefault), Validators: validators,
		MarkdownDescription: fmt.Sprintf("%s Default `%d`.", description, byDefault),
	}
}

// numberOr is an exact decimal number with a default. Rules hold it to its
// range.
func numberOr(byDefault int64, description string) schema.NumberAttribute {
	return schema.NumberAttribute{
		Optional: true, Computed: true, Default: numberdefault.StaticBigFloat(new(big.Float).SetInt64(byDefault)),
		MarkdownDescription: fmt.Sprintf("%s Default `%d`.", description, byDefault),
	}
}

// stringSet is a set of strings that may be left out.
func stringSet(description string, validators ...validator.Set) schema.SetAttribute {
	return schema.SetAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description, Validators: validators}
}

// stringList is a list of strings that may be left out.
func stringList(description string, validators ...validator.List) schema.ListAttribute {
	return schema.ListAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description, Validators: validators}
}
