// SPDX-License-Identifier: MPL-2.0

// Package store keeps the local engine's catalogue: the objects that were
// applied, in one SQLite file.
//
// It looks after what a database has to: every write is one transaction, a
// name is taken once, what is in use is not deleted, two processes wait for
// each other, and a process that dies leaves a file that opens and holds every
// write that it acknowledged. A file that is damaged, made by a newer version,
// or no catalogue at all, is refused and left as it is.
//
// It does not know what an object means: a body is a text, and a reference an
// id. Whether objects go together is for package validate to say.
package store
