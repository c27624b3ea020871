// SPDX-License-Identifier: MPL-2.0

package module

import (
	"bytes"
	"regexp"
	"runtime"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// The configuration inside a saved plan has been read by terraform, which
// refuses what is not well-formed. Of a large file of it, resource blocks are
// found by their first lines and parsed only when something asks for them: a
// plan of thousands of resources needs few, and the syntax tree of a block
// takes many times the space of its text.

// smallestLazy is the size from which a file is not parsed at once.
const smallestLazy = 256 << 10

// keptBodies is how many bodies stay parsed.
const keptBodies = 128

// lazyBlock is a resource block that is parsed when it is asked for.
type lazyBlock struct {
	src  []byte
	file string
	at   hcl.Pos
	kept *keeper
}

// keeper holds the bodies asked for last.
type keeper struct {
	mu     sync.Mutex
	bodies map[*lazyBlock]*keptBody
	order  []*lazyBlock
}

// keptBody is a body that is parsed by the first who asks; others wait.
type keptBody struct {
	once   sync.Once
	parsed atomic.Bool
	body   Body
}

// has reports whether a block is parsed.
func (k *keeper) has(b *lazyBlock) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept := k.bodies[b]
	return kept != nil && kept.parsed.Load()
}

func (k *keeper) body(b *lazyBlock) Body {
	kept := k.entry(b)
	kept.once.Do(func() {
		kept.body = b.parse()
		kept.parsed.Store(true)
	})
	return kept.body
}

// entry returns the place of a body, and drops the oldest one for a new one.
func (k *keeper) entry(b *lazyBlock) *keptBody {
	k.mu.Lock()
	defer k.mu.Unlock()
	if kept := k.bodies[b]; kept != nil {
		return kept
	}
	if len(k.order) >= keptBodies {
		delete(k.bodies, k.order[0])
		k.order = k.order[1:]
	}
	kept := &keptBody{}
	k.bodies[b], k.order = kept, append(k.order, b)
	return kept
}

// Ahead parses blocks on all cores while their user goes through them in the
// same order. It never is so far ahead that a body is dropped before its turn.
type Ahead struct {
	blocks []*lazyBlock
	work   sync.WaitGroup

	mu      sync.Mutex
	moved   sync.Cond // on mu
	next    int       // the block to be parsed next
	behind  int       // how many the user has behind it
	stopped bool
}

// ParseAhead begins to parse the blocks of resources that are not parsed yet.
// Stop has to be called in the end.
func ParseAhead(resources []*Resource) *Ahead {
	a := &Ahead{}
	a.moved.L = &a.mu
	for _, r := range resources {
		if r.lazy != nil {
			a.blocks = append(a.blocks, r.lazy)
		}
	}
	for range min(runtime.GOMAXPROCS(0), len(a.blocks)) {
		a.work.Go(func() {
			for b := a.take(); b != nil; b = a.take() {
				b.kept.body(b)
			}
		})
	}
	return a
}

// take returns the next block to be parsed, once its turn is near, and nil
// after the last.
func (a *Ahead) take() *lazyBlock {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next = max(a.next, a.behind)
	for a.next-a.behind > keptBodies/2 && !a.stopped {
		a.moved.Wait()
		a.next = max(a.next, a.behind)
	}
	if a.stopped || a.next >= len(a.blocks) {
		return nil
	}
	a.next++
	return a.blocks[a.next-1]
}

// Done says that the user is through with one more resource.
func (a *Ahead) Done() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.behind++
	a.moved.Signal()
}

// Stop ends the parsing.
func (a *Ahead) Stop() {
	a.mu.Lock()
	a.stopped = true
	a.mu.Unlock()
	a.moved.Broadcast()
	a.work.Wait()
}

