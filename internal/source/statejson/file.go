// SPDX-License-Identifier: MPL-2.0

package statejson

import (
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/jsondoc"
)

// rawState reads a state file of version 4, in which the instances stand
// together under their resource.
type rawState struct {
	*reader
	version uint64 // 0 where none has been read
}

// fileVersion is the version of state files that is read.
const fileVersion = 4

func (s *rawState) section(name string) error {
	switch name {
	case "version":
		return s.readVersion()
	case "resources":
		return s.doc.EachOf(s.resource)
	case "backend":
		return s.doc.Errorf("this file holds the settings of a backend (.terraform/terraform.tfstate), not the state; use what `terraform state pull` prints")
	case "modules":
		return s.tooOld()
	case "encrypted_data", "encryption_version":
		return s.doc.Errorf(jsondoc.Encrypted)
	}
	return s.doc.Skip()
}

func (s *rawState) readVersion() error {
	raw, err := s.doc.Raw()
	if err != nil {
		return err
	}
	if s.version, err = strconv.ParseUint(raw.Number(), 10, 32); raw.Kind() != '0' || err != nil || s.version == 0 {
		return s.doc.RawErrorf(raw, "this is no version of a state file; version %d is known here", fileVersion)
	}
	if s.version > fileVersion {
		return s.doc.RawErrorf(raw, "state files of version %d are not known here, only those of version %d; use what `terraform show -json` prints", s.version, fileVersion)
	}
	return nil // of an old one the other keys tell what it is
}

// finish judges what has been read.
func (s *rawState) finish() error {
	switch {
	case s.version == 0:
		return s.doc.Errorf("this JSON is neither a plan nor a state of Terraform: it has no version, as a state file has, and no format_version")
	case s.version < fileVersion:
		return s.tooOld()
	}
	return nil
}

func (s *rawState) tooOld() error {
	return s.doc.Errorf("state files older than version %d are not supported; any command of Terraform 0.12 or later that writes the state converts it", fileVersion)
}

// resource is what the instances of a resource have in common.
type resource struct {
	module, mode, typ, name, provider string
	instances                         jsondoc.Raw // where they stand before the rest
}

func (s *rawState) resource() error {
	var res resource
	fields := map[string]*string{"module": &res.module, "mode": &res.mode, "type": &res.typ, "name": &res.name, "provider": &res.provider}
	err := s.doc.Object(func(key string) error {
		if key == "instances" && res.typ != "" && res.name != "" && res.mode != "" && res.provider != "" {
			return s.instances(&res)
		}
		field := fields[key]
		if field == nil && key != "instances" {
			return s.doc.Skip()
		}
		raw, err := s.doc.Raw()
		switch {
		case err != nil:
			return err
		case field == nil:
			res.instances = raw.Clone()
		case raw.Kind() != '"':
			return s.doc.RawErrorf(raw, "this should be a string")
		default:
			*field = raw.String()
		}
		return nil
	})
	if err != nil || !res.instances.Is() || !s.wants([]byte(res.typ), res.mode == "data") {
		return err
	}
	if res.instances.Kind() != '[' {
		return s.doc.RawErrorf(res.instances, "this should be a list")
	}
	for raw := range res.instances.Elements {
		if err := s.instance(&res, raw); err != nil {
			return err
		}
	}
	return nil
}

// instances reads the instances from the document, where all else of the
// resource has come first, as Terraform writes it.
func (s *rawState) instances(res *resource) error {
	if !s.wants([]byte(res.typ), res.mode == "data") {
		return s.doc.Skip()
	}
	return s.doc.Array(func(raw jsondoc.Raw) error { return s.instance(res, raw) })
}

