// SPDX-License-Identifier: MPL-2.0

package source

import (
	"fmt"
	"runtime/metrics"
	"time"
)

// Bounds of one evaluation. The language has loops inside loops, and nothing
// stops one from within.
const (
	longestEvaluation = 2 * time.Minute
	largestEvaluation = 2 << 30 // bytes on the heap
	betweenLooks      = 20 * time.Millisecond
)

// limits are the bounds that apply.
type limits struct {
	time  time.Duration
	bytes uint64
}

var usual = limits{time: longestEvaluation, bytes: largestEvaluation}

// bounded runs an evaluation, and returns an error where it needs more time or
// memory than a configuration does. The evaluation then runs on, for it cannot
// be stopped, until the process ends; nothing may wait for it, or read what it
// writes. What it panics with comes out here.
func (l limits) bounded(what string, evaluate func()) error {
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		evaluate()
	}()
	late := time.NewTimer(l.time)
	defer late.Stop()
	look := time.NewTicker(betweenLooks)
	defer look.Stop()
	for {
		select {
		case fault := <-done:
			if fault != nil {
				panic(fault) // where the program's top catches it
			}
			return nil
		case <-late.C:
			return fmt.Errorf("%s: the configuration takes more than %s to evaluate; look for loops inside loops", what, l.time)
		case <-look.C:
			if heap() > l.bytes {
				return fmt.Errorf("%s: the configuration takes more than %d MiB to evaluate; look for loops inside loops", what, l.bytes>>20)
			}
		}
	}
}

// heap returns the bytes of objects on the heap.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}
