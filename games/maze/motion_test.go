package maze

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arcade.example.com/games"
)

// pressed is a key, and when.
type pressed struct {
	at  time.Duration
	key string
}

// run presses keys when they are due, with all ticks that the board wants in between and afterwards, and returns each
// move with its time.
func (k *hand) run(keys []pressed, each func()) (made []string) {
	do := func(in func()) {
		before := len(k.moves)
		in()
		each()
		for _, m := range k.moves[before:] {
			made = append(made, fmt.Sprint(k.now, " ", m))
		}
	}
	for i := 0; ; {
		d := k.b.Next(k.s)
		switch {
		case i < len(keys) && (d == 0 || keys[i].at <= k.now+d):
			k.now = max(k.now, keys[i].at)
			do(func() { k.key(keys[i].key) })
			i++
		case d == 0:
			return made
		default:
			k.now += d
			do(func() { k.input(games.Input{Kind: games.Tick}) })
		}
	}
}

// random are keys of the first person, at any rate from all at once to slowly.
func random(seed games.Seed, keys ...string) (list []pressed) {
	r := games.NewRand(seed, 3)
	var at time.Duration
	for range 150 {
		list = append(list, pressed{at, keys[r.N(len(keys))]})
		at += time.Duration(r.N(1+int(seed%7)*60)) * time.Millisecond
	}
	return list
}

// Every key counts, in order and when it was pressed, whatever is to be seen of it: a run takes the same time in any
// motion. Walks of many steps do, too.
func TestMotionCostsNoTime(t *testing.T) {
	for seed := range games.Seed(21) {
		keys := random(seed, "up", "up", "up", "left", "right", "down", "shift+up", "u")
		var first []string
		for _, motion := range []games.Motion{games.NoMotion, games.ReducedMotion, games.FullMotion} {
			k := newHand(t, dealt(t, "10x10-fp", seed), 80, 22, games.Options{Motion: motion})
			made := k.run(keys, func() {})
			if first == nil {
				first = made
			}
			if !slices.Equal(made, first) {
				t.Fatalf("seed %v, motion %v:\n%v\nwithout motion:\n%v", seed, motion, made, first)
			}
		}
	}
}

// Six taps walk six units, in one packet, at any pace, and held down.
func TestEveryTapWalks(t *testing.T) {
	m := read(t, walks)
	for _, gap := range []time.Duration{0, time.Millisecond, 33 * time.Millisecond, 90 * time.Millisecond, 300 * time.Millisecond} {
		k := newHand(t, m, 80, 22, games.Options{})
		k.key("i")
		var keys []pressed
		for i := range 6 {
			key := "up"
			if i == 4 {
				key = "right"
			}
			keys = append(keys, pressed{time.Duration(i) * gap, key})
		}
		k.run(keys, func() {})
		if k.s.at != (point{4, 1}) {
			t.Errorf("every %v: at %v, want 4,1", gap, k.s.at)
		}
	}
}

// However movements follow one another, the eye is never in a wall, never far behind, and at rest in the end.
func TestEyeStaysInside(t *testing.T) {
	for seed := range games.Seed(21) {
		m := dealt(t, "10x10-fp", seed)
		k := newHand(t, m, 80, 22, games.Options{})
		k.run(random(seed, "up", "up", "up", "left", "right", "down", "shift+up", "u"), func() {
			v := &k.b.inside
			eye, _ := v.eye(k.s)
			to := v.rest(k.s.at)
			if !m.open(int(eye.x), int(eye.y)) || max(eye.x-to.x, to.x-eye.x)+max(eye.y-to.y, to.y-eye.y) > 1.5 {
				t.Fatalf("seed %v: the eye is at %v, the player at %v", seed, eye, k.s.at)
			}
		})
		if eye, moving := k.b.inside.eye(k.s); moving || eye != k.b.inside.rest(k.s.at) {
			t.Errorf("seed %v: in the end the eye is at %v", seed, eye)
		}
	}
}

// While a key is held down each picture shows something new.
func TestHeldKeyIsSeen(t *testing.T) {
	for _, key := range []string{"up", "left"} {
		k := newHand(t, read(t, "\n#########\n#S      #\n####### #\n#      E#\n#########"), 80, 22, games.Options{})
		k.key("i")
		var keys []pressed
		for i := range 6 {
			keys = append(keys, pressed{time.Duration(i) * 33 * time.Millisecond, key})
		}
		var last string
		k.run(keys, func() {
			c := k.canvas()
			if shown := blocks(c); shown == last && c.IsLossy() {
				t.Errorf("%s: at %v nothing new is shown", key, k.now)
			} else {
				last = shown
			}
		})
	}
}
