package maze

import (
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
)

// hand plays a board as the arcade does.
type hand struct {
	t     *testing.T
	b     *board
	s     *state
	now   time.Duration
	moves []string // made, with those that only show the hand
}

func newHand(t *testing.T, m *maze, w, h int, o games.Options) *hand {
	k := &hand{t: t, b: new(board), s: start(m)}
	k.b.Fit(k.s, w, h, o)
	return k
}

// plan makes the maze of a mode.
func dealt(t *testing.T, id string, seed games.Seed) *maze {
	t.Helper()
	p, err := parsePlan(id)
	if err != nil {
		t.Fatal(err)
	}
	return deal(p, seed)
}

func (k *hand) input(in games.Input) (used bool) {
	k.t.Helper()
	in.Now = k.now
	m, used := k.b.Input(k.s, in)
	if m == "" {
		return used
	}
	k.moves = append(k.moves, string(m))
	if m.Shows() {
		return true
	}
	next, err := k.s.Apply(m)
	if err != nil {
		k.t.Fatalf("the board asks for a move that is none: %v", err)
	}
	k.s = next.(*state)
	return true
}

func (k *hand) key(key string) bool {
	k.t.Helper()
	return k.input(games.Input{Kind: games.Key, Key: key})
}

// tick waits for as long as the board wants to, and reports whether it does.
func (k *hand) tick() bool {
	k.t.Helper()
	d := k.b.Next(k.s)
	k.now += d
	return d > 0 && (k.input(games.Input{Kind: games.Tick}) || true)
}

// keys presses keys, each when everything stands still.
func (k *hand) keys(list string) {
	k.t.Helper()
	for key := range strings.FieldsSeq(list) {
		k.key(key)
		for k.tick() {
		}
	}
}

func (k *hand) canvas(ghosts ...games.Ghost) *games.Canvas {
	c := games.NewCanvas(k.b.w, k.b.h)
	k.b.Draw(c, k.s, games.Scene{Ghosts: ghosts})
	return c
}

// walks is a maze with a long corridor, a junction and a dead end.
const walks = `
###########
#S    #   #
##### # # #
#   #   # #
# # ##### #
# #       #
# ##### ###
# #      E#
###########`

// toJunction leads from its entrance to the first of them.
const toJunction = "east east east east south south east east north north east east south south south south west west"

