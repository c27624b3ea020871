#!/usr/bin/env bash
# Runs every fuzz target of the module, one after the other, for the time
# given (default 30s). Stops at the first find; the input that did it lies in
# the package's testdata/fuzz then.
set -euo pipefail
time=${1:-30s}
grep -rl --include='*_test.go' '^func Fuzz' cmd internal | xargs -n1 dirname | sort -u | while read -r dir; do
  grep -h '^func Fuzz' "$dir"/*_test.go | sed -E 's/^func (Fuzz[A-Za-z0-9_]*).*/\1/' | sort | while read -r target; do
    echo "== $dir $target"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 1s "./$dir"
  done
done
