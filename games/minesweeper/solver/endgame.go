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
// the table is shared by all guesses of a game. A branch is cut as soon as what the next guess leaves, and the best
// guess after it can save, does not reach what is needed any more (branch and bound: A. Land and A. Doig, 1960).

const (
	few    = 2800    // layouts that are few
	effort = 1 << 23 // how many steps a search may take; a step is a look at eight cells in one layout
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

	parting
	sets []uint16  // room for sets of layouts, as a stack
	room []attempt // room for attempts, as a stack
}

// name is that of a set of layouts: the exclusive or of theirs.
type name [2]uint64

// value is in how many of its layouts a position is won by the best play, or a bound that this does not exceed.
type value struct {
	wins  int32
	exact bool
}

// exactGuess returns the best cell to open where few layouts are left, or the best that was found before the search had to
// stop, and false where there are too many, or nothing was found.
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
	return e.cells[max(best, 0)], best >= 0
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
	e.prepare()
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

// choose finds the best cell to open: one that is safe in all layouts and tells some from others, or the best guess. It
// is exact where so many layouts as needed are won. Out of effort, the best that was found stands for it; -1 for nothing.
func (e *endgame) choose(set []uint16, needed int) (cell, wins int, exact bool) {
	if e.glance(set) {
		cell = first(e.safe)
		wins, exact = e.open(cell, set, needed)
		return cell, wins, exact
	}
	mark := len(e.sets)
	one, others, ok := e.factors(set)
	if !ok {
		return e.guess(set, needed)
	}
	cell, wins, exact = e.choose(one, (needed+len(others)-1)/len(others))
	if exact {
		var n int
		n, exact = e.wins(others, (needed+wins-1)/wins)
		wins *= n
	} else {
		wins *= len(others)
	}
	e.sets = e.sets[:mark]
	return cell, wins, exact
}

// attempt is a cell that could be opened.
type attempt struct {
	cell  int
	bound int  // layouts that can be won, at most
	dead  bool // it says the same wherever it is no mine
}

// guess tries the cells that tell the layouts of the set apart at which was glanced last, the most promising first. A
// dead cell tells nothing: opening it can wait until only such cells are left.
func (e *endgame) guess(set []uint16, needed int) (cell, wins int, exact bool) {
	begin := len(e.room)
	for c := range e.cells {
		if e.tells[c/8]>>(c%8*8)&1 != 0 {
			e.room = append(e.room, attempt{cell: c})
		}
	}
	attempts := e.room[begin:]
	alive := false
	for i := range attempts {
		a := &attempts[i]
		a.bound, a.dead = e.promise(a.cell, set, needed)
		alive = alive || !a.dead
	}
	slices.SortStableFunc(attempts, func(a, b attempt) int { return cmp.Compare(b.bound, a.bound) })
	cell, wins = -1, needed-1
	bound := 0
	for _, a := range attempts {
		if a.dead && alive {
			continue
		}
		if a.bound <= wins || e.effort < 0 {
			bound = max(bound, a.bound)
			break
		}
		n, sure := e.open(a.cell, set, wins+1)
		if sure && n > wins {
			cell, wins = a.cell, n
		}
		bound = max(bound, n)
	}
	e.room = e.room[:begin]
	if cell < 0 {
		return -1, bound, false
	}
	return cell, wins, true
}

// promise is in how many layouts of a set the game can be won at most after a cell is opened, and whether it is dead.
// Below what is needed it may be any such bound.
func (e *endgame) promise(cell int, set []uint16, needed int) (bound int, dead bool) {
	groups, mark := e.split(cell, set)
	begin := len(e.parts)
	bound, answers := e.leave(groups, needed)
	e.sets, e.parts = e.sets[:mark], e.parts[:begin]
	return bound, answers < 2
}

// open opens a cell and plays on with each answer; as wins.
func (e *endgame) open(cell int, set []uint16, needed int) (wins int, exact bool) {
	groups, mark := e.split(cell, set)
	begin := len(e.parts)
	wins, _ = e.leave(groups, needed)
	exact = true
	for _, p := range e.parts[begin:] {
		if wins < needed {
			break
		}
		n, sure := e.wins(p.set, needed-(wins-p.bound))
		wins -= p.bound - min(n, p.bound)
		exact = exact && sure
	}
	e.sets, e.parts = e.sets[:mark], e.parts[:begin]
	return wins, exact && wins >= needed
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
