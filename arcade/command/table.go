package command

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// table prints rows in columns. Columns whose number is in flush end flush, the others begin so; tabwriter aligns all of
// a table one way, so the first are brought to one width before.
func (a *asked) table(rows [][]string, flush ...int) error {
	for _, column := range flush {
		width := 0
		for _, row := range rows {
			width = max(width, len(row[column]))
		}
		for _, row := range rows {
			row[column] = fmt.Sprintf("%*s", width, row[column])
		}
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(w, "  %s\n", strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	return w.Flush()
}
