package screens

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/storage/storagetest"
)

// nobody are the sentences that say of a furnished house what is not so.
var nobody = []string{"Nobody has a time", "no time of yours", "None yet. Win", "You follow nobody", "nobody to race", "Nobody has raced", "begins so", "expired", "first record", "none yet: press"}

// failing says which calls of a house's store fail: the one of number at, counted from 1, and with ever all that follow.
type failing struct {
	at   int64
	ever bool

	calls atomic.Int64
}

// What stands among the keys of a way for several: those that lead out of a maze, and a linking code of jun's.
const (
	walkedOut = "the way out"
	juns      = "jun's code"
)

var errDisk = errors.New("the disk is on fire")

func (f *failing) fails(string, int) error {
	if n := f.calls.Add(1); f.at > 0 && (n == f.at || n > f.at && f.ever) {
		return errDisk
	}
	return nil
}

// failingHouse is a furnished house, in which ana follows jun and has raced, on a store that does not fail yet.
func failingHouse(t *testing.T) (*House, *failing) {
	t.Helper()
	h, ids := furnished(t)
	if err := h.Store.Follow(playtest.Key(t, 1), ids[1], time.Now()); err != nil {
		t.Fatal(err)
	}
	raced3(t, h, 10)
	f := new(failing)
	h.Store = storagetest.Failing(h.Store, f.fails)
	return h, f
}

// toScreens are ways to all screens that read, by keys from the menu, where 5x5 is chosen.
var toScreens = []struct {
	name string
	keys []string
}{
	{"menu", nil},
	{"race", []string{"G"}},
	{"leaderboard", []string{"L"}},
	{"rivals", []string{"L", "y"}},
	{"find", []string{"L", "/", "j", "u", "n", "enter"}},
	{"watch", []string{"L", "enter"}},
	{"play", []string{"enter"}},
	{"leave", []string{"enter", "right", "left", "right", "down", "q", "y"}},
	{"profile", []string{"up", "right", "enter"}},
	{"settings", []string{"up", "right", "right", "enter", "down", "right"}},
	{"daily", []string{"up", "up", "enter", "enter"}},
	{"result", []string{"enter", walkedOut, "L", "q"}},
	{"resume", []string{"enter", "right", "left", "right", "down", "q", "y", "enter", "enter"}},
	{"ratings", []string{"L", "tab", "tab", "tab"}},
	{"playing", []string{"W"}},
	{"tv", []string{"t"}},
	{"room", []string{"R"}},
	{"name", []string{"up", "right", "enter", "n", "o", "t", "t", "o", "enter"}},
	{"link", []string{"up", "right", "enter", "l"}},
	{"code", []string{"up", "right", "enter", "c", juns, "enter"}},
	{"unlink", []string{"up", "right", "enter", "x"}},
	{"help", []string{"?"}},
}

// Whichever call of the store fails on the way to a screen, and whether it does once or from then on: no screen takes
// that for nothing there, none panics, and a game can be played.
func TestAStoreThatFailsIsNotEmpty(t *testing.T) {
	for _, way := range toScreens {
		for _, ever := range []bool{false, true} {
			last, step := int64(1), int64(1)
			if underRace { // each call fails once with every fourth run of these tests: which is drawn
				step = 4
			}
			for at := 1 + rand.Int64N(step); at <= max(last, step); at += step {
				name := fmt.Sprintf("%s/%d/%v", way.name, at, ever)
				synctest.Test(t, func(t *testing.T) {
					h, f := failingHouse(t)
					code, _, err := h.Store.Code(playtest.Key(t, 2), "", h.Now())
					if err != nil {
						t.Fatal(err)
					}
					f.calls.Store(0)
					f.at, f.ever = at, ever
					d := sit(t, h, playtest.Key(t, 1), 80, 24)
					d.press("left") // to 5x5
					for _, key := range way.keys {
						switch key {
						case walkedOut:
							d.walkOut(20 * time.Millisecond)
							d.wait(time.Second)
						case juns:
							d.press(strings.Split(code, "")...)
						default:
							d.press(key)
						}
						d.holds(name, way.name == "daily")
					}
					d.wait(200 * time.Millisecond)
					d.holds(name, way.name == "daily")
					if way.name == "play" {
						if _, ok := d.app.top().(*play); !ok {
							t.Errorf("%s: no game is played:\n%s", name, d.screen())
						}
					}
					last = f.calls.Load()
				})
			}
			if last < 5 {
				t.Errorf("%s asks the store %d times", way.name, last)
			}
		}
	}
}

