package storage

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"arcade.example.com/keys"
)

// Heat is a race that is over. A heat is known by its word, its number and the instant at which it began.
type Heat struct {
	Word     string // of its room
	Number   int    // in its room, from 1
	Game     string
	Mode     string
	Version  int
	Seed     uint64
	At       time.Time
	Ghosts   bool // the rivals were seen on the board
	Entrants []Entrant
}

// Entrant is one who raced a heat.
type Entrant struct {
	Key    keys.Key // who it was, to be written; the zero Key for a guest, and in what is read
	Player Player   // who it was, by ID alone in what is written; the zero Player for a guest, and for who has left
	Name   string   // a guest's, in the room; "" for a player
	Place  int      // from 1, the same for a dead heat; 0 for one who came later
	End    string   // how it ended, in the arcade's own word: "won"
	Run    string
	Millis int64 // of the last step
	Done   int   // of Of, in the game's own measure
	Of     int
	Link   time.Duration // the round trip, in whole milliseconds; 0 where it is not known
	Later  bool          // came when the heat was over
	Rated  bool          // their rating moves by this heat
	Steps  []byte        // games.Encode
	Change Change        // of their rating, to be read: what is written of it is left aside
}

// Change is how a heat moved a rating, as ratings are ordered: Mu - 3 Sigma. The zero Change is none.
type Change struct {
	Heats    int // that moved it, this one among them
	From, To float64
}

// Rating is what is believed of how well a player races a game: a normal distribution. The zero Rating is no belief.
type Rating struct {
	ID     string
	Player string // the name
	Mu     float64
	Sigma  float64
	Heats  int // that moved it
	Won    int // of these
	At     time.Time
}

// shown is the figure by which ratings are ordered: the skill is higher in 99.9 of 100 cases.
func (r Rating) shown() float64 { return r.Mu - 3*r.Sigma }

// HeatLife is how long a heat is kept, with its replays.
const HeatLife = 30 * 24 * time.Hour

// Raced is a heat as one who raced it remembers it.
type Raced struct {
	Game, Mode string
	At         time.Time
	Place      int // 0 for one who came later
	Of         int // how many raced it, who came later aside
	Millis     int64
	Won        bool // came to the end of the game, at whichever place
	Run        string
}

// maxWord is the most bytes of a room's word, maxEntrants the most entrants of a heat.
const (
	maxWord     = 32
	maxEntrants = 1000
)

// heatID is a heat as it stands in keys. Ids sort by time.
func (h Heat) heatID() string {
	id := appendInstant(nil, h.At.UnixMilli())
	id = append(append(id, h.Word...), 0)
	return string(binary.BigEndian.AppendUint32(id, uint32(h.Number)))
}

// entrantKey is the key of the nth entrant of a heat.
func entrantKey(id string, n int) []byte {
	return binary.BigEndian.AppendUint16(key("i", id), uint16(n))
}

func ratingKey(game, id string) []byte { return key("f", game, "\x00", id) }

func (h Heat) encode() []byte {
	f := fields{}.text(h.Word).num(uint64(h.Number)).text(h.Game).text(h.Mode).int(int64(h.Version)).num(h.Seed)
	return f.when(h.At).flag(h.Ghosts)
}

func readHeat(k, v []byte) (Heat, error) {
	r := reader{rest: v}
	h := Heat{Word: r.text(), Number: int(r.num()), Game: r.text(), Mode: r.text(), Version: int(r.int()), Seed: r.num(), At: r.when(), Ghosts: r.flag()}
	return h, r.err(k)
}

// encode is i/: an entrant, by the player's id.
func (e Entrant) encode() []byte {
	f := fields{}.text(e.Player.ID).text(e.Name).num(uint64(e.Place)).text(e.End).text(e.Run).int(e.Millis).num(uint64(e.Done)).num(uint64(e.Of))
	f = f.int(e.Link.Milliseconds()).flag(e.Later).flag(e.Rated).text(string(e.Steps))
	return f.num(uint64(e.Change.Heats)).num(math.Float64bits(e.Change.From)).num(math.Float64bits(e.Change.To))
}

func readEntrant(k, v []byte) (Entrant, error) {
	r := reader{rest: v}
	e := Entrant{Player: Player{ID: r.text()}, Name: r.text(), Place: int(r.num()), End: r.text(), Run: r.text(), Millis: r.int(),
		Done: int(r.num()), Of: int(r.num()), Link: time.Duration(r.int()) * time.Millisecond, Later: r.flag(), Rated: r.flag(), Steps: []byte(r.text()),
		Change: Change{int(r.num()), math.Float64frombits(r.num()), math.Float64frombits(r.num())}}
	return e, r.err(k)
}

