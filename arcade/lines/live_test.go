package lines

import (
	"errors"
	"strings"
	"testing"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
)

// onlooker is somebody who watches a run in the hall.
type onlooker struct {
	t    *testing.T
	h    *live.Hall
	run  string
	sees *live.Spectator
}

// watches watches the one run that is listed.
func watches(t *testing.T, h *House) *onlooker {
	t.Helper()
	l, ok := h.Hall.Best(live.Viewer{})
	if !ok {
		t.Fatal("no run can be watched")
	}
	s, err := h.Hall.Watch(l.Run, live.Viewer{}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return &onlooker{t: t, h: h.Hall, run: l.Run, sees: s}
}

// end checks how the run has ended.
func (o *onlooker) end(how live.How, placed string) {
	o.t.Helper()
	e := o.sees.Since(0).End
	if e.How != how || e.Placed != placed {
		o.t.Errorf("it has ended as %v, %q, want %v, %q", e.How, e.Placed, how, placed)
	}
	if _, err := o.h.Find(o.run, live.Viewer{}); (how != live.Under) != errors.Is(err, live.ErrGone) {
		o.t.Errorf("the run is looked for with %v", err)
	}
}

// solve5x5 leads out of the first maze of 5x5 from its first junction, as TestAGameWaits has it.
var solve5x5 = []string{"return", "left", "left", "left", "return", "ahead", "ahead"}

// Who plays in lines or by a program can be watched from their first step on: each step is there when it is answered,
// and so is the end with what became of it.
func TestARunInLinesIsWatched(t *testing.T) {
	for _, tt := range []struct {
		opt           Options
		kind, placed  string
		what, running string
	}{
		{Options{}, "lines", "1st of 1 in lines", "lines maze 5x5", "ahead"},
		{Options{Bot: true}, "bots", "1st of 1 among bots", "bot maze 5x5", "ahead"},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				h := furnished()
				x := come(t, h, player(t, 1), tt.opt)
				x.say("maze 5x5")
				if n := h.Hall.Playing(); n != 0 {
					t.Errorf("%d runs are listed before a step", n)
				}
				x.say("ahead")
				o := watches(t, h)
				if l := o.sees.Line(); l.What() != tt.what || l.Kind != tt.kind || l.Player != x.s.Player().ID || !l.Ranked {
					t.Errorf("it is listed as %q of %q: %+v", l.What(), l.Player, l)
				}
				x.want("time", "One watches.")
				before := len(o.sees.Since(0).Steps)
				x.say(solve5x5[:6]...)
				tail := o.sees.Since(before)
				if len(tail.Steps) == 0 || tail.End.How != live.Under {
					t.Errorf("%d steps more, ended %v", len(tail.Steps), tail.End.How)
				}
				x.say(solve5x5[6:]...)
				o.end(live.Won, tt.placed)
			})
		})
	}
}

// However a run in lines ends, those who watch are told how; one that waits is there again when it goes on.
func TestARunInLinesEndsForThoseWhoWatch(t *testing.T) {
	for name, tt := range map[string]struct {
		end func(*talker)
		how live.How
	}{
		"goodbye":             {func(x *talker) { x.say("quit") }, live.Left},
		"a broken connection": {func(x *talker) { x.hang() }, live.Left},
		"the menu":            {func(x *talker) { x.say("menu") }, live.Left},
		"anew":                {func(x *talker) { x.say("again", "yes") }, live.Anew},
		"the operator":        {func(x *talker) { x.s.Removed(); x.s.End("The operator has ended this session.") }, live.Removed},
		"a restart":           {func(x *talker) { x.s.house.Hall.Close(); x.s.End("The arcade restarts.") }, live.Restart},
		"another window":      {func(x *talker) { come(x.t, x.s.house, player(x.t, 1), Options{}).say("maze 5x5", "resume", "ahead") }, live.Moved},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				h := furnished()
				x := come(t, h, player(t, 1), Options{})
				x.say("maze 5x5", "ahead")
				o := watches(t, h)
				tt.end(x)
				x.hears()
				if e := o.sees.Since(0).End; e.How != tt.how {
					t.Errorf("it has ended as %v, want %v", e.How, tt.how)
				}
				if tt.how != live.Left {
					return
				}
				o.end(live.Left, "")
				y := come(t, h, player(t, 1), Options{})
				y.say("maze 5x5", "resume")
				if again := watches(t, h); again.run != o.run {
					t.Errorf("run %s goes on as %s", o.run, again.run)
				}
			})
		})
	}
}

// Who may watch is chosen in the settings, here and on the screens alike, and holds from the next game on.
func TestWhoMayWatchInLines(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		x := come(t, h, player(t, 1), Options{})
		x.want("settings", "Everybody may watch.")
		x.want("watch off", "From your next game on nobody may watch.")
		x.say("maze 5x5", "ahead")
		list := h.Hall.List(live.Viewer{})
		if len(list) != 1 || list[0].Name != "" || list[0].Player != "" || !errors.Is(list[0].Denied, live.ErrPrivate) {
			t.Errorf("a private run is listed as %+v", list)
		}
		if set, err := h.Store.Settings(player(t, 1)); err != nil || set[look.WatchedSetting] != "private" {
			t.Errorf("stored is %q, %v", set, err)
		}
		x.say("menu", "settings")
		x.want("watch untold", "you are not told")
		y := come(t, h, player(t, 1), Options{})
		y.say("maze 5x5", "resume")
		watches(t, h)
		if said := y.say("time"); strings.Contains(said, "watch") {
			t.Errorf("the clock is told as %q", said)
		}
		y.say("settings")
		y.want("watch on", "everybody may watch")
		if set, err := h.Store.Settings(player(t, 1)); err != nil || set[look.WatchedSetting] != "" {
			t.Errorf("stored is %q, %v", set, err)
		}

		g := come(t, h, guestKey, Options{})
		g.say("settings")
		g.want("watch off", "A guest's settings last as long as the visit.")
		g.say("maze 5x5", "ahead")
		for _, l := range h.Hall.List(live.Viewer{}) {
			if l.Name == "guest" {
				t.Errorf("a private guest is listed as %+v", l)
			}
		}
	})
}
