package minesweeper

import (
	"strings"
	"testing"

	"arcade.example.com/games"
)

// hands reads what hands do on a face: words of keys, and of the mouse "L+1,2" (the left button goes down on cell 1,2), "R~1,2"
// (dragged there with the right button), "M-1,2" (the middle button goes up there), "?-1,2" (some button does).
func hands(t *testing.T, f *face, script string) (list []games.Input) {
	t.Helper()
	buttons := map[byte]games.Button{'L': games.Left, 'M': games.Middle, 'R': games.Right, '?': games.NoButton}
	kinds := map[byte]games.Kind{'+': games.Press, '~': games.Drag, '-': games.Release}
	dx, dy := f.size.middle()
	for word := range strings.FieldsSeq(script) {
		if len(word) < 5 || !strings.Contains(word, ",") {
			list = append(list, games.Input{Kind: games.Key, Key: word})
			continue
		}
		col, row, _ := strings.Cut(word[2:], ",")
		x, y := number(strings.TrimPrefix(col, "-")), number(row)
		if strings.HasPrefix(col, "-") {
			x = -x
		}
		list = append(list, games.Input{Kind: kinds[word[1]], Button: buttons[word[0]], X: f.fx + dx + x*f.size.w, Y: f.fy + dy + y*f.size.h})
	}
	return list
}

