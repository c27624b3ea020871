// SPDX-License-Identifier: MPL-2.0

package report

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
)

// Origin takes the address of an object apart where several inputs are joined:
// into the one that Terraform knows, and the input that holds it. For what is
// no address it gives the text and no input. A nil Origin is that of a single
// input.
//
// The documents hold addresses that are unique among the inputs; text for
// people shows them as they are. Forms for programs write the address, and the
// input beside it.
type Origin func(address string) (local, input string)

func (o Origin) of(address string) (local, input string) {
	if o == nil || address == "" {
		return address, ""
	}
	return o(address)
}

// plain takes the input of an object out of a text about it: behind addresses
// of the same input it tells nothing.
func (o Origin) plain(text, address string) string {
	_, input := o.of(address)
	return PlainIn(input, text)
}

// PlainIn takes the name of an input out of a text about one of its objects.
func PlainIn(input, text string) string {
	if input == "" {
		return text
	}
	return strings.ReplaceAll(text, topology.Labelled("", input), "")
}

// named returns an address as a form for programs has it in a text: the one
// that Terraform knows where a place in a file stands beside it, else the one
// that is unique among the inputs.
func (c *Check) named(address string, at *Range) string {
	if at == nil {
		return address
	}
	local, _ := c.Origin.of(address)
	return local
}

// address writes an address under a name, and under another one its input,
// where there is one to tell.
func (w *jsonWriter) address(name, inputName, address string) {
	local, input := w.origin.of(address)
	w.keyString(name, local)
	if input != "" {
		w.keyString(inputName, input)
	}
}

// optionalAddress does so, with null for an empty address.
func (w *jsonWriter) optionalAddress(name, inputName, address string) {
	if address == "" {
		w.keyOptional(name, "")
		return
	}
	w.address(name, inputName, address)
}

// addresses writes a list of addresses, and beside it the list of their
// inputs, in the same order.
func (w *jsonWriter) addresses(list []string) {
	if w.origin == nil {
		w.keyStrings("addresses", list)
		return
	}
	locals, inputs := make([]string, len(list)), make([]string, len(list))
	for i, a := range list {
		locals[i], inputs[i] = w.origin.of(a)
	}
	w.keyStrings("addresses", locals)
	if slices.ContainsFunc(inputs, func(s string) bool { return s != "" }) {
		w.keyStrings("inputs", inputs)
	}
}
