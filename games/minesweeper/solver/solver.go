package solver

import "math/bits"

// Solver plays boards of one size, from what an open cell tells alone. It keeps its memory from board to board, and
// what it answers depends on nothing that it played before. It is for one goroutine.
type Solver struct {
	*grid
	field    *field
	odds     odds
	where    []location // by place
	frontier *frontier
	trial    *grid    // room to try a move on
	after    odds     // room for the odds after it
	facts    []int8   // room for a truth
	endgame  *endgame // of this game, once it has begun
}

// location says where in a field an unknown cell is: in which component, counted from 1, and in which of its boxes.
type location struct{ part, box int16 }

// New returns a solver for boards of w by h cells, from 1x1 to 60x58.
func New(w, h int) *Solver { return newSolver(newGrid(w, h, 0)) }

func newSolver(g *grid) *Solver {
	return &Solver{
		grid:     g,
		where:    make([]location, len(g.number)),
		frontier: newFrontier(g),
		trial:    newGrid(g.w, g.h, g.left),
		facts:    make([]int8, len(g.number)),
	}
}

// Proves reports whether a layout, of the solver's size, needs no guess from its first cell on. The verdict is exact:
// whatever follows from all numbers and the count of mines is enough.
func (s *Solver) Proves(l *Layout, first int) bool {
	s.begin(l)
	p := s.place(first)
	s.open(p, s.truth[p])
	s.openAllCertain()
	return s.won()
}

// Wins reports whether the solver wins a layout, of its size, from the first cell on, guessing where it must. A first
// cell that is a mine loses.
func (s *Solver) Wins(l *Layout, first int) bool {
	s.begin(l)
	for p := s.place(first); s.truth[p] != fatal; p = s.guess() {
		s.open(p, s.truth[p])
		s.openAllCertain()
		if s.won() {
			return true
		}
	}
	return false
}

// update applies the rules and counts what they leave.
func (s *Solver) update() {
	s.deduce()
	s.field = s.frontier.field(s.grid)
	s.odds.weigh(s.field)
	clear(s.where)
	for i, part := range s.field.components {
		for b, cells := range part.boxes {
			for _, p := range cells {
				s.where[p] = location{int16(i + 1), int16(b)}
			}
		}
	}
}

// at is the chance of a cell that is not open.
func (s *Solver) at(p place) chance {
	switch in := s.where[p]; {
	case has(s.mined, p):
		return chance{mined: 1}
	case !has(s.unknown, p):
		return chance{clear: 1}
	case in.part > 0:
		return s.odds.box[in.part-1][in.box]
	}
	return s.odds.outside
}

// begin closes every cell and takes a layout, of the grid's size, for the truth.
func (s *Solver) begin(l *Layout) {
	s.reset(l.Mines)
	s.endgame = nil
	s.truth = s.facts
	for i, mine := range l.Mine {
		s.truth[s.place(i)] = int8(l.Count[i])
		if mine {
			s.truth[s.place(i)] = fatal
		}
	}
}

// won reports whether only mines are still closed.
func (s *Solver) won() bool { return s.unknowns() == s.left }

// openAllCertain opens everything that is certainly safe, until nothing is. What is counted then is up to date.
func (s *Solver) openAllCertain() {
	for s.update(); s.openCertain(); s.update() {
	}
}

// openCertain notes what the odds are certain of, and reports whether there was anything.
func (s *Solver) openCertain() (found bool) {
	for y := border; y < s.h+border; y++ {
		for row := s.unknown[y]; row != 0; row &= row - 1 {
			p := place(y*stride + bits.TrailingZeros64(row))
			switch c := s.at(p); {
			case c.mined == 0:
				s.findSafe(p)
				found = true
			case c.clear == 0:
				s.findMine(p)
				found = true
			}
		}
	}
	return found
}
