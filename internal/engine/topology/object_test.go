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
