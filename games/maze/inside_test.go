package maze

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
)

// visitor is somebody in a maze, without the board around.
type visitor struct {
	t     testing.TB
	v     *inside
	s     *state
	c     *games.Canvas
	now   time.Duration
	moves []string
}

func visit(t testing.TB, m *maze, w, h int, o games.Options) *visitor {
	k := &visitor{t: t, v: new(inside), s: start(m)}
	k.fit(w, h, o)
	k.v.enter(k.s)
	return k
}

func (k *visitor) fit(w, h int, o games.Options) {
	k.v.fit(k.s, w, h, o)
	k.c = games.NewCanvas(w, h)
}

// put stands the visitor somewhere, looking in direction d.
func (k *visitor) put(p point, d direction) {
	k.s = &state{m: k.s.m, at: p, revealed: k.s.revealed}
	k.v.stop()
	k.v.at, k.v.facing = p, d
	k.v.explore()
}

func (k *visitor) input(in games.Input) bool {
	k.t.Helper()
	in.Now = k.now
	m, used := k.v.input(k.s, in)
	if m != "" {
		k.moves = append(k.moves, string(m))
	}
	if m == "" || m.Shows() {
		return used
	}
	next, err := k.s.Apply(m)
	if err != nil {
		k.t.Fatalf("the view asks for a move that is none: %v", err)
	}
	k.s = next.(*state)
	return true
}

func (k *visitor) key(key string) bool {
	k.t.Helper()
	return k.input(games.Input{Kind: games.Key, Key: key})
}

// settle waits until everything stands still, and returns how many times it had to be drawn and how long it took.
func (k *visitor) settle() (frames int, took time.Duration) {
	k.t.Helper()
	for d := k.v.next(); d > 0; d = k.v.next() {
		k.now += d
		took += d
		frames++
		if k.input(games.Input{Kind: games.Tick}); frames > 100 {
			k.t.Fatal("it never stands still")
		}
	}
	return frames, took
}

func (k *visitor) draw(ghosts ...games.Ghost) *games.Canvas {
	k.c.Clear()
	k.v.draw(k.c, k.s, games.Scene{Ghosts: ghosts})
	return k.c
}

func (k *visitor) stands() string {
	return fmt.Sprintf("%d,%d %s", k.v.at.x, k.v.at.y, k.v.facing.move())
}

// From the entrance of the small maze, looking east.
func TestInsideKeys(t *testing.T) {
	tests := []struct {
		keys  string
		want  string // where they lead
		moves string
	}{
		{"", "0,0 east", ""},
		{"up", "1,0 east", "east"},
		{"w k", "2,0 east", "east east"},
		{"up down", "0,0 east", "east west"},
		{"up s", "0,0 east", "east west"},
		{"w j", "0,0 east", "east west"},
		{"down", "0,0 east", ""},
		{"up up up", "2,0 east", "east east"},
		{"left", "0,0 north", "~look north"},
		{"a h", "0,0 west", "~look north ~look west"},
		{"right d l", "0,0 north", "~look south ~look west ~look north"},
		{"up up right up", "2,1 south", "east east ~look south south"},
		{"up up left down", "2,1 north", "east east ~look north south"},
		{"m M", "0,0 east", ""},
		{"click:39 click:39 click:79 click:39", "2,1 south", "east east ~look south south"},
		{"click:0", "0,0 north", "~look north"},
		{"wheelup wheelup wheeldown", "1,0 east", "east east west"},
	}
	m := read(t, small)
	for _, o := range []games.Options{{}, {Motion: games.ReducedMotion}, {Motion: games.NoMotion}} {
		for _, test := range tests {
			k := visit(t, m, 80, 24, o)
			for key := range strings.FieldsSeq(test.keys) {
				in := games.Input{Kind: games.Key, Key: key}
				switch {
				case key == "wheelup":
					in = games.Input{Kind: games.Wheel, Button: games.WheelUp}
				case key == "wheeldown":
					in = games.Input{Kind: games.Wheel, Button: games.WheelDown}
				case strings.HasPrefix(key, "click:"):
					in = games.Input{Kind: games.Press, Button: games.Left, Y: 12}
					fmt.Sscanf(key, "click:%d", &in.X)
				}
				if !k.input(in) {
					t.Errorf("%s is not used", key)
				}
				k.settle()
			}
			if got := k.stands(); got != test.want {
				t.Errorf("%q leads to %s, want %s", test.keys, got, test.want)
			}
			if got := strings.Join(k.moves, " "); got != test.moves {
				t.Errorf("%q makes the moves %q, want %q", test.keys, got, test.moves)
			}
		}
	}
}

