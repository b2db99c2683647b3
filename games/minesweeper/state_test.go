package minesweeper

import (
	"errors"
	"strings"
	"testing"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// position reads what Text wrote. Where the mines lie is taken from the letters, once there are mines.
func position(t testing.TB, text string) *state {
	t.Helper()
	lines := strings.Fields(text)
	su, err := setupOf(lines[1])
	if err != nil {
		t.Fatal(err)
	}
	s := newState(su, 0)
	rows := lines[2:]
	for ; len(rows) > su.h; rows = rows[1:] {
		s.assisted = s.assisted || rows[0] == "assisted"
		s.shown = s.shown || rows[0] == "shown"
	}
	cells := strings.Join(rows, "")
	if len(cells) != su.w*su.h {
		t.Fatalf("%d cells in\n%s", len(cells), text)
	}
	for st := range games.Lost + 1 {
		if st.String() == lines[0] {
			s.status = st
		}
	}
	if s.status != games.Ready {
		l := solver.NewLayout(su.w, su.h)
		for i, c := range cells {
			if strings.ContainsRune("*FQX", c) {
				l.Put(i)
			}
		}
		s.field = &minefield{l, measure(l)}
	}
	for i, c := range cells {
		switch c {
		case '-', '*':
		case 'f', 'F':
			s.set(i, flagged)
		case 'q', 'Q':
			s.set(i, marked)
		default:
			s.uncover(i)
		}
	}
	if s.status == games.Lost {
		before := *s
		s.knew = func() solver.Analysis { return solver.Analyse(before.view()) }
	}
	if strings.Join(strings.Fields(s.Text()), " ") != strings.Join(lines, " ") {
		t.Fatalf("read\n%s\nas\n%s", text, s.Text())
	}
	return s
}

func TestApply(t *testing.T) {
	const corner = `playing 5x5/3
		*1---
		-----
		-----
		-----
		--*-*`
	tests := []struct {
		name, before, move, after string // no after: illegal
	}{
		{"a number opens alone", corner, "open 1,1", "playing 5x5/3 *1--- -1--- ----- ----- --*-*"},
		{"a region opens to its rim and no further", "playing 5x5/4 ----- ----- ***-- ----- -*---", "open 0,0",
			"playing 5x5/4 00000 23210 ***10 --310 -*100"},
		{"flags stay closed when a region opens", "playing 5x5/1 ----- -f--- --q-- ----- ----*", "open 0,0",
			"playing 5x5/1 00000 0f000 00000 00011 0001*"},
		{"all but the mines is won", "playing 5x5/1 00000 0-000 00000 00011 0001*", "open 1,1", "won 5x5/1 00000 00000 00000 00011 0001*"},
		{"flags need not stand to win", "playing 5x5/2 00000 00000 00000 12110 *-F10", "open 1,4", "won 5x5/2 00000 00000 00000 12110 *2F10"},
		{"a mine is lost", corner, "open 0,0", "lost 5x5/3 X1--- ----- ----- ----- --*-*"},
		{"a mark opens", "playing 5x5/1 -q--- ----- ----- ----- ----*", "open 1,0", "won 5x5/1 00000 00000 00000 00011 0001*"},
		{"a flag does not open", "playing 5x5/1 F---- ----- ----- ----- -----", "open 0,0", ""},
		{"what is open does not open", corner, "open 1,0", ""},

		{"flag", corner, "flag 0,0", "playing 5x5/3 F1--- ----- ----- ----- --*-*"},
		{"flag on a mark", "playing 5x5/1 *q--- ----- ----- ----- -----", "flag 1,0", "playing 5x5/1 *f--- ----- ----- ----- -----"},
		{"flag on a flag", "playing 5x5/1 F---- ----- ----- ----- -----", "flag 0,0", ""},
		{"flag on a number", corner, "flag 1,0", ""},
		{"flag before the first opening", "ready 5x5/3 ----- ----- ----- ----- -----", "flag 4,4", "ready 5x5/3 ----- ----- ----- ----- ----f"},
		{"mark", corner, "mark 0,0", "playing 5x5/3 Q1--- ----- ----- ----- --*-*"},
		{"mark on a flag", "playing 5x5/1 F---- ----- ----- ----- -----", "mark 0,0", "playing 5x5/1 Q---- ----- ----- ----- -----"},
		{"mark on a mark", "playing 5x5/1 Q---- ----- ----- ----- -----", "mark 0,0", ""},
		{"mark on a number", corner, "mark 1,0", ""},
		{"clear a flag", "playing 5x5/1 F---- ----- ----- ----- -----", "clear 0,0", "playing 5x5/1 *---- ----- ----- ----- -----"},
		{"clear a mark", "playing 5x5/1 *q--- ----- ----- ----- -----", "clear 1,0", "playing 5x5/1 *---- ----- ----- ----- -----"},
		{"clear what is bare", corner, "clear 0,0", ""},
		{"clear a number", corner, "clear 1,0", ""},

		{"chord", "playing 5x5/2 F1--- ----- ----- ----- ----*", "chord 1,0", "won 5x5/2 F1000 11000 00000 00011 0001*"},
		{"chord at the edge", "playing 5x5/3 ----- ----- ----- ---** ---F3", "chord 4,4", ""},
		{"chord opens what else is around", "playing 5x5/2 F1-*- ----- ----- ----- -----", "chord 1,0", "playing 5x5/2 F11*- 111-- ----- ----- -----"},
		{"chord opens marks", "playing 5x5/2 F1q*- q---- ----- ----- -----", "chord 1,0", "playing 5x5/2 F11*- 111-- ----- ----- -----"},
		{"a chord with a wrong flag is lost, and opens the rest", "playing 5x5/2 *1f*- ----- ----- ----- -----", "chord 1,0",
			"lost 5x5/2 X1f*- 111-- ----- ----- -----"},
		{"chord with too few flags", corner, "chord 1,0", ""},
		{"chord with too many flags", "playing 5x5/2 F1f*- ----- ----- ----- -----", "chord 1,0", ""},
		{"chord with nothing to open", "playing 5x5/2 F1000 11000 00000 00011 0001*", "chord 1,0", ""},
		{"chord on what is closed", corner, "chord 0,0", ""},
		{"chord before the first opening", "ready 5x5/3 ----- ----- ----- ----- -----", "chord 0,0", ""},

		{"flags", "playing 5x5/1 *1000 11000 00000 0-000 00000", "flags 1,1", "playing 5x5/1 F1000 11000 00000 0-000 00000"},
		{"flags where not all need be mines", corner, "flags 1,0", ""},
		{"flags where they stand", "playing 5x5/1 F1000 11000 00000 0-000 00000", "flags 1,1", ""},

		{"hint", corner, "hint", "playing 5x5/3 assisted *1--- ----- ----- ----- --*-*"},
		{"a second hint", "playing 5x5/1 assisted *1--- ----- ----- ----- -----", "hint", "playing 5x5/1 assisted *1--- ----- ----- ----- -----"},
		{"hint before the first opening", "ready 5x5/3 ----- ----- ----- ----- -----", "hint", ""},
		{"reveal", corner, "reveal", "playing 5x5/3 assisted shown *1--- ----- ----- ----- --*-*"},
		{"reveal before the first opening", "ready 5x5/3 ----- ----- ----- ----- -----", "reveal", "ready 5x5/3 assisted shown ----- ----- ----- ----- -----"},
		{"a second reveal", "playing 5x5/1 assisted shown *1--- ----- ----- ----- -----", "reveal", ""},
		{"on after a reveal", "playing 5x5/1 assisted shown *1--- ----- ----- ----- -----", "open 4,4", "won 5x5/1 assisted shown *1000 11000 00000 00000 00000"},

		{"nothing opens after a win", "won 5x5/1 *1000 11000 00000 00000 00000", "open 0,0", ""},
		{"nothing is flagged after a win", "won 5x5/1 *1000 11000 00000 00000 00000", "flag 0,0", ""},
		{"nothing opens after a loss", "lost 5x5/2 X---- ----- ----- ----- ----*", "open 2,2", ""},
		{"no hint after a loss", "lost 5x5/2 X---- ----- ----- ----- ----*", "hint", ""},
		{"nothing is revealed after a loss", "lost 5x5/2 X---- ----- ----- ----- ----*", "reveal", ""},

		{"left of the board", corner, "open -1,0", ""},
		{"right of the board", corner, "open 5,0", ""},
		{"below the board", corner, "open 0,5", ""},
		{"far away", corner, "flag 99999999999999999999,0", ""},
		{"no cell", corner, "open", ""},
		{"half a cell", corner, "open 3", ""},
		{"a cell in another spelling", corner, "open 03,1", ""},
		{"another one", corner, "open +3,1", ""},
		{"two spaces", corner, "open  3,1", ""},
		{"a rest", corner, "open 3,1 ", ""},
		{"a hint somewhere", corner, "hint 3,1", ""},
		{"no verb", corner, " 3,1", ""},
		{"another verb", corner, "close 3,1", ""},
		{"only a look", corner, "~at 3,1", ""},
		{"nothing", corner, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := position(t, tt.before)
			before := s.Text()
			got, err := s.Apply(games.Move(tt.move))
			if s.Text() != before {
				t.Errorf("the position changed to\n%s", s.Text())
			}
			if tt.after == "" {
				if !errors.Is(err, games.ErrIllegal) || got != nil {
					t.Errorf("%v, error %v, want %v", got, err, games.ErrIllegal)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if want := position(t, tt.after); got.Text() != want.Text() {
				t.Errorf("got\n%s\nwant\n%s", got.Text(), want.Text())
			}
		})
	}
}

// Counters must be right however a position was reached: they are kept, not counted.
func TestCounters(t *testing.T) {
	for seed := range games.Seed(200) {
		s := dealt(t, "9x7/9", seed)
		r := games.NewRand(seed, 1)
		for !s.status.Over() {
			verb := []string{"open", "flag", "mark", "clear", "chord", "flags"}[r.N(6)]
			next, err := s.Apply(s.move(verb, r.N(len(s.squares))))
			if err != nil {
				continue
			}
			s = next.(*state)
			if s.status == games.Ready {
				continue
			}
			read := position(t, s.Text())
			if read.flags != s.flags || read.cleared != s.cleared || read.done != s.done {
				t.Fatalf("seed %v: %d flags, %d cleared, %d of the 3BV; counted %d, %d, %d in\n%s",
					seed, s.flags, s.cleared, s.done, read.flags, read.cleared, read.done, s.Text())
			}
			if won := s.cleared == len(s.squares)-s.mines; won && s.status == games.Playing {
				t.Fatalf("seed %v: playing on in\n%s", seed, s.Text())
			}
		}
	}
}

func dealt(t testing.TB, mode string, seed games.Seed) *state {
	t.Helper()
	m, err := Game().Mode(mode)
	if err != nil {
		t.Fatal(err)
	}
	s, err := dealState(version, m, seed)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*state)
}

// An opening opens what can be reached from it over cells without mines around them, and nothing else: found here by
// growing the region until it stands still.
func TestFloodExact(t *testing.T) {
	for seed := range games.Seed(150) {
		s := dealt(t, "17x13/20", seed)
		r := games.NewRand(seed, 1)
		for range 12 { // flags in the way
			if next, err := s.Apply(s.move("flag", r.N(len(s.squares)))); err == nil {
				s = next.(*state)
			}
		}
		first := r.N(len(s.squares))
		next, err := s.Apply(s.move("open", first))
		if err != nil {
			continue
		}
		got := next.(*state)
		want := region(got, s, first)
		for i, sq := range got.squares {
			if (sq == opened) != want[i] {
				t.Fatalf("seed %v: after opening %d, cell %d is %v, want open: %t, in\n%s", seed, first, i, sq, want[i], got.Text())
			}
		}
	}
}

// region is what opens with a cell, by the mines of one position and the flags of another.
func region(mines, flags *state, first int) []bool {
	in := make([]bool, len(mines.squares))
	in[first] = true
	for grown := true; grown; {
		grown = false
		for j := range in {
			if !in[j] || minesNear(mines, j) > 0 {
				continue
			}
			for i := range in {
				if !in[i] && adjacent(mines, i, j) && flags.squares[i] != flagged {
					in[i], grown = true, true
				}
			}
		}
	}
	return in
}

func adjacent(s *state, i, j int) bool {
	dx, dy := i%s.w-j%s.w, i/s.w-j/s.w
	return i != j && dx*dx <= 1 && dy*dy <= 1
}

func minesNear(s *state, i int) (n int) {
	for j, mine := range s.field.Mine {
		if mine && adjacent(s, i, j) {
			n++
		}
	}
	return n
}

func TestProgress(t *testing.T) {
	s := dealt(t, "expert", 3)
	if done, of := s.Progress(); done != 0 || of != 0 {
		t.Errorf("%d of %d before there are mines", done, of)
	}
	next, err := s.Apply(start(games.Mode{ID: "expert"}, 3))
	if err != nil {
		t.Fatal(err)
	}
	if done, of := next.Progress(); done != 1 || of != next.(*state).field.bv {
		t.Errorf("%d of %d after the first opening, want 1 of %d", done, of, next.(*state).field.bv)
	}
}

func FuzzApply(f *testing.F) {
	f.Add(uint64(1), "open 3,3\nflag 0,0\nchord 3,3\nhint\nreveal\nclear 0,0")
	f.Add(uint64(2), "flags 1,1\nmark 2,2\nopen 2,2\n~at 3,3\nopen 3,3")
	f.Fuzz(func(t *testing.T, seed uint64, moves string) {
		s := games.State(dealt(t, "9x7/9", games.Seed(seed)))
		for m := range strings.SplitSeq(moves, "\n") {
			before := s.Text()
			next, err := s.Apply(games.Move(m))
			if s.Text() != before {
				t.Fatalf("%q changed\n%s\nto\n%s", m, before, s.Text())
			}
			if err == nil {
				s = next
				continue
			}
			if !errors.Is(err, games.ErrIllegal) {
				t.Fatalf("%q: %v", m, err)
			}
		}
		if s.Status() != games.Ready {
			position(t, s.Text())
		}
	})
}
