// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"fmt"
	"time"
)

// Date is a calendar day, "2027-03-31". The zero value is no day.
type Date struct{ text string }

// ParseDate reads YYYY-MM-DD.
func ParseDate(text string) (Date, error) {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return Date{}, fmt.Errorf("%q is no date of the form YYYY-MM-DD", text)
	}
	return Date{text}, nil
}

// DateOf returns the day of a moment.
func DateOf(t time.Time) Date { return Date{t.Format(time.DateOnly)} }

// IsZero reports whether it is no day.
func (d Date) IsZero() bool { return d.text == "" }

// After reports whether d is a later day than other.
func (d Date) After(other Date) bool { return d.text > other.text }

func (d Date) String() string { return d.text }
