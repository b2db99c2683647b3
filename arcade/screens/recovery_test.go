package screens

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
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
