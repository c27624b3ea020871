// Package google turns the objects of the google and google-beta providers
// into a topology: which load balancers, groups, rules and composite health
// resources a configuration holds, and how they refer to each other.
//
// It reads the values of a [graph.Graph] and asks the configuration behind
// them for what is known after apply. It reads no file, decides nothing about
// health or routing, and never guesses: what the input does not prove stays
// unknown or unresolved, with a reason.
package google
