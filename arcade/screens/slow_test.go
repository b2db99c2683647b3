package screens

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// slowLine is a line of so many bytes a second, with a transport before it that takes 64 KiB at once, as a system's does.
type slowLine struct {
	rate  int
	free  time.Time // when all that was written is through
	under int       // the most bytes that waited when another frame came
	sent  []sent
}

// sent is a frame, and when it was through.
type sent struct {
	bytes int
	at    time.Time
}

func (l *slowLine) until(waiting int) time.Duration {
	return time.Until(l.free) - time.Duration(waiting)*time.Second/time.Duration(l.rate)
}

func (l *slowLine) Idle(bytes int) bool { return l.until(2<<10) <= 0 }

func (l *slowLine) Drain() (left int) {
	time.Sleep(l.until(2 << 10))
	return int(max(time.Until(l.free), 0).Seconds() * float64(l.rate))
}

func (l *slowLine) Write(b []byte) (int, error) {
	now := time.Now()
	if waiting := l.free.Sub(now); waiting > 0 {
		l.under = max(l.under, int(waiting.Seconds()*float64(l.rate)))
	} else {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(len(b)) * time.Second / time.Duration(l.rate))
	l.sent = append(l.sent, sent{len(b), l.free})
	time.Sleep(l.until(64 << 10))
	return len(b), nil
}

// lay lays a line between a desk and its terminal.
func (d *desk) lay(l *slowLine) {
	d.env.display = display.New(l, d.env.palette())
	d.env.display.Economical(d.env.set.economical())
}

// show lets time pass and shows what there is to see.
func (d *desk) show(took time.Duration) {
	for end := time.Now().Add(took); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		d.settle()
		d.app.View()
	}
	synctest.Wait()
}

// turnCost is what a turn by 90 degrees in first person took.
type turnCost struct {
	took, drain time.Duration // from the key to the last byte at the terminal, and of that for the last frame
	frames      int
	bytes       int
}

func (d *desk) turn(l *slowLine) (t turnCost) {
	d.show(time.Until(time.Now().Truncate(time.Second).Add(time.Second + 100*time.Millisecond)))
	begun, before := time.Now(), len(l.sent)
	d.press("right")
	d.show(1500 * time.Millisecond)
	const clock = 500 // bytes that a second of the run's clock has at most
	for _, s := range l.sent[before:] {
		if s.bytes > clock {
			t.frames++
			t.bytes += s.bytes
			t.took = s.at.Sub(begun)
			t.drain = time.Duration(s.bytes) * time.Second / time.Duration(l.rate)
		}
	}
	return t
}

// inFirstPerson is a desk in first person behind a line.
func inFirstPerson(t *testing.T, w, h int, depth games.Depth, l *slowLine, on ...string) *desk {
	d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), w, h)
	d.env.depth = depth
	for _, id := range on {
		d.env.set.turn(id, true)
	}
	d.lay(l)
	d.show(time.Second)
	g, _ := d.house.game("maze")
	m, _ := g.Find("10x10-fp")
	d.do(d.app.open(to.Fresh{Game: g, Mode: m}, false))
	d.show(2 * time.Second)
	return d
}

// TestTurnOverASlowLine: over 60 kB/s, a turn ends within its 213 ms and what the line takes for one frame, and there is
// never more than one frame under way.
func TestTurnOverASlowLine(t *testing.T) {
	for _, depth := range []games.Depth{games.TrueColour, games.Colours256, games.Colours16} {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			t.Run(fmt.Sprintf("%d-%dx%d", depth, size[0], size[1]), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := &slowLine{rate: 60_000}
					d := inFirstPerson(t, size[0], size[1], depth, l)
					for range 3 {
						l.under = 0
						got := d.turn(l)
						t.Logf("%d frames, %d bytes, %v, of which the last frame %v", got.frames, got.bytes, got.took, got.drain)
						if most := 213*time.Millisecond + got.drain; got.took > most {
							t.Errorf("a turn took %v, want at most %v", got.took, most)
						}
						if l.under > 2<<10 {
							t.Errorf("%d bytes were under way when another frame came", l.under)
						}
					}
				})
			})
		}
	}
}

// TestHeldTurnOverASlowLine: who turns without end sees where they are every now and then.
func TestHeldTurnOverASlowLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &slowLine{rate: 60_000}
		d := inFirstPerson(t, 200, 60, games.TrueColour, l)
		before := len(l.sent)
		for range 100 {
			d.press("right")
			d.show(33 * time.Millisecond)
		}
		if n := len(l.sent) - before; n < 3 {
			t.Errorf("%d frames in 3.3 s of turning", n)
		}
	})
}

// TestFastLineShowsAllOfATurn: who has a fast line sees as many frames as ever.
func TestFastLineShowsAllOfATurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &slowLine{rate: 10_000_000}
		d := inFirstPerson(t, 200, 60, games.TrueColour, l)
		for range 4 {
			if got := d.turn(l); got.frames != 5 {
				t.Errorf("%+v, want 5 frames", got)
			}
		}
	})
}

// TestEconomical: whoever is economical is sent less than half for a turn, on any line, and never a colour beyond 256.
func TestEconomical(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bytes := map[bool]int{}
		for _, on := range []string{"", economical} {
			l := &slowLine{rate: 10_000_000}
			d := inFirstPerson(t, 80, 24, games.TrueColour, l, on)
			for range 4 {
				bytes[on == economical] += d.turn(l).bytes
			}
			if want := map[string]games.Depth{"": games.TrueColour, economical: games.Colours256}[on]; d.env.set.depth(d.env.depth) != want {
				t.Errorf("%q draws with depth %v", on, d.env.set.depth(d.env.depth))
			}
		}
		t.Logf("a turn takes %d bytes, economical %d", bytes[false]/4, bytes[true]/4)
		if bytes[true] > bytes[false]/2 {
			t.Errorf("four turns are %d bytes, economical %d", bytes[false], bytes[true])
		}
	})
}
