package gamestest

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"arcade.example.com/games"
)

// An id stands in records, addresses and command lines.
var (
	gameID = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
	modeID = regexp.MustCompile(`^[a-z0-9][a-z0-9+/-]{0,31}$`)
)

func (s *suite) entry() {
	g := s.game
	for name, missing := range map[string]bool{
		"ID": g.ID == "", "Title": g.Title == "", "Version": g.Version < 1, "Modes": len(g.Modes) == 0, "Mode": g.Mode == nil,
		"Deal": g.Deal == nil, "NewBoard": g.NewBoard == nil, "Facts": g.Facts == nil, "Demo": g.Demo == nil,
	} {
		if missing {
			s.fault("no %s", name)
		}
	}
	names := append([]string{g.ID}, g.Aliases...)
	for i, n := range names {
		if !gameID.MatchString(n) || slices.Contains(names[:i], n) {
			s.fault("id or alias %q is not one, or comes twice", n)
		}
	}
	settings := map[string]bool{}
	for _, o := range g.Settings {
		if !gameID.MatchString(o.ID) || o.Title == "" || settings[o.ID] {
			s.fault("setting %q, %q has no id or title, or comes twice", o.ID, o.Title)
		}
		settings[o.ID] = true
	}
	for _, tool := range g.Tools {
		if tool.Verb == "" || tool.Short == "" || tool.New == nil {
			s.fault("tool %q is not complete", tool.Verb)
		}
	}
}

func (s *suite) modes() {
	ids, titles, places := map[string]bool{}, map[string]bool{}, map[[2]string]bool{}
	for _, m := range s.game.Modes {
		if !modeID.MatchString(m.ID) || m.Title == "" {
			s.fault("mode %q, %q has no proper id or title", m.ID, m.Title)
		}
		place := [2]string{m.Size, m.Variant}
		if ids[m.ID] || titles[m.Title] || places[place] {
			s.fault("two modes with the id %q, the title %q or the place %q", m.ID, m.Title, place)
		}
		ids[m.ID], titles[m.Title], places[place] = true, true, true
		if !m.Ranked || m.Cols < 1 || m.Rows < 1 {
			s.fault("listed mode %s: ranked %t, %d columns, %d rows", m.ID, m.Ranked, m.Cols, m.Rows)
		}
		if got, ok := s.game.Find(m.ID); !ok || got != m {
			s.fault("Find(%q): %v, %t", m.ID, got, ok)
		}
		if got, err := s.game.Mode(m.ID); err != nil || got != m {
			s.fault("Mode(%q): %v, %v, want %v", m.ID, got, err, m)
		}
	}
	for day, id := range s.game.Week {
		if m, ok := s.game.Find(id); (ok && m.Ranked) != (s.game.Week[0] != "") {
			s.fault("day %d of the week has mode %q", day, id)
		}
	}
}

// No mode of any game.
var noModes = []string{
	"", " ", "no such mode", "x", "/", "-", "+", "x/", "-1x-1", "-5x5", "5x-5", "0x0", "0x5", "5x0", "5x5x5", "5 x 5", "5x5/", "/5", "5x5/-1", "5x5/0x",
	"99999999999999999999x5", "5x99999999999999999999", "5x5/99999999999999999999", "1000000x1000000", "1000000x1000000/10",
	"1e1x1e1", "0x10x0x10", "٧x٧", "７x７", "5×5", "\x00", "5x5\x00", "\xff\xfe", "\x1b[2J", "5x5\n", "../../etc/passwd",
}

// modeTexts holds Mode against what people and programs type.
func (s *suite) modeTexts() {
	texts := slices.Concat(noModes, []string{strings.Repeat("9", 100_000), strings.Repeat("5x5", 40_000)})
	for _, m := range s.game.Modes {
		texts = append(texts, m.ID+" ", " "+m.ID, m.ID+"\x00", m.ID+"-fp-ng", m.ID+"+", m.ID+"/x")
	}
	for _, text := range texts {
		m, err := s.game.Mode(text)
		s.want(err, games.ErrMode, "Mode(%.30q)", text)
		if err == nil {
			continue
		}
		if m != (games.Mode{}) {
			s.fault("Mode(%.30q): %v and an error", text, m)
		}
		if said := err.Error(); len(said) > 300 || !plain(said) {
			s.fault("Mode(%.30q) explains itself in %d bytes, which must be one line of printable text: %.100q", text, len(said), said)
		}
	}
	_, err := s.game.Mode("no such mode")
	if said := err.Error(); !strings.ContainsAny(said, "0123456789") && !strings.Contains(said, s.game.Modes[0].ID) {
		s.fault("the error for no mode does not say what is allowed: %s", said)
	}
	for _, m := range s.played() {
		again, err := s.game.Mode(m.ID)
		if err != nil || again != m {
			s.fault("mode %q is found as %v, %v by its own id", m.ID, again, err)
		}
		if _, listed := s.game.Find(m.ID); m.Ranked && !listed {
			s.fault("custom mode %q is ranked", m.ID)
		}
	}
}

func plain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

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
		"", " ", "~", "~look", "\x00", "\xff", "no such move", "open", "open ", "open 1", "open 1,", "open ,", "open -1,-1", "open 1,2,3", "open x,y",
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
		for _, at := range p.passed {
			s.progress(at.state)
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
	demo := s.game.Demo()
	over, _, err := s.game.Play(demo)
	if err != nil {
		s.fault("demo: %v", err)
		return
	}
	s.closed(over, demo.Steps)
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

func (s *suite) demo() {
	r, again := s.game.Demo(), s.game.Demo()
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
	runs := []games.Replay{s.game.Demo()}
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
		}
		if s.game.Label != nil {
			said := s.game.Label(m, r.Seed)
			if again := s.game.Label(m, r.Seed); said != again || !plain(said) || said == "" && m.Ranked {
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
				s.game.Demo()
			})
		}
		wg.Wait()
	}
}
