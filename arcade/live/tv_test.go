package live_test

import (
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games/catalog"
)

// TestTV: the television stays with what is on, with its player's next run, and changes for something clearly better.
func TestTV(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(t, catalog.All()[0])
		n := len(s.steps)
		h := live.NewHall(live.Clock{}, nil)
		tv := h.TV(live.Viewer{})
		began := time.Now()
		on := func(want string) {
			t.Helper()
			time.Sleep(time.Second)
			if got := tv.Choose(); got != want {
				t.Errorf("%v: %q is on, want %q", time.Since(began), got, want)
			}
		}
		begin := func(id, player string, at int) *live.Run {
			r := h.Begin(s.head(id, player), s.first, s.after(s.steps, at, time.Now()), nil)
			r.Enter()
			return r
		}
		on("")
		hidden := s.head("hidden", "eve")
		hidden.Privacy = live.Private
		h.Begin(hidden, s.first, s.after(s.steps, n-2, time.Now()), nil).Enter()
		on("")
		ana := begin("ana1", "ana", n/2)
		on("ana1")
		jun := begin("jun1", "jun", n/2+n/10)
		on("ana1") // a little better is not enough
		jun.Publish(s.after(s.steps, n-2, began))
		on("jun1")
		jun.Close(live.End{How: live.Won})
		on("jun1")
		on("jun1")
		on("jun1")
		next := begin("jun2", "jun", 1)
		on("jun2")
		next.Close(live.End{How: live.Left})
		on("jun2")
		time.Sleep(5 * time.Second)
		on("ana1")
		ana.Close(live.End{How: live.Left})
		on("ana1")
		time.Sleep(6 * time.Second)
		on("")
	})
}
