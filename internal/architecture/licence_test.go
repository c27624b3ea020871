// SPDX-License-Identifier: MPL-2.0

package architecture

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Every file of the program names its licence, as MPL-2.0 asks.
func TestLicence(t *testing.T) {
	t.Parallel()
	for file := range goFiles(t) {
		content, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(content, []byte("// SPDX-License-Identifier: MPL-2.0\n\n")) {
			t.Errorf("%s does not begin with the line that names the licence", file)
		}
	}
}