func TestInsideLeavesOtherInputAlone(t *testing.T) {
	k := visit(t, read(t, small), 80, 24, games.Options{})
	for _, in := range []games.Input{
		{Kind: games.Key, Key: "o"}, {Kind: games.Key, Key: "p"}, {Kind: games.Key, Key: "u"}, {Kind: games.Key, Key: "L"},
		{Kind: games.Key, Key: "enter"}, {Kind: games.Tick}, {Kind: games.Drag}, {Kind: games.Release, Button: games.Left},
		{Kind: games.Press, Button: games.Right, X: 5}, {Kind: games.Press, Button: games.Left, X: 80},
		{Kind: games.Press, Button: games.Left, X: -1}, {Kind: games.Press, Button: games.Left, Y: 24},
	} {
		if k.input(in) {
			t.Errorf("%+v is used", in)
		}
	}
}

// A turn is eased over 5 frames within 200 to 220 ms, a step takes 3 within 120 to 130; each shows its first with the
// key. They may be shown inexactly, what is seen at rest may not.
func TestInsideFrames(t *testing.T) {
	for key, want := range map[string]int{"left": 5, "up": 3} {
		k := visit(t, read(t, small), 80, 24, games.Options{})
		before := slices.Clone(pixels(k.draw()))
		k.key(key)
		shown, took := 1, frameTime
		for d := k.v.next(); ; d = k.v.next() {
			after := pixels(k.draw())
			if slices.Equal(before, after) {
				t.Errorf("%s: frame %d shows nothing new", key, shown)
			}
			before = after
			if k.c.IsLossy() != (d > 0) {
				t.Errorf("%s: frame %d is lossy: %v", key, shown, k.c.IsLossy())
			}
			if d == 0 {
				break
			}
			shown++
			took += d
			k.now += d
			k.input(games.Input{Kind: games.Tick})
		}
		least, most := 200*time.Millisecond, 220*time.Millisecond
		if key == "up" {
			least, most = 120*time.Millisecond, 130*time.Millisecond
		}
		if shown != want || took < least || took > most {
			t.Errorf("%s is shown in %d frames and %v", key, shown, took)
		}
	}
}

// A slow link draws fewer frames, not later ones.
func TestInsideLateTick(t *testing.T) {
	k := visit(t, read(t, small), 80, 24, games.Options{})
	k.key("right")
	k.now += 100 * time.Millisecond
	k.input(games.Input{Kind: games.Tick})
	k.now += 130 * time.Millisecond
	k.input(games.Input{Kind: games.Tick})
	if k.v.next() != 0 {
		t.Error("the turn goes on after its time")
	}
}

func TestInsideStillWithReducedMotion(t *testing.T) {
	for _, motion := range []games.Motion{games.ReducedMotion, games.NoMotion} {
		k := visit(t, read(t, small), 80, 24, games.Options{Motion: motion})
		for _, key := range []string{"up", "left", "left", "up"} {
			k.key(key)
			if k.v.next() != 0 || k.draw().IsLossy() {
				t.Errorf("%s moves", key)
			}
		}
	}
}

