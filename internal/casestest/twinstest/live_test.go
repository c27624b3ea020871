// SPDX-License-Identifier: MPL-2.0

package twinstest

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// runner runs terraform with the provider as it is built here.
type runner struct{ binary, settings string }

func newRunner(t *testing.T) runner {
	t.Helper()
	binary, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("!!! NO TERRAFORM BINARY ON THE PATH: PLANS OF THE PROVIDER ARE NOT MADE ANEW !!!")
	}
	dir := t.TempDir()
	if err := build(filepath.Join(dir, "terraform-provider-spillway"), "."); err != nil {
		t.Fatal(err)
	}
	r := runner{binary, filepath.Join(dir, "terraformrc")}
	settings := fmt.Sprintf("provider_installation {\n  dev_overrides { \"spillway/spillway\" = %q }\n  direct {}\n}\n", dir)
	if err := os.WriteFile(r.settings, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r runner) run(t *testing.T, dir string, arguments ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), r.binary, arguments...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+r.settings, "TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1", "SPILLWAY_ENGINE_PATH=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (r runner) must(t *testing.T, dir string, arguments ...string) {
	t.Helper()
	if out, err := r.run(t, dir, arguments...); err != nil {
		t.Fatalf("terraform %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
}

// The provider as it is now plans every twin, or refuses it; the saved plan and
// the state after an apply say the same as google's side.
func TestTwinsInTerraform(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	for _, name := range slices.Sorted(maps.Keys(twins)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, dir := twins[name], t.TempDir()
			source, err := os.ReadFile(filepath.Join("testdata", name, "main.tf"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "main.tf"), source, 0o600); err != nil {
				t.Fatal(err)
			}
			google := filepath.Join("..", "..", "..", "testdata", "cases", filepath.FromSlash(w.google))
			if w.refused != "" {
				r.refuses(t, dir, w.refused, google)
				return
			}
			r.must(t, dir, "plan", "-no-color", "-input=false", "-out=tfplan")
			if *update {
				r.save(t, dir, filepath.Join("testdata", name, "plan.json"))
			}
			equal(t, filepath.Join(google, "plan.json"), filepath.Join(dir, "tfplan"))
			r.must(t, dir, "apply", "-no-color", "-input=false", "tfplan")
			// A state knows of no change and of nothing that was left out.
			state := filepath.Join(dir, "terraform.tfstate")
			if diff := cmp.Diff(outcomes(t, google, ""), outcomes(t, state, "")); diff != "" {
				t.Errorf("outcomes of the state, -google +ours:\n%s", diff)
			}
			want, _ := findings(t, google, "")
			got, _ := findings(t, state, "")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("findings of the state, -google +ours:\n%s", diff)
			}
		})
	}
}

// refuses tries that the provider stops a plan, and that the linter finds an
// error of that name on google's side.
func (r runner) refuses(t *testing.T, dir, text, google string) {
	t.Helper()
	if out, err := r.run(t, dir, "plan", "-no-color", "-input=false"); err == nil || !strings.Contains(out, "Error: "+text) {
		t.Errorf("the plan is not refused: %v\n%s", err, out)
	}
	found, _ := findings(t, filepath.Join(google, "plan.json"), "")
	if !slices.ContainsFunc(found, func(f finding) bool { return f.Severity == "error" && strings.HasPrefix(f.Message, text) }) {
		t.Errorf("the linter finds no error %q in google's plan", text)
	}
}

// save writes a plan as JSON.
func (r runner) save(t *testing.T, dir, to string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), r.binary, "show", "-json", "tfplan")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+r.settings)
	plan, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, plan, 0o644); err != nil {
		t.Fatal(err)
	}
}
