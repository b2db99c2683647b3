package gamestest

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"arcade.example.com/games"
)

// An id stands in records, addresses and command lines.
var (
	gameID = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
	modeID = regexp.MustCompile(`^[a-z0-9][a-z0-9+/-]{0,31}$`)
)

// commands are the words that stand where a game's id may, at the arcade's command line and over SSH.
var commands = strings.Fields(`admin backup board boards cast check claim completion custom daily dailies deal erase follow forget games
	healthcheck help keys leaderboard leaderboards lines link me menu name play profile quit race recover replay rivals serve settings
	solve tv unfollow unlink verify version watch`)

func (s *suite) entry() {
	g := s.game
	for name, missing := range map[string]bool{
		"ID": g.ID == "", "Title": g.Title == "", "Version": g.Version < 1, "Modes": len(g.Modes) == 0, "Mode": g.Mode == nil,
		"Deal": g.Deal == nil, "NewBoard": g.NewBoard == nil, "Figures, which a game with a Voice has,": g.Voice != nil && g.Figures == nil,
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
		if slices.Contains(commands, n) {
			s.fault("id or alias %q is a command: who types it never comes to the game", n)
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

// custom holds what the menu says of modes that are not listed.
func (s *suite) custom() {
	if s.game.Custom == "" {
		for _, m := range s.played()[len(s.game.Modes):] {
			s.fault("Mode makes %q, and Custom, which shows players how to ask for such a mode, is empty", m.ID)
		}
		return
	}
	m, err := s.game.Mode(s.game.Custom)
	if err != nil {
		s.fault("the example of a custom mode: %v", err)
	}
	if _, listed := s.game.Find(m.ID); listed {
		s.fault("the example of a custom mode is the listed mode %s", m.ID)
	}
}

func plain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}
