// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"terraform-provider-spillway/internal/source/graph"
)

const casesDir = "../../../testdata/cases"

func casePath(name string) string { return filepath.Join(casesDir, filepath.FromSlash(name)) }

func caseBytes(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(casePath(name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// readCase reads a case with all its types and attributes.
func readCase(t testing.TB, name string) *graph.Graph {
	t.Helper()
	return read(t, caseBytes(t, name))
}

func read(t testing.TB, plan []byte) *graph.Graph {
	t.Helper()
	g, err := Read(bytes.NewReader(plan), "plan.json", everything(t, plan), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// everything selects all types of a plan with all their attributes.
func everything(t testing.TB, plan []byte) graph.Selection {
	t.Helper()
	var document any
	if err := json.Unmarshal(plan, &document); err != nil {
		t.Fatal(err)
	}
	sel := graph.Selection{}
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				visit(e)
			}
		case map[string]any:
			if typ, ok := v["type"].(string); ok {
				if sel[typ] == nil {
					sel[typ] = graph.Attributes{}
				}
				change, _ := v["change"].(map[string]any)
				for _, object := range []any{v["values"], v["expressions"], change["before"], change["after"], change["after_unknown"]} {
					attributes, _ := object.(map[string]any)
					for name := range attributes {
						sel[typ][name] = struct{}{}
					}
				}
			}
			for _, e := range v {
				visit(e)
			}
		}
	}
	visit(document)
	return sel
}

// find returns an instance of a graph.
func find(t testing.TB, g *graph.Graph, address string) *graph.Instance {
	t.Helper()
	for _, inst := range g.Instances {
		if inst.Address == address {
			return inst
		}
	}
	t.Fatalf("%s is not in the graph", address)
	return nil
}
