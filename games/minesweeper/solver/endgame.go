package solver

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// When few layouts are left, the rest of the game is played out in a search, every opening against every answer: that
// finds the way to play that wins in most of the layouts. D. N. Hill's JSMinesweeper and b1f6c1c4's MineSweeperProb end
// their games so. What is safe in all layouts is opened first, so which layouts are left says all about a position:
// their set is its name in a table (a transposition table with keys as in A. Zobrist, "A New Hashing Method", 1970), and
// the table is shared by all guesses of a game. A branch is cut as soon as what the next two openings leave cannot reach
// what is needed any more (branch and bound: A. Land and A. Doig, 1960).

const (
	few    = 2400    // layouts that are few
	effort = 1 << 20 // how many steps a search may take; a step is a look at eight cells in one layout
)

// mine is what a cell says in a layout that has a mine there.
const mine = 9

// endgame is the search. It stays good for the rest of the game: openings only take layouts away.
type endgame struct {
	cells  []place
	words  int      // to a layout
	rows   []uint64 // by layout: what each cell says, a byte a cell
	names  []name   // by layout, at random
	table  map[name]value
	effort int // steps that may still be taken

	sets []uint16 // room for sets of layouts, as a stack

	// Of the set that look saw last:
	tells []uint64 // by word: a byte is not 0 where the cell does not say the same in all layouts
	sums  []uint64 // by word: room for counts, a byte each
	mines []int    // by cell: layouts in which it is a mine
}

// name is that of a set of layouts: the exclusive or of theirs.
type name [2]uint64

// value is in how many of its layouts a position is won by the best play, or a bound that this does not exceed.
type value struct {
	wins  int32
	exact bool
}

// exactGuess returns the best cell to open where few layouts are left, and false where there are too many, or too many
// ways to play them.
func (s *Solver) exactGuess() (place, bool) {
	if s.odds.layouts > math.Log(few+0.5) {
		return 0, false
	}
	e := s.endgame
	if e == nil {
		e = newEndgame()
		if e.list(s); e.effort < 0 {
			return 0, false
		}
		s.endgame = e
	}
	e.effort = effort
	best, _ := e.best(e.left(s.grid))
	return e.cells[best], e.effort >= 0
}

func newEndgame() *endgame { return &endgame{table: make(map[name]value), effort: effort} }

// list finds all layouts.
func (e *endgame) list(s *Solver) {
	for _, part := range s.field.components {
		for _, cells := range part.boxes {
			e.cells = append(e.cells, cells...)
		}
	}
	for y := border; y < s.h+border; y++ {
		for row := s.unknown[y]; row != 0; row &= row - 1 {
			if p := place(y*stride + bits.TrailingZeros64(row)); s.where[p].part == 0 {
				e.cells = append(e.cells, p)
			}
		}
	}
	e.words = (len(e.cells) + 7) / 8
	e.tells, e.sums, e.mines = make([]uint64, e.words), make([]uint64, e.words), make([]int, 8*e.words)
	s.trial.copyOf(s.grid)
	e.place(s.trial, 0)
}

// place puts mines on the cells from the i-th on, in every way that all numbers allow.
func (e *endgame) place(g *grid, i int) {
	if e.effort--; e.effort < 0 || g.left < 0 || g.left > len(e.cells)-i {
		return
	}
	if i == len(e.cells) {
		e.note(g)
		return
	}
	p := e.cells[i]
	bit := uint64(1) << (p % stride)
	g.unknown[p/stride] &^= bit
	if g.allows(p) {
		e.place(g, i+1)
	}
	g.mined[p/stride] |= bit
	g.left--
	g.change(p, -1)
	if g.allows(p) {
		e.place(g, i+1)
	}
	g.change(p, 1)
	g.left++
	g.mined[p/stride] &^= bit
	g.unknown[p/stride] |= bit
}