func TestInput(t *testing.T) {
	const (
		fresh  = "ready 5x5/3 ----- ----- ----- ----- -----"
		fields = "playing 5x5/3 F1--- 11--- ----- ----- --*-*"
		bare   = "playing 5x5/3 *1--- 11--- ----- ----- --*-*"
		lone   = "playing 5x5/1 *1000 11000 00000 0-000 00000"
	)
	marks, smart := map[string]bool{marksSetting: true}, map[string]bool{smartSetting: true}
	tests := []struct {
		name, position, script string
		want                   string // the moves, in order
		on                     map[string]bool
	}{
		{"arrows", fresh, "left up right down", "~at 1,2 ~at 1,1 ~at 2,1 ~at 2,2", nil},
		{"hjkl", fresh, "h k l j", "~at 1,2 ~at 1,1 ~at 2,1 ~at 2,2", nil},
		{"wasd", fresh, "a w d s", "~at 1,2 ~at 1,1 ~at 2,1 ~at 2,2", nil},
		{"the edge stops", fresh, "up up up left left left", "~at 2,1 ~at 2,0 ~at 1,0 ~at 0,0", nil},
		{"ends of the row", fresh, "0 $ home end", "~at 0,2 ~at 4,2 ~at 0,2 ~at 4,2", nil},
		{"to the next closed cell", fields, "0 up up e e", "~at 0,2 ~at 0,1 ~at 0,0 ~at 2,0 ~at 3,0", nil},
		{"and back, round the board and over flags", fields, "up up 0 b b", "~at 2,1 ~at 2,0 ~at 0,0 ~at 4,4 ~at 3,4", nil},
		{"open", fresh, "enter", "open 2,2", nil},
		{"open with space", fresh, "space", "open 2,2", nil},
		{"flag and take it away", fresh, "f f", "flag 2,2 clear 2,2", nil},
		{"flag, mark, neither", fresh, "f f f", "flag 2,2 mark 2,2 clear 2,2", marks},
		{"opening a flag takes it away", fresh, "f space space", "flag 2,2 clear 2,2 open 2,2", nil},
		{"chord", fields, "k h c", "~at 2,1 ~at 1,1 chord 1,1", nil},
		{"space chords on a number", fields, "k h space", "~at 2,1 ~at 1,1 chord 1,1", nil},
		{"too few flags", bare, "k h c space", "~at 2,1 ~at 1,1 ~click 1,1 ~click 1,1", nil},
		{"c on what is closed", bare, "c", "~click 2,2", nil},
		{"hint", bare, "H H", "hint hint", nil},
		{"hint before there are mines", fresh, "H", "", nil},
		{"reveal", bare, "p p", "reveal", nil},
		{"useless before the clock runs", fresh, "c", "", nil},
		{"the flag key on a number", lone, "k h f", "~at 2,1 ~at 1,1 ~click 1,1", nil},
		{"the flag key on a number, smart", lone, "k h f f", "~at 2,1 ~at 1,1 flags 1,1 ~click 1,1", smart},
		{"a thousand keys", fresh, strings.Repeat("right left ", 500) + "enter", strings.Repeat("~at 3,2 ~at 2,2 ", 500) + "open 2,2", nil},

		{"left opens on release", fresh, "L+1,1 L-1,1", "open 1,1", nil},
		{"not on the press", fresh, "L+1,1", "", nil},
		{"it opens where it is released", fresh, "L+1,1 L~2,1 L-2,1", "open 2,1", nil},
		{"sliding off the board cancels", fresh, "L+1,1 L~1,-1 L-1,-1", "", nil},
		{"and back on does not", fresh, "L+1,1 L~1,-1 L~1,1 L-1,1", "open 1,1", nil},
		{"nothing opens that was pressed beside the board", fresh, "L+1,-1 L~1,1 L-1,1", "", nil},
		{"a release that does not say of what", fresh, "L+1,1 ?-1,1", "open 1,1", nil},
		{"a release alone", fresh, "L-1,1", "", nil},
		{"off the board", fresh, "L+-9,1 L-1,1 L+1,1 L-1,9", "", nil},
		{"left takes a flag away", fields, "L+0,0 L-0,0", "clear 0,0", nil},
		{"left on a number chords", fields, "L+1,1 L-1,1", "chord 1,1", nil},
		{"middle chords", fields, "M+1,1 M-1,1", "chord 1,1", nil},
		{"middle on what is closed", fields, "M+3,3 M-3,3", "~click 3,3", nil},
		{"left and right chord, once", fields, "L+1,1 R+1,1 R-1,1 L-1,1", "chord 1,1", nil},
		{"right and left chord, once", fields, "R+1,1 L+1,1 L-1,1 R-1,1", "chord 1,1", nil},
		{"left and right do not flag", bare, "L+3,3 R+3,3 R-3,3 L-3,3", "~click 3,3", nil},
		{"a chord is where it is released", fields, "M+3,3 M~1,1 M-1,1", "chord 1,1", nil},
		{"sliding a chord off the board cancels", fields, "M+1,1 M~1,-1 M-1,-1", "", nil},
		{"right flags at once", fresh, "R+1,1", "flag 1,1", nil},
		{"right takes a flag away", fields, "R+0,0 R-0,0", "clear 0,0", nil},
		{"right paints flags", fresh, "R+0,0 R~1,0 R~1,0 R~2,0 R-2,0 R~3,0", "flag 0,0 flag 1,0 flag 2,0", nil},
		{"not on flags, and not on numbers", fields, "R+0,2 R~0,1 R~0,0 R~1,0 R~2,0", "flag 0,2 flag 2,0", nil},
		{"right paints them away", fields, "R+2,0 R-2,0 R+0,0 R~1,0 R~2,0 R~3,0", "flag 2,0 clear 0,0 clear 2,0", nil},
		{"right on a number paints nothing", fields, "R+1,0 R~2,0 R~3,0", "", nil},
		{"nothing acts after the end", "won 5x5/1 *1000 11000 00000 00000 00000", "enter f c H p L+0,0 L-0,0 R+0,0 left", "", nil},
		{"nor after a loss", "lost 5x5/2 X---- ----- ----- ----- ----*", "enter f c H p x x L+3,3 L-3,3 R+2,2 left", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := position(t, tt.position)
			f := newFace().(*face)
			f.Fit(s, 80, 24, games.Options{On: tt.on})
			var got []string
			for _, in := range hands(t, f, tt.script) {
				m, used := f.Input(s, in)
				if !used {
					t.Errorf("%v is not used", in)
				}
				if m == "" {
					continue
				}
				got = append(got, string(m))
				if !m.Shows() && !strings.HasPrefix(tt.want, "open") {
					s = must(t, s, m)
				}
			}
			if said := strings.Join(got, " "); said != strings.TrimSpace(tt.want) {
				t.Errorf("made %q, want %q", said, tt.want)
			}
		})
	}
}

