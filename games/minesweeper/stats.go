package minesweeper

// stats is how much there is to open on a layout, in the measures that players compare by
// (minesweepergame.com/statistics.php).
type stats struct {
	openings int    // 8-connected regions of cells without a number: one click opens each, and its rim
	bv       int    // 3BV, the fewest clicks without flags: openings, and the numbers on no opening's rim
	islands  int    // 8-connected regions of those numbers
	worth    []bool // the cells that count: the first of each opening in reading order, and those numbers
}

// measure counts what there is to open.
func measure(l *layout) stats {
	s := stats{worth: make([]bool, len(l.mine))}
	seen := make([]bool, len(l.mine))
	var near [8]int
	for i, count := range l.count {
		if l.mine[i] || count > 0 || seen[i] {
			continue
		}
		s.openings++
		s.worth[i] = true
		l.spread(i, seen, func(j int) bool { return l.count[j] == 0 })
	}
	for i := range l.count { // the rims are seen now as well
		if l.mine[i] || l.count[i] > 0 {
			continue
		}
		for _, n := range neighbours(l.w, l.h, i, &near) {
			seen[n] = true
		}
	}
	s.bv = s.openings
	lone := make([]bool, len(seen))
	for i := range seen {
		if !seen[i] && !l.mine[i] {
			s.worth[i], lone[i] = true, true
			s.bv++
		}
	}
	for i := range lone {
		if lone[i] && !seen[i] {
			s.islands++
			l.spread(i, seen, func(j int) bool { return lone[j] })
		}
	}
	return s
}

// spread marks as seen every cell that belongs and can be reached from cell i over cells that belong.
func (l *layout) spread(i int, seen []bool, belongs func(int) bool) {
	var near [8]int
	seen[i] = true
	todo := []int{i}
	for len(todo) > 0 {
		i, todo = todo[len(todo)-1], todo[:len(todo)-1]
		for _, n := range neighbours(l.w, l.h, i, &near) {
			if !seen[n] && !l.mine[n] && belongs(n) {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
}
