package solver

import (
	"math"
	"math/bits"
	"slices"
)

// option is a cell that could be opened on a guess.
type option struct {
	at   place
	safe float64 // chance of surviving
}

// guess chooses the cell to open where nothing is safe.
func (s *Solver) guess() place {
	if p, ok := s.exactGuess(); ok {
		return p
	}
	options := s.options()
	best, most := options[0].at, 0.0
	for _, opt := range options {
		if opt.safe*(1+progressBonus) <= most {
			break
		}
		if worth := s.worth(opt); worth > most {
			best, most = opt.at, worth
		}
	}
	return best
}

// progressBonus is what it is worth that a guess certainly leads on, as a share of surviving it. It was found by play.
const progressBonus = 0.05

// options are the cells that can be safe, the safest first. Of outside cells that have as many neighbours, all of them
// outside too, one is as good as another: it stands for all.
func (s *Solver) options() []option {
	var all []option
	var stands [9]bool
	for y := border; y < s.h+border; y++ {
		for row := s.unknown[y]; row != 0; row &= row - 1 {
			p := place(y*stride + bits.TrailingZeros64(row))
			c := s.at(p)
			if c.clear == 0 {
				continue
			}
			if n, far := s.far(p); far {
				if stands[n] {
					continue
				}
				stands[n] = true
			}
			all = append(all, option{p, 1 - c.mine()})
		}
	}
	slices.SortStableFunc(all, func(a, b option) int {
		switch {
		case a.safe > b.safe:
			return -1
		case a.safe < b.safe:
			return 1
		}
		return 0
	})
	return all
}

// far reports whether a cell and its unknown neighbours all lie outside, and how many those are.
func (s *Solver) far(p place) (neighbours int, far bool) {
	if s.where[p].part > 0 {
		return 0, false
	}
	for _, d := range around {
		if has(s.unknown, p+d) {
			neighbours++
			if s.where[p+d].part > 0 {
				return 0, false
			}
		}
	}
	return neighbours, true
}

// worth says how good an option is ("secondary safety" in D. N. Hill's JSMinesweeper): the mean of the chances to survive it, and to survive it and the guess after it,
// and something more where it leads on without a guess.
func (s *Solver) worth(opt option) float64 {
	second, progress := 0.0, 0.0
	for number := range int8(9) {
		f := s.fieldAfter(opt.at, number)
		if f == nil {
			continue
		}
		o := &s.after
		o.weigh(f)
		if math.IsInf(o.layouts, -1) {
			continue
		}
		p := math.Exp(o.layouts - s.odds.layouts)
		if len(s.trial.safe) > 0 {
			second += p
			progress += p
			continue
		}
		safest := o.safest(f)
		second += p * safest
		if safest == 1 {
			progress += p
		}
	}
	return (opt.safe + second) / 2 * (1 + progressBonus*progress)
}

// fieldAfter is the field when p was opened and says number; nil where that contradicts the rest.
func (s *Solver) fieldAfter(p place, number int8) *field {
	g := s.trial
	g.copyOf(s.grid)
	g.truth = nil
	g.open(p, number)
	g.deduce()
	if g.broken {
		return nil
	}
	touched := s.touched(p)
	f := &field{left: g.left, outside: g.unknowns()}
	var constraints []place
	if g.window(p)&near != 0 {
		constraints = append(constraints, p)
	}
	for i, part := range s.field.components {
		if !touched[i] {
			f.components = append(f.components, part)
			continue
		}
		for _, q := range part.constraints {
			if g.window(q)&near != 0 {
				constraints = append(constraints, q)
			}
		}
	}
	f.components = append(f.components, s.frontier.components(g, constraints)...)
	for _, part := range f.components {
		f.outside -= part.cells()
	}
	return f
}

// touched are the components that are no longer what they were after p was opened in t.ahead.
func (s *Solver) touched(p place) []bool {
	touched := make([]bool, len(s.field.components))
	for y := border; y < s.h+border; y++ {
		for cells := s.unknown[y] &^ s.trial.unknown[y]; cells != 0; cells &= cells - 1 {
			if in := s.where[y*stride+bits.TrailingZeros64(cells)]; in.part > 0 {
				touched[in.part-1] = true
			}
		}
	}
	for _, d := range around {
		if in := s.where[p+d]; in.part > 0 {
			touched[in.part-1] = true
		}
	}
	return touched
}

// safest is the best chance to survive the next opening, 1 where nothing is left to open.
func (o *odds) safest(f *field) float64 {
	safest := 0.0
	if f.outside > 0 {
		safest = 1 - o.outside.mine()
	}
	for _, part := range o.box {
		for _, c := range part {
			safest = max(safest, 1-c.mine())
		}
	}
	if safest == 0 {
		return 1
	}
	return safest
}
