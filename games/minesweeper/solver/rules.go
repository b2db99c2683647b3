package solver

import "math/bits"

// The two rules that need no search. Both are the rules of constraint propagation on sums of cells: C. Studholme,
// "Minesweeper as a Constraint Satisfaction Problem" (2000). They are applied from a queue of what has changed, as in
// the AC-3 algorithm (A. Mackworth, "Consistency in Networks of Relations", 1977).

// mines and clear note what a rule found out about some cells of p's window.
func (g *grid) mines(p place, cells uint64) {
	for ; cells != 0; cells &= cells - 1 {
		g.findMine(placeIn(p, bits.TrailingZeros64(cells)))
	}
}

func (g *grid) clear(p place, cells uint64) {
	for ; cells != 0; cells &= cells - 1 {
		g.findSafe(placeIn(p, bits.TrailingZeros64(cells)))
	}
}

// deduce applies both rules until they find nothing more, the trivial one always first.
func (g *grid) deduce() {
	for !g.broken {
		if n := len(g.fresh); n > 0 {
			p := g.fresh[n-1]
			g.fresh = g.fresh[:n-1]
			g.mark[p] &^= inFresh
			g.trivial(p)
		} else if n := len(g.paired); n > 0 {
			p := g.paired[n-1]
			g.paired = g.paired[:n-1]
			g.mark[p] &^= inPaired
			g.subset(p)
		} else {
			return
		}
	}
}

// trivial: a number that needs no mine has safe neighbours, one that needs all of them has mines.
func (g *grid) trivial(p place) {
	cells := g.window(p) & near
	count := bits.OnesCount64(cells)
	switch need := int(g.need[p]); {
	case need < 0 || need > count:
		g.broken = true
	case cells == 0:
	case need == 0:
		g.clear(p, cells)
	case need == count:
		g.mines(p, cells)
	}
}

// pairs are the places whose neighbours meet those of the place in the middle, and where those lie in its window.
var pairs = func() (all [24]struct {
	by   place
	near uint64
}) {
	i := 0
	for y := -2; y <= 2; y++ {
		for x := -2; x <= 2; x++ {
			if x == 0 && y == 0 {
				continue
			}
			all[i].by = place(y*stride + x)
			all[i].near = corner << (16 + windowRow*y + x)
			i++
		}
	}
	return all
}()

// subset: where one number needs as many more than another as it has cells that the other has not, those are all
// mines, and the cells that only the other has are safe. (With none of the former the one is a subset of the other.)
func (g *grid) subset(p place) {
	need, window := int(g.need[p]), g.window(p)
	cells := window & near
	if cells == 0 {
		return
	}
	for i := range pairs {
		q := p + pairs[i].by
		if g.need[q] <= 0 {
			continue
		}
		others := window & pairs[i].near
		mine, theirs := cells&^others, others&^cells
		more := need - int(g.need[q])
		switch {
		case mine == cells || mine|theirs == 0:
			continue
		case more == bits.OnesCount64(mine):
			g.mines(p, mine)
			g.clear(p, theirs)
		case -more == bits.OnesCount64(theirs):
			g.mines(p, theirs)
			g.clear(p, mine)
		default:
			continue
		}
		g.queue(p)
		return
	}
}
