package screens

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
)

// tapWays are ways from the menu to the screens by taps alone: words on the screen, and keys of the foot after a colon.
var tapWays = map[string]string{
	"menu":         "",
	"a daily":      ":down :down",
	"eve":          ":down :down play",
	"links":        ":up",
	"maze":         "5x5 play",
	"first person": "5x5 play inside",
	"minesweeper":  "beginner :enter",
	"question":     "5x5 play :right :down :q",
	"resume":       "5x5 play :right :down :q yes play",
	"won":          "5x5 play OUT",
	"lost":         "beginner :enter LOSE",
	"leaderboard":  "5x5 Leaderboards",
	"jun's line":   "5x5 Leaderboards jun",
	"ratings":      "5x5 Leaderboards rating",
	"rivals":       "5x5 Leaderboards help rivals",
	"replay":       "5x5 Leaderboards help watch",
	"against":      "5x5 help race",
	"playing":      "help plays",
	"tv":           "help plays follow",
	"room":         "help others",
	"profile":      "Profile",
	"settings":     "Settings",
	"terminal":     "Settings check :enter",
	"keys":         "Settings Keys :enter",
	"help":         "help",
}

// taps goes a way by taps.
func (d *desk) taps(way string) {
	d.t.Helper()
	for w := range strings.FieldsSeq(way) {
		switch key, foot := strings.CutPrefix(w, ":"); {
		case foot:
			d.tap(key)
		case w == "OUT":
			for _, k := range playtest.WayOut(d.t, d.app.top().(*play).run.State()) {
				d.tap(k)
				d.wait(20 * time.Millisecond)
			}
			d.wait(time.Second)
		case w == "LOSE":
			for p, n := d.app.top().(*play), 0; !p.run.Over(); n++ {
				d.send(tea.MouseClickMsg{X: 11 + n%9*2, Y: 5 + n/9, Button: tea.MouseLeft})
				d.send(tea.MouseReleaseMsg{X: 11 + n%9*2, Y: 5 + n/9, Button: tea.MouseLeft})
			}
			d.wait(time.Second)
		default:
			d.click(w)
		}
		d.settle()
	}
}

// tap taps the target of a key in the foot.
func (d *desk) tap(key string) {
	d.t.Helper()
	foot := d.app.foot()
	for x := range d.env.width {
		if foot.At(x) == key {
			d.send(tea.MouseClickMsg{X: x, Y: d.env.height - 1, Button: tea.MouseLeft})
			d.settle()
			return
		}
	}
	d.t.Fatalf("there is no %s to tap:\n%s", key, d.screen())
}

// tappable are the keys that are tapped in the foot, on a card, or in the help to which the foot leads.
func (d *desk) tappable() (keys []string) {
	hints := func(hs []games.Hint) {
		for _, h := range hs {
			for x := range utf8.RuneCountInString(h.Key) {
				keys = append(keys, look.KeyOf(h.Key, x))
			}
		}
	}
	foot := d.app.foot()
	for x := range d.env.width {
		keys = append(keys, foot.At(x))
	}
	if slices.Contains(keys, d.env.keys.Help.Keys()[0]) {
		for _, l := range newHelp(d.env, d.app.top()).lines {
			if l.here {
				hints([]games.Hint{{Key: l.key}})
			}
		}
	}
	if c, ok := d.app.top().(interface{ card() card }); ok {
		for _, way := range c.card().ways {
			hints(way)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// besides are keys that do something on a screen and are not tapped as keys: what they do is tapped where it stands, is the
// sum of several taps, or is to say why they do nothing there.
var besides = map[string]string{
	"":            "? home end pgup pgdown ctrl+b ctrl+f ! @",
	"menu":        "y",
	"a daily":     "y G",
	"links":       "y G",
	"leaderboard": "f",
	"rivals":      "f",
	"minesweeper": "up down left right s w l j W $", // the cells
	"lost":        "up down left right s l j b $",
	"room":        "1 2 3 4",
	"replay":      "end $",
	"eve":         "space", // a maze that the database draws
}

// On a phone there is nothing but a finger: every screen is reached by taps, and whatever a key does there a tap does too.
func TestEverythingIsTapped(t *testing.T) {
	for name, way := range tapWays {
		if underRace && name != "menu" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			before, taps := arrive(t, way, "")
			does := map[string]bool{before: true}
			for _, key := range taps {
				is, _ := arrive(t, way, key)
				does[is] = true
			}
			tried := append(strings.Fields(besides[""]+" "+besides[name]), taps...)
			for _, b := range new(keymap).table() {
				key := strings.Fields(b.keys)[0]
				if slices.Contains(tried, key) {
					continue
				}
				tried = append(tried, key)
				if is, _ := arrive(t, way, key); !does[is] {
					t.Errorf("nothing is tapped that does what %s does (%s), only %v:\n%s", key, b.name, taps, is)
				}
			}
		})
	}
}

// anyLink is a code that links a key, which is drawn anew each time.
var anyLink = regexp.MustCompile(`[0-9A-Z]{4}-[0-9A-Z]{4}`)

// arrive goes a way in a phone's window, and presses a key there, "" for none. It returns what is seen then, and what can be
// tapped.
func arrive(t *testing.T, way, key string) (screen string, taps []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h, ids := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), minWidth, minHeight)
		d.ids = ids
		d.taps(way)
		if key != "" {
			d.send(keyPress(key))
			d.settle()
		}
		screen, taps = anyLink.ReplaceAllString(d.screen(), "7KQF-2MXD"), d.tappable()
	})
	return screen, taps
}

// What can be said in a room is tapped in every window.
func TestSayingsAreTapped(t *testing.T) {
	for _, size := range sizes {
		synctest.Test(t, func(t *testing.T) {
			h, _ := furnished(t)
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			d.press("R")
			d.settle()
			d.click("thanks")
			d.shows("ana: thanks")
		})
	}
}
