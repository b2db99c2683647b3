package minesweeper

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
func (t *thought) guess() place {
	if p, ok := t.lastGuess(); ok {
		return p
	}
	options := t.options()
	best, most := options[0].at, 0.0
	for _, opt := range options {
		if opt.safe*(1+eager) <= most {
			break
		}
		if worth := t.worth(opt); worth > most {
			best, most = opt.at, worth
		}
	}
	return best
}

// eager is what it is worth that a guess certainly leads on, as a share of surviving it. It was found by play.
const eager = 0.05

// options are the cells that can be safe, the safest first. Of outside cells that have as many neighbours, all of them
// outside too, one is as good as another: it stands for all.
func (t *thought) options() []option {
	var all []option
	var stands [9]bool
	for y := border; y < t.h+border; y++ {
		for row := t.unknown[y]; row != 0; row &= row - 1 {
			p := place(y*stride + bits.TrailingZeros64(row))
			c := t.at(p)
			if c.clear == 0 {
				continue
			}
			if n, far := t.far(p); far {
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
func (t *thought) far(p place) (neighbours int, far bool) {
	if t.spots[p].part > 0 {
		return 0, false
	}
	for _, d := range around {
		if has(t.unknown, p+d) {
			neighbours++
			if t.spots[p+d].part > 0 {
				return 0, false
			}
		}
	}
	return neighbours, true
}

// worth says how good an option is: the mean of the chances to survive it, and to survive it and the guess after it,
// and something more where it leads on without a guess.
func (t *thought) worth(opt option) float64 {
	second, progress := 0.0, 0.0
	for number := range int8(9) {
		f := t.after(opt.at, number)
		if f == nil {
			continue
		}
		o := &t.then
		o.weigh(f)
		if math.IsInf(o.layouts, -1) {
			continue
		}
		p := math.Exp(o.layouts - t.odds.layouts)
		if len(t.ahead.safe) > 0 {
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
	return (opt.safe + second) / 2 * (1 + eager*progress)
}

// after is the field when p was opened and says number; nil where that contradicts the rest.
func (t *thought) after(p place, number int8) *field {
	s := t.ahead
	s.copyOf(t.sheet)
	s.truth = nil
	s.open(p, number)
	s.deduce()
	if s.broken {
		return nil
	}
	touched := t.touched(p)
	f := &field{left: s.left, outside: s.unknowns()}
	var clues []place
	if s.window(p)&near != 0 {
		clues = append(clues, p)
	}
	for i, part := range t.field.parts {
		if !touched[i] {
			f.parts = append(f.parts, part)
			continue
		}
		for _, q := range part.clues {
			if s.window(q)&near != 0 {
				clues = append(clues, q)
			}
		}
	}
	f.parts = append(f.parts, t.knots.parts(s, clues)...)
	for _, part := range f.parts {
		f.outside -= part.cells()
	}
	return f
}

// touched are the components that are no longer what they were after p was opened in t.ahead.
func (t *thought) touched(p place) []bool {
	touched := make([]bool, len(t.field.parts))
	for y := border; y < t.h+border; y++ {
		for cells := t.unknown[y] &^ t.ahead.unknown[y]; cells != 0; cells &= cells - 1 {
			if in := t.spots[y*stride+bits.TrailingZeros64(cells)]; in.part > 0 {
				touched[in.part-1] = true
			}
		}
	}
	for _, d := range around {
		if in := t.spots[p+d]; in.part > 0 {
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
