package storagetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// newHeat is the nth heat of room otter, raced by players with these keys, who came in in this order; key 0 is a guest's.
func newHeat(n int, players ...int) storage.Heat {
	h := storage.Heat{Word: "otter", Number: n, Game: "maze", Mode: "10x10", Version: 1, Seed: uint64(n), At: noon.Add(time.Duration(n) * time.Minute)}
	for i, p := range players {
		e := storage.Entrant{Place: i + 1, End: "won", Run: fmt.Sprintf("RUN-%d-%d", n, i), Millis: int64(1000 * (i + 1)), Done: 20, Of: 20,
			Link: time.Duration(10*i) * time.Millisecond, Rated: p > 0, Steps: fmt.Appendf(nil, "steps of %d", i)}
		if p > 0 {
			e.Key = Key(p)
		} else {
			e.Name = "guest-1"
		}
		h.Entrants = append(h.Entrants, e)
	}
	return h
}

// better is a rating that can be followed by hand: the first gains a point, the others lose one, all get surer.
func better(before []storage.Rating, _ []int) []storage.Rating {
	after := slices.Clone(before)
	for i := range after {
		if after[i].Sigma == 0 {
			after[i].Mu, after[i].Sigma = 25, 8
		}
		if i == 0 {
			after[i].Mu++
		} else {
			after[i].Mu--
		}
		after[i].Sigma = max(after[i].Sigma-1, 1)
	}
	return after
}

func saveHeat(t testing.TB, s storage.Store, h storage.Heat) {
	t.Helper()
	is(t, "save heat", second(s.SaveHeat(h, better)), nil)
}

func allHeats(t testing.TB, s storage.Store, since time.Time) (list []storage.Heat) {
	t.Helper()
	is(t, "heats", s.Heats(since, func(h storage.Heat) error { list = append(list, h); return nil }), nil)
	return list
}

// heats: what is saved is read, by time and by player; the same heat again replaces its entrants, and moves no rating.
func heats(t *testing.T, s storage.Store) {
	is(t, "set name", second(s.SetName(Key(1), "ana")), nil)
	for n := range 40 {
		saveHeat(t, s, newHeat(40-n, 1, 2, 0)) // the latest first
	}
	list := allHeats(t, s, noon)
	equal(t, "heats", len(list), 40)
	for i, h := range list {
		equal(t, "number", h.Number, i+1)
	}
	h := list[0]
	equal(t, "entrants", len(h.Entrants), 3)
	e := h.Entrants[0]
	equal(t, "player", e.Player, player(t, s, 1))
	equal(t, "steps", string(e.Steps), "steps of 0")
	equal(t, "guest", h.Entrants[2].Name+h.Entrants[2].Player.ID, "guest-1")
	equal(t, "link", h.Entrants[1].Link, 10*time.Millisecond)
	equal(t, "since", len(allHeats(t, s, noon.Add(31*time.Minute))), 10)

	raced, won, of, err := s.HeatsOf(player(t, s, 2).ID, 3)
	is(t, "heats of player", err, nil)
	equal(t, "won of", fmt.Sprint(won, " of ", of), "0 of 40")
	equal(t, "raced", len(raced), 3)
	equal(t, "the latest", raced[0], storage.Raced{Game: "maze", Mode: "10x10", At: noon.Add(40 * time.Minute), Place: 2, Of: 3, Millis: 2000, Won: true, Run: "RUN-40-1"})

	later := newHeat(1, 1, 2, 0, 3)
	later.Entrants[3].Later, later.Entrants[3].Place = true, 0
	saveHeat(t, s, later)
	h = allHeats(t, s, noon)[0]
	equal(t, "entrants", len(h.Entrants), 4)
	equal(t, "later", h.Entrants[3].Later, true)
	_, won, of, err = s.HeatsOf(player(t, s, 3).ID, 3)
	is(t, "heats of player", err, nil)
	equal(t, "won of", fmt.Sprint(won, " of ", of), "0 of 0")
	r, err := s.Rating(player(t, s, 1).ID, "maze")
	is(t, "rating", err, nil)
	equal(t, "rated heats", r.Heats, 40)
	for n, want := range map[int][]string{1: {player(t, s, 2).ID, player(t, s, 3).ID}, 4: nil} {
		others, err := s.Opponents(player(t, s, n).ID)
		is(t, "opponents", err, nil)
		slices.Sort(others)
		slices.Sort(want)
		equal(t, "opponents", fmt.Sprint(others), fmt.Sprint(want))
	}

	for _, bad := range []storage.Heat{{}, newHeat(1), {Word: "a\x00b", Game: "maze", Mode: "10x10", Entrants: h.Entrants}} {
		if second(s.SaveHeat(bad, better)) == nil {
			t.Errorf("heat %+v is kept", bad)
		}
	}
	sound(t, s)
}

func second[T any](_ T, err error) error { return err }