// Resizing does not disturb a turn, whatever the size.
func TestInsideResize(t *testing.T) {
	m := read(t, small)
	want := visit(t, m, 80, 24, games.Options{})
	want.key("right")
	want.settle()
	k := visit(t, m, 80, 24, games.Options{})
	k.key("right")
	for _, size := range [][2]int{{300, 100}, {40, 12}, {39, 12}, {1, 1}, {0, 0}, {41, 90}, {500, 13}, {80, 24}} {
		k.fit(size[0], size[1], games.Options{})
		if fits := size[0] >= 40 && size[1] >= 12; k.v.fits() != fits {
			t.Errorf("%v fits: %v", size, !fits)
		}
		if k.v.fits() {
			k.draw()
		}
		if k.now += k.v.next() / 2; !k.v.moving {
			t.Errorf("the turn has stopped at %v", size)
		}
		k.input(games.Input{Kind: games.Tick})
	}
	k.settle()
	if !slices.Equal(pixels(k.draw()), pixels(want.draw())) {
		t.Error("it ends otherwise than undisturbed")
	}
}

// What others do is shown too: a replay's turns and steps, and who goes sideways looks where they go.
func TestInsideWatch(t *testing.T) {
	k := visit(t, read(t, small), 80, 24, games.Options{})
	for _, step := range []struct{ move, want string }{
		{"east", "1,0 east"}, {"east", "2,0 east"}, {"west", "1,0 east"}, {"~look north", "1,0 north"}, {"east", "2,0 east"},
		{"south", "2,1 south"}, {"reveal", "2,1 south"}, {"~in", "2,1 south"}, {"", "2,1 south"},
	} {
		m := games.Move(step.move)
		if _, ok := heading(m); ok || m == games.Reveal {
			next, err := k.s.Apply(m)
			if err != nil {
				t.Fatal(err)
			}
			k.s = next.(*state)
		}
		k.v.watch(k.s, m)
		if got := k.stands(); got != step.want {
			t.Errorf("%q: stands at %s, want %s", m, got, step.want)
		}
		k.draw()
		k.settle()
		if k.draw().IsLossy() {
			t.Errorf("%q: still moving", m)
		}
	}
}

// A jump in a replay forgets what was seen before.
func TestInsideWatchAnew(t *testing.T) {
	k := visit(t, deal(plan{w: 15, h: 15}, 3), 80, 24, games.Options{})
	fresh := slices.Clone(k.v.seen)
	for _, p := range k.s.m.path()[:30] {
		k.put(p, east)
	}
	k.v.show(start(k.s.m))
	if !slices.Equal(k.v.seen, fresh) {
		t.Error("it has seen more than can be seen from the entrance")
	}
}

// Who comes in from above looks the way they last went, and who only looked at the map looks as before.
func TestInsideEnter(t *testing.T) {
	k := visit(t, read(t, small), 80, 24, games.Options{})
	k.key("left")
	k.v.enter(k.s)
	if got := k.stands(); got != "0,0 north" {
		t.Errorf("stands at %s", got)
	}
	for _, m := range []games.Move{"east", "east", "south", games.Reveal} {
		next, err := k.s.Apply(m)
		if err != nil {
			t.Fatal(err)
		}
		k.s = next.(*state)
	}
	k.v.enter(k.s)
	if got := k.stands(); got != "2,1 south" {
		t.Errorf("stands at %s", got)
	}
}

// Going there and back from above turns round whoever comes in, in a replay too.
func TestInsideAfterGoingBack(t *testing.T) {
	k := newHand(t, read(t, small), 80, 24, games.Options{})
	k.keys("right right left i")
	if k.b.inside.facing != west {
		t.Errorf("looks %s", k.b.inside.facing.move())
	}
	again := newHand(t, k.s.m, 80, 24, games.Options{})
	for _, m := range k.moves {
		if next, err := again.s.Apply(games.Move(m)); err == nil {
			again.s = next.(*state)
		}
		again.b.Watch(again.s, games.Move(m))
	}
	if again.b.inside.facing != west {
		t.Errorf("a replay looks %s", again.b.inside.facing.move())
	}
}