// holds fails the test where a screen panicked, or says that something is not there. Empty: nobody has a time there, in
// truth.
func (d *desk) holds(name string, empty bool) {
	d.t.Helper()
	s := d.screen()
	if d.app.failed {
		d.t.Fatalf("%s: a screen panicked", name)
	}
	for _, text := range nobody {
		if strings.Contains(strings.Join(strings.Fields(s), " "), text) && !(empty && text == "Nobody has a time") {
			d.t.Fatalf("%s: %q is said:\n%s", name, text, s)
		}
	}
}

// Whoever begins a game while nobody can tell whether one of theirs waits, is told what that means.
func TestAGameBegunBlindlySaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, f := failingHouse(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("left")
		f.at = f.calls.Load() + 1
		d.press("enter")
		d.shows("Records cannot be read: a game that waits is replaced.")
		if _, ok := d.app.top().(*play); !ok {
			t.Errorf("no game is played:\n%s", d.screen())
		}
	})
}

// What cannot be read is said, on each screen that reads, and read again when that is possible.
func TestUnreadableRecordsAreSaid(t *testing.T) {
	for name, keys := range map[string][]string{
		"menu": nil, "leaderboard": {"L"}, "play": {"enter"}, "profile": {"up", "right", "enter"}, "race": {"G"}, "rivals": {"L", "y"},
	} {
		synctest.Test(t, func(t *testing.T) {
			h, f := failingHouse(t)
			d := sit(t, h, playtest.Key(t, 1), 80, 24)
			f.at, f.ever = f.calls.Load()+1, true
			d.press("left")
			d.press(keys...)
			d.wait(time.Second)
			if s := strings.Join(strings.Fields(d.screen()), " "); !strings.Contains(s, "cannot be read") {
				t.Errorf("%s does not say that the records cannot be read:\n%s", name, d.screen())
			}
			if name == "leaderboard" {
				f.at = 0
				d.wait(6 * time.Second)
				d.shows("1 ◆ ana")
			}
		})
	}
}

// A session whose player could not be read at its beginning learns who plays when the store answers again, and does not
// write settings over those that it could not read.
func TestPlayerIsReadLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, f := failingHouse(t)
		key := playtest.Key(t, 1)
		if err := h.Store.SetSettings(key, map[string]string{"theme": "contrast"}); err != nil {
			t.Fatal(err)
		}
		f.at, f.ever = f.calls.Load()+1, true
		d := sit(t, h, key, 80, 24)
		d.shows("not known right now")
		d.press("up", "right", "right", "enter", "down", "right")
		d.shows("Not stored")
		f.at = 0
		d.press("q")
		d.wait(100 * time.Millisecond)
		d.shows("ana · ")
		if m, err := h.Store.Settings(key); err != nil || m["theme"] != "contrast" || d.env.set.Theme != "contrast" {
			t.Errorf("settings %v, %v, in use %+v", m, err, d.env.set)
		}
	})
}

// Who does not want to be watched is not, either, while that they do not want it cannot be read.
func TestNobodyIsWatchedWhoseWishIsNotKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, f := failingHouse(t)
		f.at, f.ever = 1, true
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("left", "enter", "up", "right", "down", "left")
		d.wait(time.Second)
		if list := h.Hall.List(live.Viewer{}); len(list) != 1 || list[0].Sight != live.Nameless {
			t.Errorf("%+v", list)
		}
		f.at = 0
	})
}

// A game that is won while the store fails is played to its end, and its time is said.
func TestAGameIsPlayedWhileTheStoreFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, f := failingHouse(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		f.at, f.ever = f.calls.Load()+1, true
		d.press("left", "enter")
		d.walkOut(20 * time.Millisecond)
		d.wait(time.Second)
		d.holds("result", false)
		d.shows("0:")
		d.shows("again")
		f.at = 0
		d.wait(10 * time.Second)
	})
}
