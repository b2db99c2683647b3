package gamestest

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"arcade.example.com/games"
)

func (s *suite) deal() {
	for _, m := range s.played() {
		for seed := range games.Seed(2) {
			first, second := s.dealt(m, seed), s.dealt(m, seed)
			if first == nil || second == nil {
				return
			}
			if first.Text() != second.Text() {
				s.fault("%s: seed %v deals\n%s\nand then\n%s", m.ID, seed, first.Text(), second.Text())
			}
			if first.Status().Over() || first.Assisted() {
				s.fault("%s: dealt %v, assisted %t", m.ID, first.Status(), first.Assisted())
			}
			s.progress(first)
		}
	}
}

func (s *suite) progress(st games.State) {
	if done, of := st.Progress(); done < 0 || done > of {
		s.fault("progress %d of %d in\n%s", done, of, st.Text())
	}
}

// seeds plays the same keys on several seeds: they must come out alike on one seed, and not on all.
func (s *suite) seeds() {
	for _, m := range s.game.Modes {
		texts := map[string]bool{}
		for seed := range games.Seed(6) {
			p, again := s.player(m, seed, 1), s.player(m, seed, 1)
			p.play(120)
			again.play(120)
			if p.state.Text() != again.state.Text() || !slices.Equal(p.steps, again.steps) {
				s.fault("%s: the same keys on seed %v led to\n%s\nand to\n%s", m.ID, seed, p.state.Text(), again.state.Text())
			}
			texts[p.state.Text()] = true
		}
		if len(texts) == 1 {
			s.fault("%s: all seeds deal the same", m.ID)
		}
	}
}

// start holds the opening that a known seed demands.
func (s *suite) start() {
	if s.game.Start == nil {
		return
	}
	for _, m := range s.played() {
		for seed := range games.Seed(2) {
			move := s.game.Start(m, seed)
			if again := s.game.Start(m, seed); again != move {
				s.fault("%s: seed %v starts with %q and with %q", m.ID, seed, move, again)
			}
			st := s.dealt(m, seed)
			if st == nil {
				return
			}
			next, err := st.Apply(move)
			switch {
			case err != nil:
				s.fault("%s: seed %v starts with %q: %v", m.ID, seed, move, err)
			case st.Status() != games.Ready || next.Status() == games.Ready:
				s.fault("%s: %q leads from %v to %v, want from ready on", m.ID, move, st.Status(), next.Status())
			}
		}
	}
}

// No moves of any game, in any position.
func noMoves() []games.Move {
	return []games.Move{
		"", " ", "~", "~look", games.New, "\x00", "\xff", "no such move", "open", "open ", "open 1", "open 1,", "open ,", "open -1,-1", "open 1,2,3", "open x,y",
		"open 99999999999999999999,0", "open 1000000,1000000", "flag -1,0", "chord 0,-1", games.Move(strings.Repeat("open 1,1 ", 20_000)),
	}
}

// seen is a position as it was when it was reached.
type seen struct {
	state    games.State
	text     string
	status   games.Status
	assisted bool
	done, of int
}

func look(st games.State) seen {
	done, of := st.Progress()
	return seen{st, st.Text(), st.Status(), st.Assisted(), done, of}
}

func (v seen) changed() bool {
	now := look(v.state)
	now.state, v.state = nil, nil // which need not be comparable
	return now != v
}

// apply holds the rules in every position of some games.
func (s *suite) apply() {
	for _, m := range s.played() {
		p := s.player(m, 5, 2)
		p.play(120)
		for i, at := range p.passed {
			s.refused(at.state, noMoves())
			if i == len(p.passed)-1 {
				break
			}
			next, err := at.state.Apply(p.moves[i])
			if err != nil || next.Text() != p.passed[i+1].text {
				s.fault("%s: %q led once to\n%s\nand then to error %v or another position", m.ID, p.moves[i], p.passed[i+1].text, err)
				continue
			}
			s.refused(at.state, []games.Move{p.moves[i] + " ", p.moves[i] + "\x00", p.moves[i] + ",1", " " + p.moves[i]})
		}
		for i, at := range p.passed {
			s.progress(at.state)
			if i > 0 && at.done < p.passed[i-1].done {
				s.fault("%s: %q takes the progress from %d back to %d of %d", m.ID, p.moves[i-1], p.passed[i-1].done, at.done, at.of)
			}
			if at.changed() {
				s.fault("%s: a position changed after it was reached, from\n%s\nto\n%s", m.ID, at.text, at.state.Text())
			}
		}
	}
}