// ratings: a rating is there from the first rated heat on, moves with each, and stands in its order.
func ratings(t *testing.T, s storage.Store) {
	is(t, "rating of nobody", second(s.Rating(player(t, s, 1).ID, "maze")), storage.ErrNotFound)
	saveHeat(t, s, newHeat(1, 1, 0)) // one rated player alone
	is(t, "rating after a heat alone", second(s.Rating(player(t, s, 1).ID, "maze")), storage.ErrNotFound)
	for n := range 3 {
		saveHeat(t, s, newHeat(2+n, 1, 2, 3))
	}
	saveHeat(t, s, newHeat(9, 3, 2))
	changed(t, s)
	list, err := s.Ratings("maze", 4)
	is(t, "ratings", err, nil)
	equal(t, "ratings of four heats", len(list), 2)
	list, err = s.Ratings("maze", 1)
	is(t, "ratings", err, nil)
	var got string
	for _, r := range list {
		got += fmt.Sprintf("%v/%v %d of %d; ", r.Mu, r.Sigma, r.Won, r.Heats)
	}
	equal(t, "ratings", got, "28/5 3 of 3; 23/4 1 of 4; 21/4 0 of 4; ")
	r, err := s.Rating(list[0].ID, "maze")
	is(t, "rating", err, nil)
	equal(t, "rating", r, list[0])
	equal(t, "at", r.At, noon.Add(4*time.Minute))
	is(t, "in another game", second(s.Rating(list[0].ID, "minesweeper")), storage.ErrNotFound)

	is(t, "shadow", s.Shadow(list[0].ID, true), nil)
	hidden, err := s.Ratings("maze", 1)
	is(t, "ratings", err, nil)
	equal(t, "ratings without the shadowed", len(hidden), 2)
	sound(t, s)
}

// changed: a heat tells how it moved each rating when it was saved first, whatever is saved of it after that.
func changed(t *testing.T, s storage.Store) {
	const first, last = "1 0 5; 1 0 3; 1 0 3; ", "4 7 11; 4 7 9; "
	changes := func(h storage.Heat) (text string) {
		for _, e := range h.Entrants {
			text += fmt.Sprint(e.Change.Heats, e.Change.From, e.Change.To) + "; "
		}
		return text
	}
	list := allHeats(t, s, noon)
	equal(t, "changes of a heat alone", changes(list[0]), "0 0 0; 0 0 0; ")
	equal(t, "changes", changes(list[1]), first)
	equal(t, "changes of the last", changes(list[4]), last)
	again := newHeat(2, 1, 2, 3, 4)
	again.Entrants[3].Later, again.Entrants[3].Place = true, 0
	again.Entrants[0].Change = storage.Change{Heats: 99}
	kept, err := s.SaveHeat(again, better)
	is(t, "save heat", err, nil)
	equal(t, "changes when it is saved again", changes(kept), first+"0 0 0; ")
	equal(t, "changes that are kept", changes(allHeats(t, s, noon)[1]), first+"0 0 0; ")
}

// heatsMoved: who is linked brings their heats along; who is removed is nobody in them.
func heatsMoved(t *testing.T, s storage.Store) {
	saveHeat(t, s, newHeat(1, 1, 2))
	saveHeat(t, s, newHeat(2, 3, 2))
	saveHeat(t, s, newHeat(3, 3, 2))
	from, into := player(t, s, 3).ID, player(t, s, 1).ID
	code, _, err := s.Code(Key(1), "", noon)
	is(t, "code", err, nil)
	is(t, "link", second(s.Link(Key(3), code, "", noon)), nil)
	for _, id := range []string{from, into} {
		_, won, of, err := s.HeatsOf(id, 9)
		is(t, "heats", err, nil)
		equal(t, "won of", fmt.Sprint(won, " of ", of), "3 of 3")
		r, err := s.Rating(id, "maze")
		is(t, "rating", err, nil)
		equal(t, "rating of more heats", fmt.Sprint(r.Mu, r.Heats, r.Won), "27 3 3")
	}
	sound(t, s)

	is(t, "remove", s.RemovePlayer(into), nil)
	for _, h := range allHeats(t, s, noon) {
		equal(t, "entrants", len(h.Entrants), 2)
		equal(t, "who was removed", h.Entrants[0].Player, storage.Player{})
	}
	list, err := s.Ratings("maze", 1)
	is(t, "ratings", err, nil)
	equal(t, "ratings", len(list), 1)
	raced, _, _, err := s.HeatsOf(into, 9)
	is(t, "heats", err, nil)
	equal(t, "heats", len(raced), 0)
	again := newHeat(1, 2, 2)
	again.Entrants[0].Key, again.Entrants[0].Player.ID = keys.Key{}, into
	saveHeat(t, s, again)
	sound(t, s)
}

// sweptHeats: heats go after HeatLife, ratings stay.
func sweptHeats(t *testing.T, s storage.Store) {
	old, fresh := newHeat(1, 1, 2), newHeat(2, 1, 2)
	fresh.At = noon.Add(time.Hour)
	saveHeat(t, s, old)
	saveHeat(t, s, fresh)
	is(t, "sweep", s.Sweep(noon.Add(storage.HeatLife+30*time.Minute), true), nil)
	list := allHeats(t, s, time.Time{})
	equal(t, "heats", len(list), 1)
	raced, _, of, err := s.HeatsOf(player(t, s, 1).ID, 9)
	is(t, "heats of player", err, nil)
	equal(t, "raced", fmt.Sprint(len(raced), of), "1 1")
	r, err := s.Rating(player(t, s, 1).ID, "maze")
	is(t, "rating", err, nil)
	equal(t, "rated heats", r.Heats, 2)
	sound(t, s)
}
