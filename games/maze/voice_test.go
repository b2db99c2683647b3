package maze

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arcade.example.com/games"
)

// talk plays in words, and returns what is said after each.
func talk(t *testing.T, s *state, d games.Detail, words ...string) (*state, []string) {
	t.Helper()
	var said []string
	for _, w := range words {
		moves, err := voice{}.Read(s, w)
		if err != nil {
			said = append(said, err.Error())
			continue
		}
		before := s
		for _, m := range moves {
			next, err := s.Apply(m)
			if err != nil {
				t.Fatalf("%q leads to %q: %v", w, moves, err)
			}
			s = next.(*state)
		}
		said = append(said, voice{}.Say(before, s, d)...)
	}
	return s, said
}

func TestSay(t *testing.T) {
	const unmapped = true
	for _, test := range []struct {
		words    string // to be said, with a comma between
		unmapped bool
		detail   games.Detail
		want     string
	}{
		{"ahead", false, games.Usual, "Walked 4 east, 2 south, 2 east, 2 north, 2 east, 4 south, 2 west, at a junction: ahead 4, left 2."},
		{"ahead", unmapped, games.Usual, "Walked ahead 4, right 2, left 2, left 2, right 2, right 4, right 2, at a junction: ahead 4, left 2."},
		{"ahead", unmapped, games.Brief, "Walked 18, at a junction: ahead 4, left 2."},
		{"ahead 4", false, games.Usual, "Walked 4 east, in a corridor: right 2."},
		{"ahead 4", false, games.Full, "Walked 4 east, in a corridor: right south 2, back west 4."},
		{"east", false, games.Usual, "Walked 1 east, in a corridor: ahead 3."},
		{"east, back", unmapped, games.Usual, "Walked ahead 1, in a corridor: ahead 3. Walked back 1, at the entrance: back 4."},
		{"left", unmapped, games.Usual, "There is a wall left."},
		{"go south", false, games.Usual, "There is a wall south."},
		{"ahead, ahead", false, games.Brief, "Walked 18, at a junction: ahead 4, left 2. Walked 12, dead end."},
		{"ahead, ahead, return", unmapped, games.Usual, "Walked ahead 4, right 2, left 2, left 2, right 2, right 4, right 2, at a junction: ahead 4, left 2. " +
			"Walked ahead 4, right 2, left 2, left 4, dead end: back 4. Walked back 4, right 2, right 2, left 4, at a junction: ahead 2, right 2."},
		{"return", false, games.Usual, "There is no junction to go back to."},
		{"path", false, games.Usual, "The way is shown. The way goes ahead."},
		{"hint", false, games.Usual, "The way is shown. The way goes ahead."},
		{"path, path", unmapped, games.Usual, "The way is shown. The way goes ahead. The way is shown already."},
		{"ahead 0, ahead x, north 3 4, fly", false, games.Usual, strings.TrimSuffix(strings.Repeat(games.ErrWords.Error()+" ", 4), " ")},
		{"ahead, left, left", false, games.Full, "Walked 4 east, 2 south, 2 east, 2 north, 2 east, 4 south, 2 west, at a junction: ahead west 4, left south 2, back east 2. " +
			"Walked 2 south, at a junction: left east 2, right west 4, back north 2. Walked 2 east, the exit. Steps: 22, no fewer are possible."},
	} {
		m := read(t, walks)
		m.plan.inside = test.unmapped
		_, said := talk(t, start(m), test.detail, strings.Split(test.words, ", ")...)
		if got := strings.Join(said, " "); got != test.want {
			t.Errorf("%q, detail %d: got\n%s\nwant\n%s", test.words, test.detail, got, test.want)
		}
	}
}