func (s *rawState) instance(res *resource, raw jsondoc.Raw) error {
	if raw.Kind() != '{' {
		return s.doc.RawErrorf(raw, "this should be an object that describes an instance")
	}
	if len(raw.Get("deposed").Bytes()) > 0 {
		return nil
	}
	key, err := s.key(raw.Get("index_key"))
	if err != nil {
		return err
	}
	inst := graph.Instance{
		Module:   res.module,
		Data:     res.mode == "data",
		Type:     res.typ,
		Name:     res.name,
		Key:      key,
		Provider: providerSource(res.provider),
		Before:   graph.NullValue(),
	}
	inst.Address = addressOf(&inst)
	if a, ok := graph.ParseAddress(inst.Address); !ok || a.Name != inst.Name || a.Module != inst.Module {
		return s.doc.RawErrorf(raw, "module, type and name of the resource make no address: %+q", inst.Address)
	}
	attributes := raw.Get("attributes")
	if err := s.doc.CheckObject(attributes); err != nil {
		return err
	}
	if attributes.IsNull() && raw.Get("attributes_flat").Is() {
		inst.After = graph.UnknownValue()
		s.graph.Notices = append(s.graph.Notices, graph.Notice{Address: inst.Address, Text: "Terraform 0.11 has written the attributes of this object, in a form that is not read; they count as unknown until Terraform writes the state anew."})
		return s.add(inst, raw)
	}
	marks := jsondoc.Marks(sensitiveNames(raw.Get("sensitive_attributes")))
	if inst.After, err = s.values.Object(attributes, jsondoc.Raw{}, marks, s.attributes(&inst)); err != nil {
		return err
	}
	if inst.Data && s.opts.AllData {
		inst.After = withoutTypes(inst.After, inst.Provider == builtin)
	}
	return s.add(inst, raw)
}

// builtin is the provider of terraform_remote_state, whose attributes are of
// no type of their own.
const builtin = "terraform.io/builtin/terraform"

// withoutTypes takes the types away that a state file writes with the values of
// such attributes: {"type": …, "value": …}. Of another provider nobody knows
// whether an object like that is one.
func withoutTypes(v graph.Value, ofBuiltin bool) graph.Value {
	names, values := v.Fields()
	var plain []graph.Value
	for i, value := range values {
		if inner, _ := value.Fields(); len(inner) != 2 || !value.Has("type") || !value.Has("value") {
			continue
		}
		if plain == nil {
			plain = append(plain, values...)
		}
		plain[i] = graph.UnknownValue()
		if ofBuiltin {
			plain[i] = value.Get("value")
		}
	}
	if plain == nil {
		return v
	}
	return graph.ObjectValue(names, plain)
}

func (s *rawState) key(raw jsondoc.Raw) (graph.Key, error) {
	switch raw.Kind() {
	case 0, 'n':
		return graph.Key{}, nil
	case '"':
		return graph.Key{Kind: graph.StringKey, Str: raw.String()}, nil
	case '0':
		if n, err := strconv.ParseInt(raw.Number(), 10, 64); err == nil {
			return graph.Key{Kind: graph.IntKey, Int: n}, nil
		}
	}
	return graph.Key{}, s.doc.RawErrorf(raw, "an index_key should be a whole number or a string")
}

func addressOf(inst *graph.Instance) string {
	var b strings.Builder
	if inst.Module != "" {
		b.WriteString(inst.Module)
		b.WriteByte('.')
	}
	if inst.Data {
		b.WriteString("data.")
	}
	b.WriteString(inst.Type)
	b.WriteByte('.')
	b.WriteString(inst.Name)
	b.WriteString(inst.Key.String())
	return b.String()
}

// providerSource takes the source address out of
// module.m.provider["registry.terraform.io/hashicorp/google"].alias.
func providerSource(s string) string {
	_, after, found := strings.Cut(s, `provider["`)
	if !found {
		return ""
	}
	source, _, _ := strings.Cut(after, `"`)
	return source
}

// sensitiveNames returns the attributes at the top that hold something
// sensitive, out of a list of paths. The whole attribute counts as sensitive.
func sensitiveNames(paths jsondoc.Raw) (names []string) {
	for path := range paths.Elements {
		for step := range path.Elements {
			if step.Get("type").String() == "get_attr" {
				names = append(names, step.Get("value").String())
			}
			break
		}
	}
	return names
}
