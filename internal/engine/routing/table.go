// SPDX-License-Identifier: MPL-2.0

package routing

// EligibleKind names the rule that chose the eligible backends, before zonal
// affinity (Google documentation, traffic distribution, step "identify
// eligible backends"). The words are part of the JSON output.
type EligibleKind uint8

// The kinds of eligible sets. The zero value is none: nothing is eligible,
// and the packet is dropped.
const (
	None EligibleKind = iota
	AllHealthy
	All
	HealthyPrimary
	HealthyFailover
	AllPrimary
)

var kindNames = [...]string{
	None: "NONE", AllHealthy: "ALL_HEALTHY", All: "ALL",
	HealthyPrimary: "HEALTHY_PRIMARY", HealthyFailover: "HEALTHY_FAILOVER", AllPrimary: "ALL_PRIMARY",
}

func (k EligibleKind) String() string { return kindNames[k] }

// LastResort reports whether the set holds only unhealthy endpoints, because
// no endpoint is healthy.
func (k EligibleKind) LastResort() bool { return k == All || k == AllPrimary }

// Action is what becomes of the eligible set for one client. The words are
// part of the JSON output.
type Action uint8

// The actions. The zero value belongs to rows that nothing reaches and to
// undecided decisions.
const (
	NoAction    Action = iota
	Unchanged          // affinity leaves the eligible set as it is
	Ignored            // affinity does not hold for this client
	Refine             // the eligible endpoints of the client's zone
	Replace            // the unhealthy endpoints of the client's zone
	Drop               // nothing is eligible
	Unreachable        // the client cannot reach the load balancer
)

var actionNames = [...]string{
	NoAction: "NONE", Unchanged: "UNCHANGED", Ignored: "IGNORED", Refine: "REFINE",
	Replace: "REPLACE", Drop: "DROP", Unreachable: "UNREACHABLE",
}

func (a Action) String() string { return actionNames[a] }

// Set names the set of endpoints that a row of the table yields.
type Set uint8

// The sets that a row can yield.
const (
	SetNone      Set = iota // no endpoint
	SetEligible             // the eligible set
	SetLocal                // the eligible endpoints in the client's zone
	SetLocalSick            // the unhealthy endpoints of the relevant pool in the client's zone
)

// Row is a row of the decision table, docs/decisions/zonal-affinity.md.
type Row uint8

// The rows, in the order of the table. The zero value is no row: undecided.
const (
	NoRow Row = iota
	RE01
	ZA03
	ZA00
	ZA01
	ZA02
	ST01
	ST02
	ST03
	ST04
	ST05
	ST06
	ST07
	ST08
	ST09
	ST10
	S001
	S002
	S003
	S004
	S005
	S006
	S007
	S008
	S009
	S010
	SN01
	SN02
	SN03
	SN04
	SN05
	SN06
	SN07
	SN08
	SN09
	SN10
)

// rows says what each row does. The rows that nothing can reach (a zonal match
// means that a configured endpoint is there, and where nothing is healthy the
// healthy part of a zone is 0, which is below every ratio above 0) have the
// action of the table where it names one.
var rows = [...]struct {
	name   string
	action Action
	set    Set
}{
	NoRow: {"", NoAction, SetNone},
	RE01:  {"RE-01", Unreachable, SetNone},
	ZA03:  {"ZA-03", Drop, SetNone},
	ZA00:  {"ZA-00", Unchanged, SetEligible},
	ZA01:  {"ZA-01", Ignored, SetEligible},
	ZA02:  {"ZA-02", Ignored, SetEligible},

	ST01: {"ST-01", Refine, SetLocal},
	ST02: {"ST-02", Replace, SetLocalSick},
	ST03: {"ST-03", Refine, SetLocal},
	ST04: {"ST-04", NoAction, SetNone}, // impossible
	ST05: {"ST-05", Refine, SetLocal},
	ST06: {"ST-06", Replace, SetLocalSick},
	ST07: {"ST-07", Refine, SetLocal},
	ST08: {"ST-08", Replace, SetLocalSick},
	ST09: {"ST-09", Refine, SetLocal},
	ST10: {"ST-10", NoAction, SetNone}, // impossible

	S001: {"S0-01", Refine, SetLocal},
	S002: {"S0-02", Unchanged, SetEligible},
	S003: {"S0-03", Unchanged, SetEligible},
	S004: {"S0-04", NoAction, SetNone}, // impossible
	S005: {"S0-05", Refine, SetLocal},
	S006: {"S0-06", Unchanged, SetEligible},
	S007: {"S0-07", Refine, SetLocal},
	S008: {"S0-08", Unchanged, SetEligible},
	S009: {"S0-09", Unchanged, SetEligible},
	S010: {"S0-10", NoAction, SetNone}, // impossible

	SN01: {"SN-01", Refine, SetLocal},
	SN02: {"SN-02", Unchanged, SetEligible},
	SN03: {"SN-03", Unchanged, SetEligible}, // unreachable
	SN04: {"SN-04", Unchanged, SetEligible},
	SN05: {"SN-05", Refine, SetLocal},
	SN06: {"SN-06", Unchanged, SetEligible},
	SN07: {"SN-07", Refine, SetLocal},
	SN08: {"SN-08", Unchanged, SetEligible},
	SN09: {"SN-09", Unchanged, SetEligible}, // unreachable
	SN10: {"SN-10", Unchanged, SetEligible},
}

// String returns the row's id, "SN-01"; it is empty for no row.
func (r Row) String() string { return rows[r].name }

// Action returns what the row does with the eligible set.
func (r Row) Action() Action { return rows[r].action }

// Set returns the set of endpoints that the row yields.
func (r Row) Set() Set { return rows[r].set }

// Rows returns all rows, in the order of precedence.
func Rows() []Row {
	out := make([]Row, 0, len(rows)-1)
	for r := range rows[1:] {
		out = append(out, Row(r+1))
	}
	return out
}

// optionRow returns the row of an option for an eligible set: of the ten rows
// from first on, two for each kind, the first of them where the condition (a
// non-empty local set, or a ratio that is met) holds.
func optionRow(first Row, k EligibleKind, holds bool) Row {
	r := first + 2*Row(k-AllHealthy)
	if !holds {
		r++
	}
	return r
}
