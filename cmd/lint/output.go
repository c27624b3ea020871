// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// write hands the destination of the document to a function: standard output,
// or with --output a file that appears whole or not at all.
func (a *app) write(path string, document func(io.Writer) error) error {
	if path == "" {
		return document(a.stdout)
	}
	return writeFile(path, document)
}

// writeFile writes a file next to its final place and moves it there.
func writeFile(path string, document func(io.Writer) error) (err error) {
	mode := os.FileMode(0o644)
	switch info, statErr := os.Stat(path); {
	case statErr == nil && info.IsDir():
		return fmt.Errorf("%s: is a folder, not a file to write to", path)
	case statErr == nil && !info.Mode().IsRegular():
		return writeDevice(path, document) // /dev/null, a pipe: nothing to replace
	case statErr == nil:
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".spillway-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreGone(os.Remove(f.Name())))
		}
	}()
	if err := errors.Join(document(f), f.Chmod(mode), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func writeDevice(path string, document func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(document(f), f.Close())
}

func ignoreGone(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// reason returns what the system says, without the name of the temporary file.
func reason(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
