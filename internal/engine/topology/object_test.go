// SPDX-License-Identifier: MPL-2.0

package topology

import "testing"

func TestLinkListAny(t *testing.T) {
	resolved := Link{State: LinkResolved}
	tests := map[string]struct {
		list LinkList
		want Known[bool]
	}{
		"left out":                         {LinkList{Complete: true}, Of(false)},
		"one link":                         {LinkList{Links: []Link{resolved}, Complete: true}, Of(true)},
		"one element known after apply":    {LinkList{Links: []Link{{}}, Complete: true}, Of(true)},
		"known after apply as a whole":     {LinkList{Links: []Link{{}}}, Unknown[bool]()},
		"nothing known":                    {LinkList{}, Unknown[bool]()},
		"one link, and there may be more":  {LinkList{Links: []Link{{}, resolved}}, Of(true)},
		"an external link, and maybe more": {LinkList{Links: []Link{{State: LinkExternal}}}, Of(true)},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if got := tc.list.Any(); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestLinkKeyAndOutside(t *testing.T) {
	const path = "projects/p/regions/r/serviceAttachments/a"
	whole, _ := ParseURL(path)
	part, _ := ParseURL("regions/r/serviceAttachments/a")
	tests := map[string]struct {
		link         Link
		key, outside string
	}{
		"to an object":      {Link{State: LinkResolved, Target: &Group{Object: Object{Address: "g.a"}}, ID: whole}, "g.a", path},
		"to a path":         {Link{State: LinkExternal, ID: whole, Text: "https://host/" + path}, "/" + path, path},
		"without a project": {Link{State: LinkExternal, ID: part}, "", "projects//regions/r/serviceAttachments/a"},
		"a text":            {Link{State: LinkExternal, Text: "all-apis"}, "", "all-apis"},
		"sensitive":         {Link{State: LinkExternal}, "", ""},
		"unresolved":        {Link{}, "", ""},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if key, outside := tc.link.Key(), tc.link.Outside(); key != tc.key || outside != tc.outside {
				t.Errorf("got %q and %q, want %q and %q", key, outside, tc.key, tc.outside)
			}
		})
	}
}
