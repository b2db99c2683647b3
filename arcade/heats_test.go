package arcade

import (
	"testing"
	"time"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// walked is a heat in a maze that ana (key 1) won before jun (key 2), each from an address of their own.
func walked(t *testing.T, a *arcadeServer, word string) race.Heat {
	t.Helper()
	g := a.cfg.Games[0]
	m, ok := g.Find("5x5")
	if g.ID != "maze" || !ok {
		t.Fatalf("the first game is %s", g.ID)
	}
	h := race.Heat{Word: word, Number: 3, Game: g.ID, Mode: m.ID, Version: g.Version, Seed: 7, At: time.Now().Add(-time.Minute), Ranked: true}
	for i := range 2 {
		k := playtest.Key(t, byte(i+1))
		run := playtest.WonRun(t, g, m, h.Seed, k, time.Duration(i+1)*100*time.Millisecond)
		p, err := a.store.Player(k)
		if err != nil {
			t.Fatal(err)
		}
		end, _, err := g.Play(playtest.ReplayOf(t, run))
		if err != nil {
			t.Fatal(err)
		}
		row := race.Row{Place: i + 1, Player: p.ID, Ref: k, Source: []string{"192.0.2.1", "192.0.2.2"}[i], Run: run.ID + word + string(rune('a'+i)), How: live.Won,
			Time: time.Duration(run.Millis) * time.Millisecond, Steps: run.Steps}
		row.Done, row.Of = end.Progress()
		h.Rows = append(h.Rows, row)
	}
	return h
}

// A heat that is over is kept with replays that prove it, moves the ratings once, and its room is there again after a
// restart, for who comes later.
func TestHeatsOutliveTheServer(t *testing.T) {
	a := openArcade(t, nil)
	h := walked(t, a, "otter")
	a.keepHeat(h)
	a.keepHeat(h)
	first, second := storage.Rating{}, storage.Rating{}
	doortest.Eventually(t, "the ratings are kept", func() bool {
		var err, err2 error
		first, err = a.store.Rating(h.Rows[0].Player, "maze")
		second, err2 = a.store.Rating(h.Rows[1].Player, "maze")
		return err == nil && err2 == nil
	})
	a.saver.Wait(nil)
	if first.Mu <= 25 || second.Mu >= 25 || first.Heats != 1 || first.Won != 1 || second.Won != 0 {
		t.Errorf("the winner has %+v, the other %+v", first, second)
	}
	tally, err := records.Verify(a.store, a.cfg.Games, func(int, int) {}, func(err error) { t.Error(err) })
	if err != nil || tally.Played != 2 {
		t.Errorf("%+v, %v", tally, err)
	}

	b := openArcade(t, func(c *Config) { c.Store = a.store })
	g := b.cfg.Games[0]
	m, _ := g.Find("10x10")
	seat, err := b.rooms.Enter("otter", race.Plan{Game: g, Mode: m}, race.Who{ID: "zoe", Name: "zoe"}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer seat.Leave()
	v := seat.View()
	for i, r := range []storage.Rating{first, second} {
		want := rating.Change{Heats: 1, To: rating.Rating{Mu: r.Mu, Sigma: r.Sigma}.Shown()}
		if got := v.Results[i].Rating; got != want {
			t.Errorf("the rating in row %d has moved by %+v, want %+v", i, got, want)
		}
	}
	if v.Phase != race.Results || v.Heat != 3 || v.Plan.Mode.ID != "5x5" || !v.Later || len(v.Results) != 2 || v.Results[1].Gap != h.Rows[1].Time-h.Rows[0].Time {
		t.Errorf("the room is %+v", v)
	}
}

// Who has raced is told how their rating has moved, once the heat is kept: whoever came in by keys from two addresses is,
// and a guest is not; what comes later moves nothing.
func TestARaceTellsHowItMovedRatings(t *testing.T) {
	for _, tt := range []struct {
		name    string
		change  func(*race.Heat)
		changes int
	}{
		{"rated", func(*race.Heat) {}, 2},
		{"rivals seen", func(h *race.Heat) { h.Ghosts = true }, 0},
		{"one source", func(h *race.Heat) { h.Rows[1].Source = h.Rows[0].Source }, 0},
		{"a guest", func(h *race.Heat) { h.Rows[1].Player, h.Rows[1].Ref, h.Rows[1].Name = "", nil, "guest-1" }, 0},
		{"later", func(h *race.Heat) { h.Rows[1].Later, h.Rows[1].Place = true, 0 }, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := openArcade(t, nil)
			h := walked(t, a, "otter")
			tt.change(&h)
			m, _ := a.cfg.Games[0].Find(h.Mode)
			a.rooms.Recall(h, a.cfg.Games[0], m)
			wake := make(chan struct{}, 1)
			seat, err := a.rooms.Enter("otter", race.Plan{}, race.Who{ID: "zoe", Name: "zoe"}, live.Into(wake))
			if err != nil {
				t.Fatal(err)
			}
			defer seat.Leave()
			a.keepHeat(h)
			a.saver.Wait(nil)
			changes := 0
			for _, r := range seat.View().Results {
				if r.Rating.Heats == 1 {
					changes++
				}
			}
			if changes != tt.changes {
				t.Errorf("the ratings of %d have moved, want %d", changes, tt.changes)
			}
		})
	}
}

// A run of a heat that does not go as far as it says is found.
func TestAHeatThatIsWrongIsFound(t *testing.T) {
	for name, change := range map[string]func(*race.Row){
		"another time": func(r *race.Row) { r.Time++; r.Time += time.Millisecond },
		"less far":     func(r *race.Row) { r.Done-- },
		"other steps":  func(r *race.Row) { r.Steps = games.Encode([]games.Step{{Move: "north"}}) },
		"no steps":     func(r *race.Row) { r.Steps = nil },
		"broken bytes": func(r *race.Row) { r.Steps = []byte("\xff\xff\xff") },
	} {
		a := openArcade(t, nil)
		h := walked(t, a, "heron")
		change(&h.Rows[1])
		a.keepHeat(h)
		doortest.Eventually(t, "the heat is kept", func() bool {
			_, _, of, err := a.store.HeatsOf(h.Rows[0].Player, 1)
			return err == nil && of == 1
		})
		faults := 0
		if _, err := records.Verify(a.store, a.cfg.Games, func(int, int) {}, func(error) { faults++ }); err != nil {
			t.Fatal(err)
		}
		if faults != 1 {
			t.Errorf("%s: %d faults are found, want 1", name, faults)
		}
	}
}
