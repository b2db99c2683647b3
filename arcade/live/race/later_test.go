package race_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/games/maze"
)

// TestNextHeat: n opens the next heat and asks the others; emotes are heard between the heats, one each three seconds.
func TestNextHeat(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		h.run(list)
		list[0].do(list[0].seat.Say(0))
		time.Sleep(time.Second)
		list[0].wins()
		list[1].seat.Leave()
		if v := list[0].phase(race.Results); len(v.Said) != 0 || len(v.Results) != 2 || v.Results[1].How != live.Left || v.Later {
			t.Errorf("%+v", v)
		}
		jun := h.comes("jun")
		for range 3 {
			list[0].do(list[0].seat.Say(0))
			time.Sleep(2 * time.Second)
		}
		jun.do(jun.seat.Say(3))
		if s := list[0].seat.View().Said; len(s) != 3 || s[0].Emote.String() != "gg" || s[2].Name != "jun" {
			t.Errorf("%+v", s)
		}
		jun.do(jun.seat.Mute(true))
		if s := jun.seat.View().Said; len(s) != 1 {
			t.Errorf("muted, and hears %+v", s)
		}
		list[0].do(list[0].seat.Next())
		if v := jun.phase(race.Gathering); v.Heat != 2 || !v.Members[0].Ready || v.You.Ready {
			t.Errorf("%+v", v)
		}
		jun.do(jun.seat.Ready())
		h.run([]*racer{list[0], jun})
		jun.wins()
		list[0].wins()
		if v := h.last(); v.Number != 2 || len(h.kept) != 2 {
			t.Errorf("%+v", v)
		}
	})
}

// TestLater: a word lives for a day: who comes when all are gone races the same deal once, and stands in the table apart.
func TestLater(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		h.run(list)
		time.Sleep(time.Second)
		for _, r := range list {
			r.wins()
			if _, err := r.seat.Later(); !errors.Is(err, race.ErrOnce) && !errors.Is(err, race.ErrPhase) {
				t.Errorf("one who was there: %v", err)
			}
			r.seat.Leave()
		}
		time.Sleep(23 * time.Hour)
		if len(h.rooms.List()) != 0 {
			t.Error("a room with nobody in it is listed")
		}
		eve := h.comes("eve")
		if v := eve.phase(race.Results); !v.Later || len(v.Results) != 2 {
			t.Errorf("%+v", v)
		}
		eve.begin(eve.seat.Later())
		if eve.start.Seed != h.last().Seed || len(eve.start.Past) != 2 || !eve.start.Now.Began.Equal(time.Now()) {
			t.Errorf("%+v", eve.start)
		}
		if err := eve.seat.Next(); !errors.Is(err, race.ErrPhase) {
			t.Errorf("two at a time: %v", err)
		}
		time.Sleep(500 * time.Millisecond)
		eve.wins()
		v := h.last()
		if len(h.kept) != 2 || len(v.Rows) != 3 || v.Rows[0].Place != 1 || !v.Rows[2].Later || v.Rows[2].Place != 0 || v.Rows[2].Time != 500*time.Millisecond || len(v.Rated()) != 2 {
			t.Errorf("%+v", v.Rows)
		}
		if _, err := eve.seat.Later(); !errors.Is(err, race.ErrOnce) {
			t.Errorf("a second time: %v", err)
		}
		eve.seat.Leave()
		time.Sleep(25 * time.Hour)
		if v := h.comes("zoe").seat.View(); v.Phase != race.Gathering || v.Heat != 1 {
			t.Errorf("after a day: %+v", v)
		}
	})
}

