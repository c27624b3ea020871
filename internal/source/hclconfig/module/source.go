// SPDX-License-Identifier: MPL-2.0

package module

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

// Bounds of what is read. Real configurations stay far below.
const (
	largestFile   = 32 << 20
	mostFiles     = 20_000 // in one folder
	deepestModule = 64
	mostModules   = 20_000
)

// Source is where the files of a configuration are.
type Source interface {
	// Root returns the folder of the root module.
	Root() string
	// List returns the names of the files in a folder, sorted, and problems
	// with single ones.
	List(dir string) ([]string, []error, error)
	// Read returns a file's bytes.
	Read(dir, name string) ([]byte, error)
	// Called returns the folder of the module that a call leads to. path are
	// the names of the calls down to it. It gives ErrNotInstalled for a module
	// that terraform init has to fetch.
	Called(parent string, path []string, source string) (string, error)
	// Shared returns a key under which the parsed module of a folder may be
	// shared, empty for none.
	Shared(dir string) string
}

// ErrNotInstalled says that a module is not at hand.
var ErrNotInstalled = errors.New("the module is not installed")

// Disk is a configuration in a folder.
type Disk struct {
	dir     string
	fence   string // links must not lead out of this folder
	modules map[string]string
}

// OnDisk returns the configuration in a folder.
func OnDisk(dir string) *Disk {
	d := &Disk{dir: filepath.Clean(dir), modules: map[string]string{}}
	d.fence = fenceOf(d.dir)
	src, err := readLimited(filepath.Join(d.dir, ".terraform", "modules", "modules.json"))
	var m struct{ Modules []struct{ Key, Dir string } }
	if err != nil || json.Unmarshal(src, &m) != nil {
		return d
	}
	for _, e := range m.Modules {
		if p := filepath.FromSlash(e.Dir); filepath.IsLocal(p) {
			d.modules[e.Key] = filepath.Join(d.dir, p)
		}
	}
	return d
}

// fenceOf returns the real path of the repository that holds a folder, of the
// folder itself where there is none.
func fenceOf(dir string) string {
	real := realPath(dir)
	for p := real; ; p = filepath.Dir(p) {
		if _, err := os.Lstat(filepath.Join(p, ".git")); err == nil {
			return p
		}
		if p == filepath.Dir(p) {
			return real
		}
	}
}

// realPath returns the absolute path of a folder without links.
func realPath(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return dir
}

func within(name, dir string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// Root implements Source.
func (d *Disk) Root() string { return d.dir }

// Shared implements Source.
func (d *Disk) Shared(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil && filepath.IsAbs(d.dir) == filepath.IsAbs(dir) {
		return abs + "\x00" + dir
	}
	return ""
}

// List implements Source.
func (d *Disk) List(dir string) ([]string, []error, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = f.Close() }() // only read
	entries, err := f.ReadDir(mostFiles + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	if len(entries) > mostFiles {
		return nil, nil, fmt.Errorf("the folder holds more than %d files", mostFiles)
	}
	var names []string
	var problems []error
	for _, e := range entries {
		if !IsConfiguration(e.Name()) {
			continue
		}
		switch {
		case e.Type().IsRegular():
		case e.Type()&fs.ModeSymlink != 0:
			if err := d.checkLink(dir, e.Name()); err != nil {
				problems = append(problems, err)
				continue
			}
		default:
			continue
		}
		names = append(names, e.Name())
	}
	sort.Strings(names)
	return names, problems, nil
}

// checkLink refuses links that lead out of the repository and the folder,
// nowhere, or to something that is no file.
func (d *Disk) checkLink(dir, link string) error {
	name := filepath.Join(dir, link)
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return fmt.Errorf("the link %s cannot be followed: %w", name, cmp.Or(errors.Unwrap(err), err))
	}
	abs, err := filepath.Abs(real)
	if err != nil {
		return err
	}
	if !within(abs, d.fence) && !within(abs, realPath(dir)) {
		return fmt.Errorf("the link %s leads out of the folder and is not read", name)
	}
	if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("the link %s leads to no file", name)
	}
	return nil
}

