package maze

import (
	"math"
	"strings"
	"time"

	"arcade.example.com/games"
)

// A movement is shown in frames this far apart, of which the first answers the key at once: five to a turn, three to a
// step.
const (
	frameTime = 42 * time.Millisecond
	turnTime  = 5 * frameTime
	stepTime  = 3 * frameTime
)

// act is what a key does inside.
type act uint8

const (
	noAct act = iota
	forward
	backward
	turnLeft
	turnRight
	toggleMap
)

// pose is where the eye is and how it looks: a is 0 to the east, and grows clockwise.
type pose struct{ x, y, a float64 }

// inside is the view from inside: where one looks, and the movement under way.
type inside struct {
	m     *maze
	route route
	seen  bits // places of the matrix, for the small map
	w, h  int
	o     games.Options
	noMap bool
	word  string // what there is to say until the next input

	at     point
	facing direction

	moving bool
	begun  bool // false until the first tick of a movement that no input began
	eased  bool
	from   pose
	since  time.Duration // when it began, and how long it takes
	takes  time.Duration
	now    time.Duration // of the last input

	reach   []float64 // how far away the floor is, by samples below the horizon; nil before the first picture
	samples [2][]games.Ink
}

// fit takes a window and the player's options.
func (v *inside) fit(s *state, w, h int, o games.Options) {
	v.w, v.h, v.o = w, h, o
	v.know(s)
	v.reach, v.samples = nil, [2][]games.Ink{}
}

// ready makes what pictures of this size need. Who never comes in needs none.
func (v *inside) ready() {
	n := 2 * (v.h - 1)
	v.reach = make([]float64, n/2)
	for i := range v.reach {
		v.reach[i] = v.scale() / 2 / (float64(i) + .5)
	}
	v.samples = [2][]games.Ink{make([]games.Ink, n), make([]games.Ink, n)}
}

// fits reports whether the window is large enough for the view.
func (v *inside) fits() bool {
	if v.o.Preview {
		return v.w >= previewCols && v.h >= previewRows
	}
	return v.w >= insideCols && v.h >= insideRows
}

// know makes itself at home in the position's maze.
func (v *inside) know(s *state) {
	if v.m == s.m {
		return
	}
	w, h := s.m.size()
	v.m, v.route, v.seen = s.m, newRoute(s.m), newBits(w*h)
	v.arrive(s)
}

// enter is called when the player comes in from above. Who has gone since they were last inside looks the way they went.
func (v *inside) enter(s *state) {
	v.know(s)
	if v.at != s.at {
		v.arrive(s)
	}
	v.stop()
}

// arrive stands where the position says, and looks the way the last move went; at the entrance, where one can go.
func (v *inside) arrive(s *state) {
	v.stop()
	v.at = s.at
	v.facing = s.facing()
	v.explore()
}

// stop ends a movement where it leads to.
func (v *inside) stop() { v.moving = false }

// explore remembers what is seen from here: the way ahead up to the wall, and what opens at its sides.
func (v *inside) explore() {
	p := v.at
	v.see(v.facing.back().from(p))
	for range farthest {
		if !v.see(p) {
			return
		}
		v.see(v.facing.left().from(p))
		v.see(v.facing.right().from(p))
		p = v.facing.from(p)
	}
}

// see remembers a place, and reports whether it is open.
func (v *inside) see(p point) bool {
	open := v.m.open(p.x, p.y)
	if open {
		w, _ := v.m.size()
		v.seen.add(p.y*w + p.x)
	}
	return open
}

// hasSeen reports whether a place is open and was seen.
func (v *inside) hasSeen(p point) bool {
	w, _ := v.m.size()
	return v.m.holds(p) && v.seen.has(p.y*w+p.x)
}

// input answers an event. A turn or step is made at once, and its showing follows, as far as the next leaves it time: the
// clock is the same for who sees movements and for who does not.
func (v *inside) input(s *state, in games.Input) (games.Move, bool) {
	v.know(s)
	v.now = in.Now
	if in.Kind != games.Tick {
		v.word = ""
	}
	if v.at != s.at {
		v.stop()
		v.at = s.at
		v.explore()
	}
	if in.Kind == games.Tick {
		used := v.moving
		v.tick()
		return "", used
	}
	a := v.act(in)
	switch a {
	case noAct:
		return "", false
	case toggleMap:
		if v.m.plan.inside {
			v.word = "This mode has no map."
		} else {
			v.noMap = !v.noMap
		}
		return "", true
	}
	return v.do(s, a), true
}

// act is what an event asks for.
func (v *inside) act(in games.Input) act {
	switch in.Kind {
	case games.Key:
		return keyAct(in.Key)
	case games.Wheel:
		return wheelActs[in.Button]
	case games.Press:
		switch {
		case in.Button != games.Left || in.X < 0 || in.Y < 0 || in.X >= v.w || in.Y >= v.h:
			return noAct
		case in.X < v.w/3:
			return turnLeft
		case in.X >= v.w-v.w/3:
			return turnRight
		}
		return forward
	}
	return noAct
}

// wheelActs are what the wheel asks for, by its direction.
var wheelActs = map[games.Button]act{games.WheelUp: forward, games.WheelDown: backward, games.WheelLeft: turnLeft, games.WheelRight: turnRight}

// glances are the moves that only turn, by direction.
var glances = [...]games.Move{"~look north", "~look east", "~look south", "~look west"}