// After the end one can look round, and makes no move.
func TestInsideAfterTheEnd(t *testing.T) {
	k := visit(t, read(t, small), 80, 24, games.Options{})
	k.put(k.s.m.exit(), west)
	for _, key := range []string{"left", "up", "right", "up", "down"} {
		k.key(key)
		k.settle()
	}
	if len(k.moves) > 0 {
		t.Errorf("moves: %v", k.moves)
	}
	if got := k.stands(); got != "4,4 west" {
		t.Errorf("stands at %s", got)
	}
}

// The small map has what was seen from where one was, and nothing else; it can be switched off, and the modes without
// a map have none.
func TestInsideMap(t *testing.T) {
	k := visit(t, deal(plan{w: 15, h: 15}, 3), 80, 24, games.Options{})
	seen := func() (n int) {
		for _, word := range k.v.seen {
			for ; word > 0; word &= word - 1 {
				n++
			}
		}
		return n
	}
	if n := seen(); n == 0 || n > 40 {
		t.Errorf("%d places seen from the entrance", n)
	}
	with := slices.Clone(pixels(k.draw()))
	mapped := func(ink games.Ink) bool { return ink.Role() == games.You || ink.Role() == games.Unseen }
	if !slices.ContainsFunc(with, mapped) {
		t.Error("there is no map")
	}
	k.key("m")
	if slices.ContainsFunc(pixels(k.draw()), mapped) {
		t.Error("there is a map after m")
	}

	k = visit(t, deal(plan{w: 15, h: 15, inside: true}, 3), 80, 24, games.Options{})
	if slices.ContainsFunc(pixels(k.draw()), mapped) {
		t.Error("there is a map in a mode without one")
	}
	if k.key("m"); slices.ContainsFunc(pixels(k.draw()), mapped) || !strings.Contains(glyphs(k.draw()), "This mode has no map.") {
		t.Error("m does not say that there is no map in a mode without one")
	}
	if n := len(insideHints(k.s)); n != 2 {
		t.Errorf("%d hints in a mode without a map", n)
	}
}

// Going along the path leads to the exit at every place of it, and back along it does not.
func TestRoute(t *testing.T) {
	for seed := range games.Seed(300) {
		m := deal(plan{w: 3 + int(seed)%9, h: 3 + int(seed)%7}, seed)
		r := newRoute(m)
		path := m.path()
		for i := range path[1:] {
			d := toward(path[i], path[i+1])
			if !r.leads(m, path[i], d) || r.leads(m, path[i+1], d.back()) {
				t.Fatalf("seed %d: wrong between %v and %v", seed, path[i], path[i+1])
			}
		}
	}
}

// A ghost is seen where no wall is before it.
func TestInsideGhosts(t *testing.T) {
	k := visit(t, read(t, small), 80, 24, games.Options{})
	for _, test := range []struct {
		at   point
		seen bool
	}{{point{1, 0}, true}, {point{2, 0}, true}, {point{0, 0}, false}, {point{2, 2}, false}, {point{4, 0}, false}} {
		ghost := *k.s
		ghost.at = test.at
		got := slices.ContainsFunc(pixels(k.draw(games.Ghost{State: &ghost})), func(i games.Ink) bool { return i.Role() == games.Rival })
		if got != test.seen {
			t.Errorf("a ghost at %v is seen: %v", test.at, got)
		}
	}
}

// Wherever one stands and looks, every cell of the picture is drawn, and the same each time.
func TestInsideEverywhere(t *testing.T) {
	for seed := range games.Seed(4) {
		for _, o := range []games.Options{{}, {Depth: games.Colours256}, {Depth: games.Colours16}} {
			k := visit(t, deal(plan{w: 8, h: 8}, seed), 40, 12, o)
			k.s.revealed = seed%2 == 0
			k.v.noMap = true
			for y := range 15 {
				for x := range 15 {
					if !k.s.m.open(x, y) {
						continue
					}
					for _, d := range directions {
						k.put(point{x, y}, d)
						k.v.begin(k.v.rest(k.v.at), turnTime, true, 0)
						k.v.from.a += float64(x+y) / 7
						for i, ink := range pixels(k.draw()) {
							if r := ink.Role(); r < games.Path || r > games.Ceiling || r == games.Wall || r == games.Open {
								t.Fatalf("seed %d at %d,%d: role %d at pixel %d", seed, x, y, r, i)
							}
						}
					}
				}
			}
		}
	}
}

