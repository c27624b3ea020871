// SPDX-License-Identifier: MPL-2.0

// Command picture draws the output of a terminal program as SVG, for the
// README: it runs the command that follows its flags, with colours on, and
// writes what it printed, the prompt before it.
//
//	picture -o docs/images/predict.svg -- bin/spillway-lint predict plan.json
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

func main() {
	out := flag.String("o", "", "the file to write")
	flag.Parse()
	if *out == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: picture -o FILE -- COMMAND [ARG...]")
		os.Exit(1)
	}
	if err := draw(*out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func draw(path string, command []string) error {
	cmd := exec.Command(command[0], append(command[1:], "--color", "always")...)
	cmd.Env = append(os.Environ(), "COLUMNS=118")
	cmd.Stderr = os.Stderr
	printed, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 2) {
		return err
	}
	prompt := "$ " + filepath.Base(command[0]) + " " + strings.Join(command[1:], " ")
	return os.WriteFile(path, render(prompt, string(printed)), 0o644)
}

// The size of a cell of the monospaced font at 13 px, and the margins.
const (
	cellWidth, cellHeight = 7.83, 18
	margin, titleBar      = 16, 30
)

// render draws a terminal window.
func render(prompt, printed string) []byte {
	lines := append([]string{prompt}, strings.Split(strings.TrimRight(printed, "\n"), "\n")...)
	columns := 60
	for _, l := range lines {
		columns = max(columns, utf8.RuneCountInString(plain(l)))
	}
	width := int(float64(columns)*cellWidth) + 2*margin
	height := len(lines)*cellHeight + titleBar + 2*margin
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" fill="#1e2127"/>`+"\n", width, height)
	for i, colour := range []string{"#ff5f56", "#ffbd2e", "#27c93f"} {
		fmt.Fprintf(&b, `<circle cx="%d" cy="17" r="6" fill="%s"/>`+"\n", 20+20*i, colour)
	}
	for i, l := range lines {
		y := titleBar + margin + (i+1)*cellHeight - 5
		fmt.Fprintf(&b, `<text x="%d" y="%d" xml:space="preserve" fill="#d7dae0">%s</text>`+"\n", margin, y, spans(l))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// plain removes the colour codes from a line.
func plain(line string) string {
	var b strings.Builder
	for _, p := range pieces(line) {
		b.WriteString(p.text)
	}
	return b.String()
}

type piece struct{ code, text string }

// pieces splits a line at its colour codes; each piece has the codes since
// the last reset.
func pieces(line string) (out []piece) {
	code := ""
	for line != "" {
		text, rest, found := strings.Cut(line, "\x1b[")
		if text != "" {
			out = append(out, piece{code, text})
		}
		if !found {
			return out
		}
		sgr, after, ok := strings.Cut(rest, "m")
		if !ok {
			return out
		}
		if sgr == "" || sgr == "0" {
			code = ""
		} else {
			code += ";" + sgr
		}
		line = after
	}
	return out
}

var colours = map[string]string{
	"31": "#e06c75", "32": "#98c379", "33": "#e5c07b", "34": "#61afef", "35": "#c678dd", "36": "#56b6c2",
	"90": "#7f848e", "91": "#e06c75", "92": "#98c379", "93": "#e5c07b", "94": "#61afef", "95": "#c678dd", "96": "#56b6c2",
}

func spans(line string) string {
	var b strings.Builder
	for _, p := range pieces(line) {
		style := ""
		for _, c := range strings.Split(strings.Trim(p.code, ";"), ";") {
			switch {
			case c == "1":
				style += ` font-weight="bold"`
			case c == "2":
				style += ` opacity="0.65"`
			case c == "4":
				style += ` text-decoration="underline"`
			case colours[c] != "":
				style += ` fill="` + colours[c] + `"`
			}
		}
		text := html.EscapeString(p.text)
		if style == "" {
			b.WriteString(text)
		} else {
			b.WriteString("<tspan" + style + ">" + text + "</tspan>")
		}
	}
	return b.String()
}
