// SPDX-License-Identifier: MPL-2.0

package main

import "testing"

func TestLayout(t *testing.T) {
	tests := map[string]struct {
		columns     int // 0: no terminal
		environment []string
		flag        string
		file        bool
		width       int
		color       bool
	}{
		"terminal":                {columns: 90, flag: "auto", width: 90, color: true},
		"pipe":                    {flag: "auto", width: pipeWidth},
		"pipe, always":            {flag: "always", width: pipeWidth, color: true},
		"terminal, never":         {columns: 90, flag: "never", width: 90},
		"NO_COLOR":                {columns: 90, environment: []string{"NO_COLOR=1"}, flag: "auto", width: 90},
		"empty NO_COLOR":          {columns: 90, environment: []string{"NO_COLOR="}, flag: "auto", width: 90, color: true},
		"NO_COLOR, but always":    {columns: 90, environment: []string{"NO_COLOR=1"}, flag: "always", width: 90, color: true},
		"dumb terminal":           {columns: 90, environment: []string{"TERM=dumb"}, flag: "auto", width: 90},
		"COLUMNS wins":            {columns: 90, environment: []string{"COLUMNS=70"}, flag: "auto", width: 70, color: true},
		"COLUMNS for a pipe":      {environment: []string{"COLUMNS=200"}, flag: "auto", width: 200},
		"COLUMNS is no number":    {environment: []string{"COLUMNS=wide"}, flag: "auto", width: pipeWidth},
		"very narrow":             {columns: 3, flag: "auto", width: leastWide, color: true},
		"terminal without a size": {columns: -1, flag: "auto", width: pipeWidth, color: true},
		"a file":                  {columns: 90, flag: "auto", file: true, width: pipeWidth},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			a := &app{environment: test.environment, terminal: func() (int, bool) { return test.columns, test.columns != 0 }}
			got := a.layout(test.flag, test.file)
			if got.Width != test.width || got.Color != test.color {
				t.Errorf("got %+v, want width %d, colour %t", got, test.width, test.color)
			}
		})
	}
}