// What is not the board's is the screen's.
func TestNotUsed(t *testing.T) {
	s := position(t, midgame)
	f := newFace()
	f.Fit(s, 80, 24, games.Options{})
	for _, k := range []string{"n", "r", "L", "G", "q", "esc", "?", "x", "tab", "ctrl+a", "1"} {
		if m, used := f.Input(s, games.Input{Kind: games.Key, Key: k}); m != "" || used {
			t.Errorf("key %q: move %q, used %t", k, m, used)
		}
	}
	if m, used := f.Input(s, games.Input{Kind: games.Wheel, Button: games.WheelDown}); m != "" || used {
		t.Errorf("wheel where all shows: move %q, used %t", m, used)
	}
}

// The smiling face begins anew when it is clicked, in a finished run too.
func TestButton(t *testing.T) {
	for _, text := range []string{midgame, "won 9x6/2 *10000000 110000000 000000000 000000000 000000011 00000001F"} {
		s := position(t, text)
		f := newFace()
		f.Fit(s, 33, 12, games.Options{})
		at := func(kind games.Kind, x, y int) games.Move {
			m, used := f.Input(s, games.Input{Kind: kind, Button: games.Left, X: x, Y: y})
			if !used {
				t.Errorf("kind %d at %d,%d is not used", kind, x, y)
			}
			return m
		}
		if m := at(games.Press, 16, 2); m != "" {
			t.Errorf("%q on the press", m)
		}
		if m := at(games.Release, 16, 2); m != games.New {
			t.Errorf("%q on the release, want %q", m, games.New)
		}
		at(games.Press, 16, 2)
		if m := at(games.Release, 20, 2); m != "" {
			t.Errorf("%q after sliding off", m)
		}
	}
}

// A window that changes in the middle of a press forgets the press.
func TestFitForgetsPress(t *testing.T) {
	s := position(t, midgame)
	f := newFace()
	f.Fit(s, 80, 24, games.Options{})
	f.Input(s, games.Input{Kind: games.Press, Button: games.Left, X: 40, Y: 12})
	f.Fit(s, 60, 18, games.Options{})
	if m, _ := f.Input(s, games.Input{Kind: games.Release, Button: games.Left, X: 40, Y: 12}); m != "" {
		t.Errorf("%q after the window changed", m)
	}
}

// However the window is, the cursor is in sight, and a click on where a cell is drawn hits that cell.
func TestPane(t *testing.T) {
	for _, size := range [][2]int{{30, 16}, {9, 9}, {5, 5}, {60, 40}, {5, 40}} {
		for width := 5; width < 130; width += 7 {
			for height := 3; height < 60; height += 5 {
				var p pane
				p.fit(size[0], size[1], width, height)
				r := games.NewRand(games.Seed(width), uint64(height))
				for range 20 {
					i := r.N(size[0] * size[1])
					p.show(i)
					f := face{pane: p}
					x, y, shows := f.place(i)
					if !shows || x < p.x || x >= p.x+p.cols || y < p.y || y >= p.y+p.rows {
						t.Fatalf("%v in %dx%d: cell %d is at %d,%d, shows %t", size, width, height, i, x, y, shows)
					}
					if got := p.hit(x, y); got != i {
						t.Fatalf("%v in %dx%d: cell %d at %d,%d is hit as %d", size, width, height, i, x, y, got)
					}
				}
			}
		}
	}
}

