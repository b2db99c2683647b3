package screens

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/keys"
)

// What is said to a player about their rating is never another's of the same name: who has chosen none is "unnamed".
func TestOnesOwnResultIsToldByThePlayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desks, rooms := party(t, 80, 24)
		r := rooms[0]
		r.view.You.Name = "unnamed"
		rated := rating.Change{Heats: 11, From: 5, To: 6.25}
		r.view.Results = []race.Row{{Player: desks[1].ids[1], Name: "unnamed", Rating: rated}}
		if got := r.after(); len(got) != 0 {
			t.Errorf("another's rating is told: %q", got)
		}
		r.view.Results[0].Player = desks[0].ids[0]
		if got := r.after(); len(got) != 1 || got[0] != "Your rating is 6.25 now." {
			t.Errorf("one's own rating is told as %q", got)
		}
	})
}

// Who has muted the others reads how to hear them again; and who waits alone that they do, whatever they have pressed.
func TestARoomSaysWhatItsKeysDoNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		ana, jun := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, playtest.Key(t, 2), 80, 24)
		ana.enters("otter", "maze", "5x5")
		ana.press("s")
		pass(time.Second, ana)
		ana.shows("Waiting for somebody to race with")
		jun.enters("otter", "maze", "5x5")
		jun.shows("m mute")
		jun.press("m")
		pass(time.Second, jun)
		jun.shows("m hear them again")
		jun.press("m")
		pass(time.Second, jun)
		jun.shows("m mute")
		jun.shows("Who is not ready in")
	})
}

// Who is done finds the first who still races chosen, and every lane that can be watched in sight, however few there is
// room for.
func TestWhoIsDoneChoosesAmongThoseWhoRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		var desks []*desk
		var rooms []*room
		for i := range 6 {
			d := sit(t, h, keys.Key{}, 40, 18)
			d.env.session = fmt.Sprint(i)
			desks, rooms = append(desks, d), append(rooms, d.enters("otter", "maze", "5x5"))
		}
		gun(desks)
		first := desks[0]
		desks[1].press("q", "y")
		pass(10*time.Second, desks...)
		rooms[0].walks(t, first, 99)
		pass(time.Second, desks...)
		first.shows("▸ guest-3")
		first.press("up")
		first.shows("▸ guest-3")
		first.press("down", "down", "down", "down")
		first.shows("▸ guest-6")
		first.press("enter")
		pass(200*time.Millisecond, desks...)
		first.shows("Watching · guest-6")
		first.press("q")
		rooms[5].walks(t, desks[5], 99)
		pass(time.Second, desks...)
		first.shows("▸ guest-3")
		first.press("up")
		first.shows("  guest-1")
	})
}

// In a heat no help is offered, neither in the foot nor to be tapped on the board.
func TestNoHelpIsOfferedInAHeat(t *testing.T) {
	for _, size := range windows {
		for game, mode := range map[string]string{"maze": "5x5", "minesweeper": "intermediate-ng"} {
			synctest.Test(t, func(t *testing.T) {
				h, _ := furnished(t)
				ana, jun := sit(t, h, playtest.Key(t, 1), size.w, size.h), sit(t, h, playtest.Key(t, 2), 80, 24)
				r := ana.enters("otter", game, mode)
				jun.enters("otter", game, mode)
				gun([]*desk{ana, jun})
				words := strings.Fields(ana.screen())
				if slices.Contains(words, "path") || slices.Contains(words, "hint") {
					t.Errorf("help is offered:\n%s", ana.screen())
				}
				for _, hint := range r.play.board.Hints(r.play.run.State()) {
					if len(hint.Key) == 1 {
						ana.press(hint.Key)
					}
					if strings.Contains(ana.screen(), "no help") {
						t.Errorf("%s %s is offered and refused:\n%s", hint.Key, hint.Does, ana.screen())
					}
				}
			})
		}
	}
}
