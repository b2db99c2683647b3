package maze

import (
	"slices"

	"arcade.example.com/games"
)

// How hard a maze is within its size, in a word.
const (
	easy   = "easy"
	medium = "medium"
	hard   = "hard"
	brutal = "brutal"
)

// hardness are the pars above which a maze is no longer easy, hard and brutal.
type hardness struct{ medium, hard, brutal int }

// hardnesses are the 25th, 75th and 95th percentile of par in the mazes of seeds 0 to 1999, by ranked size. A test
// computes them again.
var hardnesses = map[int]hardness{
	5:  {30, 38, 44},
	10: {86, 117, 152},
	15: {162, 231, 308},
	20: {253, 366, 484},
	40: {801, 1194, 1622},
}

// maxRated is the size in cells up to which mazes that are not in the table are rated: it takes others to compare with,
// and no more than some milliseconds.
const maxRated = 2500

// label says how hard a maze is within its mode; nothing of a large custom one.
func label(mode games.Mode, seed games.Seed) string {
	p, err := parsePlan(mode.ID)
	if err != nil {
		return ""
	}
	return p.label(deal(p, seed).par())
}

func (p plan) label(par int) string {
	limits := hardnesses[p.w]
	if !p.ranks() {
		if p.w*p.h > maxRated {
			return ""
		}
		limits = p.hardness(40_000 / max(p.w*p.h, 100))
	}
	switch {
	case par > limits.brutal:
		return brutal
	case par > limits.hard:
		return hard
	case par > limits.medium:
		return medium
	}
	return easy
}

// hardness finds the limits from the mazes of the first seeds.
func (p plan) hardness(seeds int) hardness {
	pars := make([]int, seeds)
	for i := range pars {
		pars[i] = deal(p, games.Seed(i)).par()
	}
	slices.Sort(pars)
	return hardness{pars[seeds*25/100], pars[seeds*75/100], pars[seeds*95/100]}
}

// What makes a maze hard is a long way, its turns, and ways that look right for long (Crowe 2000 finds the first two in
// solving times). par counts them in moves: a turn costs about one, the time to see it; a deep false way is entered
// every second time and left again after some cells.
const (
	turnCost  = 1
	falseCost = 6
	deepWay   = 3 // a false way counts when it is deeper than so many cells, which are taken in at a glance
)

// par predicts how long the maze takes a player who does not know it, in moves.
func (m *maze) par() int {
	delta := m.deltas()
	par := m.units()
	i, came := m.index(0, 0), -1
	for end := m.index(m.w-1, m.h-1); ; {
		next := came
		for d := range directions {
			if m.cells[i]>>d&1 == 0 || came >= 0 && d == came^2 {
				continue
			}
			if j := i + delta[d]; m.cells[j]&onPath != 0 {
				next = d
			} else if m.deeper(j, d, deepWay) {
				par += falseCost
			}
		}
		if i == end {
			return par
		}
		if came >= 0 && next != came {
			par += turnCost
		}
		i, came = i+delta[next], next
	}
}

// deeper reports whether the cells from i on, entered in direction d, go on for more than n.
func (m *maze) deeper(i, d, n int) bool {
	if n == 0 {
		return true
	}
	delta := m.deltas()
	for e := range directions {
		if e != d^2 && m.cells[i]>>e&1 == 1 && m.deeper(i+delta[e], e, n-1) {
			return true
		}
	}
	return false
}
