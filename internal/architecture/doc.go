// SPDX-License-Identifier: MPL-2.0

// Package architecture holds no code, only tests about the repository itself:
// who imports whom, that every target of the seed trace exists, and that the
// links between the documentation pages lead somewhere.
package architecture
