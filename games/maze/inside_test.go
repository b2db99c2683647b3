package maze

import (
	"fmt"
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
// Wherever one stands and looks, every cell of the picture is drawn, and the same each time.
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
// changed is the share of pixels whose luma changed visibly.
// pixels are the inks of a picture in half blocks, from the top left, without the line of the compass.
// Pictures of three places in one maze, one of them in a turn, with the path shown: as shades of roles in colour, and
// as characters without.
// shades are the pixels of a picture as text: the role's letter, and how bright it is from 0 to 9; then its last line.
// Characters must be such that everybody's terminal has them.
// A frame of a turn, drawn but not sent.
