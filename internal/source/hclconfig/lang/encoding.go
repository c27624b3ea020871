// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty/function"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
)

// largestInflated bounds what base64gunzip gives.
const largestInflated = 16 << 20

func digestMD5(b []byte) []byte    { s := md5.Sum(b); return s[:] }
func digestSHA1(b []byte) []byte   { s := sha1.Sum(b); return s[:] }
func digestSHA256(b []byte) []byte { s := sha256.Sum256(b); return s[:] }
func digestSHA512(b []byte) []byte { s := sha512.Sum512(b); return s[:] }

func inHex(b []byte) string    { return hex.EncodeToString(b) }
func inBase64(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

func digestFunc(digest func([]byte) []byte, print func([]byte) string) function.Function {
	return text([]string{"str"}, func(a []string) (string, error) { return print(digest([]byte(a[0]))), nil })
}

var base64EncodeFunc = text([]string{"str"}, func(a []string) (string, error) {
	return base64.StdEncoding.EncodeToString([]byte(a[0])), nil
})

var base64DecodeFunc = text([]string{"str"}, func(a []string) (string, error) {
	b, err := base64.StdEncoding.DecodeString(a[0])
	if err != nil {
		return "", errors.New("failed to decode base64 data")
	}
	return utf8Text(b)
})

func utf8Text(b []byte) (string, error) {
	if !utf8.Valid(b) {
		return "", errors.New("the result of decoding the provided string is not valid UTF-8")
	}
	return string(b), nil
}

var base64GzipFunc = text([]string{"str"}, func(a []string) (string, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(a[0])); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return inBase64(b.Bytes()), nil
})

var base64GunzipFunc = text([]string{"str"}, func(a []string) (string, error) {
	b, err := base64.StdEncoding.DecodeString(a[0])
	if err != nil {
		return "", errors.New("failed to decode base64 data")
	}
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return "", fmt.Errorf("failed to read the gzip data: %w", err)
	}
	out, err := io.ReadAll(io.LimitReader(r, largestInflated+1))
	if err != nil {
		return "", fmt.Errorf("failed to read the gzip data: %w", err)
	}
	if len(out) > largestInflated {
		return "", fmt.Errorf("the data inflates to more than %d bytes", largestInflated)
	}
	return utf8Text(out)
})

var urlEncodeFunc = text([]string{"str"}, func(a []string) (string, error) { return url.QueryEscape(a[0]), nil })

var urlDecodeFunc = text([]string{"str"}, func(a []string) (string, error) {
	s, err := url.QueryUnescape(a[0])
	if err != nil {
		return "", fmt.Errorf("failed to decode URL: %w", err)
	}
	return s, nil
})

func namedEncoding(name string) (encoding.Encoding, error) {
	e, err := ianaindex.IANA.Encoding(name)
	if err != nil || e == nil {
		return nil, fmt.Errorf("%q is not a supported IANA encoding name or alias", name)
	}
	return e, nil
}

var textEncodeBase64Func = text([]string{"string", "encoding"}, func(a []string) (string, error) {
	e, err := namedEncoding(a[1])
	if err != nil {
		return "", function.NewArgError(1, err)
	}
	b, err := e.NewEncoder().Bytes([]byte(a[0]))
	if err != nil {
		return "", fmt.Errorf("the given string contains characters that cannot be represented in %s", a[1])
	}
	return inBase64(b), nil
})

var textDecodeBase64Func = text([]string{"source", "encoding"}, func(a []string) (string, error) {
	e, err := namedEncoding(a[1])
	if err != nil {
		return "", function.NewArgError(1, err)
	}
	b, err := base64.StdEncoding.DecodeString(a[0])
	if err != nil {
		return "", errors.New("the given value is not a valid base64 string")
	}
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return "", fmt.Errorf("the given string contains symbols that are not defined for %s", a[1])
	}
	return string(out), nil
})

// uuidSpaces are the namespaces of RFC 9562, appendix.
var uuidSpaces = map[string]string{
	"dns":  "6ba7b8109dad11d180b400c04fd430c8",
	"url":  "6ba7b8119dad11d180b400c04fd430c8",
	"oid":  "6ba7b8129dad11d180b400c04fd430c8",
	"x500": "6ba7b8149dad11d180b400c04fd430c8",
}

// uuidV5Func makes the name-based UUID of RFC 9562, version 5.
var uuidV5Func = text([]string{"namespace", "name"}, func(a []string) (string, error) {
	digits, ok := uuidSpaces[a[0]]
	if !ok {
		s := a[0]
		if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
			return "", fmt.Errorf("uuidv5() doesn't support namespace %q", s)
		}
		digits = s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:]
	}
	space, err := hex.DecodeString(digits)
	if err != nil {
		return "", fmt.Errorf("uuidv5() doesn't support namespace %q", a[0])
	}
	u := digestSHA1(append(space, a[1]...))[:16]
	u[6] = u[6]&0x0f | 0x50
	u[8] = u[8]&0x3f | 0x80
	h := hex.EncodeToString(u)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:], nil
})
