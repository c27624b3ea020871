// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// parsePrefix reads a CIDR block. Leading zeros in IPv4 parts count as
// decimal, as they do for Terraform.
func parsePrefix(s string) (netip.Prefix, error) {
	p, err := netip.ParsePrefix(s)
	if err != nil {
		p, err = netip.ParsePrefix(withoutLeadingZeros(s))
	}
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("invalid CIDR expression: %q", s)
	}
	return p.Masked(), nil
}

func withoutLeadingZeros(s string) string {
	if strings.Contains(s, ":") {
		return s
	}
	addr, bits, _ := strings.Cut(s, "/")
	parts := strings.Split(addr, ".")
	for i, p := range parts {
		if t := strings.TrimLeft(p, "0"); t != "" {
			parts[i] = t
		} else if p != "" {
			parts[i] = "0"
		}
	}
	return strings.Join(parts, ".") + "/" + bits
}

func addressNumber(a netip.Addr) *big.Int { return new(big.Int).SetBytes(a.AsSlice()) }

func numberAddress(n *big.Int, like netip.Addr) (netip.Addr, bool) {
	b := make([]byte, like.BitLen()/8)
	if n.Sign() < 0 || n.BitLen() > like.BitLen() {
		return netip.Addr{}, false
	}
	return netip.AddrFromSlice(n.FillBytes(b))
}

func wholeNumber(v cty.Value) (*big.Int, error) {
	n, acc := v.AsBigFloat().Int(nil)
	if acc != big.Exact || n == nil {
		return nil, errors.New("must be a whole number")
	}
	return n, nil
}

// bitCount reads a number of bits, which is small or wrong.
func bitCount(v cty.Value) (int, error) {
	n, err := wholeNumber(v)
	if err != nil {
		return 0, err
	}
	if !n.IsInt64() || n.Int64() < -128 || n.Int64() > 128 {
		return 0, fmt.Errorf("%s is not a number of bits", n)
	}
	return int(n.Int64()), nil
}

var cidrHostFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "prefix", Type: cty.String}, {Name: "hostnum", Type: cty.Number}},
	Type:   function.StaticReturnType(cty.String),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		p, err := parsePrefix(args[0].AsString())
		if err != nil {
			return cty.NilVal, function.NewArgError(0, err)
		}
		n, err := wholeNumber(args[1])
		if err != nil {
			return cty.NilVal, function.NewArgError(1, err)
		}
		size := new(big.Int).Lsh(big.NewInt(1), uint(p.Addr().BitLen()-p.Bits()))
		offset := new(big.Int).Set(n)
		if n.Sign() < 0 {
			offset.Add(size, n)
		}
		if offset.Sign() < 0 || offset.Cmp(size) >= 0 {
			return cty.NilVal, fmt.Errorf("prefix of %d does not accommodate a host numbered %s", p.Bits(), n)
		}
		a, ok := numberAddress(offset.Add(offset, addressNumber(p.Addr())), p.Addr())
		if !ok {
			return cty.NilVal, errors.New("the address is out of range")
		}
		return cty.StringVal(a.String()), nil
	},
})

var cidrNetmaskFunc = text([]string{"prefix"}, func(a []string) (string, error) {
	p, err := parsePrefix(a[0])
	if err != nil {
		return "", err
	}
	if p.Addr().Is6() {
		return "", errors.New("only IPv4 ranges have a netmask")
	}
	mask := new(big.Int).Lsh(big.NewInt(1), 32)
	mask.Sub(mask, new(big.Int).Lsh(big.NewInt(1), uint(32-p.Bits())))
	m, _ := numberAddress(mask, p.Addr())
	return m.String(), nil
})

// subnet returns the network number num of those with newbits more bits.
func subnet(p netip.Prefix, newbits int, num *big.Int) (netip.Prefix, error) {
	bits := p.Bits() + newbits
	if newbits < 0 || bits > p.Addr().BitLen() {
		return netip.Prefix{}, fmt.Errorf("insufficient address space to extend prefix of %d by %d", p.Bits(), newbits)
	}
	if num.Sign() < 0 || num.BitLen() > newbits {
		return netip.Prefix{}, fmt.Errorf("prefix extension of %d does not accommodate a subnet numbered %s", newbits, num)
	}
	offset := new(big.Int).Lsh(num, uint(p.Addr().BitLen()-bits))
	a, ok := numberAddress(offset.Add(offset, addressNumber(p.Addr())), p.Addr())
	if !ok {
		return netip.Prefix{}, errors.New("the network is out of range")
	}
	return netip.PrefixFrom(a, bits), nil
}

