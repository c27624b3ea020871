// SPDX-License-Identifier: MPL-2.0

// Package google turns the objects of the google and google-beta providers
// into a topology: which load balancers, groups, rules and composite health
// resources a configuration holds, and how they refer to each other.
//
// It reads the values of a [graph.Graph] and asks the configuration behind
// them about what is known after apply. It reads no file, decides nothing about
// health or routing, and never guesses: what the input does not prove stays
// unknown or unresolved, with a reason.
//
// # How an object is found
//
// Every object has an identity: kind, project, location and name. It comes from
// the object's arguments, or from its own id; a project, region or zone that is
// left out from the provider block; the region of a backend service at last
// from its backends, and that of a forwarding rule from its service. A link
// that is known leads to the object of equal identity, in whatever input and
// spelling. A link that is known after apply leads where the references of its
// expression certainly lead; the same key on both sides, or what is left over
// when all else is taken, is only a hint in the reason. The backends of a
// service are a set, and are paired with the configuration's blocks by what
// tells them apart.
//
// # What is not filled in
//
// Members are those of unmanaged groups; endpoints of NEGs are only counted.
// The network of a managed group stands in its template and stays unknown, and
// so does that of a rule in a firewall policy, which associations would tell.
// A service to which a URL map only mirrors requests is none of its services.
// HealthPolicy.ZeroIsSent is false: the provider never sends a zero. Arguments
// that are sensitive count as not known, and a notice says so. What the
// environment gives the provider (GOOGLE_REGION), and what ignore_changes keeps,
// no input shows.
package google
