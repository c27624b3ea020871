// SPDX-License-Identifier: MPL-2.0

package topology

import "testing"

func TestParseURLReadsEverySpelling(t *testing.T) {
	t.Parallel()
	group := Identity{KindInstanceGroup, "p", "us-central1-a", "g"}
	service := Identity{KindBackendService, "p", "us-central1", "s"}
	for spelling, want := range map[string]Identity{
		"https://www.googleapis.com/compute/v1/projects/p/zones/us-central1-a/instanceGroups/g":              group,
		"https://www.googleapis.com/compute/beta/projects/p/zones/us-central1-a/instanceGroups/g":            group,
		"https://compute.googleapis.com/compute/v1/projects/p/zones/us-central1-a/instanceGroups/g":          group,
		"//compute.googleapis.com/projects/p/zones/us-central1-a/instanceGroups/g":                           group,
		"projects/p/zones/us-central1-a/instanceGroups/g":                                                    group,
		"/projects/p/zones/us-central1-a/instanceGroups/g":                                                   group,
		"zones/us-central1-a/instanceGroups/g":                                                               {KindInstanceGroup, "", "us-central1-a", "g"},
		"projects/p/regions/us-central1/backendServices/s":                                                   service,
		"projects/p/global/backendServices/s":                                                                {KindBackendService, "p", Global, "s"},
		"global/backendServices/s":                                                                           {KindBackendService, "", Global, "s"},
		"projects/p/locations/us-central1/gateways/w":                                                        {KindGateway, "p", "us-central1", "w"},
		"https://www.googleapis.com/compute/v1/projects/example.com:p/regions/us-central1/backendServices/s": {KindBackendService, "example.com:p", "us-central1", "s"},
	} {
		if got, ok := ParseURL(spelling); !ok || got != want {
			t.Errorf("ParseURL(%q) = %+v, %v", spelling, got, ok)
		}
	}
}

func TestParseURLRefusesWhatIsNoPath(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "web", "projects/p", "projects/p/zones/z", "projects/p/zones//instanceGroups/g", "https://", "https://host", "a/b/c", "projects/p/regions/r/backendServices/s/extra"} {
		if got, ok := ParseURL(s); ok {
			t.Errorf("ParseURL(%q) = %+v", s, got)
		}
	}
}

func TestIdentityPrintsAsGoogleWritesIt(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"projects/p/zones/us-central1-a/instanceGroups/g", "projects/p/regions/us-central1/backendServices/s", "projects/p/global/backendServices/s",
	} {
		id, ok := ParseURL(s)
		if !ok || !id.Complete() || id.String() != s {
			t.Errorf("%q reads as %+v and prints %q", s, id, id.String())
		}
	}
}

func TestRegionOf(t *testing.T) {
	t.Parallel()
	for location, want := range map[string]string{
		"us-central1-a": "us-central1", "europe-west12-c": "europe-west12", "us-central1": "us-central1",
		"global": "global", "": "", "us-central1-ai1a": "us-central1", "us-central1-ai": "us-central1-ai", "us-central-a": "us-central-a", "a-1": "a-1", "us-central1-A": "us-central1-A",
	} {
		if got := RegionOf(location); got != want {
			t.Errorf("RegionOf(%q) = %q, want %q", location, got, want)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	f.Add("https://www.googleapis.com/compute/v1/projects/p/zones/z-1-a/instanceGroups/g")
	f.Add("projects/p/global/backendServices/s")
	f.Fuzz(func(t *testing.T, s string) {
		id, ok := ParseURL(s)
		if !ok || !id.Complete() {
			return
		}
		again, ok := ParseURL(id.String())
		if id.Location != Global && IsZone(id.Location) && (!ok || again != id) {
			t.Errorf("%q reads as %+v, which prints as %q", s, id, id.String())
		}
	})
}
