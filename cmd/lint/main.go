// Spillway-lint checks and predicts Google Cloud internal passthrough load
// balancers from Terraform configurations, plans and states.
package main

import (
	"os"
	"time"
)

// version is stamped by the linker; see release in version.go.
var version string

func main() {
	a := &app{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		environment: os.Environ(), now: time.Now, terminal: terminalOf(os.Stdout),
	}
	os.Exit(a.run(os.Args[1:]))
}
