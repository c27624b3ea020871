// SPDX-License-Identifier: MPL-2.0

// Spillway-lint checks and predicts Google Cloud internal passthrough load
// balancers from Terraform configurations, plans and states.
package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

// version is stamped by the linker; see release in version.go.
var version string

// While an input becomes a topology, all of it lives, and letting the heap
// double would be half waste.
const gcPercentReading, gcPercent = 50, 100

// headroom is never touched, and so takes no memory, but the collector counts
// it: that much later it begins where the heap is small, when its percentage
// has it run after every few megabytes.
const headroom = 48 << 20

func main() {
	own := os.Getenv("GOGC") == ""
	var room []byte
	if own {
		debug.SetGCPercent(gcPercentReading)
		room = make([]byte, headroom)
	}
	a := &app{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		environment: os.Environ(), now: time.Now, terminal: terminalOf(os.Stdout),
	}
	a.reclaim = func() {
		room = nil
		debug.FreeOSMemory()
		if own {
			debug.SetGCPercent(gcPercent)
		}
	}
	code := a.run(os.Args[1:])
	runtime.KeepAlive(room)
	os.Exit(code)
}
