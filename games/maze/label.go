package maze

import "arcade.example.com/games"

// How hard a maze is within its size, in a word.
const (
	easy   = "easy"
	medium = "medium"
	hard   = "hard"
	brutal = "brutal"
)

// hardness are the pars above which a maze is no longer easy, hard and brutal.
type hardness struct{ medium, hard, brutal int }

// hardness returns the limits of a ranked size: the 25th, 75th and 95th percentile of par in the mazes of seeds 0 to
// 1999. A test computes them again.
func (p plan) hardness() hardness {
	switch p.w {
	case 5:
		return hardness{30, 38, 44}
	case 10:
		return hardness{86, 117, 152}
	case 15:
		return hardness{162, 231, 308}
	case 20:
		return hardness{253, 366, 484}
	}
	return hardness{801, 1194, 1622}
}

// label says how hard a maze is within its mode. Of custom sizes there is nothing to compare with that would not have to
// be dealt first; and in first person par says nothing, as no measure of the maze does: a walker who does not see ahead
// needs as many moves in any maze of a size, in the mean.
func label(mode games.Mode, seed games.Seed) string {
	p, err := parsePlan(mode.ID)
	if err != nil || p.inside || !p.ranks() {
		return ""
	}
	limits := p.hardness()
	switch par := deal(p, seed).par(); {
	case par > limits.brutal:
		return brutal
	case par > limits.hard:
		return hard
	case par > limits.medium:
		return medium
	}
	return easy
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
