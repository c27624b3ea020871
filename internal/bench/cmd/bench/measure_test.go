// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What fails has its reason in the table, and the others go on.
func TestMeasureGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	commands := []command{
		{name: "works", args: []string{"go", "version"}, found: []counted{{"versions", "go version"}}},
		{name: "is not there", args: []string{t.TempDir() + "/nothing"}},
		{name: "fails", args: []string{"go", "no-such-command"}},
		{name: "finds nothing", args: []string{"go", "no-such-command"}, foundCode: 2, found: []counted{{"findings", "finding"}}},
	}
	all, err := measure(t.Context(), commands, 1, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if f := all[0]; f.failure != nil || f.found != "1 versions" || len(f.wall) != 1 || f.peak == 0 {
		t.Errorf("%+v", f)
	}
	for i, want := range map[int]string{1: "no such file", 2: "unknown command", 3: "nothing found"} {
		if got := all[i].failure; got == nil || !strings.Contains(got.Error(), want) {
			t.Errorf("%s: %v, want %q", commands[i].name, got, want)
		}
	}
}

func TestPrintRows(t *testing.T) {
	t.Parallel()
	ms := func(n ...int) (out []time.Duration) {
		for _, v := range n {
			out = append(out, time.Duration(v)*time.Millisecond)
		}
		return out
	}
	commands := []command{{name: "scan"}, {name: "check"}, {name: "other"}}
	all := []figures{
		{wall: ms(10, 30, 20), cpu: ms(10, 10, 10), peak: 3 << 20},
		{wall: ms(20, 90, 20), cpu: ms(20, 25, 30), peak: 100 << 20, found: "2 findings"},
		{failure: errors.New("not done after 2m0s")},
	}
	var b strings.Builder
	w := bufio.NewWriter(&b)
	printRows(w, "plan", true, commands, all)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	const want = `| plan | scan | 20 ms | 10 ms | 3 MB | 1.00× | 1.00× |  |
|  | check | 20 ms | 25 ms | 100 MB | 2.00× | 2.50× | 2 findings |
|  | other | | | | | | not done after 2m0s |
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}