func (r Raced) encode() []byte {
	return fields{}.text(r.Game).text(r.Mode).when(r.At).num(uint64(r.Place)).num(uint64(r.Of)).int(r.Millis).flag(r.Won).text(r.Run)
}

func readRaced(k, v []byte) (Raced, error) {
	r := reader{rest: v}
	x := Raced{Game: r.text(), Mode: r.text(), At: r.when(), Place: int(r.num()), Of: int(r.num()), Millis: r.int(), Won: r.flag(), Run: r.text()}
	return x, r.err(k)
}

func (r Rating) encode() []byte {
	f := fields{}.num(math.Float64bits(r.Mu)).num(math.Float64bits(r.Sigma))
	return f.num(uint64(r.Heats)).num(uint64(r.Won)).when(r.At)
}

func readRating(k, v []byte) (Rating, error) {
	r := reader{rest: v}
	x := Rating{Mu: math.Float64frombits(r.num()), Sigma: math.Float64frombits(r.num()), Heats: int(r.num()), Won: int(r.num()), At: r.when()}
	return x, r.err(k)
}

// check refuses what cannot be kept of a heat.
func (h Heat) check() error {
	err := errors.Join(checkName("game", h.Game), checkName("mode", h.Mode))
	if h.Word == "" || len(h.Word) > maxWord || strings.ContainsRune(h.Word, 0) || len(h.Entrants) == 0 || len(h.Entrants) > maxEntrants {
		err = errors.Join(err, fmt.Errorf("heat of %.40q with %d entrants: %w", h.Word, len(h.Entrants), errRun))
	}
	for _, e := range h.Entrants {
		if len(e.Steps) > maxSteps {
			err = errors.Join(err, fmt.Errorf("%d bytes of steps: %w", len(e.Steps), errRun))
		}
	}
	return err
}

func (s *store) SaveHeat(h Heat, rate func(before []Rating, places []int) []Rating) (kept Heat, err error) {
	if err := h.check(); err != nil {
		return Heat{}, fmt.Errorf("save heat: %w", err)
	}
	err = s.Update(func(t Tx) error {
		kept = h
		kept.Entrants = slices.Clone(h.Entrants)
		for i := range kept.Entrants {
			if err := s.recognise(t, &kept.Entrants[i]); err != nil {
				return err
			}
		}
		if err := kept.change(t, rate); err != nil {
			return err
		}
		id := h.heatID()
		t.Put(key("q", id), h.encode())
		for i, e := range kept.Entrants {
			t.Put(entrantKey(id, i), e.encode())
			if e.Player.ID != "" {
				t.Put(key("v", e.Player.ID, id), h.raced(e).encode())
			}
		}
		return nil
	})
	if err != nil {
		return Heat{}, fmt.Errorf("save heat: %w", err)
	}
	return kept, nil
}

// change moves the ratings by a heat that is saved for the first time, and notes how. Of one that was saved before it
// notes how they moved then.
func (h Heat) change(t Tx, rate func(before []Rating, places []int) []Rating) error {
	for i := range h.Entrants {
		h.Entrants[i].Change = Change{}
	}
	k := key("q", h.heatID())
	if t.Get(k) == nil {
		return h.rate(t, rate)
	}
	before, err := wholeHeat(t, k)
	if err != nil {
		return err
	}
	for i := range h.Entrants {
		if at := slices.IndexFunc(before.Entrants, func(e Entrant) bool { return e.Run == h.Entrants[i].Run }); at >= 0 {
			h.Entrants[i].Change = before.Entrants[at].Change
		}
	}
	return nil
}

// recognise finds the player of an entrant, who is written where they were not. One who has left meanwhile is nobody.
func (s *store) recognise(t Tx, e *Entrant) error {
	if !e.Key.Guest() {
		id, err := join(t, s.Tag(e.Key), e.Key.Type())
		e.Player = Player{ID: id}
		return err
	}
	id, _, known, err := resolve(t, e.Player.ID)
	if !known {
		id = ""
	}
	e.Player = Player{ID: id}
	return err
}

func (h Heat) raced(e Entrant) Raced {
	r := Raced{Game: h.Game, Mode: h.Mode, At: h.At, Place: e.Place, Millis: e.Millis, Won: e.Done == e.Of, Run: e.Run}
	for _, o := range h.Entrants {
		if !o.Later {
			r.Of++
		}
	}
	return r
}

