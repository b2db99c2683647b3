package live_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games/catalog"
)

// Where a player does not see how far they are, no list tells it to another window of theirs.
func TestNobodyIsToldHowFarWhatIsUnseenIs(t *testing.T) {
	s := scripted(t, catalog.All()[0])
	for _, c := range []struct {
		unseen bool
		word   string
		told   bool
	}{
		{false, "", true},
		{true, "", false},
		{true, "otter", true},
	} {
		h := live.NewHall(live.Clock{}, nil)
		head := s.head("run", "ana")
		head.Mode.Unseen, head.Word = c.unseen, c.word
		h.Begin(head, s.first, live.Moment{State: s.first}, nil).Publish(s.after(s.steps, len(s.steps)-1, time.Now().Add(-time.Minute)))
		list := h.List(live.Viewer{Player: "ana"})
		if l := list[0]; (l.Of > 0) != c.told || !c.told && l.Pace != 0 {
			t.Errorf("%+v: %d of %d, pace %v", c, l.Done, l.Of, l.Pace)
		}
		if rows := h.Rows(); (rows[0].Of > 0) != c.told {
			t.Errorf("%+v: other nodes are told %d of %d", c, rows[0].Done, rows[0].Of)
		}
	}
}

// TestSecrecy is the table of who may see what of whose run.
func TestSecrecy(t *testing.T) {
	done := func(game, day string) bool { return game == "maze" && day == "2026-11-20" }
	s := scripted(t, catalog.All()[0])
	for _, c := range []struct {
		name   string
		head   live.Header
		viewer live.Viewer
		sight  live.Sight
		denied error
	}{
		{"a run", live.Header{}, live.Viewer{}, live.Whole, nil},
		{"of one who is not told the number", live.Header{Privacy: live.Uncounted}, live.Viewer{}, live.Whole, nil},
		{"a guest's", live.Header{Player: "-", Name: "guest"}, live.Viewer{Player: "jun"}, live.Whole, nil},
		{"private", live.Header{Privacy: live.Private}, live.Viewer{Player: "jun"}, live.Nameless, live.ErrPrivate},
		{"one's own, private", live.Header{Privacy: live.Private}, live.Viewer{Player: "ana"}, live.Whole, nil},
		{"a guest looks at a private guest", live.Header{Player: "-", Privacy: live.Private}, live.Viewer{}, live.Nameless, live.ErrPrivate},
		{"a daily", live.Header{Daily: "2026-11-20"}, live.Viewer{}, live.Listed, live.ErrDaily},
		{"a daily done", live.Header{Daily: "2026-11-20"}, live.Viewer{Knows: done}, live.Whole, nil},
		{"another day's", live.Header{Daily: "2026-11-21"}, live.Viewer{Knows: done}, live.Listed, live.ErrDaily},
		{"one's own daily", live.Header{Daily: "2026-11-20"}, live.Viewer{Player: "ana"}, live.Whole, nil},
		{"a private daily done", live.Header{Daily: "2026-11-20", Privacy: live.Private}, live.Viewer{Knows: done}, live.Nameless, live.ErrPrivate},
		{"in the heat that one races", live.Header{Word: "otter"}, live.Viewer{Word: "otter"}, live.Listed, live.ErrRival},
		{"in another heat", live.Header{Word: "otter"}, live.Viewer{Word: "heron"}, live.Whole, nil},
	} {
		h := live.NewHall(live.Clock{}, nil)
		head := s.head("run", "ana")
		head.Daily, head.Privacy, head.Word = c.head.Daily, c.head.Privacy, c.head.Word
		if c.head.Player != "" {
			head.Player, head.Name = "", "guest"
		}
		h.Begin(head, s.first, live.Moment{State: s.first}, nil).Publish(s.after(s.steps, 2, time.Now()))
		list := h.List(c.viewer)
		if len(list) != 1 || list[0].Sight != c.sight || !errors.Is(list[0].Denied, c.denied) {
			t.Errorf("%s: %d lines, %+v", c.name, len(list), list)
			continue
		}
		hidden := list[0].Name == "" && list[0].Player == "" && list[0].Run == ""
		if hidden != (c.sight == live.Nameless) || list[0].Done == 0 {
			t.Errorf("%s: the line says %q %q %q, %d of %d", c.name, list[0].Name, list[0].Player, list[0].Run, list[0].Done, list[0].Of)
		}
		sp, err := h.Watch("run", c.viewer, func() {})
		if !errors.Is(err, c.denied) || (sp == nil) != (c.denied != nil) {
			t.Errorf("%s: watching is answered by %v", c.name, err)
		}
		for _, text := range []string{"run", strings.ToUpper(head.Name), head.Player} {
			_, err := h.Find(text, c.viewer)
			want := c.denied
			if c.sight == live.Nameless || text == "" {
				want = live.ErrGone
			}
			if !errors.Is(err, want) {
				t.Errorf("%s: finding %q is answered by %v, want %v", c.name, text, err, want)
			}
		}
	}
}

