package links

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
)

// everything is one message of each kind about one run.
func everything(t testing.TB) []any {
	s := scripted(t, catalog.All()[0], "run", "ana")
	r := s.begin(live.NewHall(live.Clock{}, nil))
	s.after(r, 2)
	version, plan := uint32(s.Game.Version), race.Plan{Game: s.Game, Mode: s.Mode}
	return []any{
		rowOf(live.Row{Header: s.Header, Status: games.Playing, Of: 10}), &beat{}, &watch{Run: "own", From: 1, Watching: 3}, &count{"own", 4},
		&head{"run", s.Game.ID, s.Mode.ID, version, uint64(s.Seed)}, &chunk{"run", 0, 100, true, "", games.Encode(s.steps[:2])}, &chunk{"run", 2, 200, true, "bots", games.Encode(s.steps[2:4])},
		&end{"run", uint32(live.Won), 5000, "3rd"}, &leave{"own"}, &gone{"run"}, &over{"run"},
		&rooms{said(t, []roomJSON{{race.OpenRoom{Word: "otter", Seated: 2}, planOf(plan)}})}, &heat{said(t, race.Heat{Word: "tiger", Number: 1, Game: s.Game.ID,
			Mode: s.Mode.ID, Version: s.Game.Version, Seed: s.Seed, Rows: []race.Row{{Name: "ana", Run: "r", How: live.Won}}})},
		&sit{1, said(t, sitJSON{Word: "otter", Plan: planOf(plan), ID: "p1", Name: "ana"})}, &act{1, said(t, actJSON{race.Act{Does: "ready"}, planOf(plan)})},
		&act{1, said(t, actJSON{race.Act{Does: "set"}, planOf(plan)})}, &act{1, said(t, actJSON{race.Act{Does: "steps", Steps: s.steps[:2]}, planOf(plan)})},
		&news{1, said(t, newsJSON{View: viewJSON{View: race.View{Word: "lion", Phase: race.Counting}, Plan: planOf(plan), Until: time.Second}, Deal: &race.Deal{Run: "x", Seed: s.Seed, In: time.Second}})},
		&act{1, said(t, actJSON{race.Act{Does: "leave"}, planOf(plan)})}, &out{1},
	}
}

// said is what a node says of rooms.
func said(t testing.TB, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEveryMessageIsReadAsItWasWritten(t *testing.T) {
	for _, m := range everything(t) {
		var one, two bytes.Buffer
		if err := write(&one, m); err != nil {
			t.Fatal(err)
		}
		sent := bytes.Clone(one.Bytes())
		got, err := read(&one, make([]byte, maxMessage))
		if err != nil {
			t.Fatalf("%T: %v", m, err)
		}
		if err := write(&two, got); err != nil || !bytes.Equal(two.Bytes(), sent) {
			t.Errorf("%T comes as %+v", m, got)
		}
	}
}

// oneWay is a channel on which another node says some bytes and hears nothing.
type oneWay struct{ io.Reader }

func (oneWay) Write(p []byte) (int, error) { return len(p), nil }
func (oneWay) Close() error                { return nil }

// Whatever comes over a channel, the node stands, and keeps no more of it than its bounds say.
func FuzzLink(f *testing.F) {
	var all bytes.Buffer
	for _, m := range everything(f) {
		var one bytes.Buffer
		_ = errors.Join(write(&one, m), write(&all, m))
		f.Add(one.Bytes())
	}
	f.Add(all.Bytes())
	f.Add([]byte{0, 0, 0, 0})
	f.Add([]byte{255, 255, 255, 255, 1})
	own := scripted(f, catalog.All()[0], "own", "jun")
	f.Fuzz(func(t *testing.T, said []byte) {
		var log bytes.Buffer
		hall := live.NewHall(live.Clock{}, nil)
		n := New(Config{Hall: hall, Rooms: emptyRooms(hall), Pack: func(any) []byte { return nil }, Unpack: func([]byte) any { return nil }, Games: catalog.All(), Self: "a", Log: slog.New(slog.DiscardHandler),
			Panics: panics.NewCatcher(slog.New(slog.NewTextHandler(&log, nil)))})
		own.after(own.begin(n.Hall), 1)
		n.mu.Lock()
		p := n.peer("b")
		n.mu.Unlock()
		p.want("run")
		n.Serve("b", oneWay{bytes.NewReader(said)})
		if n.Panics.Caught() > 0 {
			t.Error(log.String())
		}
		if len(p.mirrors) > maxWatched || len(n.Hall.List(live.Viewer{})) > maxRuns+1 {
			t.Error("it keeps more than it may")
		}
		p.forget(n.Hall)
	})
}

// Whatever is said of a room in which somebody of this node sits, it can be looked at.
func FuzzNews(f *testing.F) {
	for _, m := range everything(f) {
		if n, is := m.(*news); is {
			f.Add(n.JSON)
		}
	}
	all := catalog.All()
	mode, err := all[0].Mode(all[0].Demo().Mode)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		n, err := newsFrom(text, all, time.Now())
		if err != nil {
			return
		}
		away := race.NewAway(live.NewHall(live.Clock{}, nil), "lion", race.Plan{Game: all[0], Mode: mode}, func() {}, func(race.Act) {})
		away.Hear(n, time.Millisecond)
		v := away.View()
		_, _ = away.Start()
		if v.Plan.Game.ID == "" || v.Phase > race.Results {
			t.Errorf("shows %+v", v)
		}
	})
}
