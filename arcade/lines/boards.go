package lines

import (
	"errors"
	"fmt"
	"strings"

	"arcade.example.com/arcade/look"
	"arcade.example.com/storage"
)

// boardLines is how many lines of a leaderboard are told.
const boardLines = 10

// boards tells the leaderboard of GAME MODE, or the first of each; words after these say which and when.
func (s *Session) boards(words []string) {
	if len(words) < 2 {
		s.allBoards(words)
		return
	}
	g, ok := s.find(words[0])
	if !ok {
		return
	}
	m, ok := g.Find(strings.ToLower(words[1]))
	if !ok {
		var ids []string
		for _, m := range g.Modes {
			ids = append(ids, m.ID)
		}
		s.fail(errRefused, fmt.Sprintf("%s has no leaderboard %q, only %s.", g.Title, words[1], strings.Join(ids, ", ")))
		return
	}
	lb := storage.Leaderboard{Game: g.ID, Mode: m.ID, Period: storage.All, At: s.house.Now(), Kind: s.kind}
	for _, w := range words[2:] {
		switch strings.ToLower(w) {
		case "times":
			lb.Kind = storage.Timed
		case "lines":
			lb.Kind = storage.Lines
		case "bots":
			lb.Kind = storage.Bots
		case "all", "week", "day":
			lb.Period = storage.Period(strings.ToLower(w))
		default:
			s.fail(errRefused, fmt.Sprintf("After the mode say lines, times, bots, all, week or day, not %q.", w))
			return
		}
	}
	s.board(lb)
}

// allBoards tells who leads each leaderboard, of a game where one is named.
func (s *Session) allBoards(words []string) {
	among := s.games()
	if len(words) == 1 {
		g, ok := s.find(words[0])
		if !ok {
			return
		}
		among = among[:0:0]
		among = append(among, g)
	}
	anybody := false
	for _, g := range among {
		for _, m := range g.Modes {
			lb := storage.Leaderboard{Game: g.ID, Mode: m.ID, Period: storage.All, At: s.house.Now(), Kind: s.kind}
			list, of, ok := s.read(lb, 1)
			if !ok {
				return
			}
			if len(list) > 0 {
				anybody = true
				s.say(fmt.Sprintf("%s %s: %s, first %s.", g.Title, m.Title, look.Plural(of, "player"), s.line(list[0], lb.Kind)))
			}
		}
	}
	if !anybody {
		s.say("Nobody stands on a leaderboard " + kindTitle(s.kind) + " yet.")
	}
	s.say("Say boards, a game and a mode for the first ten of one.")
}

// board tells a leaderboard.
func (s *Session) board(lb storage.Leaderboard) {
	list, of, ok := s.read(lb, boardLines)
	if !ok {
		return
	}
	when := look.PeriodTitle(lb.Period)
	if lb.Daily != "" {
		when = "daily of " + lb.Daily
	}
	g, _ := s.gameOf(lb.Game)
	s.say(fmt.Sprintf("%s %s, %s, %s: %s.", g.Title, modeTitle(g, lb.Mode), kindTitle(lb.Kind), when, look.Players(of)))
	here := false
	for _, e := range list {
		here = here || e.ID == s.player.ID
		s.say(look.Ordinal(e.Rank) + " " + s.line(e, lb.Kind) + ".")
	}
	defer s.waits(lb)
	if here || s.guest() || s.player.ID == "" {
		return
	}
	row, err := s.house.Store.Row(lb, s.player.ID)
	switch {
	case err == nil:
		s.say(look.Ordinal(row.Rank) + " " + s.line(row, lb.Kind) + ".")
	case !errors.Is(err, storage.ErrNotFound):
		s.unread("leaderboard", err)
	}
}

// waits tells the player's run that waits for an operator.
func (s *Session) waits(lb storage.Leaderboard) {
	if s.guest() || s.player.ID == "" {
		return
	}
	e, err := s.house.Store.UnderReview(lb, s.player.ID)
	switch {
	case err == nil:
		s.say(sentence(look.UnderReview(e)))
	case !errors.Is(err, storage.ErrNotFound):
		s.house.Log.Error("read leaderboard", "error", err)
	}
}

// read reads the first lines of a leaderboard; where that fails it says so.
func (s *Session) read(lb storage.Leaderboard, n int) ([]storage.Entry, int, bool) {
	list, of, err := s.house.Store.Top(lb, 1, n)
	if err != nil {
		s.unread("leaderboard", err)
	}
	return list, of, err == nil
}

// unread says that something of the records could not be read.
func (s *Session) unread(what string, err error) {
	s.house.Log.Error("read "+what, "error", err)
	s.fail(errRefused, "The records cannot be read right now.")
}

// line is a player's line of a leaderboard, but for the rank.
func (s *Session) line(e storage.Entry, k storage.Kind) string {
	who := look.Name(e.Player, e.ID)
	switch {
	case e.ID != "" && e.ID == s.player.ID:
		who = "you"
	case e.Player == "" && e.ID != "":
		who += " " + e.ID
	}
	if k == storage.Lines || k == storage.Bots {
		return who + ", " + score(e.Figures) + ", " + look.Tidy(look.Millis(e.Millis))
	}
	return who + ", " + look.Tidy(look.Millis(e.Millis))
}