// TestNoLineTellsAPosition: what of a run goes into a list has neither its position nor its seed nor its room's word in it.
func TestNoLineTellsAPosition(t *testing.T) {
	for _, g := range catalog.All() {
		s := scripted(t, g)
		h := live.NewHall(live.Clock{}, nil)
		head := s.head("run", "ana")
		head.Word = "otter"
		h.Begin(head, s.first, live.Moment{State: s.first}, nil).Publish(s.after(s.steps, 2, time.Now()))
		l := h.List(live.Viewer{})[0]
		l.Game, l.Mode = nil, nil
		text := fmt.Sprintf("%+v", l)
		if strings.Contains(text, g.Demo().Seed.String()) || strings.Contains(text, s.states[1].Text()) || strings.Contains(text, head.Word) {
			t.Errorf("%s: %s", g.ID, text)
		}
	}
}

// TestUncounted: the number of spectators is shown to who watches, and to the player unless they would rather not know.
func TestUncounted(t *testing.T) {
	s := scripted(t, catalog.All()[0])
	for privacy, want := range map[live.Privacy]int{live.Watchable: 2, live.Uncounted: 0} {
		h := live.NewHall(live.Clock{}, nil)
		head := s.head("run", "ana")
		head.Privacy = privacy
		run := h.Begin(head, s.first, live.Moment{State: s.first}, nil)
		run.Publish(s.after(s.steps, 2, time.Now()))
		w := watch(t, h, "run")
		watch(t, h, "run")
		if n := w.spectator.Line().Spectators; n != 2 || run.Spectators() != want {
			t.Errorf("spectators see %d, the player %d, want %d", n, run.Spectators(), want)
		}
	}
}

// TestMostInterestingFirst: of two runs that differ in one thing alone the more interesting one stands first.
func TestMostInterestingFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(t, catalog.All()[0])
		h := live.NewHall(live.Clock{}, nil)
		n := len(s.steps)
		begin := func(id string, at int, change func(*live.Header, *live.Moment)) *live.Run {
			head, m := s.head(id, id), s.after(s.steps, at, time.Now().Add(-time.Minute))
			change(&head, &m)
			r := h.Begin(head, s.first, m, nil)
			r.Enter()
			return r
		}
		same := func(*live.Header, *live.Moment) {}
		begin("asleep", n/2, same)
		time.Sleep(time.Minute)
		begin("near", n/2, same).Against(20, 2*time.Minute, false)
		begin("far from it", n/2, same).Against(20, 20*time.Second, false)
		begin("half", n/2, same)
		begin("watched", n/2, same)
		watch(t, h, "watched")
		begin("early", n/4, same)
		begin("unranked", n/4, func(_ *live.Header, m *live.Moment) { m.Ranked = false })
		begin("private", n-1, func(h *live.Header, _ *live.Moment) { h.Privacy = live.Private })
		var got []string
		for _, l := range h.List(live.Viewer{}) {
			got = append(got, l.Name)
		}
		want := []string{"near", "watched", "far from it", "half", "early", "unranked", "asleep", ""}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if l, ok := h.Best(live.Viewer{Word: "otter"}); !ok || l.Name != "near" {
			t.Errorf("the best is %q", l.Name)
		}
		if l, err := h.Find("HALF", live.Viewer{}); err != nil || l.Run != "half" {
			t.Errorf("found %q: %v", l.Run, err)
		}
		h.Close()
		if l, ok := h.Best(live.Viewer{}); ok || h.Playing() != 0 || len(h.List(live.Viewer{})) != 0 {
			t.Errorf("the best after all have ended is %q", l.Name)
		}
	})
}

// TestPace: the projected time is the elapsed over what is done, said from a quarter on, and placed for ranked runs alone.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(t, catalog.All()[0])
		h := live.NewHall(live.Clock{}, nil)
		run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
		began, said := time.Now(), false
		for n := range s.steps {
			if s.states[n].Status().Over() {
				break
			}
			time.Sleep(time.Second)
			m := s.after(s.steps, n+1, began)
			run.Publish(m)
			l := h.List(live.Viewer{})[0]
			want := l.Clock * time.Duration(l.Of) / time.Duration(l.Done)
			if 4*l.Done < l.Of {
				want = 0
			}
			if (l.Pace - want).Abs() > time.Millisecond {
				t.Errorf("%d of %d after %v: pace %v, want %v", l.Done, l.Of, l.Clock, l.Pace, want)
			}
			place := l.Place(func(game, mode, daily string, at time.Duration) int {
				if game != s.game.ID || mode != s.mode.ID || daily != "" || at != l.Pace {
					t.Errorf("asked for %s %s %q %v", game, mode, daily, at)
				}
				return 3
			})
			if (place == 3) != (l.Pace > 0) {
				t.Errorf("%d of %d: place %d", l.Done, l.Of, place)
			}
			said = said || place == 3
			m.Ranked = false
			run.Publish(m)
			time.Sleep(time.Second)
			if place := h.List(live.Viewer{})[0].Place(func(_, _, _ string, _ time.Duration) int { return 3 }); place != 0 {
				t.Errorf("unranked, and place %d", place)
			}
		}
		if !said {
			t.Error("no pace was said")
		}
	})
}
