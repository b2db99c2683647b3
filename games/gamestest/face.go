package gamestest

import (
	"slices"
	"strings"

	"arcade.example.com/games"
)

// sizes are windows that terminals have, and some that only a hostile client has.
var sizes = [][2]int{{80, 24}, {1, 1}, {3, 2}, {60, 20}, {24, 70}, {400, 120}}

// frame is what a board draws. It is drawn in the middle of a larger canvas, where nothing else may change.
func (s *suite) frame(p *player, sc games.Scene) *games.Canvas {
	const margin = 3
	guard := games.Cell{Rune: 'G', FG: 1, BG: 2} // as no board draws
	outer := games.NewCanvas(p.w+2*margin, p.h+2*margin)
	outer.Fill(0, 0, p.w+2*margin, p.h+2*margin, guard)
	c := outer.Sub(margin, margin, p.w, p.h)
	c.Clear()
	before := look(p.state)
	p.board.Draw(c, p.state, sc)
	if before.changed() {
		s.fault("%s: drawing changes the position", p.mode.ID)
	}
	for y := range p.h + 2*margin {
		for x, cell := range outer.Row(y) {
			inside := x >= margin && x < margin+p.w && y >= margin && y < margin+p.h
			if !inside && cell != guard {
				s.fault("%s: at %dx%d something is drawn outside, at %d,%d", p.mode.ID, p.w, p.h, x-margin, y-margin)
			}
		}
	}
	return c
}

func same(a, b *games.Canvas) bool {
	_, h := a.Size()
	for y := range h {
		if !slices.Equal(a.Row(y), b.Row(y)) {
			return false
		}
	}
	return a.IsLossy() == b.IsLossy()
}

// scene is the run's own clock, and ghosts at the first position and at the last.
func (p *player) scene() games.Scene {
	sc := games.Scene{Elapsed: p.clock}
	if n := len(p.moves); n > 0 {
		sc.Ghosts = []games.Ghost{
			{Name: "ana", State: p.passed[0].state},
			{Name: "jun", State: p.passed[n].state, Last: p.moves[n-1]},
		}
	}
	return sc
}

// looks are options that change how a board looks: each is tried somewhere.
func (s *suite) looks() (list []games.Options) {
	on := map[string]bool{}
	for _, o := range s.game.Settings {
		on[o.ID] = true
	}
	for i, depth := range []games.Depth{games.TrueColour, games.Colours256, games.Colours16, games.Mono} {
		list = append(list, games.Options{Depth: depth, Motion: games.Motion(i % 3)}, games.Options{Depth: depth, Motion: games.Motion(i % 3), ASCII: true, On: on, Taps: true})
	}
	return list
}

// draw looks at all modes, windows and options in the middle of games, also while things move.
func (s *suite) draw() {
	looks := s.looks()
	for i, m := range s.played() {
		p := s.player(m, 9, 9)
		s.drawn(p)
		for j := range 2 * len(looks) {
			size := sizes[(i+j)%len(sizes)]
			p.w, p.h, p.options = size[0], size[1], looks[j%len(looks)]
			if j == len(looks) && !p.state.Status().Over() {
				p.apply(games.Reveal)
			}
			p.fit()
			for range 6 {
				p.any()
			}
			s.drawn(p)
		}
	}
}

// drawn draws a position twice: the same must come of it, and nothing else.
func (s *suite) drawn(p *player) {
	first := s.frame(p, p.scene())
	s.glyphs(p, first)
	next, hints := p.board.Next(p.state), p.board.Hints(p.state)
	if again := s.frame(p, p.scene()); !same(first, again) {
		s.fault("%s: two drawings of one position at %dx%d differ", p.mode.ID, p.w, p.h)
	}
	if p.board.Next(p.state) != next || !slices.Equal(p.board.Hints(p.state), hints) {
		s.fault("%s: drawing changes the board", p.mode.ID)
	}
}

// redraw looks, where a board says of an input which lines it has changed, whether it has changed others, and whether those
// lines are the same when they alone are asked for.
func (s *suite) redraw() {
	if _, ok := s.game.NewBoard().(games.Redrawer); !ok {
		return
	}
	looks, known := s.looks(), 0
	for i, m := range s.played() {
		for j, o := range looks {
			size := sizes[(i+j)%len(sizes)]
			p := s.player(m, 15, uint64(15+j))
			p.w, p.h, p.options = size[0], size[1], o
			p.fit()
			before := s.frame(p, games.Scene{})
			p.heard = func() {
				after := s.frame(p, games.Scene{})
				if lines, ok := p.board.(games.Redrawer).Redraws(); ok {
					known++
					s.redrawn(p, before, after, lines)
				}
				before = after
			}
			for range 12 {
				p.any()
			}
		}
	}
	if known == 0 {
		s.fault("the board knows of no input what it changes")
	}
}

