// Spillway-lint checks and predicts Google Cloud internal passthrough load
// balancers from Terraform configurations, plans and states.
package main

import (
	"os"
	"runtime/debug"
	"time"
)

// version is stamped by the linker; see release in version.go.
var version string

// While an input becomes a topology, all of it lives, and letting the heap
// double would be half waste.
const gcPercentReading, gcPercent = 50, 100

func main() {
	own := os.Getenv("GOGC") == ""
	if own {
		debug.SetGCPercent(gcPercentReading)
	}
	a := &app{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		environment: os.Environ(), now: time.Now, terminal: terminalOf(os.Stdout),
	}
	a.reclaim = func() {
		debug.FreeOSMemory()
		if own {
			debug.SetGCPercent(gcPercent)
		}
	}
	os.Exit(a.run(os.Args[1:]))
}