// rate moves the ratings of the rated entrants.
func (h Heat) rate(t Tx, rate func(before []Rating, places []int) []Rating) error {
	var rated []*Entrant
	var before []Rating
	var places []int
	for i := range h.Entrants {
		e := &h.Entrants[i]
		if !e.Rated || e.Player.ID == "" {
			continue
		}
		r, _, err := ratingOf(t, h.Game, e.Player.ID)
		if err != nil {
			return err
		}
		rated, before, places = append(rated, e), append(before, r), append(places, e.Place)
	}
	if len(rated) < 2 {
		return nil
	}
	for i, r := range rate(slices.Clone(before), places) {
		r.Heats, r.Won, r.At = before[i].Heats+1, before[i].Won, h.At
		if rated[i].Place == 1 {
			r.Won++
		}
		rated[i].Change = Change{Heats: r.Heats, From: before[i].shown(), To: r.shown()}
		t.Put(ratingKey(h.Game, rated[i].Player.ID), r.encode())
	}
	return nil
}

// ratingOf is a player's rating in a game, and whether there is one.
func ratingOf(t Tx, game, id string) (Rating, bool, error) {
	k := ratingKey(game, id)
	v := t.Get(k)
	if v == nil {
		return Rating{}, false, nil
	}
	r, err := readRating(k, v)
	return r, err == nil, err
}

func (s *store) Heats(since time.Time, f func(Heat) error) error {
	for from := append(key("q"), appendInstant(nil, since.UnixMilli())...); from != nil; {
		var some []Heat
		err := s.View(func(t Tx) (err error) {
			some, from, err = someHeats(t, from)
			return err
		})
		if err != nil {
			return fmt.Errorf("heats: %w", err)
		}
		for _, h := range some {
			if err := f(h); err != nil {
				return err
			}
		}
	}
	return nil
}

// heatsAtOnce is how many heats are read in one transaction: each has its replays.
const heatsAtOnce = 16

func someHeats(t Tx, from []byte) (list []Heat, next []byte, err error) {
	some := collect(t, key("q"), from, heatsAtOnce)
	for _, k := range some {
		h, err := wholeHeat(t, k)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, h)
	}
	if len(some) == heatsAtOnce {
		next = after(some[len(some)-1])
	}
	return list, next, nil
}

// wholeHeat reads a heat with its entrants.
func wholeHeat(t Tx, k []byte) (Heat, error) {
	h, err := readHeat(k, t.Get(k))
	if err != nil {
		return Heat{}, err
	}
	t.Walk(key("i", string(k[2:])), nil, func(at, v []byte) bool {
		var e Entrant
		if e, err = readEntrant(at, v); err != nil {
			return false
		}
		if e.Player, err = playerOf(t, e.Player.ID); err != nil {
			return false
		}
		h.Entrants = append(h.Entrants, e)
		return true
	})
	return h, err
}

func (s *store) HeatsOf(playerID string, n int) (list []Raced, won, of int, err error) {
	err = s.View(func(t Tx) error {
		list, won, of = nil, 0, 0
		id, _, _, err := resolve(t, playerID)
		if err != nil {
			return err
		}
		t.Walk(key("v", id), nil, func(k, v []byte) bool {
			var r Raced
			if r, err = readRaced(k, v); err != nil {
				return false
			}
			list = append(list, r)
			if r.Place > 0 {
				of++
			}
			if r.Place == 1 {
				won++
			}
			return true
		})
		return err
	})
	if err != nil {
		return nil, 0, 0, fmt.Errorf("heats of player: %w", err)
	}
	slices.Reverse(list)
	return list[:min(len(list), max(n, 0))], won, of, nil
}

