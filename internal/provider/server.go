// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// framework is what the framework's server can do, as far as this provider has
// a use for it.
type framework interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
}

// server is the framework's server, which takes what OpenTofu sends, too.
type server struct{ framework }

func serve(p provider.Provider) tfprotov6.ProviderServer {
	s := providerserver.NewProtocol6(p)()
	if f, ok := s.(framework); ok {
		return server{f}
	}
	return s
}

// CallFunction calls a function. OpenTofu sends nothing at all for an argument
// that is null where the type is open (seen with 1.10); the framework takes
// that for a fault of its own.
func (s server) CallFunction(ctx context.Context, req *tfprotov6.CallFunctionRequest) (*tfprotov6.CallFunctionResponse, error) {
	const null = 0xc0 // of MessagePack
	for _, a := range req.Arguments {
		if len(a.MsgPack) == 0 && len(a.JSON) == 0 {
			a.MsgPack = []byte{null}
		}
	}
	return s.framework.CallFunction(ctx, req)
}
