// SPDX-License-Identifier: MPL-2.0

package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// showTimeout bounds `terraform show`.
const showTimeout = 2 * time.Minute

// shown reads a saved plan of an unknown format through the program that wrote
// it, where that is installed.
func (o *opener) shown(path string, because error) error {
	if path == "-" {
		return fmt.Errorf("%w; give the output of `terraform show -json FILE` instead", because)
	}
	for _, program := range []string{"terraform", "tofu"} {
		bin, err := exec.LookPath(program)
		if err != nil {
			continue
		}
		out, err := show(bin, path)
		if err != nil {
			because = fmt.Errorf("%w; %s show -json says: %w", because, program, err)
			continue
		}
		return o.document(bytes.NewReader(out), path)
	}
	return fmt.Errorf("%w; give the output of `terraform show -json FILE` instead", because)
}

func show(bin, path string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), showTimeout)
	defer cancel()
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, bin, "show", "-json", "-no-color", abs)
	cmd.Dir = filepath.Dir(abs) // providers are found from the folder of the plan
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, errors.New(strings.Join(strings.Fields(string(failed.Stderr)), " "))
	}
	return out, err
}