// Whatever is pressed, however late the ticks come and whatever the window does, the view stands where the position
// says, and comes to rest.
func TestInsideAnything(t *testing.T) {
	keys := strings.Fields("up down left right w s a d k j h l m M o x")
	for seed := range games.Seed(20) {
		rand := games.NewRand(seed, 9)
		k := visit(t, deal(plan{w: 5, h: 5}, seed), 60, 20, games.Options{Motion: games.Motion(seed % 3)})
		for range 300 {
			switch rand.N(8) {
			case 0:
				k.fit(rand.N(90), rand.N(40), games.Options{Motion: games.Motion(rand.N(3)), Depth: games.Depth(rand.N(4)), ASCII: rand.N(5) == 0})
			case 1, 2, 3:
				k.now += time.Duration(rand.N(120)) * time.Millisecond
				k.input(games.Input{Kind: games.Tick})
			case 4:
				k.input(games.Input{Kind: games.Press, Button: games.Left, X: rand.N(90), Y: rand.N(40)})
			default:
				k.key(keys[rand.N(len(keys))])
			}
			if k.v.at != k.s.at {
				t.Fatalf("seed %d: the view is at %v, the player at %v", seed, k.v.at, k.s.at)
			}
			if k.v.fits() {
				k.draw()
			}
		}
		k.settle()
	}
}

// Turning is seen: in 19 of 20 frames of a turn at least a fifth of the picture changes by more than 8 of 255 in luma,
// at every depth.
func TestTurningIsSeen(t *testing.T) {
	for _, depth := range []games.Depth{games.TrueColour, games.Colours256, games.Colours16} {
		var shares []float64
		for seed := range games.Seed(5) {
			k := visit(t, deal(plan{w: 15, h: 15}, seed), 80, 24, games.Options{Depth: depth})
			k.v.noMap = true
			path := k.s.m.path()
			for i := 2; i+1 < len(path); i += 7 {
				k.put(path[i], toward(path[i], path[i+1]))
				before := slices.Clone(pixels(k.draw()))
				k.key([]string{"left", "right"}[i%2])
				for d := k.v.next(); d > 0; d = k.v.next() {
					after := pixels(k.draw())
					shares = append(shares, changed(before, after))
					before = slices.Clone(after)
					k.now += d
					k.input(games.Input{Kind: games.Tick})
				}
			}
		}
		slices.Sort(shares)
		least := shares[len(shares)/20]
		t.Logf("depth %d: %d frames, 5th percentile %.0f %%, median %.0f %%", depth, len(shares), 100*least, 100*shares[len(shares)/2])
		if least < .2 {
			t.Errorf("depth %d: only %.1f %% of the picture changes at the 5th percentile", depth, 100*least)
		}
	}
}

// changed is the share of pixels whose luma changed visibly.
func changed(a, b []games.Ink) float64 {
	n := 0
	for i := range a {
		if math.Abs(luma(a[i])-luma(b[i])) > 8 {
			n++
		}
	}
	return float64(n) / float64(len(a))
}

// brightest is about how bright a theme shows the brightest shade of a role, of 255.
var brightest = [games.Roles]float64{
	games.WallN: 180, games.WallE: 205, games.WallS: 190, games.WallW: 190, games.Edge: 240, games.Floor: 105,
	games.Ceiling: 65, games.Path: 180, games.Exit: 175, games.Entrance: 135,
}

func luma(ink games.Ink) float64 {
	return brightest[ink.Role()] * float64(ink.Shade()) / (games.Shades - 1)
}

// pixels are the inks of a picture in half blocks, from the top left, without the line of the compass.
func pixels(c *games.Canvas) []games.Ink {
	w, h := c.Size()
	inks := make([]games.Ink, 0, 2*w*h)
	for y := range h - 1 {
		for half := range 2 {
			for _, cell := range c.Row(y) {
				ink := cell.BG
				if half == 0 && cell.Rune == '▀' {
					ink = cell.FG
				}
				inks = append(inks, ink)
			}
		}
	}
	return inks
}