// A tall window shows expert transposed; the moves stay those of the position.
func TestTransposed(t *testing.T) {
	s := dealt(t, "expert", 1)
	f := newFace()
	f.Fit(s, 40, 40, games.Options{})
	var moves []string
	for _, k := range []string{"0", "up", "down", "right", "$", "enter"} {
		if m, _ := f.Input(s, games.Input{Kind: games.Key, Key: k}); m != "" {
			moves = append(moves, string(m))
		}
	}
	want := "~at 15,0 ~at 14,0 ~at 15,0 ~at 15,1 ~at 15,15 open 15,15"
	if got := strings.Join(moves, " "); got != want {
		t.Errorf("moves %q, want %q", got, want)
	}
}

// The whole of expert stands on 60x18, which is what a screen leaves of 60x20.
func TestExpertOn60x18(t *testing.T) {
	m, err := Game().Mode("expert")
	if err != nil {
		t.Fatal(err)
	}
	if m.Cols > 60 || m.Rows > 18 {
		t.Errorf("expert takes %dx%d", m.Cols, m.Rows)
	}
	var p pane
	p.fit(30, 16, m.Cols, m.Rows)
	if p.vc != 30 || p.vr != 16 || p.head == 0 {
		t.Errorf("%d x %d cells show, with %d rows of head", p.vc, p.vr, p.head)
	}
}

// The cells are the largest with which the whole field shows, in what a screen leaves of its window.
func TestSizes(t *testing.T) {
	for _, tt := range []struct {
		mode             string
		w, h             int // of the screen
		size             size
		head, tap, shown int // shown: columns times rows of cells
	}{
		{"beginner", 120, 40, size{6, 3}, headRows, 0, 81},
		{"expert", 120, 40, size{3, 2}, headRows, 0, 480},
		{"expert", 200, 60, size{6, 3}, headRows, 0, 480},
		{"intermediate", 80, 24, size{4, 1}, headRows, 0, 256},
		{"expert", 80, 24, size{2, 1}, headRows, 0, 480},
		{"expert", 60, 20, size{2, 1}, lineRows, 0, 480},
		{"intermediate", 60, 20, size{2, 1}, lineRows, 0, 256},
		{"beginner", 40, 18, size{4, 1}, headRows, 1, 81},
		{"expert", 40, 18, size{2, 1}, lineRows, 1, 20 * 14},
	} {
		su, err := setupOf(tt.mode)
		if err != nil {
			t.Fatal(err)
		}
		var p pane
		p.fit(su.w, su.h, tt.w, tt.h-2)
		if p.size != tt.size || p.head != tt.head || p.tap != tt.tap || p.vc*p.vr != tt.shown {
			t.Errorf("%s on %dx%d: %v, %d rows above, %d below, %d cells, want %v, %d, %d, %d",
				tt.mode, tt.w, tt.h, p.size, p.head, p.tap, p.vc*p.vr, tt.size, tt.head, tt.tap, tt.shown)
		}
	}
}

// Expert is turned where the window is tall and has the rows, and nowhere else.
func TestTurnedWhereTheWindowIsTall(t *testing.T) {
	for _, tt := range []struct {
		w, h   int
		turned bool
	}{{80, 22, false}, {120, 38, false}, {200, 58, false}, {70, 43, true}, {64, 36, true}, {40, 40, true}, {70, 30, false}, {62, 35, false},
		{100, 43, false}} {
		var p pane
		p.fit(30, 16, tt.w, tt.h)
		if p.turned != tt.turned {
			t.Errorf("%dx%d: turned %v", tt.w, tt.h, p.turned)
		}
	}
}

