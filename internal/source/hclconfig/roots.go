package hclconfig

// Root is a root module in a tree of folders.
type Root struct {
	// Dir is its folder, beginning with the directory that was searched.
	Dir string
	// Modules are the folders of the local modules that it calls, directly or
	// through others, sorted.
	Modules []string
}

// Roots finds the root modules below a directory, itself included, sorted:
// every folder with configuration that no other one calls as a module. It
// honours .gitignore and skips hidden folders, node_modules and vendor.
func Roots(dir string) ([]Root, error) { return nil, nil }

// RootsOf returns those of the roots that the given files or folders belong
// to, be it through a module that they call.
func RootsOf(roots []Root, paths []string) []Root { return nil }
