package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// atKeys is a desk at the keys, on top of the menu.
func atKeys(t *testing.T, h *House, k keys.Key, w, height int) *desk {
	d := sit(t, h, k, w, height)
	d.do(d.app.open(to.Keys{}, false))
	d.settle()
	return d
}

func TestKeysAreGolden(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, _ := furnished(t)
			d := atKeys(t, h, playtest.Key(t, 1), size.w, size.h)
			d.press("right", "down", "down", "enter", "x")
			d.golden(fmt.Sprintf("keys-%dx%d", size.w, size.h))
			d.choose("pgdown")
			d.press("enter", "]")
			d.choose("tab")
			d.press("enter", "n")
			d.golden(fmt.Sprintf("keys-named-%dx%d", size.w, size.h))
		})
	}
}

// choose moves to the line of a key of QWERTY.
func (d *desk) choose(key string) {
	d.t.Helper()
	s := d.app.top().(*keysScreen)
	for i := range s.uses {
		if s.uses[i].key == key {
			s.choose(i)
			return
		}
	}
	d.t.Fatalf("%s does nothing", key)
}

func TestGivingAKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := atKeys(t, h, playtest.Key(t, 1), 80, 24)
		d.choose("L")
		d.press("enter")
		d.shows("Press the key for: leaderboard, link.")
		d.press("esc", "enter", "up")
		d.shows("↑ stays what it is.")
		d.press("enter", "?")
		d.shows("? stays what it is.")
		d.press("enter", "x")
		d.shows("x was unlink, chances: that is L now.")
		d.choose("n")
		d.press("enter", "é")
		d.shows("é is new, anew, no, name, step on now.")
		if set, err := h.Store.Settings(playtest.Key(t, 1)); err != nil || set["keys"] != " Lx né" {
			t.Errorf("kept: %q, %v", set, err)
		}

		d.press("q")
		d.shows("x leaderboard")
		d.press("x")
		d.shows("Leaderboard · ")
		d.press("?")
		d.shows("Help")
		d.press("q", "q", "L") // which means nothing here now
		d.shows("Profile   Settings")

		// A session that begins later has them too.
		again := sit(t, h, playtest.Key(t, 1), 80, 24)
		again.press("x")
		again.shows("Leaderboard · ")

		d.do(d.app.open(to.Keys{}, false))
		d.settle()
		d.press("backspace")
		d.shows("All keys are as they were at first.")
		if set, err := h.Store.Settings(playtest.Key(t, 1)); err != nil || set["keys"] != "" {
			t.Errorf("kept: %q, %v", set, err)
		}
		d.press("q", "L")
		d.shows("Leaderboard · ")
	})
}

// A key with a name stays what it is, and one of the player's own does the same, wherever keys are named and clicked; not
// where text is typed.
func TestGivingAKeyBesidesANamedOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := atKeys(t, h, playtest.Key(t, 1), 80, 24)
		give := func(name, key string) {
			d.choose(name)
			d.press("enter", key)
		}
		give("tab", "x")
		d.shows("x is unlink, chances: give that another key first.")
		give("tab", "]")
		d.shows("] is next, board now, and so is tab.")
		give("enter", "é")
		give("esc", "@")
		give("end", "]")
		d.shows("] is next, board: give that another key first.")
		give("end", "#")
		give("end", "]")
		d.shows("] was next, board: that is # now.")
		give("tab", "~")
		d.shows("~ is next, board now, and so is tab.")
		give("pgdown", "#")
		give("pgdown", "pgdown")
		d.shows("pgdn alone is page down now.")
		if set, err := h.Store.Settings(playtest.Key(t, 1)); err != nil || set["keys"] != " ]=tab é=enter @=esc #=end #] #~" {
			t.Errorf("kept: %q, %v", set, err)
		}

		d.press("@") // esc
		d.shows("é play")
		d.shows("~") // tab
		d.press("/", "?")
		d.shows("é space")
		d.press("é", "L")
		d.shows("~ period")
		d.press("~")
		d.shows("[this week]")
		d.press("tab")
		d.shows("[today]")
		d.click("period")
		d.shows("~ times")
		d.press("~", "/", "é", "]")
		d.shows("enter find   esc cancel")
		d.press("esc", "@", "é") // into the game that is chosen
		d.shows("Maze · ")

		d.do(d.app.open(to.Keys{}, false))
		d.settle()
		d.press("backspace")
		d.shows("All keys are as they were at first.")
		for range maxEdits { // to and fro
			give("n", "x")
			give("n", "n")
		}
		give("n", "x")
		d.shows("No more changes can be kept. backspace puts all keys back.")
		d.press("backspace", "q", "@") // which means nothing now
		d.shows("Maze · ")
	})
}

// A key of one's own leaves as Ctrl+C does, but not from where it is typed.
func TestLeavingByAKeyOfOnesOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := atKeys(t, h, playtest.Key(t, 1), 80, 24)
		d.choose("ctrl+c")
		d.press("enter", "~", "enter", "~")
		if d.ended {
			t.Error("the key that was asked for left")
		}
		if d.press("~"); !d.ended {
			t.Error("~ does not leave")
		}
	})
}

// A layout reaches the games: their keys lie where it says, and their hints and the help name these.
func TestALayoutReachesTheGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sit(t, h, playtest.Key(t, 1), 120, 40)
		d.press("up", "right", "right", "enter", "down", "down", "down", "down", "down", "down", "down", "right", "right")
		d.shows("‹ Dvorak ›")
		d.press("esc")
		d.shows("' quit")
		d.press("down", "left", "enter")
		d.shows("l path")
		p := d.app.top().(*play)
		walk := map[string]string{"up": ",", "left": "a", "down": "o", "right": "e"}
		for _, key := range playtest.WayOut(t, p.run.State()) {
			d.press(walk[key])
		}
		if !p.run.Won() {
			t.Errorf("not walked out:\n%s", d.screen())
		}
		d.press("?")
		d.shows(",aoe dhtn")
		d.shows("where QWERTY has them")
	})
}

// Text fields take keys as they are typed, and a click on a key's name presses what it names.
func TestALayoutLeavesTextAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.env.set.Keys = "dvorak"
		d.env.layOut()
		d.press("left")
		d.click("leaderboard")
		d.shows("Leaderboard · ")
		d.press("z", "j", "u", "n", "enter") // z finds
		d.shows("▸   2 ◇ jun")
	})
}

func TestAGuestsKeysLastForTheVisit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := atKeys(t, h, keys.Key{}, 60, 20)
		d.press("left", "left", "left")
		d.shows("‹ AZERTY ›")
		d.press("a") // which is q there
		d.shows("Profile   Settings")
		if strings.Contains(d.screen(), "Not stored") {
			t.Error("a guest is told of the store")
		}
	})
}
