// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Bounds on the shape of a configuration file. HCL's parser and evaluator
// recurse, and a stack that overflows cannot be caught.
const (
	maxNesting   = 500
	maxOperators = 20_000
)

// tooDeep returns the place where a file is nested beyond what anybody writes.
func tooDeep(src []byte, path string) (hcl.Range, bool) {
	tokens, _ := hclsyntax.LexConfig(src, path, hcl.InitialPos) // the parser reports what is wrong
	depth, operators := 0, 0
	for i, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			depth++
		case hclsyntax.TokenOBrack:
			depth++
			if i > 0 && tokens[i-1].Type == hclsyntax.TokenCBrack {
				operators++
			}
		case hclsyntax.TokenCBrace, hclsyntax.TokenCParen, hclsyntax.TokenCBrack, hclsyntax.TokenTemplateSeqEnd:
			depth--
		case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit,
			hclsyntax.TokenOQuote, hclsyntax.TokenCQuote, hclsyntax.TokenNewline, hclsyntax.TokenComment,
			hclsyntax.TokenEqual, hclsyntax.TokenComma, hclsyntax.TokenDot:
		default:
			operators++
		}
		if depth > maxNesting || operators > maxOperators {
			return t.Range, true
		}
	}
	return hcl.Range{}, false
}