func (s *store) Opponents(playerID string) (list []string, err error) {
	err = s.View(func(t Tx) error {
		list = nil
		id, _, _, err := resolve(t, playerID)
		if err != nil {
			return err
		}
		prefix := key("v", id)
		for _, k := range collect(t, prefix, nil, math.MaxInt) {
			h, err := wholeHeat(t, key("q", string(k[len(prefix):])))
			if err != nil {
				return err
			}
			for _, e := range h.Entrants {
				if of := e.Player.ID; of != "" && of != id && !slices.Contains(list, of) {
					list = append(list, of)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("opponents: %w", err)
	}
	return list, nil
}

func (s *store) Rating(playerID, game string) (r Rating, err error) {
	err = s.View(func(t Tx) error {
		id, p, _, err := resolve(t, playerID)
		if err != nil {
			return err
		}
		var ok bool
		if r, ok, err = ratingOf(t, game, id); err == nil && !ok {
			return ErrNotFound
		}
		r.ID, r.Player = id, p.name
		return err
	})
	if err != nil {
		return Rating{}, fmt.Errorf("rating: %w", err)
	}
	return r, nil
}

func (s *store) Ratings(game string, least int) (list []Rating, err error) {
	prefix := key("f", game, "\x00")
	err = s.View(func(t Tx) (err error) {
		list = nil
		t.Walk(prefix, nil, func(k, v []byte) bool {
			var r Rating
			if r, err = readRating(k, v); err != nil {
				return false
			}
			var p playerRecord
			r.ID = string(k[len(prefix):])
			if _, p, _, err = resolve(t, r.ID); err != nil {
				return false
			}
			if r.Player = p.name; r.Heats >= least && !p.shadow {
				list = append(list, r)
			}
			return true
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("ratings: %w", err)
	}
	slices.SortFunc(list, func(a, b Rating) int { return cmp.Or(cmp.Compare(b.shown(), a.shown()), cmp.Compare(a.ID, b.ID)) })
	return list, nil
}

// mergeHeats gives one player's heats to another, and of two ratings in a game the one that more heats have moved.
func mergeHeats(t Tx, from, into string) error {
	prefix := key("v", from)
	for _, k := range collect(t, prefix, nil, math.MaxInt) {
		if at := key("v", into, string(k[len(prefix):])); t.Get(at) == nil {
			t.Put(at, t.Get(k))
		}
		t.Del(k)
	}
	for _, game := range ratedGames(t, from) {
		theirs, _, err := ratingOf(t, game, from)
		if err != nil {
			return err
		}
		ours, _, err := ratingOf(t, game, into)
		if err != nil {
			return err
		}
		keep := ours
		if theirs.Heats > ours.Heats {
			keep = theirs
		}
		keep.Heats, keep.Won = ours.Heats+theirs.Heats, ours.Won+theirs.Won
		t.Put(ratingKey(game, into), keep.encode())
		t.Del(ratingKey(game, from))
	}
	return nil
}

// ratedGames are those in which a player has a rating.
func ratedGames(t Tx, id string) (list []string) {
	for _, k := range collect(t, key("f"), nil, math.MaxInt) {
		if game, of, ok := strings.Cut(string(k[2:]), "\x00"); ok && of == id {
			list = append(list, game)
		}
	}
	return list
}

// removeHeats forgets what a player raced. In the heats of others they are nobody from now on.
func removeHeats(t Tx, id string) {
	for _, k := range collect(t, key("v", id), nil, math.MaxInt) {
		t.Del(k)
	}
	for _, game := range ratedGames(t, id) {
		t.Del(ratingKey(game, id))
	}
}

// sweepHeats removes heats that are old enough, with all that leads to them.
func (s *store) sweepHeats(now time.Time) error {
	return s.sweepKeys(rule{"q", func(_ Tx, k, v []byte) (bool, error) {
		h, err := readHeat(k, v)
		return now.Sub(h.At) >= HeatLife, err
	}, func(t Tx, k, _ []byte) error {
		id := string(k[2:])
		for _, at := range collect(t, key("i", id), nil, math.MaxInt) {
			e, err := readEntrant(at, t.Get(at))
			if err != nil {
				return err
			}
			t.Del(at)
			of, _, _, err := resolve(t, e.Player.ID)
			if err != nil {
				return err
			}
			if v := key("v", of, id); t.Get(v) != nil {
				t.Del(v)
			}
		}
		t.Del(k)
		return nil
	}})
}

// heats: every heat has its entrants, and what players remember is of a heat that there is.
func (a *audit) heats() {
	a.Walk(key("q"), nil, func(k, _ []byte) bool {
		h, err := wholeHeat(a, k)
		if a.check(err) && (len(h.Entrants) == 0 || h.heatID() != string(k[2:])) {
			a.fault("heat %q has no entrants, or another name", k)
		}
		return true
	})
	a.Walk(key("i"), nil, func(k, _ []byte) bool {
		if len(k) < 4 || a.Get(key("q", string(k[2:len(k)-2]))) == nil {
			a.fault("entrant %q has no heat", k)
		}
		return true
	})
	a.Walk(key("v"), nil, func(k, v []byte) bool {
		if _, err := readRaced(k, v); a.check(err) && (len(k) < 2+idLen || a.Get(key("q", string(k[2+idLen:]))) == nil) {
			a.fault("%q is of no heat", k)
		}
		return true
	})
	a.Walk(key("f"), nil, func(k, v []byte) bool {
		r, err := readRating(k, v)
		if a.check(err) && (!(r.Sigma > 0) || math.IsInf(r.Sigma, 0) || math.IsNaN(r.Mu) || math.IsInf(r.Mu, 0) || r.Won > r.Heats) {
			a.fault("rating %q", k)
		}
		return true
	})
}
