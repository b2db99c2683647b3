package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// profileOf is a desk with the nth player's profile on it.
func profileOf(t *testing.T, h *House, n int) *desk {
	t.Helper()
	d := sit(t, h, storagetest.Key(n), 80, 24)
	d.press("up", "right", "enter")
	d.shows("Profile")
	return d
}

// twoNamed is a house with ana (1) and jun (2).
func twoNamed(t *testing.T) *House {
	t.Helper()
	s := storage.NewMemory()
	for n, name := range []string{1: "ana", 2: "jun"} {
		if name == "" {
			continue
		}
		if _, err := s.SetName(storagetest.Key(n), name); err != nil {
			t.Fatal(err)
		}
	}
	return testHouse(t, s)
}

// types types a code that the nth player was shown.
func (d *desk) types(t *testing.T, h *House, n int) {
	t.Helper()
	code, _, err := h.Store.Code(storagetest.Key(n), "", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	d.press("c")
	for _, r := range code {
		d.press(string(r))
	}
	d.press("enter")
}

// A code moves nothing before both sides were named and y was pressed; the Enter that ended the code is no yes.
func TestACodeIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := twoNamed(t)
		name := func() string {
			p, err := h.Store.Player(storagetest.Key(2))
			if err != nil {
				t.Fatal(err)
			}
			return p.Name
		}
		d := profileOf(t, h, 2)
		d.types(t, h, 1)
		d.shows("Become ana (")
		d.shows("You are jun (")
		d.press("enter")
		if name() != "jun" {
			t.Error("linked without a yes")
		}
		d.press("n")
		d.shows("Nothing was changed.")
		d.types(t, h, 1)
		d.press("y")
		d.shows("This key is ana's now")
		if name() != "ana" {
			t.Error("not linked")
		}
	})
}

// A key that was there before reads of the link, and undoes it or says that it was theirs.
func TestALinkIsUndoneOnTheProfile(t *testing.T) {
	for key, want := range map[string]string{"u": "That link is undone", "y": "Bests"} {
		synctest.Test(t, func(t *testing.T) {
			h := twoNamed(t)
			d := profileOf(t, h, 2)
			d.types(t, h, 1)
			d.press("y")
			ana := profileOf(t, h, 1)
			ana.shows("the key ana made jun (")
			ana.press(key)
			ana.shows(want)
			ns, err := h.Store.Notices(storagetest.Key(1), time.Now())
			ks, err2 := h.Store.Keys(storagetest.Key(1))
			if err != nil || err2 != nil || len(ns) != 0 || (len(ks) == 1) != (key == "u") {
				t.Errorf("%s: %v, %d keys, %v, %v", key, ns, len(ks), err, err2)
			}
		})
	}
}

func TestNamesAreRationedOnTheProfile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := twoNamed(t)
		d := profileOf(t, h, 1)
		d.env.mayName = func() bool { return false }
		d.press("n", "x", "enter")
		d.shows(look.TooManyNames[:40])
		if p, err := h.Store.Player(storagetest.Key(1)); err != nil || p.Name != "ana" {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

// A key is taken away on the profile: the one that is asked about, after a yes, and no other.
func TestAKeyIsUnlinkedOnTheProfile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := twoNamed(t)
		d := profileOf(t, h, 2)
		d.types(t, h, 1)
		d.press("y")
		time.Sleep(8 * 24 * time.Hour) // for the linked key to be no longer young
		ana := profileOf(t, h, 1)
		count := func() int {
			ks, err := h.Store.Keys(storagetest.Key(1))
			if err != nil {
				t.Fatal(err)
			}
			return len(ks)
		}
		ana.press("x", "n")
		if count() != 2 {
			t.Fatal("a key went without a yes")
		}
		ana.press("x")
		if !strings.Contains(ana.screen(), "Unlink ana?") { // which of two keys of one instant stands first is chance
			ana.shows("Unlink this one?")
			ana.press("x")
		}
		ana.shows("Unlink ana?")
		ana.press("y")
		ana.shows("Unlinked: ana.")
		if count() != 1 {
			t.Errorf("%d keys are left", count())
		}
	})
}

// The plot has an axis, and its highest bars are the best times.
func TestProfilePlotIsGolden(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, ids := furnished(t)
			g, _ := h.game("maze")
			m, _ := g.Find("5x5")
			for i := range 9 {
				won := playtest.WonRun(t, g, m, games.Seed(90+i), playtest.Key(t, 1), time.Duration(200+i*37%100)*time.Millisecond)
				if _, err := h.Store.Save(won); err != nil {
					t.Fatal(err)
				}
			}
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			d.ids = ids
			d.press("up", "right", "enter")
			d.wait(100 * time.Millisecond)
			d.golden(fmt.Sprintf("profile-plot-%dx%d", size.w, size.h))
		})
	}
}

// The profile tells how the runs of a mode have ended: losses are counted too, and none that would not have ranked.
func TestProfileTellsWinsAndLosses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := twoNamed(t)
		for i, ms := range []int64{40_000, 30_000} {
			r := storagetest.NewRun(fmt.Sprint("won", i), 1, ms)
			r.Game, r.Mode, r.Figures = "minesweeper", "beginner", storage.Figures{Moves: 60, Least: 45}
			if _, err := h.Store.Save(r); err != nil {
				t.Fatal(err)
			}
		}
		d := sit(t, h, storagetest.Key(1), 80, 24)
		p := d.lose("left")
		if p.run.Mode.ID != "beginner" {
			t.Fatalf("lost %s", p.run.Mode.ID)
		}
		d.wait(time.Second)
		d.press("z")
		for p := d.app.top().(*play); !p.run.Over(); d.press("e", "space") { // practice is not counted
		}
		d = profileOf(t, h, 1)
		d.shows("won 2 of 3 (66 %)")
		d.shows("won 2 of 3 (66 %) · 0 in a row, 2 at best · best 3BV/s 1.50")
	})
}
