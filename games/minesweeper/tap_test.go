package minesweeper

import (
	"strings"
	"testing"

	"arcade.example.com/games"
)

// touch taps on a text of the row for it, or on a cell "X,Y", and returns the move.
func touch(t *testing.T, f *face, s *state, on string) games.Move {
	t.Helper()
	x, y := -1, -1
	if i := s.cellAt(on); i >= 0 {
		x, y, _ = f.place(i)
	}
	for _, tap := range f.taps(s) {
		if i := strings.Index(tap.text, on); i >= 0 {
			x, y = tap.x+1, f.y+f.rows
		}
	}
	if x < 0 {
		t.Fatalf("nothing to tap on for %q", on)
	}
	press, _ := f.Input(s, games.Input{Kind: games.Press, Button: games.Left, X: x, Y: y})
	release, _ := f.Input(s, games.Input{Kind: games.Release, Button: games.Left, X: x, Y: y})
	if press != "" && release != "" {
		t.Errorf("a tap on %q makes two moves, %q and %q", on, press, release)
	}
	return press + release
}

// Whoever has nothing but a finger opens, flags, takes flags away, chords, asks and scrolls.
func TestTaps(t *testing.T) {
	s := position(t, "playing 9x9/3 *1------- 11------- --------- --------- --------- --------- --------- --------- -------**")
	f := newFace().(*face)
	f.Fit(s, 40, 16, games.Options{})
	for _, tt := range []struct{ on, want string }{
		{"8,7", "open 8,7"}, {"flag", ""}, {"0,0", "flag 0,0"}, {"1,1", "chord 1,1"}, {"0,0", "clear 0,0"}, {"open", ""}, {"3,3", "open 3,3"},
		{"hint", "hint"},
	} {
		m := touch(t, f, s, tt.on)
		if string(m) != tt.want {
			t.Errorf("a tap on %s makes %q, want %q", tt.on, m, tt.want)
		}
		if m == "flag 0,0" || m == "clear 0,0" {
			s = must(t, s, m)
		}
	}
}

// All of a large field can be reached by tapping.
func TestTapsScroll(t *testing.T) {
	s := dealt(t, "expert", 1)
	f := newFace().(*face)
	f.Fit(s, 40, 16, games.Options{})
	seen := map[int]bool{}
	look := func() {
		for i := range s.squares {
			if _, _, shows := f.place(i); shows {
				seen[i] = true
			}
		}
	}
	for _, arrow := range strings.Split("◀ ◀ ▲ ▲ ▶ ▶ ▶ ▼ ▼ ▼ ◀ ◀ ◀", " ") {
		touch(t, f, s, arrow)
		look()
	}
	if len(seen) != len(s.squares) {
		t.Errorf("%d of %d cells were seen", len(seen), len(s.squares))
	}
}

// Who looks on has nothing to tap on, and after the end there is only what still works.
func TestTapsShown(t *testing.T) {
	for text, want := range map[string]string{
		"ready 9x9/1 " + strings.Repeat("--------- ", 9):                 "[open] flag ",
		"playing 9x9/1 *" + strings.Repeat("-------- -", 8) + "--------": "[open] flag  hint",
		"lost 9x9/1 X" + strings.Repeat("-------- -", 8) + "--------":    "chances",
	} {
		s := position(t, text)
		f := newFace().(*face)
		f.Fit(s, 40, 16, games.Options{})
		for _, replay := range []bool{false, true} {
			c := games.NewCanvas(40, 16)
			f.Draw(c, s, games.Scene{Replay: replay})
			var got strings.Builder
			for _, cell := range c.Row(f.y + f.rows) {
				if cell.Rune != 0 {
					got.WriteRune(cell.Rune)
				} else if got.Len() > 0 {
					got.WriteByte(' ')
				}
			}
			shown := strings.TrimRight(got.String(), " ")
			if replay && shown != "" || !replay && shown != strings.TrimRight(want, " ") {
				t.Errorf("%v, replay %t: %q, want %q", s.status, replay, shown, want)
			}
		}
	}
}