// redrawn compares two frames, between which only some lines are to have changed, with one that has those alone.
func (s *suite) redrawn(p *player, before, after *games.Canvas, lines games.Lines) {
	part := s.frame(p, games.Scene{Lines: lines})
	for y := range p.h {
		wanted := y >= lines.Y && y < lines.Y+lines.H
		if !wanted && !slices.Equal(before.Row(y), after.Row(y)) {
			s.fault("%s: at %dx%d line %d changes, and the board says %+v", p.mode.ID, p.w, p.h, y, lines)
		}
		if wanted && !slices.Equal(part.Row(y), after.Row(y)) {
			s.fault("%s: at %dx%d line %d is another when %+v are drawn", p.mode.ID, p.w, p.h, y, lines)
		}
	}
}

// glyphs looks at every cell of a frame.
func (s *suite) glyphs(p *player, c *games.Canvas) {
	for y := range p.h {
		for x, cell := range c.Row(y) {
			switch {
			case cell.FG.Role() >= games.Roles || cell.BG.Role() >= games.Roles:
				s.fault("%s: no such role: %d on %d at %d,%d", p.mode.ID, cell.FG.Role(), cell.BG.Role(), x, y)
			case cell.Rune == 0 || cell.Rune >= ' ' && cell.Rune <= '~':
			case p.options.ASCII:
				s.fault("%s: %q at %d,%d is not ASCII", p.mode.ID, cell.Rune, x, y)
			case !narrow(cell.Rune):
				s.fault("%s: %q (%U) at %d,%d may be other than one column wide in some terminal", p.mode.ID, cell.Rune, cell.Rune, x, y)
			}
		}
	}
}

// narrow reports whether all terminals show the rune in one column: box drawing, block elements, geometric shapes but
// the two that became emoji, braille, and some that are proved by use.
func narrow(r rune) bool {
	return r >= 0x2800 && r <= 0x28ff || r >= 0x2500 && r <= 0x25ff && r != 0x25fd && r != 0x25fe || strings.ContainsRune("·•×±°µ–—…‹›≈≤≥−←↑→↓↖↗↘↙⚑⚐✓✗★☆☺☻☹♥♦♣♠", r)
}

// resize changes the window in the middle of everything.
func (s *suite) resize() {
	for _, m := range s.played() {
		p := s.player(m, 10, 10)
		for i, key := range []string{"", "i", "right", "shift+right", "enter", "down", "p"} {
			if key != "" {
				p.input(games.Input{Kind: games.Key, Key: key})
			}
			at := games.Input{Button: games.Button(1 + i%3), X: p.rand.N(p.w), Y: p.rand.N(p.h)}
			p.input(games.Input{Kind: games.Press, Button: at.Button, X: at.X, Y: at.Y})
			for _, size := range sizes {
				p.w, p.h = size[0], size[1]
				p.fit()
				p.input(games.Input{Kind: games.Drag, Button: at.Button, X: at.X, Y: at.Y})
				s.frame(p, p.scene())
				p.tick()
			}
			p.input(games.Input{Kind: games.Release, Button: at.Button, X: at.X, Y: at.Y})
			p.input(games.Input{Kind: games.Press, Button: at.Button, X: -1 << 31, Y: 1 << 31})
			p.input(games.Input{Kind: games.Release, Button: at.Button, X: 1 << 31, Y: -1 << 31})
		}
		if _, _, err := s.game.Play(p.replay()); err != nil {
			s.fault("%s: %v", m.ID, err)
		}
	}
}

// rest waits for boards to stand still: one that does not costs its server for as long as somebody looks at it.
func (s *suite) rest() {
	for _, m := range s.played() {
		p := s.player(m, 11, 11)
		for range 4 {
			if !p.settle() {
				s.fault("%s: the board still moves after %d ticks, %v", m.ID, maxTicks, p.state.Status())
				break
			}
			p.play(10)
		}
	}
}

