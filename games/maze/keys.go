package maze

import (
	"strings"

	"arcade.example.com/games"
)

// lower is the key of a letter in lower case, unless its capital means something else: with WASD, Shift walks on.
func lower(key string) string {
	if len(key) == 1 && strings.Contains("HJKUIOPCZ", key) {
		return strings.ToLower(key)
	}
	return key
}

// letterKeys are what the letters do here that do not walk.
func letterKeys() []games.Hint {
	return []games.Hint{{Key: "p", Does: "path"}, {Key: "u", Does: "back to the junction"}, {Key: "i", Does: "inside"}, {Key: "o", Does: "out"},
		{Key: "m", Does: "map"}, {Key: "z", Does: "overview"}, {Key: "c", Does: "carve"},
		{Key: "W A S D", Does: "to the next junction"}}
}

// key answers the keys that both views share. Under is the walk that the key has ended.
func (b *board) key(s *state, key string, under walk) (games.Move, bool) {
	switch key {
	case "p":
		return b.path(s)
	case "u":
		return b.goBack(s, under)
	case "i":
		return b.view(s, true)
	case "o":
		return b.view(s, false)
	}
	if d, ok := b.longStep(key); ok {
		return b.setOut(s, walk{dir: d, steps: untilPlace})
	}
	return "", false
}

// path asks for the path; after the end it shows it or hides it, which is no move any more.
func (b *board) path(s *state) (games.Move, bool) {
	if s.Status().Over() {
		b.solution = !b.solution
		return "", true
	}
	if s.revealed {
		return "", true
	}
	return games.Reveal, true
}

// view goes into the first person, or out of it.
func (b *board) view(s *state, within bool) (games.Move, bool) {
	switch {
	case s.m.plan.inside:
		if !within {
			b.inside.word = "This mode is first person only."
		}
		return "", !within
	case within == b.within:
		return "", true
	case !within:
		b.within = false
		return goOut, true
	case !b.inside.fits():
		b.tooSmall = !b.options.Preview
		return "", true
	}
	b.within = true
	b.inside.enter(s)
	return goIn, true
}

// longStep is the direction in which a key walks on to the next junction: with Shift, or a capital.
func (b *board) longStep(key string) (direction, bool) {
	plain, long := strings.CutPrefix(key, "shift+")
	if len(key) == 1 && strings.Contains("WASD", key) {
		plain, long = strings.ToLower(key), true
	}
	d, ok := step(plain)
	if b.within {
		return (d + b.inside.facing) & 3, ok && long && (d == north || d == south) // left and right turn
	}
	return d, ok && long
}

// step is the direction in which a key goes one unit from above.
func step(key string) (direction, bool) {
	switch key {
	case "up", "w", "k":
		return north, true
	case "right", "d", "l":
		return east, true
	case "down", "s", "j":
		return south, true
	case "left", "a", "h":
		return west, true
	}
	return 0, false
}

func (b *board) fromInside(s *state, in games.Input) (games.Move, bool) {
	m, used := b.inside.input(s, in)
	if _, ok := heading(m); ok {
		b.foresee(s, m)
	}
	return m, used
}

func (b *board) fromAbove(s *state, in games.Input) (games.Move, bool) {
	switch in.Kind {
	case games.Key:
		if d, ok := step(in.Key); ok {
			return b.setOut(s, walk{dir: d, steps: 1})
		}
		switch {
		case in.Key == "c" && b.carvable(s):
			b.carving = newCarving(s.m, frames(b.options))
			return "", true
		case in.Key == "z" && b.lens.scrolls():
			b.whole = true
			return "", true
		}
	case games.Press:
		if in.Button != games.Left {
			return "", false
		}
		return b.click(s, in.X, in.Y)
	case games.Wheel:
		return "", b.lens.pan(in.Button)
	}
	return "", false
}

// carvable reports whether the maze may be carved once more to look at: before the first move of a run that never ranks.
func (b *board) carvable(s *state) bool {
	return s.prev == nil && !s.m.plan.ranks() && !b.within
}

func (b *board) Hints(st games.State) []games.Hint {
	s := st.(*state)
	overview := !b.within && b.lens.scrolls()
	if s.Status().Over() {
		does := "show the way"
		if b.solution {
			does = "hide the way"
		}
		hints := []games.Hint{{Key: "p", Does: does}}
		if overview {
			hints = append(hints, games.Hint{Key: "z", Does: "overview"})
		}
		return hints
	}
	hints := make([]games.Hint, 0, 8)
	switch {
	case b.within:
		hints = insideHints(s)
		if !s.m.plan.inside {
			hints = append(hints, games.Hint{Key: "o", Does: "out"})
		}
	default:
		hints = append(hints, games.Hint{Key: "↑↓←→", Does: "walk"}, games.Hint{Key: "i", Does: "inside"})
		if b.carvable(s) {
			hints = append(hints, games.Hint{Key: "c", Does: "carve"})
		}
	}
	if !s.revealed && !b.options.NoHelp {
		hints = append(hints, games.Hint{Key: "p", Does: "path"})
	}
	if overview {
		hints = append(hints, games.Hint{Key: "z", Does: "overview"})
	}
	if !b.within {
		hints = append(hints, games.Hint{Key: "shift+↑↓←→", Does: "to the next junction"})
	}
	if s.came != nil { // last, so that it moves no other when it comes and goes
		hints = append(hints, games.Hint{Key: "u", Does: "back to the junction"})
	}
	return hints
}