func TestLook(t *testing.T) {
	for _, test := range []struct {
		words, question string
		unmapped        bool
		want            string
	}{
		{"", "look", false, "At the entrance: ahead east 4."},
		{"", "look", true, "At the entrance: ahead 4."},
		{"path", "LOOK", true, "At the entrance: ahead 4. The way goes ahead."},
		{"ahead, left", "look", true, "At a junction: left 2, right 4, back 2. The exit is left 2."},
		{"", "where", false, "At column 1, row 1, looking east. The exit is at column 5, row 4."},
		{"east", "where", false, "Between columns 1 and 2, row 1, looking east. The exit is at column 5, row 4."},
		{"", "where", true, "Somewhere in a maze of 5 by 4 cells: this mode has no map."},
		{"ahead", "status", false, "5 x 4, 18 steps so far."},
		{"", "row 1", false, "Row 1: 1 east, 2 east west, 3 south west, 4 east south, 5 south west."},
		{"", "row 5", false, "Rows are 1 to 4."},
		{"", "row 1", true, "This mode has no map."},
		{"", "row x", false, games.ErrWords.Error()},
		{"", "column 1", false, games.ErrWords.Error()},
	} {
		m := read(t, walks)
		m.plan = plan{w: 5, h: 4, inside: test.unmapped}
		var words []string
		if test.words != "" {
			words = strings.Split(test.words, ", ")
		}
		s, _ := talk(t, start(m), games.Usual, words...)
		said, err := voice{}.Look(s, test.question, games.Usual)
		got := strings.Join(said, " ")
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q, then %q: got\n%s\nwant\n%s", test.words, test.question, got, test.want)
		}
	}
}

// A maze without a map is told in relative words alone, and can be won by who hears nothing else: here by keeping to the
// left wall.
func TestWonInWords(t *testing.T) {
	for seed := range games.Seed(10) {
		for _, id := range []string{"5x5-fp", "20x20-fp", "10x10", "40x40"} {
			s := start(dealt(t, id, seed))
			for n := 0; s.Status() == games.Playing; n++ {
				if n > 4*s.m.w*s.m.h {
					t.Fatalf("%s of seed %v: not out after %d words", id, seed, n)
				}
				can := voice{}.Phrases(s)
				word := ""
				for _, w := range []string{"left", "ahead", "right", "back"} {
					if word == "" && slices.ContainsFunc(can, func(p games.Phrase) bool { return p.Words == w }) {
						word = w
					}
				}
				next, said := talk(t, s, games.Full, word)
				if s.m.plan.inside {
					for _, d := range moves {
						if strings.Contains(fmt.Sprint(said, can), string(d)) {
							t.Fatalf("%s is told %q and may say %v", id, said, can)
						}
					}
				}
				s = next
			}
		}
	}
}

// What is told of a corridor without a map is no longer than one sees.
func TestFarSeen(t *testing.T) {
	m := read(t, "\n#################\n#S              #\n############### #\n#              E#\n#################")
	for _, unmapped := range []bool{false, true} {
		m.plan.inside = unmapped
		said, err := voice{}.Look(start(m), "look", games.Usual)
		if want := map[bool]string{false: "At the entrance: ahead east 14.", true: "At the entrance: ahead more than 8."}[unmapped]; err != nil || said[0] != want {
			t.Errorf("%q, %v, want %q", said, err, want)
		}
	}
}

func TestReadAfterTheEnd(t *testing.T) {
	s, _ := talk(t, start(read(t, walks)), games.Usual, "ahead", "left", "left")
	for _, words := range []string{"back", "east", "return", "path"} {
		var refused games.Refusal
		if _, err := (voice{}).Read(s, words); !errors.As(err, &refused) {
			t.Errorf("%s: %v", words, err)
		}
	}
}

func TestFigures(t *testing.T) {
	m, err := mode("5x5")
	if err != nil {
		t.Fatal(err)
	}
	var run []games.Step
	way := deal(plan{w: 5, h: 5}, 1).path()
	for i, p := range way[1:] {
		run = append(run, games.Step{Move: toward(way[i], p).move()}, games.Step{Move: "~look east"})
	}
	run = append(run[:2], append([]games.Step{{Move: games.Reveal}, {Move: toward(way[1], way[0]).move()}, run[0]}, run[2:]...)...)
	want := []games.Figure{{Name: "moves", Value: len(way) + 1}, {Name: "least", Value: len(way) - 1}}
	if got := figures(m, 1, run); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
