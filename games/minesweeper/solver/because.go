package solver

import "slices"

// Because returns the cells that prove what a says of a cell that is safe or a mine: a few open numbers, none of
// which could be left out, or all hidden cells where it follows only from the count of mines as well. For any other
// cell it returns nil.
func (a Analysis) Because(cell int) []int {
	if !slices.Contains(a.Safe, cell) && !slices.Contains(a.Mine, cell) {
		return nil
	}
	v := a.view
	numbers, closed := v.rim()
	distance := func(i int) int { return max(abs(i%v.W-cell%v.W), abs(i/v.W-cell/v.W)) }
	slices.SortStableFunc(numbers, func(a, b int) int { return distance(a) - distance(b) })
	for n := range numbers {
		last := n == len(numbers)-1
		if !last && distance(numbers[n+1]) == distance(numbers[n]) {
			continue
		}
		if settles(v, numbers[:n+1], cell) {
			return v.least(numbers[:n+1], cell)
		}
	}
	return closed
}

// rim returns the open cells that have hidden ones around them, and all hidden ones.
func (v View) rim() (numbers, closed []int) {
	for i, number := range v.Cell {
		if number == Hidden {
			closed = append(closed, i)
			continue
		}
		var room [8]int
		around := Neighbours(v.W, v.H, i, &room)
		if slices.ContainsFunc(around, func(n int) bool { return v.Cell[n] == Hidden }) {
			numbers = append(numbers, i)
		}
	}
	return numbers, closed
}

// least leaves out of some numbers that settle a cell all that it can: many at a time first, and the farthest first.
func (v View) least(numbers []int, cell int) []int {
	proof := slices.Clone(numbers)
	for many := max(len(proof)/2, 1); many > 0; many /= 2 {
		for end := len(proof); end > 0; end -= many {
			begin := max(end-many, 0)
			if less := slices.Delete(slices.Clone(proof), begin, end); settles(v, less, cell) {
				proof = less
			}
		}
	}
	return proof
}

// settles reports whether some numbers of a view say, without the count of mines, that a hidden cell is safe or that
// it is a mine.
func settles(v View, numbers []int, cell int) bool {
	g := readSome(v, func(i int) bool { return slices.Contains(numbers, i) })
	p := g.place(cell)
	g.deduce()
	if !has(g.unknown, p) {
		return true
	}
	for _, part := range newFrontier(g).field(g).components {
		for b, cells := range part.boxes {
			if slices.Contains(cells, p) {
				return zero(part.mined[b]) || zero(part.clear[b])
			}
		}
	}
	return false
}

// zero reports whether all counts are.
func zero(counts []float64) bool {
	return !slices.ContainsFunc(counts, func(n float64) bool { return n > 0 })
}

func abs(n int) int { return max(n, -n) }