func TestKeys(t *testing.T) {
	tests := []struct{ name, keys, want string }{
		{"arrows", "right right right left", "east east east west"},
		{"letters", "d d l h", "east east east west"},
		{"capitals that are nobody's", "right right right right down J K", "east east east east south south north"},
		{"walls", "up left down", ""},
		{"to the next junction", "shift+right", toJunction},
		{"to the next junction, by letter", "D", toJunction},
		{"into a wall", "shift+down", ""},
		{"on to the dead end", "D shift+left", toJunction + " west west west west north north west west south south south south"},
		{"back from nowhere", "u", ""},
		{"back to the entrance", "right right u", "east east west west"},
		{"back to the entrance, round corners", "right right right right down down u", "east east east east south south north north west west west west"},
		{"back to the junction", "D down down u", toJunction + " south south north north"},
		{"back past a junction", "D down u left left u u", toJunction + " south north west west east east east east north north north north west west south south west west north north west west west west"},
		{"back when half way back", "right right right left u", "east east east west west west"},
		{"revealed", "p right p", "reveal east"},
		{"not ours", "n r q L G ? esc", ""},
	}
	m := read(t, walks)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			k := newHand(t, m, 80, 22, games.Options{})
			k.keys(test.keys)
			if got := strings.Join(k.moves, " "); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// A walk makes its first step at once and each further one after 30 ms, and any key ends it.
func TestWalkIsStopped(t *testing.T) {
	k := newHand(t, read(t, walks), 80, 22, games.Options{})
	k.key("shift+right")
	for range 3 {
		if d := k.b.Next(k.s); d != 30*time.Millisecond {
			t.Fatalf("next tick in %v", d)
		}
		k.tick()
	}
	k.key("left")
	if k.tick() {
		t.Error("it walks on")
	}
	if got := strings.Join(k.moves, " "); got != "east east east east west" {
		t.Errorf("moves: %s", got)
	}
}

// A walk goes at its pace inside too, where only turns take their time.
func TestWalkInside(t *testing.T) {
	for _, motion := range []games.Motion{games.FullMotion, games.ReducedMotion, games.NoMotion} {
		k := newHand(t, read(t, walks), 80, 22, games.Options{Motion: motion})
		k.keys("i")
		k.now = 0
		k.key("shift+up")
		for k.tick() {
		}
		if got := strings.Join(k.moves, " "); got != "~in "+toJunction {
			t.Errorf("moves: %s", got)
		}
		least, most := 18*pace, 18*pace+7*turnTime
		if k.now < least-pace || k.now > most {
			t.Errorf("motion %d: 18 steps round 7 corners in %v, want %v to %v", motion, k.now, least, most)
		}
	}
}

// A click goes to where one can see from here, and along the corridor.
func TestClick(t *testing.T) {
	m := read(t, walks)
	for _, o := range []games.Options{{}, {ASCII: true}, {Depth: games.Mono}} {
		for _, test := range []struct {
			to   point
			want int
		}{{point{4, 0}, 4}, {point{1, 0}, 1}, {point{0, 0}, 0}, {point{4, 2}, 6}, {point{6, 0}, 10}, {point{0, 2}, 0}, {point{-1, 0}, 0}, {point{99, 0}, 0}} {
			k := newHand(t, m, 80, 22, o)
			l := k.b.lens
			y := l.top + (test.to.y-l.from.y)*l.ky
			if !l.glyphs {
				y /= 2
			}
			k.input(games.Input{Kind: games.Press, Button: games.Left, X: l.left + (test.to.x-l.from.x)*l.kx, Y: y})
			for k.tick() {
			}
			if len(k.moves) != test.want {
				t.Errorf("%+v: click on %v: %v, want %d steps", o, test.to, k.moves, test.want)
			}
		}
	}
}

// The path is drawn from the entrance on, in less than a second.
func TestReveal(t *testing.T) {
	for _, test := range []struct {
		motion   games.Motion
		from, to int // how many pictures it takes
	}{{games.FullMotion, 10, 30}, {games.ReducedMotion, 2, 8}, {games.NoMotion, 0, 0}} {
		k := newHand(t, dealt(t, "20x20", 1), 80, 22, games.Options{Motion: test.motion})
		k.key("p")
		pictures, drawn := 0, halves(k.canvas(), games.Path)
		if test.to > 0 && drawn != 0 {
			t.Errorf("motion %d: %d cells of the path at once", test.motion, drawn)
		}
		for k.tick() {
			pictures++
			if now := halves(k.canvas(), games.Path); now <= drawn && drawn > 0 {
				t.Errorf("motion %d: %d cells of the path after %d", test.motion, now, drawn)
			} else {
				drawn = now
			}
		}
		if pictures < test.from || pictures > test.to || k.now > time.Second {
			t.Errorf("motion %d: %d pictures in %v", test.motion, pictures, k.now)
		}
		if want := k.s.m.units() - 1; drawn != want {
			t.Errorf("motion %d: %d points of the path at the end, want %d", test.motion, drawn, want)
		}
	}
}

// halves is how many half cells have a role.
func halves(c *games.Canvas, r games.Role) int {
	return strings.Count(blocks(c), string(letters[r]))
}

// What is asked in a ranked run and not done leaves no trace.
func TestRevealThatIsNotMade(t *testing.T) {
	k := newHand(t, read(t, walks), 80, 22, games.Options{})
	k.keys("right")
	k.b.Input(k.s, games.Input{Kind: games.Key, Key: "p"})
	if d := k.b.Next(k.s); d != 0 {
		t.Errorf("it wants a tick in %v", d)
	}
	if halves(k.canvas(), games.Path) > 0 {
		t.Error("the path is shown")
	}
}

func TestViews(t *testing.T) {
	m := dealt(t, "10x10", 3)
	k := newHand(t, m, 80, 22, games.Options{Motion: games.NoMotion})
	above := blocks(k.canvas())
	k.keys("i")
	if blocks(k.canvas()) == above {
		t.Error("i shows nothing else")
	}
	k.keys("i o o O I o")
	if got := strings.Join(k.moves, " "); got != "~in ~out ~in ~out" {
		t.Errorf("moves: %s", got)
	}
	if blocks(k.canvas()) != above {
		t.Error("o does not lead back")
	}
}

// One who watches sees the view that was played in.
func TestWatchViews(t *testing.T) {
	m := dealt(t, "10x10", 3)
	k := newHand(t, m, 80, 22, games.Options{Motion: games.NoMotion})
	k.keys("i")
	w := newHand(t, m, 80, 22, games.Options{Motion: games.NoMotion})
	w.b.Watch(w.s, "~in")
	if blocks(w.canvas()) != blocks(k.canvas()) {
		t.Error("~in shows something else than i did")
	}
	w.b.Show(w.s)
	if w.b.within {
		t.Error("afresh it is still inside")
	}
}

func TestFirstPersonOnly(t *testing.T) {
	k := newHand(t, dealt(t, "10x10-fp", 3), 80, 22, games.Options{Motion: games.NoMotion})
	inside := blocks(k.canvas())
	for _, key := range []string{"i", "c"} {
		if k.key(key) || len(k.moves) > 0 || blocks(k.canvas()) != inside {
			t.Errorf("%s does something: %v", key, k.moves)
		}
	}
	for key, says := range map[string]string{"o": "This mode is first person only.", "O": "This mode is first person only.", "m": "This mode has no map."} {
		if k.key(key); len(k.moves) > 0 || !strings.Contains(glyphs(k.canvas()), says) {
			t.Errorf("%s does not say why not: %v in\n%s", key, k.moves, glyphs(k.canvas()))
		}
		k.key("left")
		k.key("right")
		if blocks(k.canvas()) != inside {
			t.Errorf("the word after %s stays", key)
		}
		k.moves = nil
	}
	k.b.Fit(k.s, 39, 8, games.Options{})
	if got := strings.TrimSpace(glyphs(k.canvas())); got != "First person needs 40x12 cells." {
		t.Errorf("a small window says %q", got)
	}
	k.b.Fit(k.s, 80, 22, games.Options{Motion: games.NoMotion})
	if blocks(k.canvas()) != inside {
		t.Error("a larger window again shows something else")
	}
}

// Where the first person does not fit, the view from above stays, and says so until the next key.
func TestTooSmall(t *testing.T) {
	const says = "First person needs 40x12 cells."
	m := dealt(t, "10x10", 3)
	k := newHand(t, m, 39, 22, games.Options{})
	k.keys("i")
	if got := glyphs(k.canvas()); !strings.Contains(got, says) || k.b.within || len(k.moves) > 0 {
		t.Errorf("i: %v in\n%s", k.moves, got)
	}
	k.keys("right")
	if got := glyphs(k.canvas()); strings.Contains(got, says) {
		t.Errorf("after another key:\n%s", got)
	}
	k = newHand(t, m, 80, 22, games.Options{})
	k.keys("i")
	k.key("right") // turning
	k.b.Fit(k.s, 39, 22, games.Options{})
	if got := glyphs(k.canvas()); !strings.Contains(got, says) || k.b.within {
		t.Errorf("the window shrinks while inside:\n%s", got)
	}
	k.keys("o down right")
}

// After the end p shows and hides the path under the player's way; that is nobody's move.
func TestSolutionAfterwards(t *testing.T) {
	k := newHand(t, read(t, walks), 80, 22, games.Options{})
	k.keys("D down down right")
	k.keys("right right")
	if k.s.Status() != games.Won {
		t.Fatalf("not at the exit:\n%s", k.s.Text())
	}
	made := len(k.moves)
	without := blocks(k.canvas())
	if halves(k.canvas(), games.Path) != 0 || halves(k.canvas(), games.Trail) == 0 {
		t.Errorf("at the end\n%s", without)
	}
	k.keys("p")
	if halves(k.canvas(), games.Path) == 0 {
		t.Errorf("after p\n%s", blocks(k.canvas()))
	}
	k.keys("p up left u W i o c")
	if blocks(k.canvas()) != without || len(k.moves) != made {
		t.Errorf("%v in\n%s", k.moves[made:], blocks(k.canvas()))
	}
}

// The trail belongs to the position: whoever sees it first sees all of it.
func TestTrailAfterwards(t *testing.T) {
	k := newHand(t, read(t, walks), 80, 22, games.Options{})
	k.keys("D shift+left u down")
	want := blocks(k.canvas())
	again := newHand(t, k.s.m, 80, 22, games.Options{})
	again.s = k.s
	again.b.Show(again.s)
	if got := blocks(again.canvas()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A maze may be carved once more to look at: before the first move, where nothing ranks.
func TestCarve(t *testing.T) {
	for _, test := range []struct {
		mode, before string
		want         bool
	}{{"12x8", "", true}, {"10x10+wilson", "", true}, {"10x10+kruskal", "", true}, {"10x10", "", false}, {"12x8", "shift+right shift+down", false}} {
		k := newHand(t, dealt(t, test.mode, 1), 80, 22, games.Options{})
		k.keys(test.before)
		whole := blocks(k.canvas())
		pictures := map[string]bool{}
		used := k.key("c")
		for k.tick() {
			pictures[blocks(k.canvas())] = true
		}
		if used != test.want || (len(pictures) > 10) != test.want || k.now > 2*time.Second {
			t.Errorf("%s after %q: used %t, %d pictures in %v", test.mode, test.before, used, len(pictures), k.now)
		}
		if blocks(k.canvas()) != whole {
			t.Errorf("%s after %q: another maze at the end", test.mode, test.before)
		}
	}
}

// In a maze that is larger than the window the player stays in sight, and little is drawn anew at most steps.
func TestScroll(t *testing.T) {
	k := newHand(t, dealt(t, "45x40", 1), 80, 22, games.Options{})
	way := k.s.m.path()
	scrolled := 0
	for i, p := range way[1:] {
		from := k.b.lens.from
		k.key([...]string{"up", "right", "down", "left"}[toward(way[i], p)])
		if k.s.at != p {
			t.Fatalf("at %v, want %v", k.s.at, p)
		}
		if halves(k.canvas(), games.You) != 1 {
			t.Fatalf("at %v out of sight", p)
		}
		if k.b.lens.from != from {
			scrolled++
		}
	}
	if scrolled > len(way)/8 {
		t.Errorf("scrolled at %d of %d steps", scrolled, len(way))
	}
}

func TestHints(t *testing.T) {
	k := newHand(t, dealt(t, "12x8", 4), 80, 22, games.Options{Motion: games.NoMotion})
	check := func(want string) {
		t.Helper()
		var keys []string
		for _, h := range k.b.Hints(k.s) {
			keys = append(keys, h.Key)
		}
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	check("↑↓←→ i c p shift+↑↓←→")
	k.keys("down")
	check("↑↓←→ i p shift+↑↓←→ u")
	k.keys("p")
	k.keys("down")
	check("↑↓←→ i shift+↑↓←→ u")
	k.keys("i")
	check("↑↓ ←→ m o u")
}

// The demo carves its maze and walks out of it, in the time that the menu gives it.
func TestDemo(t *testing.T) {
	r := demo()
	k := newHand(t, dealt(t, r.Mode, r.Seed), 30, 9, games.Options{})
	open, carving, walked := 0, 0, 0
	for _, step := range r.Steps {
		if _, ok := heading(step.Move); ok {
			next, err := k.s.Apply(step.Move)
			if err != nil {
				t.Fatal(err)
			}
			k.s = next.(*state)
			walked++
		} else {
			carving++
		}
		k.b.Watch(k.s, step.Move)
		ground := k.b.w*2*k.b.h - halves(k.canvas(), games.Wall)
		if ground < open {
			t.Errorf("at %v: %d open places after %d", step.At, ground, open)
		}
		open = ground
		if d := k.b.Next(k.s); d != 0 {
			t.Errorf("at %v it wants a tick", step.At)
		}
	}
	if last := r.Steps[len(r.Steps)-1].At; last > 3*time.Second || carving < 20 || walked != k.s.m.units() || k.s.Status() != games.Won {
		t.Errorf("%d steps of carving and %d of walking in %v, %v", carving, walked, last, k.s.Status())
	}
}