func (s *suite) refused(st games.State, moves []games.Move) {
	for _, m := range moves {
		_, err := st.Apply(m)
		s.want(err, games.ErrIllegal, "%v, %.30q", st.Status(), m)
	}
}

// reveal shows the solution in running games: never again may the run rank.
func (s *suite) reveal() {
	tried := false
	for _, m := range s.game.Modes {
		p := s.player(m, 3, 3)
		p.play(60)
		for _, at := range p.passed {
			if at.status != games.Playing || at.assisted {
				continue
			}
			tried = true
			next, err := at.state.Apply(games.Reveal)
			if err != nil {
				s.fault("%s: the solution is not shown: %v in\n%s", m.ID, err, at.text)
				break
			}
			if !next.Assisted() || at.changed() {
				s.fault("%s: assisted %t after the solution was shown, %t before", m.ID, next.Assisted(), at.state.Assisted())
			}
			for _, move := range p.moves {
				if after, err := next.Apply(move); err == nil && !after.Assisted() {
					s.fault("%s: %q takes the help back", m.ID, move)
				}
			}
		}
	}
	if !tried {
		s.fault("no running position was reached")
	}
}

// end holds finished games: the demo's, and what random play came to.
func (s *suite) end() {
	for _, demo := range s.demos() {
		over, _, err := s.game.Play(demo)
		if err != nil {
			s.fault("demo: %v", err)
			return
		}
		s.closed(over, demo.Steps)
	}
	for _, m := range s.game.Modes {
		p := s.player(m, 4, 4)
		p.play(200)
		s.closed(p.state, p.steps)
	}
}

func (s *suite) closed(st games.State, steps []games.Step) {
	if !st.Status().Over() {
		return
	}
	moves := append(noMoves(), games.Reveal)
	for _, step := range steps {
		moves = append(moves, step.Move)
	}
	s.refused(st, moves)
}

func (s *suite) replay() {
	for _, m := range s.played() {
		for seed := range games.Seed(2) {
			p := s.player(m, seed, 5+uint64(seed))
			p.play(150)
			r := p.replay()
			steps, err := games.Decode(games.Encode(r.Steps))
			if err != nil || !slices.Equal(steps, r.Steps) {
				s.fault("%s: the steps do not read back: %v", m.ID, err)
				continue
			}
			r.Steps = steps
			end, at, err := s.game.Play(r)
			switch {
			case err != nil:
				s.fault("%s: %v", m.ID, err)
			case look(end).text != p.state.Text() || end.Status() != p.state.Status() || end.Assisted() != p.state.Assisted():
				s.fault("%s: played\n%s\nreplayed\n%s", m.ID, p.state.Text(), end.Text())
			case len(r.Steps) > 0 && at != r.Steps[len(r.Steps)-1].At:
				s.fault("%s: played %v, replayed %v", m.ID, r.Steps[len(r.Steps)-1].At, at)
			}
		}
	}
}

// longest is how long a demo may be: the menu stands still after it.
const longest = 4 * time.Second

// shows are what makes the runs to show in the menu, where the game has any.
func (s *suite) shows() (list []func() games.Replay) {
	if s.game.Demo != nil {
		list = append(list, s.game.Demo)
	}
	for _, variant := range slices.Sorted(maps.Keys(s.game.Demos)) {
		list = append(list, s.game.Demos[variant])
	}
	return list
}

// demos are these runs.
func (s *suite) demos() (list []games.Replay) {
	for _, demo := range s.shows() {
		list = append(list, demo())
	}
	return list
}

func (s *suite) demo() {
	for variant := range s.game.Demos {
		if !slices.ContainsFunc(s.game.Modes, func(m games.Mode) bool { return m.Variant == variant }) {
			s.fault("one for %q, which no mode is", variant)
		}
	}
	for _, demo := range s.shows() {
		s.show(demo(), demo())
	}
}

