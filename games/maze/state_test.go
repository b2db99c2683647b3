package maze

import (
	"errors"
	"strings"
	"testing"

	"arcade.example.com/games"
)

// small is a maze with a corridor of every kind.
const small = `
#######
#S  # #
### # #
#   # #
# # # #
# #  E#
#######`

func TestApply(t *testing.T) {
	tests := []struct {
		name  string
		moves string
		want  string // the last position, or what is wrong with the last move
	}{
		{"dealt", "", "at 0,0, passed 0 of 8, path hidden"},
		{"a wall", "south", "illegal"},
		{"outside", "north", "illegal"},
		{"outside", "west", "illegal"},
		{"half a cell", "east", "at 1,0, passed 1 of 8, path hidden"},
		{"on", "east,east,south,south", "at 2,2, passed 4 of 8, path hidden"},
		{"back", "east,east,west", "at 1,0, passed 2 of 8, path hidden"},
		{"back and on", "east,east,west,east,south", "at 2,1, passed 3 of 8, path hidden"},
		{"off the path", "east,east,south,south,west", "at 1,2, passed 4 of 8, path hidden"},
		{"off the path and on", "east,east,south,south,west,east,south", "at 2,3, passed 5 of 8, path hidden"},
		{"shown", "east,reveal", "at 1,0, passed 1 of 8, path shown"},
		{"shown twice", "reveal,reveal", "illegal"},
		{"shown and on", "reveal,east", "at 1,0, passed 1 of 8, path shown"},
		{"the end", "east,east,south,south,south,south,east,east", "at 4,4, passed 8 of 8, path hidden"},
		{"after the end", "east,east,south,south,south,south,east,east,west", "illegal"},
		{"shown after the end", "east,east,south,south,south,south,east,east,reveal", "illegal"},
		{"no move", "East", "illegal"},
		{"no move", "e", "illegal"},
		{"a hand", "~look east", "illegal"},
	}
	m := read(t, small)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var s games.State = start(m)
			for move := range strings.SplitSeq(test.moves, ",") {
				if move == "" {
					continue
				}
				next, err := s.Apply(games.Move(move))
				if err != nil {
					if !errors.Is(err, games.ErrIllegal) || test.want != "illegal" || !strings.HasSuffix(test.moves, move) {
						t.Fatalf("%s: %v, want %s", move, err, test.want)
					}
					return
				}
				s = next
			}
			if got, _, _ := strings.Cut(s.Text(), "\n"); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	var s games.State = start(read(t, small))
	for i, move := range strings.Fields("east east south reveal south south south east east") {
		if s.Status() != games.Playing || s.Assisted() != (i > 3) {
			t.Errorf("before move %d: %v, assisted %t", i, s.Status(), s.Assisted())
		}
		s, _ = s.Apply(games.Move(move))
	}
	if done, of := s.Progress(); s.Status() != games.Won || done != 5 || of != 5 {
		t.Errorf("at the exit: %v, %d of %d cells", s.Status(), done, of)
	}
}

func TestStateText(t *testing.T) {
	s, _ := start(read(t, small)).Apply("east")
	want := "at 1,0, passed 1 of 8, path hidden" + strings.Replace(small, "S ", "S@", 1) + "\n"
	if got := s.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	s, _ = s.Apply(games.Reveal)
	if got := s.Text(); !strings.Contains(got, "path shown\n") || !strings.Contains(got, "# #..E#") {
		t.Errorf("revealed:\n%s", got)
	}
}

// Progress never falls, and a walk along the path makes all of it.
func TestProgress(t *testing.T) {
	rand := games.NewRand(1, 0)
	for seed := range games.Seed(50) {
		s := start(deal(plan{w: 6, h: 5}, seed))
		for range 400 {
			next, err := s.Apply(directions[rand.N(4)].move())
			if err != nil {
				continue
			}
			was, of := s.Progress()
			s = next.(*state)
			if is, _ := s.Progress(); is < was || is > was+1 || is > of || (is == of) != (s.at == s.m.exit()) {
				t.Fatalf("seed %v: %d of %d after %d at %v", seed, is, of, was, s.at)
			}
			if s.Status().Over() {
				break
			}
		}
	}
}

func FuzzApply(f *testing.F) {
	f.Add(uint64(1), "east,south,east")
	f.Add(uint64(2), "reveal,north,west,~look south")
	f.Fuzz(func(t *testing.T, seed uint64, moves string) {
		var s games.State = start(deal(plan{w: 4, h: 3}, games.Seed(seed)))
		for move := range strings.SplitSeq(moves, ",") {
			before := s.Text()
			next, err := s.Apply(games.Move(move))
			if s.Text() != before {
				t.Fatalf("%q changes its position", move)
			}
			if err != nil {
				if !errors.Is(err, games.ErrIllegal) {
					t.Fatalf("%q: %v", move, err)
				}
				continue
			}
			if next.Text() == before {
				t.Fatalf("%q leads nowhere", move)
			}
			s = next
		}
	})
}