// change adds to what the numbers around a place need.
func (g *grid) change(p place, n int8) {
	for _, d := range around {
		if g.number[p+d] != Hidden {
			g.need[p+d] += n
		}
	}
}

// allows reports whether the numbers around a place can still get what they need.
func (g *grid) allows(p place) bool {
	for _, d := range around {
		if q := p + d; g.number[q] != Hidden {
			if need := int(g.need[q]); need < 0 || need > bits.OnesCount64(g.window(q)&near) {
				return false
			}
		}
	}
	return true
}

// note writes down a layout: what each cell would say.
func (e *endgame) note(g *grid) {
	begin := len(e.rows)
	e.rows = append(e.rows, make([]uint64, e.words)...)
	for c, p := range e.cells {
		says := uint64(mine)
		if !has(g.mined, p) {
			says = 0
			for _, d := range around {
				if has(g.mined, p+d) {
					says++
				}
			}
		}
		e.rows[begin+c/8] |= says << (c % 8 * 8)
	}
	n := uint64(len(e.names))
	e.names = append(e.names, name{scramble(2*n + 1), scramble(2*n + 2)})
}

// says is what a cell says in a layout.
func (e *endgame) says(layout uint16, cell int) uint8 {
	return uint8(e.rows[int(layout)*e.words+cell/8] >> (cell % 8 * 8))
}

