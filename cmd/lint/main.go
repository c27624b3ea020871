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

// gcPercent trades a little time for the peak of memory: what a plan becomes
// lives until the end, so that letting the heap double would be half waste.
const gcPercent = 50

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	a := &app{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		environment: os.Environ(), now: time.Now, terminal: terminalOf(os.Stdout),
	}
	os.Exit(a.run(os.Args[1:]))
}
