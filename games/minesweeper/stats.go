package minesweeper

import "arcade.example.com/games/minesweeper/solver"

// stats is how much there is to open on a layout, in the measures that players compare by
// (minesweepergame.com/statistics.php).
type stats struct {
	openings int    // 8-connected regions of cells without a number: one click opens each, and its rim
	bv       int    // 3BV, the fewest clicks without flags: openings, and the numbers on no opening's rim
	islands  int    // 8-connected regions of those numbers
	worth    []bool // the cells that count: the first of each opening in reading order, and those numbers
}

// measure counts what there is to open.
func measure(l *solver.Layout) stats {
	s := stats{worth: make([]bool, len(l.Mine))}
	seen := make([]bool, len(l.Mine))
	var near [8]int
	for i, count := range l.Count {
		if l.Mine[i] || count > 0 || seen[i] {
			continue
		}
		s.openings++
		s.worth[i] = true
		spread(l, i, seen, func(j int) bool { return l.Count[j] == 0 })
	}
	for i := range l.Count { // the rims are seen now as well
		if l.Mine[i] || l.Count[i] > 0 {
			continue
		}
		for _, n := range solver.Neighbours(l.W, l.H, i, &near) {
			seen[n] = true
		}
	}
	s.bv = s.openings
	lone := make([]bool, len(seen))
	for i := range seen {
		if !seen[i] && !l.Mine[i] {
			s.worth[i], lone[i] = true, true
			s.bv++
		}
	}
	for i := range lone {
		if lone[i] && !seen[i] {
			s.islands++
			spread(l, i, seen, func(j int) bool { return lone[j] })
		}
	}
	return s
}

// spread marks as seen every cell that belongs and can be reached from cell i over cells that belong.
func spread(l *solver.Layout, i int, seen []bool, belongs func(int) bool) {
	var near [8]int
	seen[i] = true
	todo := []int{i}
	for len(todo) > 0 {
		i, todo = todo[len(todo)-1], todo[:len(todo)-1]
		for _, n := range solver.Neighbours(l.W, l.H, i, &near) {
			if !seen[n] && !l.Mine[n] && belongs(n) {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
}