// Hints say the truth: what they call safe is no mine, and they ask for a guess only where nothing is safe.
func TestHints(t *testing.T) {
	for seed := range games.Seed(15) {
		s := dealt(t, "intermediate", seed)
		s = must(t, s, s.move("open", s.start(seed)))
		for steps := 0; !s.status.Over() && steps < 40; steps++ {
			a := s.advise(steps * 7 % len(s.squares))
			if a.known.Guess {
				break
			}
			if s.field.Mine[a.cell] {
				t.Fatalf("seed %v: cell %d is said to be safe in\n%s", seed, a.cell, s.Text())
			}
			if len(a.why) == 0 {
				t.Fatalf("seed %v: no reason for cell %d in\n%s", seed, a.cell, s.Text())
			}
			s = must(t, s, s.move("open", a.cell))
		}
	}
}

// Whoever watches sees what the player saw.
func TestWatch(t *testing.T) {
	s := position(t, midgame)
	mine, theirs := newFace().(*face), newFace()
	for _, f := range []games.Board{mine, theirs} {
		f.Fit(s, 20, 9, games.Options{Motion: games.NoMotion})
	}
	for _, in := range hands(t, mine, "left up f H H down H $ f f e H H H b b enter down right p space") {
		m, _ := mine.Input(s, in)
		if m == "" {
			continue
		}
		if !m.Shows() {
			s = must(t, s, m)
		}
		theirs.Watch(s, m)
		if got, want := picture(t, theirs, s, 20, 9, games.Scene{}), picture(t, mine, s, 20, 9, games.Scene{}); got != want {
			t.Fatalf("after %q they see\n%s\nwhere the player sees\n%s", m, got, want)
		}
	}
	if s.status != games.Lost {
		t.Errorf("the run is %v, want lost", s.status)
	}
}

func TestKeysSaid(t *testing.T) {
	for text, want := range map[string]string{
		midgame:        "space f e b H",
		"lost " + over: "x",
		"won 5x5/1 *1000 11000 00000 00000 00000": "",
	} {
		s := position(t, text)
		f := newFace()
		f.Fit(s, 80, 24, games.Options{})
		var keys []string
		for _, h := range f.Hints(s) {
			keys = append(keys, h.Key)
		}
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("%v: keys %q, want %q", s.status, got, want)
		}
	}
}

// A number that has not its flags says so, in the singular where that is due; one that has them says nothing.
func TestNeeds(t *testing.T) {
	for text, want := range map[string]string{
		"playing 5x5/3 *1--- 11--- ----- ----- --*-*": "1 needs 1 flag, has 0",
		"playing 5x5/3 *2*-- -2--- ----- ----- ----*": "2 needs 2 flags, has 0",
		"playing 5x5/1 F1000 11000 00000 0-000 00000": "",
	} {
		f := newFace().(*face)
		s := position(t, text)
		f.Fit(s, 80, 24, games.Options{})
		for _, mine := range []bool{true, false} {
			f.word = ""
			if mine {
				f.chord(s, 6)
			} else {
				f.Watch(s, "~click 1,1")
			}
			if f.word != want {
				t.Errorf("%s says %q, want %q", text, f.word, want)
			}
		}
	}
}

// The wheel scrolls what does not fit, and the cursor comes along.
func TestWheel(t *testing.T) {
	s := dealt(t, "expert", 1)
	f := newFace()
	f.Fit(s, 60, 8, games.Options{})
	f.Input(s, games.Input{Kind: games.Key, Key: "0"})
	for range 30 {
		if _, used := f.Input(s, games.Input{Kind: games.Wheel, Button: games.WheelDown}); !used {
			t.Fatal("the wheel is not used")
		}
	}
	if m, _ := f.Input(s, games.Input{Kind: games.Key, Key: "down"}); m != "~at 0,11" {
		t.Errorf("below the cursor lies %q, want ~at 0,11", m)
	}
	for range 30 {
		f.Input(s, games.Input{Kind: games.Wheel, Button: games.WheelUp})
	}
	if m, _ := f.Input(s, games.Input{Kind: games.Key, Key: "up"}); m != "~at 0,4" {
		t.Errorf("above the cursor lies %q, want ~at 0,4", m)
	}
}
