// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// counted is what a command finds: a text that stands in its output once for
// each.
type counted struct{ what, mark string }

// counter counts marks in what is written to it and keeps nothing else: the
// system takes what this process holds for the peak of what it starts.
type counter struct {
	of     []counted
	counts []int
	tail   []byte // what a mark could begin in
}

func newCounter(of []counted) *counter { return &counter{of: of, counts: make([]int, len(of))} }

// Write counts the marks that end in p.
func (c *counter) Write(p []byte) (int, error) {
	longest := 0
	for i, o := range c.of {
		before := c.tail[max(0, len(c.tail)-len(o.mark)+1):]
		head := p[:min(len(p), len(o.mark)-1)]
		c.counts[i] += bytes.Count(append(bytes.Clone(before), head...), []byte(o.mark)) + bytes.Count(p, []byte(o.mark))
		longest = max(longest, len(o.mark))
	}
	c.tail = append(c.tail, p[max(0, len(p)-longest):]...)
	c.tail = slices.Delete(c.tail, 0, max(0, len(c.tail)-longest))
	return len(p), nil
}

// any reports whether there was one.
func (c *counter) any() bool {
	return slices.ContainsFunc(c.counts, func(n int) bool { return n > 0 })
}

// String returns the counts in words, the first one also where it is 0.
func (c *counter) String() string {
	var parts []string
	for i, o := range c.of {
		if i == 0 || c.counts[i] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.counts[i], o.what))
		}
	}
	return strings.Join(parts, ", ")
}