// parse parses the block. Of one that is not well-formed after all, nothing
// can be told.
func (b *lazyBlock) parse() Body {
	f, diags := hclsyntax.ParseConfig(b.src, b.file, b.at)
	if diags.HasErrors() {
		return Body{open: true}
	}
	body, ok := f.Body.(*hclsyntax.Body)
	if !ok || len(body.Blocks) != 1 {
		return Body{open: true}
	}
	return Body{native: body.Blocks[0].Body}
}

// may reports whether the text of the block can hold a name at all.
func (b *lazyBlock) may(name string) bool { return bytes.Contains(b.src, []byte(name)) }

// piece is a part of a file that begins with the first line of a block.
type piece struct {
	src []byte
	at  hcl.Pos
}

var (
	blockStart = regexp.MustCompile(`^(resource|data|module|variable|output|locals|provider|terraform|moved|import|removed|check|ephemeral)[ \t]*("|\{)`)
	// Identifiers of the language, as far as they are in ASCII.
	resourceStart = regexp.MustCompile(`^(resource|data) "([A-Za-z_][A-Za-z0-9_-]*)" "([A-Za-z_][A-Za-z0-9_-]*)" \{[ \t]*(\r?\n|$)`)
)

// split cuts a file before the lines on which blocks begin, where the line
// before, but for empty lines and comments, closes a block.
func split(src []byte) []piece {
	var out []piece
	start, closed := 0, true
	at, line := hcl.InitialPos, 1
	for offset := 0; offset < len(src); line++ {
		end := bytes.IndexByte(src[offset:], '\n') + offset + 1
		if end == offset {
			end = len(src)
		}
		text := src[offset:end]
		if closed && offset > start && text[0] >= 'a' && text[0] <= 'z' && blockStart.Match(text) {
			out = append(out, piece{src: src[start:offset], at: at})
			start, at = offset, hcl.Pos{Line: line, Column: 1, Byte: offset}
		}
		if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] != '#' && !bytes.HasPrefix(trimmed, []byte("//")) {
			closed = text[0] == '}' && len(trimmed) == 1
		}
		offset = end
	}
	return append(out, piece{src: src[start:], at: at})
}

// lazyFile reads a file by its pieces. ok is false where it has to be parsed
// as a whole: a cut went through something that runs over several lines.
func (b *builder) lazyFile(src []byte, name string) bool {
	if !utf8.Valid(src) || tooDeep(src) {
		return false
	}
	kept := &keeper{bodies: map[*lazyBlock]*keptBody{}}
	var blocks []topBlock
	var lazy []*Resource
	for _, p := range split(src) {
		m := resourceStart.FindSubmatch(p.src)
		if m != nil && !runsOver(p.src) {
			header := bytes.LastIndexByte(m[0], '"') + 1
			r := &Resource{
				Name: Name{Data: string(m[1]) == "data", Type: string(m[2]), Name: string(m[3])},
				lazy: &lazyBlock{src: p.src, file: name, at: p.at, kept: kept},
			}
			r.DefRange = hcl.Range{Filename: name, Start: p.at, End: hcl.Pos{Line: p.at.Line, Column: header + 1, Byte: p.at.Byte + header}}
			lazy = append(lazy, r)
			continue
		}
		f, diags := hclsyntax.ParseConfig(p.src, name, p.at)
		if diags.HasErrors() {
			return false
		}
		if topBlocks(f, func(t topBlock) { blocks = append(blocks, t) }).HasErrors() {
			return false
		}
	}
	for _, r := range lazy {
		if b.m.Resources[r.Name] != nil {
			return false
		}
	}
	for _, r := range lazy {
		b.m.Resources[r.Name] = r
	}
	for _, t := range blocks {
		b.block(t)
	}
	b.m.texts = append(b.m.texts, src)
	return true
}

// runsOver reports whether text may hold something with a line inside that
// only looks like the beginning of a block.
func runsOver(src []byte) bool {
	return bytes.Contains(src, []byte("<<")) || bytes.Contains(src, []byte("/*"))
}