// hints presses each key that the board says would work.
func (s *suite) hints() {
	for _, m := range s.game.Modes {
		for _, inputs := range []int{0, 15, 40} {
			p := s.player(m, 12, 12)
			p.play(inputs)
			for _, hint := range p.board.Hints(p.state) {
				if hint.Does == "" || !plain(hint.Key+hint.Does) {
					s.fault("%s: hint %q", m.ID, hint)
				}
				for _, key := range spelled(hint.Key) {
					if len(key) == 1 && !s.lists(key) {
						s.fault("%s: the hint %q is there, and Keys do not list %q", m.ID, hint, key)
					}
					again := s.player(m, 12, 12)
					again.play(inputs)
					if !again.input(games.Input{Kind: games.Key, Key: key}) {
						s.fault("%s: the hint %q is there, and the key %q is not used", m.ID, hint, key)
					}
				}
			}
		}
	}
}

// lists reports whether the game's Keys have a key.
func (s *suite) lists(key string) bool {
	return slices.ContainsFunc(s.game.Keys, func(h games.Hint) bool { return slices.Contains(strings.Fields(h.Key), key) })
}

// reserved presses the keys that are the arcade's own, in the middle of games and after their end.
func (s *suite) reserved() {
	for _, m := range s.game.Modes {
		for _, inputs := range []int{0, 20, 300} {
			for _, key := range games.Reserved() {
				p := s.player(m, 14, 14)
				p.play(inputs)
				if move, used := p.board.Input(p.state, games.Input{Kind: games.Key, Key: key, Now: p.now}); move != "" || used {
					s.fault("%s: the board takes the key %s, which is the arcade's", m.ID, key)
				}
			}
		}
	}
}

// spelled are the keys of a hint.
func spelled(shown string) (keys []string) {
	arrows := map[rune]string{'↑': "up", '↓': "down", '←': "left", '→': "right"}
	for word := range strings.FieldsSeq(shown) {
		prefix, rest := "", word
		if shifted, ok := strings.CutPrefix(word, "shift+"); ok {
			prefix, rest = "shift+", shifted
		}
		if !strings.ContainsAny(rest, "↑↓←→") {
			keys = append(keys, word)
			continue
		}
		for _, r := range rest {
			keys = append(keys, prefix+arrows[r])
		}
	}
	return keys
}

// watch follows replays: two boards that see the same show the same, and one that jumps to a position shows what any
// other shows of it.
func (s *suite) watch() {
	runs := s.demos()
	for _, m := range s.played() {
		p := s.player(m, 13, 13)
		p.play(100)
		runs = append(runs, p.replay())
	}
	for _, r := range runs {
		m, err := s.game.Mode(r.Mode)
		if err != nil {
			s.fault("%v", err)
			continue
		}
		one, two, jumped := s.player(m, r.Seed, 0), s.player(m, r.Seed, 0), s.player(m, r.Seed, 0)
		one.follow(r)
		two.follow(r)
		sc := games.Scene{Elapsed: one.clock, Replay: true}
		if !same(s.frame(one, sc), s.frame(two, sc)) {
			s.fault("%s: two boards watched the same run and differ", m.ID)
		}
		jumped.state = one.state
		jumped.board.Show(jumped.state)
		one.board.Show(one.state)
		if !jumped.stand() || !one.stand() {
			s.fault("%s: the board still moves after %d ticks of a replay", m.ID, maxTicks)
		}
		if !same(s.frame(one, sc), s.frame(jumped, sc)) {
			s.fault("%s: a position shown afresh depends on what was shown before", m.ID)
		}
	}
}

// follow shows a run step by step, with some ticks in between.
func (p *player) follow(r games.Replay) {
	for _, step := range r.Steps {
		if !step.Move.Shows() {
			next, err := p.state.Apply(step.Move)
			if err != nil {
				p.suite.fault("%s: %v", p.mode.ID, err)
				return
			}
			p.state = next
		}
		p.clock = step.At
		p.board.Watch(p.state, step.Move)
		p.pass()
	}
	p.stand()
}

// pass is a tick of a watched board, which makes no moves.
func (p *player) pass() bool {
	d := p.board.Next(p.state)
	if d <= 0 {
		return false
	}
	p.now += d
	if m, _ := p.board.Input(p.state, games.Input{Kind: games.Tick, Now: p.now}); m != "" && !m.Shows() {
		p.suite.fault("%s: a board that watches makes the move %q", p.mode.ID, m)
	}
	return true
}

// stand waits until a watched board stands still, and reports whether it does.
func (p *player) stand() bool {
	for range maxTicks {
		if !p.pass() {
			return true
		}
	}
	return false
}
