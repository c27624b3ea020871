// SPDX-License-Identifier: MPL-2.0

package generate

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/vmihailenco/msgpack/v5"
	"google.golang.org/protobuf/encoding/protowire"
)

// WriteFile writes the plan as "terraform plan -out" would: a zip archive of
// the planned values, an empty prior state and the configuration.
func (p Plan) WriteFile(w io.Writer) error {
	z := zip.NewWriter(w)
	plan, err := p.message()
	if err != nil {
		return err
	}
	for _, m := range []struct {
		name    string
		content []byte
	}{
		{"tfplan", plan},
		{"tfstate", []byte(`{"version":4,"terraform_version":"1.11.4","serial":0,"lineage":"","outputs":{},"resources":[],"check_results":null}`)},
		{"tfstate-prev", []byte(`{"version":4,"terraform_version":"1.11.4","serial":0,"lineage":"","outputs":{},"resources":[],"check_results":null}`)},
		{"tfconfig/modules.json", []byte(`[{"Key":"","Dir":"."}]`)},
		{"tfconfig/m-/main.tf", p.configuration()},
		{".terraform.lock.hcl", nil},
	} {
		f, err := z.Create(m.name)
		if err != nil {
			return err
		}
		if _, err := f.Write(m.content); err != nil {
			return err
		}
	}
	return z.Close()
}

// message is the plan in the form of the member tfplan, format version 3.
func (p Plan) message() ([]byte, error) {
	var b []byte
	b = protowire.AppendTag(b, 1, protowire.VarintType)
	b = protowire.AppendVarint(b, 3)
	var failure error
	p.each(func(_ int, r resource) {
		values, err := planned(r.after, r.unknown)
		if err != nil && failure == nil {
			failure = fmt.Errorf("%s: %w", r.address(), err)
		}
		var change []byte
		change = protowire.AppendTag(change, 1, protowire.VarintType)
		change = protowire.AppendVarint(change, 1) // create
		change = appendBytes(change, 2, appendBytes(nil, 1, values))
		var message []byte
		message = appendBytes(message, 8, []byte(fmt.Sprintf("provider[%q]", r.provider)))
		message = appendBytes(message, 9, change)
		message = appendBytes(message, 13, []byte(r.address()))
		b = appendBytes(b, 3, message)
	})
	b = appendBytes(b, 14, []byte("1.11.4"))
	return b, failure
}

func appendBytes(b []byte, field protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), content)
}

// planned packs an object, with what is true in the parallel tree as unknown.
func planned(after, unknown string) ([]byte, error) {
	var a, u any
	d := json.NewDecoder(bytes.NewReader([]byte(after)))
	d.UseNumber()
	if err := d.Decode(&a); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(unknown), &u); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := msgpack.NewEncoder(&b)
	enc.UseCompactInts(true)
	err := pack(enc, &b, a, u)
	return b.Bytes(), err
}

func pack(enc *msgpack.Encoder, b *bytes.Buffer, v, unknown any) error {
	if unknown == true {
		b.Write([]byte{0xd4, 0, 0}) // an extension of type 0: unknown
		return nil
	}
	switch v := v.(type) {
	case map[string]any:
		inside, _ := unknown.(map[string]any)
		names := make([]string, 0, len(v)+len(inside))
		for n := range v {
			names = append(names, n)
		}
		for n, u := range inside {
			if _, there := v[n]; !there && u == true {
				names = append(names, n)
			}
		}
		slices.Sort(names)
		if err := enc.EncodeMapLen(len(names)); err != nil {
			return err
		}
		for _, n := range names {
			if err := enc.EncodeString(n); err != nil {
				return err
			}
			if err := pack(enc, b, v[n], inside[n]); err != nil {
				return err
			}
		}
		return nil
	case []any:
		inside, _ := unknown.([]any)
		if err := enc.EncodeArrayLen(len(v)); err != nil {
			return err
		}
		for i, e := range v {
			var u any
			if i < len(inside) {
				u = inside[i]
			}
			if err := pack(enc, b, e, u); err != nil {
				return err
			}
		}
		return nil
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return enc.EncodeInt(i)
		}
		f, err := v.Float64()
		if err != nil {
			return err
		}
		return enc.EncodeFloat64(f)
	}
	return enc.Encode(v)
}

// configuration is the source that such a plan could come from, by
// resource blocks written out.
func (p Plan) configuration() []byte {
	var b bytes.Buffer
	b.WriteString("provider \"google\" {\n  project = \"demo-project\"\n  region  = \"us-central1\"\n}\n")
	for s := range p.Services {
		for g := range p.GroupsPerService {
			fmt.Fprintf(&b, "\nresource \"google_compute_instance_group\" %q {\n  name = %q\n  zone = %q\n  instances = [for i in range(4) : \"projects/demo-project/zones/%s/instances/vm-%d-%d-${i}\"]\n}\n",
				groupName(s, g), groupName(s, g), zone(g), zone(g), s, g)
		}
		p.serviceBlock(&b, s)
	}
	for o := range p.Others {
		fmt.Fprintf(&b, "\nresource \"aws_s3_object\" \"o%d\" {\n  bucket = \"bucket-%d\"\n  key = \"k/%d\"\n}\n", o, o%10, o)
	}
	return b.Bytes()
}

func (p Plan) serviceBlock(b *bytes.Buffer, s int) {
	fmt.Fprintf(b, "\nresource \"google_compute_region_backend_service\" \"s%d\" {\n  name = \"s%d\"\n  region = \"us-central1\"\n  protocol = \"TCP\"\n  health_checks = [\"projects/demo-project/regions/us-central1/healthChecks/hc\"]\n", s, s)
	for g := range p.GroupsPerService {
		fmt.Fprintf(b, "  backend {\n    group = \"https://www.googleapis.com/compute/v1/projects/demo-project/zones/%s/instanceGroups/%s\"\n    balancing_mode = \"CONNECTION\"\n  }\n", zone(g), groupName(s, g))
	}
	if subsets(s) {
		b.WriteString("  subsetting {\n    policy = \"CONSISTENT_HASH_SUBSETTING\"\n  }\n")
	}
	option := fmt.Sprintf("spillover = \"ZONAL_AFFINITY_SPILL_CROSS_ZONE\"\n      spillover_ratio = 0.%d", 1+s%9)
	if s%4 == 3 {
		option = "spillover = \"ZONAL_AFFINITY_STAY_WITHIN_ZONE\""
	}
	fmt.Fprintf(b, "  network_pass_through_lb_traffic_policy {\n    zonal_affinity {\n      %s\n    }\n  }\n}\n", option)
	fmt.Fprintf(b, "\nresource \"google_compute_forwarding_rule\" \"r%d\" {\n  name = \"r%d\"\n  region = \"us-central1\"\n  load_balancing_scheme = \"INTERNAL\"\n  all_ports = true\n  network = \"default\"\n  ip_protocol = \"TCP\"\n  backend_service = \"projects/demo-project/regions/us-central1/backendServices/s%d\"\n}\n", s, s, s)
}
