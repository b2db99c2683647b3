package display

import (
	"slices"

	"arcade.example.com/games"
)

// shown are the cells of a screen. There are few kinds of them but in first person, so that a byte each says which one
// it is; where there are too many, the cells are kept as they are.
type shown struct {
	kinds  []games.Cell
	which  []uint8      // of kinds; nil where cells is not
	cells  []games.Cell // nil where which is not
	latest uint8        // of kinds, which is often the next one too
	near   [128]uint8   // of kinds: by what a cell's hash is, in one of reach places from there on, the first that was free; 0: free
}

const (
	mostKinds = 256
	fewKinds  = mostKinds / 2 // so that a screen which is packed stays so
	usual     = 64            // kinds, more than most screens have
	reach     = 4
)

// newShown returns n erased cells.
func newShown(n int) shown {
	return shown{kinds: append(make([]games.Cell, 0, usual), games.Cell{Rune: erased}), which: make([]uint8, n)}
}

// clone returns what stays as it is whatever is set in s.
func (s *shown) clone() shown {
	c := *s
	c.which, c.cells = slices.Clone(s.which), slices.Clone(s.cells)
	return c
}

func (s *shown) at(i int) games.Cell {
	if s.cells != nil {
		return s.cells[i]
	}
	return s.kinds[s.which[i]]
}

func (s *shown) set(i int, c games.Cell) {
	if s.cells == nil && s.kinds[s.latest] != c && !s.find(c) {
		s.unpack()
	}
	if s.cells != nil {
		s.cells[i] = c
		return
	}
	s.which[i] = s.latest
}

// again sets a cell to what the one before it was set to just now.
func (s *shown) again(i int) {
	if s.cells != nil {
		s.cells[i] = s.cells[i-1]
		return
	}
	s.which[i] = s.latest
}

// find makes c the latest kind, which may be a new one; false where there is no room for it.
func (s *shown) find(c games.Cell) bool {
	free := s.place(c)
	switch {
	case free != nil && s.kinds[*free] == c:
		s.latest = *free
		return true
	case free == nil: // there was no place for it, if it is there
		if i := slices.Index(s.kinds, c); i >= 0 {
			s.latest = uint8(i)
			return true
		}
	}
	if len(s.kinds) == mostKinds {
		if !s.pack() {
			return false
		}
		free = s.place(c)
	}
	s.latest = uint8(len(s.kinds))
	s.kinds = append(s.kinds, c)
	if free != nil {
		*free = s.latest
	}
	return true
}

// place is where c is noted, or may be; nil where others have all its places.
func (s *shown) place(c games.Cell) *uint8 {
	at := hash(c)
	for i := range uint32(reach) {
		k := &s.near[(at+i)%uint32(len(s.near))]
		if *k == 0 || s.kinds[*k] == c {
			return k
		}
	}
	return nil
}

func (s *shown) unpack() {
	cells := make([]games.Cell, len(s.which))
	for i, k := range s.which {
		cells[i] = s.kinds[k]
	}
	*s = shown{cells: cells}
}

// pack forgets the kinds that are no longer there, if that leaves few; false where it does not.
func (s *shown) pack() bool {
	var number [4 * mostKinds]uint16 // 1 and more; by what a cell's hash is, or the next free place
	var kinds [fewKinds]games.Cell
	n := len(s.which) + len(s.cells)
	which := make([]uint8, n)
	count := 0
	for i := range n {
		c := s.at(i)
		at := hash(c) % uint32(len(number))
		for number[at] != 0 && kinds[number[at]-1] != c {
			at = (at + 1) % uint32(len(number))
		}
		if number[at] == 0 {
			if count == len(kinds) {
				return false
			}
			kinds[count] = c
			count++
			number[at] = uint16(count)
		}
		which[i] = uint8(number[at] - 1)
	}
	*s = shown{kinds: append([]games.Cell(nil), kinds[:count]...), which: which}
	for i, c := range s.kinds {
		if k := s.place(c); k != nil {
			*k = uint8(i)
		}
	}
	return true
}

func hash(c games.Cell) uint32 {
	return (uint32(c.Rune)*0x9e3779b1 ^ uint32(c.FG)<<16 ^ uint32(c.BG)) * 0x85ebca6b >> 12
}
