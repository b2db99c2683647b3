package lines

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// Whichever call of the store fails, and whether it does once or from then on: nothing that cannot be read is told as if
// it were not there, what is left out is said, and a game can be played.
func TestAStoreThatFailsIsNotEmpty(t *testing.T) {
	for name, lines := range map[string][]string{
		"boards":  {"boards"},
		"board":   {"boards maze 5x5"},
		"profile": {"profile"},
		"game":    {"maze 5x5", "ahead"},
	} {
		for _, ever := range []bool{false, true} {
			failed := true
			for at := 1; failed; at++ {
				failed = false
				bubble(t, func(t *testing.T) {
					h := furnished()
					crowd(t, h, 11)
					h.Store = storagetest.Failing(h.Store, func(_ string, n int) error {
						if n == at || ever && n > at {
							failed = true
							return errors.New("the disk is on fire")
						}
						return nil
					})
					x := come(t, h, player(t, 11), Options{})
					for _, line := range lines {
						said := x.say(line)
						for _, empty := range []string{"nobody yet", "Nobody stands", "1st of 1", "no such"} {
							if strings.Contains(said, empty) {
								t.Errorf("%s, call %d: %q is said:\n%s", name, at, empty, said)
							}
						}
						if own := name == "board" || name == "profile"; own && !strings.Contains(said, "11th") && !strings.Contains(said, "cannot be read") {
							t.Errorf("%s, call %d: neither one's own time nor why not:\n%s", name, at, said)
						}
					}
					if _, ok := x.s.top().(*game); name == "game" && !ok {
						t.Errorf("call %d: no game is played:\n%s", at, x.all.String())
					}
				})
			}
		}
	}
}

// crowd has the first n players stand on the leaderboard of 5x5 in lines, in their order.
func crowd(t *testing.T, h *House, n int) {
	t.Helper()
	for i := 1; i <= n; i++ {
		r := playtest.WonRun(t, h.Games[0], games.Mode{ID: "5x5"}, games.Seed(i), player(t, byte(i)), time.Second)
		r.ID, r.Kind, r.Figures = fmt.Sprintf("RUN-%d", i), storage.Lines, storage.Figures{Moves: uint32(40 + i), Least: 40}
		if _, err := h.Store.Save(r); err != nil {
			t.Fatal(err)
		}
	}
}

// Who does not want to be watched is not, either, while that they do not want it cannot be read.
func TestNobodyIsWatchedWhoseWishIsNotKnown(t *testing.T) {
	for _, unread := range []string{"Player", "Settings"} {
		bubble(t, func(t *testing.T) {
			h := furnished()
			if err := h.Store.SetSettings(player(t, 1), map[string]string{look.WatchedSetting: live.Private.String()}); err != nil {
				t.Fatal(err)
			}
			fails := true
			h.Store = storagetest.Failing(h.Store, func(method string, _ int) error {
				if fails && method == unread {
					return errors.New("the disk is on fire")
				}
				return nil
			})
			x := come(t, h, player(t, 1), Options{})
			for _, begin := range []string{"maze 5x5", "resume"} {
				x.say(begin, "right")
				if list := h.Hall.List(live.Viewer{}); len(list) != 1 || list[0].Sight != live.Nameless {
					t.Errorf("%s fails: %+v", unread, list)
				}
				fails = false
				x.say("menu", "maze 5x5")
			}
		})
	}
}