// Pictures of three places in one maze, one of them in a turn, with the path shown: as shades of roles in colour, and
// as characters without.
func TestInsidePictures(t *testing.T) {
	for name, o := range map[string]games.Options{
		"true": {}, "256": {Depth: games.Colours256}, "16": {Depth: games.Colours16},
		"mono": {Depth: games.Mono}, "ascii": {ASCII: true},
	} {
		var b strings.Builder
		k := visit(t, deal(plan{w: 10, h: 10}, 2), 48, 14, o)
		path := k.s.m.path()
		k.s.revealed = true
		for i, place := range []int{3, len(path) / 2, len(path) - 3} {
			k.put(path[place], toward(path[place], path[place+1]))
			if i == 1 {
				k.key("left")
				k.v.takes = 6 * frameTime // the picture is that of a sixth of a turn
			}
			ghost := *k.s
			ghost.at = path[place+2]
			c := k.draw(games.Ghost{State: &ghost})
			if name == "mono" || name == "ascii" {
				fmt.Fprintf(&b, "%s\n%s\n", k.stands(), glyphs(c))
			} else {
				fmt.Fprintf(&b, "%s\n%s\n", k.stands(), shades(c))
			}
		}
		golden(t, "inside-"+name+".txt", b.String())
	}
}

// shades are the pixels of a picture as text: the role's letter, and how bright it is from 0 to 9; then its last line.
func shades(c *games.Canvas) string {
	const letters = "@&,=#.<>NESW|_^?" // You to Unseen
	w, h := c.Size()
	var b strings.Builder
	for i, ink := range pixels(c) {
		b.WriteByte(letters[ink.Role()-games.You])
		b.WriteByte('0' + byte(ink.Shade()*10/games.Shades))
		if i%w == w-1 {
			b.WriteByte('\n')
		}
	}
	for _, cell := range c.Row(h - 1) {
		b.WriteRune(cell.Rune)
	}
	return b.String() + "\n"
}

// Characters must be such that everybody's terminal has them.
func TestInsideASCII(t *testing.T) {
	k := visit(t, deal(plan{w: 10, h: 10}, 2), 100, 30, games.Options{ASCII: true})
	k.s.revealed = true
	for _, p := range k.s.m.path()[:20] {
		k.put(p, east)
		_, h := k.draw().Size()
		for y := range h {
			for _, cell := range k.c.Row(y) {
				if cell.Rune < ' ' || cell.Rune > '~' {
					t.Fatalf("rune %q at %v", cell.Rune, p)
				}
			}
		}
	}
}

func TestDrawingAllocatesNothing(t *testing.T) {
	k := visit(t, deal(plan{w: 20, h: 20}, 1), 80, 24, games.Options{})
	ghost := *k.s
	ghost.at = k.v.facing.from(k.s.at)
	sc := games.Scene{Ghosts: []games.Ghost{{State: &ghost}}}
	k.key("right")
	if n := testing.AllocsPerRun(20, func() { k.v.draw(k.c, k.s, sc) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// A frame of a turn, drawn but not sent.
func BenchmarkInside(b *testing.B) {
	for name, o := range map[string]games.Options{"true": {}, "256": {Depth: games.Colours256}, "16": {Depth: games.Colours16}} {
		b.Run(name, func(b *testing.B) {
			k := visit(b, deal(plan{w: 15, h: 15}, 12), 80, 24, o)
			k.s.revealed = true
			path := k.s.m.path()
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				i = (i + 1) % (len(path) - 1)
				k.put(path[i], toward(path[i], path[i+1]))
				k.v.begin(pose{k.v.rest(path[i]).x, k.v.rest(path[i]).y, float64(i)}, turnTime, true, frameTime*time.Duration(i%6))
				k.draw()
			}
		})
	}
}