// Read implements Source.
func (d *Disk) Read(dir, name string) ([]byte, error) { return readLimited(filepath.Join(dir, name)) }

func readLimited(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", name)
	}
	if info.Size() > largestFile {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, largestFile)
	}
	b := make([]byte, info.Size())
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // it has shrunk meanwhile
	}
	return b[:n], err
}

// Called implements Source.
func (d *Disk) Called(parent string, names []string, source string) (string, error) {
	if isLocal(source) {
		return filepath.Join(parent, filepath.FromSlash(source)), nil
	}
	if dir, ok := d.modules[strings.Join(names, ".")]; ok {
		return dir, nil
	}
	return "", ErrNotInstalled
}

func isLocal(source string) bool {
	return source == "." || source == ".." || strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../") ||
		strings.HasPrefix(source, `.\`) || strings.HasPrefix(source, `..\`)
}

// Embedded is the configuration in a saved plan's archive.
type Embedded struct {
	fsys fs.FS
	dirs map[string]string // key → folder at the time of the plan
	keys map[string]string // folder → one key
}

// InArchive returns the configuration in the archive of a saved plan.
func InArchive(fsys fs.FS) (*Embedded, error) {
	e := &Embedded{fsys: fsys, dirs: map[string]string{}, keys: map[string]string{}}
	src, err := e.read("tfconfig/modules.json")
	if err != nil {
		return e, fmt.Errorf("the plan file holds no configuration: %w", err)
	}
	var m []struct{ Key, Source, Dir string }
	if err := json.Unmarshal(src, &m); err != nil {
		return e, fmt.Errorf("tfconfig/modules.json: %w", err)
	}
	for _, entry := range m {
		dir := path.Clean(filepath.ToSlash(entry.Dir))
		e.dirs[entry.Key] = dir
		if _, ok := e.keys[dir]; !ok {
			e.keys[dir] = entry.Key
		}
	}
	return e, nil
}

// Root implements Source.
func (e *Embedded) Root() string {
	if dir, ok := e.dirs[""]; ok {
		return dir
	}
	return "."
}

// Shared implements Source.
func (e *Embedded) Shared(string) string { return "" }

// List implements Source.
func (e *Embedded) List(dir string) ([]string, []error, error) {
	entries, err := fs.ReadDir(e.fsys, "tfconfig/m-"+e.keys[dir])
	if err != nil {
		return nil, nil, err
	}
	if len(entries) > mostFiles {
		return nil, nil, fmt.Errorf("the folder holds more than %d files", mostFiles)
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() && IsConfiguration(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	sort.Strings(names)
	return names, nil, nil
}

// Read implements Source.
func (e *Embedded) Read(dir, name string) ([]byte, error) {
	return e.read("tfconfig/m-" + e.keys[dir] + "/" + name)
}

func (e *Embedded) read(name string) ([]byte, error) {
	f, err := e.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	var b bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Size() <= largestFile {
		b.Grow(int(info.Size()) + bytes.MinRead)
	}
	if _, err := b.ReadFrom(io.LimitReader(f, largestFile+1)); err != nil {
		return nil, err
	}
	if b.Len() > largestFile {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, largestFile)
	}
	return b.Bytes(), nil
}

// Called implements Source.
func (e *Embedded) Called(_ string, names []string, _ string) (string, error) {
	if dir, ok := e.dirs[strings.Join(names, ".")]; ok {
		return dir, nil
	}
	return "", ErrNotInstalled
}

// IsConfiguration reports whether a file name is one of a configuration file
// and none of an editor's backup.
func IsConfiguration(name string) bool {
	if strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#") {
		return false
	}
	_, ext := splitExt(name)
	return ext != ""
}

// splitExt cuts the extension of a configuration file off, empty for another
// file.
func splitExt(name string) (base, ext string) {
	for _, ext := range []string{".tf", ".tf.json", ".tofu", ".tofu.json"} {
		if base, ok := strings.CutSuffix(name, ext); ok && base != "" {
			return base, ext
		}
	}
	return name, ""
}