// TestRatingsAreTold: those in the results hear how a heat moved ratings; of a heat that is not the last nobody does.
func TestRatingsAreTold(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		h.run(list)
		for _, r := range list {
			r.wins()
		}
		synctest.Wait()
		heat := h.last()
		change := rating.Change{Heats: 3, From: 1, To: 2}
		shown := func() (changes []rating.Change) {
			for _, row := range list[1].phase(race.Results).Results {
				changes = append(changes, row.Rating)
			}
			return changes
		}
		for name, other := range map[string]func(*race.Heat){
			"another word": func(h *race.Heat) { h.Word = "heron" }, "another number": func(h *race.Heat) { h.Number++ },
			"the number again": func(h *race.Heat) { h.At = h.At.Add(-time.Hour) },
		} {
			wrong := heat
			other(&wrong)
			h.rooms.Rated(wrong, map[string]rating.Change{heat.Rows[0].Run: change})
			if got := shown(); got[0] != (rating.Change{}) {
				t.Errorf("%s: told %+v", name, got)
			}
		}
		time.Sleep(50 * time.Millisecond)
		<-list[1].wake
		h.rooms.Rated(heat, map[string]rating.Change{heat.Rows[0].Run: change})
		<-list[1].wake
		if got := shown(); got[0] != change || got[1] != (rating.Change{}) || heat.Rows[0].Rating != (rating.Change{}) {
			t.Errorf("told %+v", got)
		}
	})
}

// TestRecall: after a restart a heat that was kept can be raced later all the same.
func TestRecall(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		h.run(list)
		list[0].wins()
		list[1].wins()
		next := newHouse(t, h.plan.Game)
		next.rooms.Recall(h.last(), h.plan.Game, h.plan.Mode)
		next.rooms.Recall(h.last(), h.plan.Game, h.plan.Mode)
		ana := next.comes("p0")
		if _, err := ana.seat.Later(); !errors.Is(err, race.ErrOnce) {
			t.Errorf("one who was there: %v", err)
		}
		eve := next.comes("eve")
		eve.begin(eve.seat.Later())
		eve.wins()
		if v := next.last(); len(v.Rows) != 3 || v.Number != 1 {
			t.Errorf("%+v", v)
		}
		eve.do(eve.seat.Next())
		if v := ana.phase(race.Gathering); v.Heat != 2 {
			t.Errorf("%+v", v)
		}
	})
}

// TestRestart: a heat under way when the arcade restarts is over in words, and nothing of it is kept.
func TestRestart(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(3)
		h.run(list)
		time.Sleep(time.Second)
		list[0].wins()
		h.rooms.Close()
		for i, r := range list {
			if how := r.start.Run.Ended().How; i > 0 && how != live.Restart {
				t.Errorf("%s ended %v", r.who.ID, how)
			}
			if v := r.seat.View(); !v.Closed || !errors.Is(r.seat.Ready(), race.ErrClosed) {
				t.Errorf("%+v", v)
			}
		}
		if _, err := h.rooms.Enter("", h.plan, race.Who{ID: "eve"}, live.Into(list[0].wake)); !errors.Is(err, race.ErrClosed) {
			t.Errorf("a new room: %v", err)
		}
		time.Sleep(2 * time.Hour)
		if len(h.kept) > 0 {
			t.Errorf("kept %+v", h.kept)
		}
	})
}

// TestBounds: a full house forgets the room that has been empty for longest, and a deal is raced later by so many.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, maze.Game())
		list := h.all(2)
		h.run(list)
		time.Sleep(time.Second)
		list[0].wins()
		list[1].wins()
		past, next := h.last(), newHouse(t, maze.Game())
		for i := range 1000 {
			past.Word = fmt.Sprintf("%c%c%c", 'a'+i/100, 'a'+i/10%10, 'a'+i%10)
			past.At = past.At.Add(time.Second)
			next.rooms.Recall(past, h.plan.Game, h.plan.Mode)
		}
		next.comes("ana")
		look := func(word string) race.View {
			s, err := next.rooms.Enter(word, h.plan, race.Who{ID: "eve"}, func() {})
			if err != nil {
				t.Fatal(err)
			}
			return s.View()
		}
		if v := look("aab"); v.Phase != race.Results {
			t.Errorf("the second oldest is forgotten too: %v", v.Phase)
		}
		if v := look("aaa"); v.Phase != race.Gathering {
			t.Errorf("the oldest is not forgotten: %v", v.Phase)
		}
		for i := range 99 {
			r := h.comes(fmt.Sprint("later", i))
			start, err := r.seat.Later()
			if want := i >= 98; errors.Is(err, race.ErrRaced) != want {
				t.Fatalf("the %d. to come later: %v", i+1, err)
			} else if !want {
				start.Run.Close(live.End{How: live.Left})
			}
			r.seat.Leave()
		}
		if len(h.kept) != 1 {
			t.Errorf("%d heats kept: who leaves is in no table", len(h.kept))
		}
	})
}