// keyAct is what a key asks for.
func keyAct(key string) act {
	switch key {
	case "up", "w", "k":
		return forward
	case "down", "s", "j":
		return backward
	case "left", "a", "h", "A", "shift+left":
		return turnLeft
	case "right", "d", "l", "D", "shift+right":
		return turnRight
	case "m", "M":
		return toggleMap
	}
	return noAct
}

// tick goes on with a movement.
func (v *inside) tick() {
	if !v.begun {
		v.begun, v.since = true, v.now-frameTime
	}
	if v.now-v.since >= v.takes {
		v.moving = false
	}
}

// do turns or steps, and returns the move that it makes.
func (v *inside) do(s *state, a act) games.Move {
	over := s.Status().Over()
	from := v.start(a)
	if a == turnLeft || a == turnRight {
		v.facing = v.facing.left()
		if a == turnRight {
			v.facing = v.facing.back()
		}
		v.begin(from, turnTime, true, frameTime)
		v.explore()
		if over {
			return ""
		}
		return glances[v.facing]
	}
	d := v.facing
	if a == backward {
		d = d.back()
	}
	p := d.from(v.at)
	if over {
		return ""
	}
	if !v.m.open(p.x, p.y) {
		v.bump(d)
		return ""
	}
	v.at = p
	v.explore()
	v.begin(from, stepTime, false, frameTime)
	return d.move()
}

// bump shows that there is a wall in direction d: by a jolt, and in a word for who sees no movements.
func (v *inside) bump(d direction) {
	v.word = "A wall."
	pushed := v.rest(v.at)
	on := d.from(point{})
	pushed.x += jolt * float64(on.x)
	pushed.y += jolt * float64(on.y)
	v.begin(pushed, 3*frameTime, false, 0)
}

// jolt is how far one goes before a wall stops one: not so far that the eye, which is set back, comes into a wall.
const jolt = .1

// behind is how much of a turn or a step may still be to be shown when the next one begins.
const behind = .5

// start is the pose in which a turn or step begins: where the eye is now, if that goes on the same way as the movement
// under way, but not too far behind; otherwise that movement ends at once.
func (v *inside) start(a act) pose {
	to := v.rest(v.at)
	if !v.moving {
		return to
	}
	p, turns := v.pose(), a == turnLeft || a == turnRight
	switch {
	case turns && p.x == to.x && p.y == to.y:
		lag := math.Remainder(p.a-to.a, 2*math.Pi)
		to.a += min(max(lag, -behind*math.Pi/2), behind*math.Pi/2)
	case !turns && p.a == to.a:
		to.x += min(max(p.x-to.x, -behind), behind)
		to.y += min(max(p.y-to.y, -behind), behind)
	}
	return to
}

// begin shows the movement from a pose to where the view now stands.
func (v *inside) begin(from pose, takes time.Duration, eased bool, ago time.Duration) {
	if v.o.Motion != games.FullMotion {
		return
	}
	v.moving, v.begun, v.eased = true, true, eased
	v.from, v.takes, v.since = from, takes, v.now-ago
}

// next is when the view wants to be drawn again; 0 when it stands still.
func (v *inside) next() time.Duration {
	switch {
	case !v.moving:
		return 0
	case !v.begun:
		return frameTime
	}
	return max(min(frameTime, v.left()), time.Millisecond)
}

// left is how long the movement under way still takes.
func (v *inside) left() time.Duration {
	if !v.begun {
		return v.takes
	}
	return v.since + v.takes - v.now
}

// show stands where the position says, as if nothing had been seen before.
func (v *inside) show(s *state) {
	v.m = nil
	v.know(s)
}

// watch shows a move that was made elsewhere. Who goes sideways was not inside, and is shown looking where they go.
func (v *inside) watch(s *state, m games.Move) {
	v.know(s)
	d, goes := heading(games.Move(strings.TrimPrefix(string(m), "~look ")))
	if !goes {
		if v.at != s.at {
			v.arrive(s)
		}
		return
	}
	from := v.rest(v.at)
	v.stop()
	turned := d != v.facing
	if !m.Shows() {
		turned = turned && d != v.facing.back()
		v.at = s.at
	}
	takes := stepTime
	if turned {
		v.facing = d
		takes = turnTime
	}
	v.begin(from, takes, turned, 0)
	v.begun = false
	v.explore()
}

// rest is the pose of one who stands at p.
func (v *inside) rest(p point) pose {
	return pose{float64(p.x) + .5, float64(p.y) + .5, (float64(v.facing) - 1) * math.Pi / 2}
}

// eye is the pose to draw now, and whether it is one of a movement. Whoever is not where the view left them was put
// there by others, and is drawn at rest.
func (v *inside) eye(s *state) (pose, bool) {
	if !v.moving || v.at != s.at {
		return v.rest(s.at), false
	}
	return v.pose(), true
}

// pose is where the eye is in the movement under way.
func (v *inside) pose() pose {
	to := v.rest(v.at)
	t := 0.0
	if v.begun {
		t = min(float64(v.now-v.since)/float64(v.takes), 1)
	}
	if v.eased {
		t = t * t * (3 - 2*t)
	}
	turn := math.Remainder(to.a-v.from.a, 2*math.Pi)
	return pose{v.from.x + t*(to.x-v.from.x), v.from.y + t*(to.y-v.from.y), v.from.a + t*turn}
}

// insideHints are the keys that work inside, besides the board's.
func insideHints(s *state) []games.Hint {
	hints := []games.Hint{{Key: "↑↓", Does: "walk"}, {Key: "←→", Does: "turn"}}
	if !s.m.plan.inside {
		hints = append(hints, games.Hint{Key: "m", Does: "map"})
	}
	return hints
}
