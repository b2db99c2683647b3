package screens

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/storage"
)

// quickWays are keys that a quick player presses at once from the menu on, each of which needs what is read by then.
var quickWays = [][]string{
	{"G"}, {"y"}, {"right", "G"}, {"y", "y"}, {"y", "G"}, {"up", "up", "enter"}, {"down", "down", "L"},
	{"L", "down", "enter"}, {"L", "end", "G"}, {"L", "end", "m", "G"}, {"L", "down", "f", "f"}, {"L", "down", "f", "enter"}, {"L", "right", "left", "down", "enter"},
	{"L", "down", "right", "G"}, {"L", "end", "right", "left", "m", "f"}, {"L", "/", "j", "u", "n", "enter", "enter"}, {"L", "/", "x", "enter", "backspace", "m", "i", "enter"},
	{"L", "y", "down", "enter"}, {"L", "y", "end", "f", "f"}, {"L", "down", "y", "right", "left", "down", "G"}, {"L", "y", "down", "right", "G"},
	{"L", "tab", "tab", "tab", "end", "f"}, {"L", "tab", "tab", "tab", "down", "f", "f", "f"}, {"L", "tab", "tab", "tab", "right", "left", "down", "f"},
	{"W", "enter"}, {"W", "down", "up", "enter"},
	{"enter", "?"}, {"enter", "?", "q"}, {"enter", "down", "right", "?", "q", "down"}, {"enter", "?", "q", "q"},
	{"up", "right", "enter", "down", "enter"}, {"up", "right", "enter", "x", "down"}, {"up", "right", "enter", "u"}, {"up", "right", "enter", "u", "x"},
	{"up", "right", "enter", "n", "3", "enter", "q", "left"}, {"up", "right", "enter", "enter", "down", "enter"},
}

// heldHouse is a failing house in which jun plays, mika is followed too, and ana has two keys.
func heldHouse(t *testing.T) (h *House, ids []string) {
	t.Helper()
	h, _ = failingHouse(t)
	for i := range 4 {
		p, err := h.Store.Player(playtest.Key(t, byte(i+1)))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
	}
	err := h.Store.Follow(playtest.Key(t, 1), ids[2], h.Now())
	if err == nil { // the menu's previews would be as far as they had time
		err = h.Store.SetSettings(playtest.Key(t, 1), map[string]string{"motion": "none"})
	}
	var code string
	if err == nil {
		code, _, err = h.Store.Code(playtest.Key(t, 1), "", h.Now())
	}
	if err == nil {
		_, err = h.Store.Link(playtest.Key(t, 4), code, "laptop", h.Now())
	}
	g, _ := h.game("maze")
	m, _ := g.Find("10x10")
	if err == nil {
		_, err = h.Store.Save(playtest.WonRun(t, g, m, 50, playtest.Key(t, 1), time.Second))
	}
	if err != nil {
		t.Fatal(err)
	}
	jun := sit(t, h, playtest.Key(t, 2), 80, 24)
	jun.press("enter", "up", "right", "down", "left")
	jun.rests(2 * time.Second) // who plays for a moment is listed
	return h, ids
}

// stands is what a desk has come to: what it shows, but of a run that is played only whose it is.
func (d *desk) stands() string {
	top, s := fmt.Sprintf("%T", d.app.top()), strings.Replace(d.screen(), "this one   laptop", "laptop   this one", 1) // in no order
	if _, runs := d.app.top().(*watch); runs {
		s, _, _ = strings.Cut(s, "\n")
	}
	return top + "\n" + regexp.MustCompile(`\b\d:\d\d$|(?m:\d:\d\d$)`).ReplaceAllString(s, "clock")
}

// rests lets a time go by in which nothing is to be seen move.
func (d *desk) rests(t time.Duration) {
	for range t / (50 * time.Millisecond) {
		time.Sleep(50 * time.Millisecond)
		d.settle()
	}
}

// However late what is read comes, and in whichever order: keys that were pressed at once do what they do one by one.
func TestKeysWaitForWhatTheyNeed(t *testing.T) {
	for i, way := range quickWays {
		t.Run(strings.Join(way, "-"), func(t *testing.T) { waits(t, way, uint64(i)) })
	}
}

func waits(t *testing.T, way []string, seed uint64) {
	var want string
	synctest.Test(t, func(t *testing.T) {
		h, ids := heldHouse(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.ids = ids
		d.press("left")
		d.press(way...)
		d.rests(2 * time.Second)
		want = d.stands()
	})
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		drawn := rand.New(rand.NewPCG(seed, 1))
		late := func() time.Duration {
			mu.Lock()
			defer mu.Unlock()
			return 50*time.Millisecond + time.Duration(drawn.Int64N(int64(500*time.Millisecond)))
		}
		h, ids := heldHouse(t)
		d := sitLate(t, h, playtest.Key(t, 1), 80, 24, late)
		d.ids = ids
		for _, key := range append([]string{"left"}, way...) {
			d.send(keyMsg(t, key))
		}
		d.rests(5 * time.Second)
		if got := d.stands(); got != want {
			t.Errorf("late as drawn from %d:\n%s\nwant:\n%s", seed, got, want)
		}
	})
}

// Another key takes back one that waits, and one that leaves does so at once.
func TestAnotherKeyTakesBackWhatWaits(t *testing.T) {
	for name, test := range map[string]struct {
		keys  []string
		shows string
	}{
		"another choice":      {[]string{"G", "right"}, "Maze · 10 x 10"},
		"another place":       {[]string{"G", "R", "q"}, "Maze · 5 x 5"},
		"help":                {[]string{"G", "?", "q"}, "Maze · 5 x 5"},
		"back":                {[]string{"L", "enter", "q"}, "Maze · 5 x 5"},
		"another leaderboard": {[]string{"L", "down", "enter", "right"}, "Leaderboard · Maze · 10 x 10"},
	} {
		synctest.Test(t, func(t *testing.T) {
			h, _ := heldHouse(t)
			d := sitLate(t, h, playtest.Key(t, 1), 80, 24, func() time.Duration { return 300 * time.Millisecond })
			d.press("left")
			d.press(test.keys...)
			d.wait(3 * time.Second)
			if s := d.screen(); !strings.Contains(s, test.shows) {
				t.Errorf("%s: %q is not shown:\n%s", name, test.shows, s)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		h, _ := heldHouse(t)
		d := sitLate(t, h, playtest.Key(t, 1), 80, 24, func() time.Duration { return time.Hour })
		d.press("left", "G", "y", "L", "down", "q", "q")
		d.wait(10 * time.Millisecond)
		if !d.ended {
			t.Errorf("nobody leaves before the store answers:\n%s", d.screen())
		}
		time.Sleep(2 * time.Hour)
	})
}

// slowSaves is a store that saves runs late.
type slowSaves struct{ storage.Store }

func (s slowSaves) Save(r storage.Run) (storage.Standing, error) {
	time.Sleep(3 * time.Second)
	return s.Store.Save(r)
}

// Where a run stands, and under which name, is asked for while nobody knows yet.
func TestResultWaitsForWhereTheRunStands(t *testing.T) {
	for key, shows := range map[string]string{"L": "[automatic]", "N": "take this name"} {
		synctest.Test(t, func(t *testing.T) {
			d := sit(t, testHouse(t, slowSaves{storage.NewMemory()}), playtest.Key(t, 1), 80, 24)
			d.press("left", "enter")
			d.walkOut(0)
			d.wait(time.Second)
			d.shows("checking the run")
			d.press(key)
			d.rests(5 * time.Second)
			d.shows(shows)
		})
	}
}
