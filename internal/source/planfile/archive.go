// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Bounds on what is unpacked, far above any real plan: a plan of 20,000
// resources unpacks to some 20 MB.
const (
	maxMember  = 256 << 20
	maxMembers = 100_000
)

// IsArchive reports whether an input that begins with head is a zip archive.
func IsArchive(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }

// archive is an opened plan file, its members checked.
type archive struct {
	path  string
	files map[string]*zip.File
	zip   *zip.Reader
}

func openArchive(r io.ReaderAt, size int64, name string) (*archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: the file begins like a saved plan, but its archive cannot be read: %w", name, err)
	}
	if len(z.File) > maxMembers {
		return nil, fmt.Errorf("%s: %d members are more than a saved plan holds", name, len(z.File))
	}
	a := &archive{path: name, files: make(map[string]*zip.File, len(z.File)), zip: z}
	for _, f := range z.File {
		if !fs.ValidPath(strings.TrimSuffix(f.Name, "/")) || strings.Contains(f.Name, `\`) {
			return nil, fmt.Errorf("%s: the member %q would leave its folder; no saved plan has such a name", name, f.Name)
		}
		if _, twice := a.files[f.Name]; twice {
			return nil, fmt.Errorf("%s: the member %q stands twice", name, f.Name)
		}
		a.files[f.Name] = f
	}
	if a.files["tfplan"] == nil {
		return nil, fmt.Errorf("%s: this zip archive is no saved plan: it has no member tfplan", name)
	}
	return a, nil
}

// read unpacks a member, up to the bound whatever its header claims. A member
// that is not there is nil.
func (a *archive) read(name string) ([]byte, error) {
	f := a.files[name]
	if f == nil {
		return nil, nil
	}
	if f.UncompressedSize64 > maxMember {
		return nil, fmt.Errorf("%s: %s would unpack to %d bytes, more than the %d that are read", a.path, name, f.UncompressedSize64, maxMember)
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", a.path, name, err)
	}
	defer func() { _ = r.Close() }() // only read
	var b bytes.Buffer
	b.Grow(int(f.UncompressedSize64) + bytes.MinRead)
	n, err := io.Copy(&b, io.LimitReader(r, maxMember+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %s: %w", a.path, name, err)
	case n > maxMember:
		return nil, fmt.Errorf("%s: %s unpacks to more than the %d bytes that are read", a.path, name, maxMember)
	}
	return b.Bytes(), nil
}

// configuration is the archive, where it holds the source of modules.
func (a *archive) configuration() fs.FS {
	for name := range a.files {
		if strings.HasPrefix(name, "tfconfig/") {
			return a.zip
		}
	}
	return nil
}
