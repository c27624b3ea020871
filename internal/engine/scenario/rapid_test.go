// SPDX-License-Identifier: MPL-2.0

package scenario_test

import "flag"

// The layouts are small and a check takes microseconds: look at many more than
// rapid's hundred. The flag on the command line still wins.
func init() {
	if err := flag.Set("rapid.checks", "5000"); err != nil {
		panic(err)
	}
}
