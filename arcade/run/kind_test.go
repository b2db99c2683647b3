package run

import (
	"testing"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// However a run goes on, and whoever resumes it, it ranks with those who play as its player did at their quickest.
func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		by   []storage.Kind
		want storage.Kind
	}{
		{[]storage.Kind{storage.Timed, storage.Timed}, storage.Timed},
		{[]storage.Kind{storage.Lines, storage.Lines}, storage.Lines},
		{[]storage.Kind{storage.Lines, storage.Timed}, storage.Lines},
		{[]storage.Kind{storage.Timed, storage.Lines}, storage.Lines},
		{[]storage.Kind{storage.Timed, storage.Bots}, storage.Bots},
		{[]storage.Kind{storage.Lines, storage.Bots}, storage.Bots},
		{[]storage.Kind{storage.Bots, storage.Lines}, storage.Bots},
	} {
		b := begin(t, maze, "5x5", 7)
		r := begun(t, b, Player{Boot: "b"})
		list := ways(t, r)
		half := len(list) / 2
		for i, m := range list {
			if i == half {
				k, ok := r.Keep(at(10 * i))
				if !ok {
					t.Fatal("nothing is kept")
				}
				b.ID, b.Kept = k.Run, &k
				r = begun(t, b, Player{Boot: "b"})
				if err := r.Resume(at(10*i), func(games.State, games.Move) {}); err != nil {
					t.Fatal(err)
				}
			}
			if by := tt.by[i*len(tt.by)/len(list)]; by != storage.Timed {
				r.In(by, at(10*i))
			}
			r.mustMove(t, m, at(10*i))
		}
		rec := r.Record(storage.Run{}.Key, at(1000))
		if rec.Kind != tt.want || r.Leaderboard().Kind != tt.want || KindOf(r.Steps()) != tt.want {
			t.Errorf("%q: it ranks as %q on %q, by its steps as %q", tt.by, rec.Kind, r.Leaderboard().Kind, KindOf(r.Steps()))
		}
		if want := uint32(len(list)); rec.Figures != (storage.Figures{Moves: want, Least: want}) {
			t.Errorf("%q: %+v, want %d moves and no fewer", tt.by, rec.Figures, want)
		}
		if _, _, err := r.Game.Play(r.Replay()); err != nil {
			t.Error(err)
		}
	}
}