func (s *suite) show(r, again games.Replay) {
	if r.Mode != again.Mode || r.Seed != again.Seed || !slices.Equal(r.Steps, again.Steps) {
		s.fault("another one each time")
	}
	st, at, err := s.game.Play(r)
	if err != nil {
		s.fault("%v", err)
		return
	}
	if !st.Status().Over() || at <= 0 || at > longest {
		s.fault("%v after %v, want an end within %v", st.Status(), at, longest)
	}
}

// words holds all that a game says of a run.
func (s *suite) words() {
	runs := s.demos()
	for _, m := range s.game.Modes {
		p := s.player(m, 6, 7)
		p.play(200)
		runs = append(runs, p.replay())
	}
	for _, r := range runs {
		m, err := s.game.Mode(r.Mode)
		end, at, played := s.game.Play(r)
		if err != nil || played != nil {
			s.fault("%s: %v, %v", r.Mode, err, played)
			continue
		}
		if end.Status().Over() {
			s.facts(m, r)
			s.figures(m, r)
		}
		if s.game.Label != nil {
			said := s.game.Label(m, r.Seed)
			if again := s.game.Label(m, r.Seed); said != again || !plain(said) {
				s.fault("%s: label %q, then %q", m.ID, said, again)
			}
		}
		if s.game.Live != nil {
			for _, elapsed := range []time.Duration{0, time.Millisecond, at, 1000 * time.Hour} {
				said := s.game.Live(end, elapsed)
				if again := s.game.Live(end, elapsed); again != said || strings.Contains(said, "NaN") || strings.Contains(said, "Inf") || !plain(said) {
					s.fault("%s: live figure after %v: %q, then %q", m.ID, elapsed, said, again)
				}
			}
		}
	}
}

func (s *suite) facts(m games.Mode, r games.Replay) {
	if s.game.Facts == nil {
		return
	}
	steps := slices.Clone(r.Steps)
	facts := s.game.Facts(m, r.Seed, steps)
	if !slices.Equal(facts, s.game.Facts(m, r.Seed, steps)) || !slices.Equal(steps, r.Steps) {
		s.fault("%s: facts %v, and others when asked again, or the steps were changed", m.ID, facts)
	}
	for _, f := range facts {
		if f.Name == "" || f.Value == "" || !plain(f.Name+f.Value) || strings.Contains(f.Value, "NaN") || strings.Contains(f.Value, "Inf") {
			s.fault("%s: fact %q", m.ID, f)
		}
	}
}

// figures holds the numbers that are kept with a run.
func (s *suite) figures(m games.Mode, r games.Replay) {
	if s.game.Figures == nil {
		return
	}
	steps := slices.Clone(r.Steps)
	figures := s.game.Figures(m, r.Seed, steps)
	if !slices.Equal(figures, s.game.Figures(m, r.Seed, steps)) || !slices.Equal(steps, r.Steps) {
		s.fault("%s: figures %v, and others when asked again, or the steps were changed", m.ID, figures)
	}
	names := map[string]bool{}
	for _, f := range figures {
		if !modeID.MatchString(f.Name) || names[f.Name] || f.Value < 0 {
			s.fault("%s: figure %q of %d is below 0, has no name as ids have, or comes twice", m.ID, f.Name, f.Value)
		}
		names[f.Name] = true
	}
	if s.game.Voice != nil && (!names[games.MovesFigure] || !names[games.LeastFigure]) {
		s.fault("%s: a game with a Voice keeps %q and %q, not %v", m.ID, games.MovesFigure, games.LeastFigure, figures)
	}
}

// concurrency uses one position and one entry from several sides: the race detector sees what is shared.
func (s *suite) concurrency() {
	for _, m := range s.game.Modes[:1] {
		p := s.player(m, 8, 8)
		p.play(30)
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				for i, at := range p.passed {
					if i < len(p.moves) {
						_, _ = at.state.Apply(p.moves[i])
					}
					_, _ = at.state.Apply(games.Reveal)
					look(at.state)
				}
				_, _, _ = s.game.Play(p.replay())
				s.demos()
			})
		}
		wg.Wait()
	}
}
