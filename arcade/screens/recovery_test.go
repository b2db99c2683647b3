package screens

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// The card of a player's first ranked run has a code against a lost key, which works; no later card has one.
func TestARecoveryCodeIsShownOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sit(t, h, playtest.Key(t, 1), 60, 20)
		d.press("left", "enter")
		d.walkOut(time.Millisecond)
		d.wait(time.Second)
		code := regexp.MustCompile(`For a lost key: recover (\S{19}) `).FindStringSubmatch(canvasText(d.canvas()))
		if code == nil {
			t.Fatalf("no code:\n%s", d.screen())
		}
		d.shows("q menu")
		d.press("enter")
		d.walkOut(time.Millisecond)
		d.wait(time.Second)
		d.shows("q menu")
		if strings.Contains(d.screen(), "lost key") {
			t.Errorf("a code again:\n%s", d.screen())
		}
		if p, err := h.Store.Recover(playtest.Key(t, 2), code[1], "", "", time.Now()); err != nil || p.ID != d.env.player.ID {
			t.Errorf("recovered %+v, %v", p, err)
		}
	})
}

// On the profile one is made on request, after a yes: the one before is void then.
func TestARecoveryCodeIsMadeOnTheProfile(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h := twoNamed(t)
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			before, err := h.Store.Recovery(playtest.Key(t, 1), false, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			d.do(d.app.open(to.Profile{}, false))
			d.settle()
			made := func() []string {
				return regexp.MustCompile(`recover ((\w{4}-){3}\w{4})`).FindStringSubmatch(canvasText(d.canvas()))
			}
			d.press("R")
			d.shows("Make a code")
			d.press("n")
			if code := made(); code != nil {
				t.Fatalf("%s was made after a no", code[1])
			}
			d.press("R", "y")
			d.settle()
			code := made()
			if code == nil {
				t.Fatalf("no code:\n%s", d.screen())
			}
			for text, want := range map[string]error{before: storage.ErrCode, code[1]: nil} {
				if _, err := h.Store.Recover(playtest.Key(t, 3), text, "", "", time.Now()); !errors.Is(err, want) {
					t.Errorf("%s: %v, want %v", text, err, want)
				}
			}
			d.press("down")
			if made() != nil {
				t.Error("it is shown on and on")
			}
		})
	}
}

// A guest has nothing to come back to.
func TestAGuestIsShownNoRecoveryCode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), keys.Key{}, 80, 24)
		d.press("left", "enter")
		d.walkOut(time.Millisecond)
		d.wait(time.Second)
		if strings.Contains(d.screen(), "lost key") {
			t.Errorf("a guest is shown a code:\n%s", d.screen())
		}
	})
}