var cidrSubnetFunc = function.New(&function.Spec{
	Params: []function.Parameter{
		{Name: "prefix", Type: cty.String}, {Name: "newbits", Type: cty.Number}, {Name: "netnum", Type: cty.Number},
	},
	Type: function.StaticReturnType(cty.String),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		p, err := parsePrefix(args[0].AsString())
		if err != nil {
			return cty.NilVal, function.NewArgError(0, err)
		}
		bits, err := bitCount(args[1])
		if err != nil {
			return cty.NilVal, function.NewArgError(1, err)
		}
		num, err := wholeNumber(args[2])
		if err != nil {
			return cty.NilVal, function.NewArgError(2, err)
		}
		s, err := subnet(p, bits, num)
		if err != nil {
			return cty.NilVal, err
		}
		return cty.StringVal(s.String()), nil
	},
})

// cidrSubnetsFunc lays networks of the given sizes one after another, each at
// the next place that fits it.
var cidrSubnetsFunc = function.New(&function.Spec{
	Params:   []function.Parameter{{Name: "prefix", Type: cty.String}},
	VarParam: &function.Parameter{Name: "newbits", Type: cty.Number},
	Type:     function.StaticReturnType(cty.List(cty.String)),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		p, err := parsePrefix(args[0].AsString())
		if err != nil {
			return cty.NilVal, function.NewArgError(0, err)
		}
		if len(args) == 1 {
			return cty.ListValEmpty(cty.String), nil
		}
		width := p.Addr().BitLen()
		next := addressNumber(p.Addr())
		end := new(big.Int).Add(next, new(big.Int).Lsh(big.NewInt(1), uint(width-p.Bits())))
		out := make([]cty.Value, 0, len(args)-1)
		for i, arg := range args[1:] {
			newbits, err := bitCount(arg)
			if err != nil {
				return cty.NilVal, function.NewArgError(i+1, err)
			}
			bits := p.Bits() + newbits
			if newbits < 1 {
				return cty.NilVal, function.NewArgErrorf(i+1, "must extend prefix by at least one bit")
			}
			if bits > width {
				return cty.NilVal, function.NewArgErrorf(i+1, "would extend prefix to %d bits, which is too long for an address of %d bits", bits, width)
			}
			size := new(big.Int).Lsh(big.NewInt(1), uint(width-bits))
			start := new(big.Int).Add(next, new(big.Int).Sub(size, big.NewInt(1)))
			start.Rsh(start, uint(width-bits)).Lsh(start, uint(width-bits))
			next = new(big.Int).Add(start, size)
			a, ok := numberAddress(start, p.Addr())
			if !ok || next.Cmp(end) > 0 {
				return cty.NilVal, function.NewArgErrorf(i+1, "not enough remaining address space for a subnet with a prefix of %d bits after the previous ones", bits)
			}
			out = append(out, cty.StringVal(netip.PrefixFrom(a, bits).String()))
		}
		return cty.ListVal(out), nil
	},
})

// cidrContainsFunc is OpenTofu's: whether a block holds an address or block.
var cidrContainsFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "containing_prefix", Type: cty.String}, {Name: "contained_ip_or_prefix", Type: cty.String}},
	Type:   function.StaticReturnType(cty.Bool),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		p, err := parsePrefix(args[0].AsString())
		if err != nil {
			return cty.NilVal, function.NewArgError(0, err)
		}
		s := args[1].AsString()
		if a, err := netip.ParseAddr(s); err == nil {
			if a.BitLen() != p.Addr().BitLen() {
				return cty.NilVal, errors.New("address family mismatch")
			}
			return cty.BoolVal(p.Contains(a)), nil
		}
		q, err := parsePrefix(s)
		if err != nil {
			return cty.NilVal, function.NewArgErrorf(1, "invalid IP address or prefix: %q", s)
		}
		if q.Addr().BitLen() != p.Addr().BitLen() {
			return cty.NilVal, errors.New("address family mismatch")
		}
		return cty.BoolVal(q.Bits() >= p.Bits() && p.Contains(q.Addr())), nil
	},
})