// scramble is the n-th of a fixed row of numbers (splitmix64: G. Steele and others, 2014).
func scramble(n uint64) uint64 {
	n *= 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// left are the layouts that agree with all that is open.
func (e *endgame) left(g *grid) []uint16 {
	e.sets = e.sets[:0]
	for l := range uint16(len(e.names)) {
		agrees := true
		for c, p := range e.cells {
			if g.number[p] != Hidden && g.number[p] != int8(e.says(l, c)) {
				agrees = false
				break
			}
		}
		if agrees {
			e.sets = append(e.sets, l)
		}
	}
	return e.sets
}

// look finds out which cells tell the layouts of a set apart, and how often each is a mine.
func (e *endgame) look(set []uint16) {
	e.effort -= len(set) * e.words
	clear(e.tells)
	clear(e.mines)
	first := e.rows[int(set[0])*e.words:][:e.words]
	for len(set) > 0 {
		part := set[:min(len(set), math.MaxUint8)] // as many as a byte can count
		set = set[len(part):]
		for _, l := range part {
			row := e.rows[int(l)*e.words:][:len(first)]
			for k, says := range row {
				e.tells[k] |= says ^ first[k]
				e.sums[k] += says >> 3 & says & 0x0101010101010101 // of 0 to 9 only a mine has both bits
			}
		}
		for k, sum := range e.sums {
			e.sums[k] = 0
			for c := 8 * k; sum != 0; c++ {
				e.mines[c] += int(sum & math.MaxUint8)
				sum >>= 8
			}
		}
	}
}

// telling calls f with every cell that tells the layouts of the set apart that look saw last.
func (e *endgame) telling(f func(cell int)) {
	for k, word := range e.tells {
		for c := 8 * k; word != 0; c++ {
			if word&math.MaxUint8 != 0 {
				f(c)
			}
			word >>= 8
		}
	}
}

// bound is a number of layouts of a set beyond which nobody can win: what the best next opening leaves.
func (e *endgame) bound(set []uint16) int {
	if len(set) < 2 {
		return len(set)
	}
	e.look(set)
	least := len(set)
	e.telling(func(c int) { least = min(least, e.mines[c]) })
	return len(set) - least
}

// nameOf is the name of a set.
func (e *endgame) nameOf(set []uint16) (of name) {
	for _, l := range set {
		of[0] ^= e.names[l][0]
		of[1] ^= e.names[l][1]
	}
	return of
}

// wins is in how many layouts of a set the game is won by the best play. Where that is less than needed, it may be a
// bound above it, less than needed too, and not exact.
func (e *endgame) wins(set []uint16, needed int) (wins int, exact bool) {
	if len(set) < 2 || len(set) < needed || e.effort < 0 {
		return len(set), len(set) < 2
	}
	of := e.nameOf(set)
	if v, ok := e.table[of]; ok && (v.exact || int(v.wins) < needed) {
		return int(v.wins), v.exact
	}
	_, wins, exact = e.choose(set, needed)
	if e.effort >= 0 {
		e.table[of] = value{int32(wins), exact}
	}
	return wins, exact
}

// best is the best cell to open, and in how many layouts it wins.
func (e *endgame) best(set []uint16) (cell, wins int) {
	cell, wins, _ = e.choose(set, 1)
	return cell, wins
}

// attempt is a cell that could be opened.
type attempt struct {
	cell  int
	bound int // layouts that can be won, at most
}

// choose finds the best cell to open: the first that is safe in all layouts and tells some from others, or the best
// guess. It is exact where so many layouts as needed are won.
func (e *endgame) choose(set []uint16, needed int) (cell, wins int, exact bool) {
	e.look(set)
	var attempts []attempt
	safe, hopeless := -1, 0
	e.telling(func(c int) {
		if e.mines[c] == 0 && safe < 0 {
			safe = c
		}
		if n := len(set) - e.mines[c]; n >= needed {
			attempts = append(attempts, attempt{c, n})
		} else {
			hopeless = max(hopeless, n)
		}
	})
	if safe >= 0 {
		wins, exact = e.open(safe, set, needed)
		return safe, wins, exact
	}
	cell, wins, exact = e.guess(attempts, set, needed)
	if !exact {
		wins = max(wins, hopeless)
	}
	return cell, wins, exact
}

// guess tries the attempts, the most promising first.
func (e *endgame) guess(attempts []attempt, set []uint16, needed int) (cell, wins int, exact bool) {
	for i := range attempts {
		a := &attempts[i]
		groups, mark := e.split(a.cell, set)
		for _, group := range groups {
			if len(group) > 1 {
				a.bound -= len(group) - e.bound(group)
			}
		}
		e.sets = e.sets[:mark]
	}
	slices.SortStableFunc(attempts, func(a, b attempt) int { return cmp.Compare(b.bound, a.bound) })
	cell, wins = -1, needed-1
	bound := 0
	for _, a := range attempts {
		if a.bound <= wins {
			bound = max(bound, a.bound)
			break
		}
		n, sure := e.open(a.cell, set, wins+1)
		if sure && n > wins {
			cell, wins = a.cell, n
		}
		bound = max(bound, n)
	}
	if cell < 0 {
		return 0, bound, false
	}
	return cell, wins, true
}

// open opens a cell and plays on with each answer; as wins.
func (e *endgame) open(cell int, set []uint16, needed int) (wins int, exact bool) {
	groups, mark := e.split(cell, set)
	for _, group := range groups {
		wins += len(group)
	}
	exact = true
	for _, group := range groups {
		if len(group) < 2 {
			continue
		}
		n, sure := e.wins(group, needed-(wins-len(group)))
		wins -= len(group) - n
		exact = exact && sure
		if wins < needed {
			exact = false
			break
		}
	}
	e.sets = e.sets[:mark]
	return wins, exact
}

// split sorts layouts by what a cell says in them, without those in which it is a mine. It takes its room from e.sets,
// which is to be cut back to mark.
func (e *endgame) split(cell int, set []uint16) (groups [9][]uint16, mark int) {
	e.effort -= len(set)
	var size [mine + 1]int
	for _, l := range set {
		size[e.says(l, cell)]++
	}
	mark = len(e.sets)
	e.sets = slices.Grow(e.sets, len(set))
	for says := range groups {
		begin := len(e.sets)
		e.sets = e.sets[:begin+size[says]]
		groups[says] = e.sets[begin:begin:len(e.sets)]
	}
	for _, l := range set {
		if says := e.says(l, cell); says != mine {
			groups[says] = append(groups[says], l)
		}
	}
	return groups, mark
}
