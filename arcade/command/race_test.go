package command

import (
	"strings"
	"testing"

	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/to"
	"arcade.example.com/keys"
)

func TestRaceReadsAWordAGameAndAMode(t *testing.T) {
	c := newCommands(t)
	for line, want := range map[string]struct{ word, game, mode string }{
		"race":                          {},
		"race otter":                    {"otter", "", ""},
		"race maze":                     {"", "maze", "15x15"},
		"race otter mines":              {"otter", "minesweeper", "intermediate-ng"},
		"race otter minesweeper expert": {"otter", "minesweeper", "expert"},
		"race otter maze 33x21":         {"otter", "maze", "33x21"},
		"race minesweeper beginner-ng":  {"", "minesweeper", "beginner-ng"},
	} {
		got, ok := c.Screen(as(1), keys.Words(line))
		room, is := got.(to.Room)
		if !ok || !is || room.Word != want.word || room.Game.ID != want.game || room.Mode.ID != want.mode {
			t.Errorf("%s: %q %q %q", line, room.Word, room.Game.ID, room.Mode.ID)
		}
	}
	for line, says := range map[string]string{
		"race":                  "race needs a terminal: ssh -t",
		"race Otter!":           "neither a game nor a word",
		"race otter chess":      "there is no game",
		"race otter maze 1x999": "race:",
	} {
		if code, _, errOut := c.said(t, as(1), line); code != ExitUsage || !strings.Contains(errOut, says) {
			t.Errorf("%s: exit %d, %s", line, code, errOut)
		}
	}
}

func TestOpenRoomsAreListed(t *testing.T) {
	c := newCommands(t)
	g, _ := find(c.Games, "maze")
	m, _ := g.Find("5x5")
	seat, err := c.Rooms.Enter("", race.Plan{Game: g, Mode: m, Listed: true}, race.Who{ID: "a", Name: "ana"}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	secret, err := c.Rooms.Enter("wagtails", race.Plan{Game: g, Mode: m, Listed: true}, race.Who{ID: "b", Name: "jun"}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer secret.Leave()
	word := seat.View().Word
	if out := c.answers(t, as(1), "watch"); !strings.Contains(out, "room maze 5x5  "+word) || strings.Contains(out, "wagtails") {
		t.Errorf("the list is %s", out)
	}
	if out := c.answers(t, as(1), "watch --json"); !strings.Contains(out, `"rooms":[{"word":"`+word+`","game":"maze","mode":"5x5","phase":"gathering","seated":1,"watching":0}]`) {
		t.Errorf("the list is %s", out)
	}
	seat.Leave()
	if out := c.answers(t, as(1), "watch"); out != "Nobody plays just now.\n" {
		t.Errorf("an empty house: %s", out)
	}
}
