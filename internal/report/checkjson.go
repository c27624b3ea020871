// SPDX-License-Identifier: MPL-2.0

package report

import "io"

// WriteJSON writes the document as JSON: one line for each finding, undecided
// answer and notice, so that two documents can be compared line by line.
func (c *Check) WriteJSON(out io.Writer) error {
	w := newJSONWriter(out)
	w.origin = c.Origin
	w.open('{')
	w.head(c.Tool, c.Edition)
	w.inputs(c.Inputs)
	list(w, "findings", c.Findings, (*jsonWriter).finding)
	list(w, "undecided", c.Undecided, (*jsonWriter).undecidedAnswer)
	list(w, "notices", c.Notices, (*jsonWriter).notice)
	w.line(1)
	w.key("summary")
	w.open('{')
	w.keyInt("evaluated", c.Summary.Evaluated)
	w.keyInt("error", c.Summary.Error)
	w.keyInt("warning", c.Summary.Warning)
	w.keyInt("info", c.Summary.Info)
	w.keyInt("undecided", c.Summary.Undecided)
	w.keyInt("suppressed", c.Summary.Suppressed)
	w.close('}')
	w.end(0, '}')
	w.buf = append(w.buf, '\n')
	return w.flush()
}

// head writes the members that every document begins with.
func (w *jsonWriter) head(t Tool, edition string) {
	w.line(1)
	w.keyString("format_version", FormatVersion)
	w.line(1)
	w.key("tool")
	w.open('{')
	w.keyString("name", t.Name)
	w.keyString("version", t.Version)
	w.close('}')
	w.line(1)
	w.keyString("edition", edition)
}

func (w *jsonWriter) inputs(inputs []Input) {
	list(w, "inputs", inputs, func(w *jsonWriter, in *Input) {
		w.open('{')
		w.keyString("path", in.Path)
		w.keyString("kind", in.Kind)
		w.keyOptional("terraform_version", in.TerraformVersion)
		w.close('}')
	})
}

// list writes a member of the document that is an array, each element on a
// line of its own.
func list[T any](w *jsonWriter, name string, elements []T, write func(*jsonWriter, *T)) {
	w.line(1)
	w.key(name)
	w.open('[')
	for i := range elements {
		w.line(2)
		write(w, &elements[i])
	}
	w.lastLine(len(elements), 1)
}

func (w *jsonWriter) finding(f *Finding) {
	w.open('{')
	w.keyString("rule", f.Rule)
	w.keyString("name", f.Name)
	w.keyString("severity", f.Severity)
	w.address("address", "input", f.Address)
	w.keyString("path", f.Path)
	w.keyString("message", f.Message)
	w.keyString("detail", f.Detail)
	w.key("related")
	w.open('[')
	for i := range f.Related {
		w.related(&f.Related[i])
	}
	w.close(']')
	w.place(f.Range)
	w.keyString("doc", f.Doc)
	w.keyString("fingerprint", f.Fingerprint)
	w.suppressed(f.Suppressed)
	w.close('}')
}

func (w *jsonWriter) related(r *Related) {
	w.open('{')
	w.address("address", "input", r.Address)
	w.keyString("message", r.Message)
	w.place(r.Range)
	w.close('}')
}

func (w *jsonWriter) place(r *Range) {
	w.key("range")
	if r == nil {
		w.null()
		return
	}
	w.open('{')
	w.keyString("filename", r.Filename)
	w.position("start", r.Start)
	w.position("end", r.End)
	w.close('}')
}

func (w *jsonWriter) position(name string, p Position) {
	w.key(name)
	w.open('{')
	w.keyInt("line", p.Line)
	w.keyInt("column", p.Column)
	w.close('}')
}

func (w *jsonWriter) suppressed(s *Suppressed) {
	w.key("suppressed")
	if s == nil {
		w.null()
		return
	}
	w.open('{')
	w.keyString("by", s.By)
	w.keyString("reason", s.Reason)
	w.keyString("where", s.Where)
	w.close('}')
}

func (w *jsonWriter) undecidedAnswer(u *Undecided) {
	w.open('{')
	w.keyString("rule", u.Rule)
	w.keyString("name", u.Name)
	w.address("address", "input", u.Address)
	w.keyString("path", u.Path)
	w.keyString("reason", w.origin.plain(u.Reason, u.Address))
	w.place(u.Range)
	w.suppressed(u.Suppressed)
	w.close('}')
}

func (w *jsonWriter) notice(n *Notice) {
	w.open('{')
	w.keyString("message", n.Message)
	w.addresses(n.Addresses)
	w.place(n.Range)
	w.close('}')
}
