package minesweeper

import (
	"errors"
	"strings"
	"testing"

	"arcade.example.com/games"
)

// told is what is said, a line a sentence.
func told(said []string) string { return strings.Join(said, " | ") }

func TestSay(t *testing.T) {
	const corner = "playing 5x5/3 *1--- ----- ----- ----- --*-*"
	tests := []struct {
		name, position, move string
		detail               games.Detail
		want                 string
	}{
		{"a number", corner, "open 1,1", games.Usual, "row 2 col 2: 1"},
		{"a region", "playing 5x5/4 ----- ----- ***-- ----- -*---", "open 0,0", games.Usual, "opened 18 cells in rows 1 to 5"},
		{"in brief", "playing 5x5/4 ----- ----- ***-- ----- -*---", "open 0,0", games.Brief, "opened 18 cells"},
		{"in full", "playing 5x5/5 ----- ----- ***** ----- -----", "open 0,0", games.Full,
			"opened 10 cells in rows 1 to 2 | row 1: all empty | row 2: col 1 is 2, 2 to 4 is 3, 5 is 2"},
		{"a flag", corner, "flag 0,0", games.Usual, "row 1 col 1: flag | mines left 2"},
		{"a flag taken away", "playing 5x5/1 F---- ----- ----- ----- -----", "clear 0,0", games.Usual, "row 1 col 1: closed | mines left 1"},
		{"a question mark", corner, "mark 0,0", games.Usual, "row 1 col 1: question mark"},
		{"the win", "playing 5x5/2 F1000 1-000 00000 00011 0001*", "open 1,1", games.Usual, "row 2 col 2: 1"},
		{"the loss", corner, "open 0,0", games.Usual, "a mine at row 1 col 1 | a guess, but not the best, 20 % risk, 11 % at best"},
		{"the loss in brief", corner, "open 0,0", games.Brief, "a mine at row 1 col 1"},
		{"what is shown", corner, "reveal", games.Usual, "mines in row 1: col 1 | mines in row 5: col 3, 5"},
		{"shown before there is any", "ready 5x5/3 ----- ----- ----- ----- -----", "reveal", games.Usual, "the mines are laid with the first opening"},
		{"a hint", "playing 5x5/3 *1-*- 11--- ----- *---- -----", "hint", games.Usual,
			"row 1 col 3 is safe: the 1 puts 1 mine by the 1, all it has: this is free | proved by row 2 col 1: 1; row 2 col 2: 1"},
		{"a hint where a guess is needed", "playing 5x5/3 1---- -*--- ---*- ----- --*--", "hint", games.Usual,
			"a guess is needed: the best is row 2 col 5, 10 % risk"},
	}
	for _, tt := range tests {
		s := position(t, tt.position)
		after := must(t, s, games.Move(tt.move))
		if got := told(voice{}.Say(s, after, tt.detail)); got != tt.want {
			t.Errorf("%s: said %q, want %q", tt.name, got, tt.want)
		}
		if got := told(voice{}.Say(s, s, tt.detail)); got != "" {
			t.Errorf("%s: said %q of nothing", tt.name, got)
		}
	}
	again := must(t, position(t, corner), "hint")
	if first, second := told(voice{}.Say(position(t, corner), again, games.Usual)), told(voice{}.Say(again, must(t, again, "hint"), games.Usual)); first != second || first == "" {
		t.Errorf("a hint says %q, and then %q", first, second)
	}
}

func TestLook(t *testing.T) {
	s := position(t, midgame)
	for question, want := range map[string]string{
		"row 1": "row 1: col 1 flag, 2 is 1, 3 to 9 closed",
		"ROW 3": "row 3: col 1 to 4 empty, 5 is 2, 6 flag, 7 to 9 closed",
		"look": "row 1: col 1 flag, 2 is 1, 3 to 9 closed | row 2: col 1 to 4 is 1, 5 is 3, 6 is 2, 7 to 9 closed | " +
			"row 3: col 1 to 4 empty, 5 is 2, 6 flag, 7 to 9 closed | row 4: col 1 to 4 empty, 5 is 3, 6 question mark, 7 flag, 8 to 9 closed | " +
			"row 5: col 1 empty, 2 to 4 is 1, 5 is 2, 6 to 9 closed | row 6: col 1 empty, 2 is 1, 3 to 9 closed",
		"status":     "playing, mines left 6, opened 24 of 45 cells",
		"where":      "a field of 6 rows and 9 columns; row 1 col 1 is top left",
		"around 1 1": "row 1 col 1: flag | row 1 col 2: 1 | row 2 col 1: 1 | row 2 col 2: 1",
		"row 7":      "There are rows 1 to 6 and columns 1 to 9.",
		"row x":      games.ErrWords.Error(),
		"around 1":   games.ErrWords.Error(),
		"why":        games.ErrWords.Error(),
	} {
		said, err := voice{}.Look(s, question, games.Usual)
		if err != nil {
			said = []string{err.Error()}
		}
		if got := told(said); got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
	said, err := voice{}.Look(position(t, "playing 5x5/1 F1000 11000 00000 0-000 00000"), "numbers", games.Usual)
	if got := told(said); err != nil || !strings.HasPrefix(got, "row 3 col 1: empty, 1 closed | ") {
		t.Errorf("numbers: %q, %v", got, err)
	}
}

func TestRead(t *testing.T) {
	s := position(t, midgame)
	for words, want := range map[string]string{
		"open 1 3":    "open 2,0",
		" OPEN 2,0 ":  "open 2,0",
		"flag 5 6":    "flag 5,4",
		"clear 1 1":   "clear 0,0",
		"hint":        "hint",
		"reveal":      "reveal",
		"open 1 1":    "That cannot be done: row 1 col 1 is under a flag.",
		"open 1 2":    "That cannot be done: row 1 col 2 is open.",
		"chord 1 3":   "That cannot be done: row 1 col 3 is closed.",
		"chord 4 5":   "That cannot be done: row 4 col 5 has 1 flag around it and needs 3 flags.",
		"open 7 1":    "There are rows 1 to 6 and columns 1 to 9.",
		"open 0 1":    "There are rows 1 to 6 and columns 1 to 9.",
		"open":        games.ErrWords.Error(),
		"open 9,9":    games.ErrWords.Error(),
		"open 1 2 3":  games.ErrWords.Error(),
		"hint please": games.ErrWords.Error(),
		"dance":       games.ErrWords.Error(),
	} {
		moves, err := voice{}.Read(s, words)
		got := ""
		for _, m := range moves {
			got += string(m)
		}
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
	over := position(t, "won 5x5/1 *1000 11000 00000 00000 00000")
	var refused games.Refusal
	if _, err := (voice{}).Read(over, "open 1 1"); !errors.As(err, &refused) {
		t.Errorf("after the end: %v", err)
	}
	if _, err := (voice{}).Read(position(t, "ready 5x5/1 ----- ----- ----- ----- -----"), "hint"); !errors.As(err, &refused) {
		t.Errorf("a hint before there are mines: %v", err)
	}
}

// The clicks and the 3BV are kept with a run.
func TestFigures(t *testing.T) {
	m := games.Mode{ID: demoMode}
	for _, steps := range [][]games.Step{demo(version).Steps, nil} {
		want := []games.Figure{{Name: games.MovesFigure, Value: len(steps)}, {Name: games.LeastFigure, Value: len(steps)}}
		got := figures(version, m, demoSeed, steps)
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%d steps: %v, want %v", len(steps), got, want)
			}
		}
	}
}
