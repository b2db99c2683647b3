package command

import (
	"encoding/hex"
	"errors"
	"strconv"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/storage"
)

// shownKey is one of the player's keys as programs read it. Key is what unlink takes for it.
type shownKey struct {
	Key   string `json:"key"`
	Type  string `json:"type"`
	Added string `json:"added"`
	Seen  string `json:"seen"`
	This  bool   `json:"this"`

	key storage.Key
}

// ownKeys are the player's keys, each with what it can be called: the one in use has its fingerprint, the others the
// short name that they were given, or the beginning of their tag where that is missing or another has it too.
func (a *asked) ownKeys() ([]shownKey, error) {
	list := []shownKey{}
	if a.who.Key.Guest() {
		return list, nil
	}
	ks, err := a.Store.Keys(a.who.Key)
	if err != nil {
		return nil, err
	}
	labels := map[string]int{}
	for _, k := range ks {
		labels[k.Label]++
	}
	this := a.Store.Tag(a.who.Key)
	for _, k := range ks {
		s := shownKey{k.Label, k.Type, Instant(k.Added), Instant(k.Seen), k.Tag == this, k}
		switch {
		case s.This:
			s.Key = a.who.Key.Fingerprint()
		case k.Label == "" || labels[k.Label] > 1:
			s.Key = hex.EncodeToString(k.Tag[:])[:12]
		}
		list = append(list, s)
	}
	return list, nil
}

func (a *asked) listKeys() error {
	ks, err := a.ownKeys()
	if err != nil {
		return err
	}
	links, err := a.notices()
	if err != nil {
		return err
	}
	if a.json {
		return a.write(struct {
			Keys  []shownKey  `json:"keys"`
			Links []shownLink `json:"links"`
		}{ks, links})
	}
	if len(ks) == 0 {
		return storage.ErrGuest
	}
	var rows [][]string
	for _, k := range ks {
		row := []string{k.Key, k.Type, "never used to play"}
		if !k.key.Added.IsZero() {
			row[2] = "since " + k.key.Added.Format(time.DateOnly)
		}
		if k.This {
			row = append(row, "this one")
		}
		rows = append(rows, row)
	}
	if err := a.table(rows); err != nil {
		return err
	}
	for _, l := range links {
		a.print("%s\nNot by you: %s\nBy you:     %s\n", look.Linked(l.notice), a.Address.SSH("undo", l.ID), a.Address.SSH("dismiss", l.ID))
	}
	return nil
}

type shownBest struct {
	Game   string `json:"game"`
	Mode   string `json:"mode"`
	Rank   int    `json:"rank"`
	Of     int    `json:"of"`
	Millis int64  `json:"time_ms"`
	At     string `json:"at"`
	Run    string `json:"run"`
}

type shownPlayer struct {
	Player  string       `json:"player"`
	ID      string       `json:"id"`
	Guest   bool         `json:"guest"`
	Keys    []shownKey   `json:"keys"`
	Streak  int          `json:"streak"`
	Bests   []shownBest  `json:"bests"`
	Races   shownRaces   `json:"races"`
	Rivals  []shownRival `json:"rivals"`
	Tallies []shownTally `json:"tallies"`
	ended   string
}

// shownTally is how the player's runs in a mode have ended, of those that would rank.
type shownTally struct {
	Game    string `json:"game"`
	Mode    string `json:"mode"`
	Played  int    `json:"played"` // won or lost
	Won     int    `json:"won"`
	Streak  int    `json:"streak"`   // wins in a row, up to the last run
	Longest int    `json:"longest"`  // and ever
	Least   uint32 `json:"least"`    // of the quickest run: what could have been enough; 0 where nobody knows
	Millis  int64  `json:"least_ms"` // and its time
}

func (a *asked) me() error {
	p, err := a.showPlayer()
	if err != nil {
		return err
	}
	switch {
	case a.json:
		return a.write(p)
	case p.Guest:
		a.print("You are a guest: you play everything, and nothing of yours is kept.\nWith a key you are a player: %s.\n", look.KeyHint)
		return nil
	}
	a.print("%s, %s\n", look.Name(p.Player, p.ID), p.ID)
	facts := [][]string{{"keys", strconv.Itoa(len(p.Keys))}, {"streak", look.Plural(p.Streak, "day")}, {"games", p.ended}}
	if len(p.Races.Heats) > 0 {
		facts = append(facts, []string{"races", "won " + strconv.Itoa(p.Races.Won) + " of " + strconv.Itoa(p.Races.Of)})
	}
	err = a.table(facts)
	var rows [][]string
	for _, b := range p.Bests {
		rows = append(rows, []string{b.Game, b.Mode, look.Ordinal(b.Rank), "of " + strconv.Itoa(b.Of), look.Tidy(look.Millis(b.Millis)), b.At, b.Run})
	}
	if err != nil || len(rows) == 0 {
		return err
	}
	a.print("\n")
	return a.table(rows, 2, 4)
}

func (a *asked) showPlayer() (shownPlayer, error) {
	s := shownPlayer{Guest: a.who.Key.Guest(), Keys: []shownKey{}, Bests: []shownBest{}, Races: shownRaces{Heats: []shownHeat{}}, Rivals: []shownRival{}, Tallies: []shownTally{}}
	if s.Guest {
		return s, nil
	}
	p, err := a.player()
	if err != nil {
		return s, err
	}
	var errs [4]error
	s.Player, s.ID = p.Name, p.ID
	s.Keys, errs[0] = a.ownKeys()
	s.Streak, errs[1] = records.Streak(a.Store, p.ID, a.Now())
	_, s.Rivals, errs[2] = a.rivals()
	s.Races, errs[3] = a.showRaces(p.ID)
	bests, err4 := a.Store.Bests(p.ID, storage.Timed)
	for _, b := range bests {
		s.Bests = append(s.Bests, shownBest{b.Game, b.Mode, b.Rank, b.Of, b.Millis, Instant(b.At), b.Run})
	}
	tallies, err5 := a.Store.Tallies(p.ID, storage.Timed)
	s.ended = look.Ended(tallies...)
	for _, t := range tallies {
		s.Tallies = append(s.Tallies, shownTally{t.Game, t.Mode, t.Played, t.Won, t.Streak, t.Longest, t.Quickest.Least, t.Quickest.Millis})
	}
	return s, errors.Join(append(errs[:], err4, err5)...)
}

func (a *asked) setName() error {
	if a.who.MayName != nil && !a.who.MayName() {
		return refusal(look.TooManyNames)
	}
	p, err := a.Store.SetName(a.who.Key, a.words[0])
	if err != nil {
		return err
	}
	a.print("You are %s from now on.\n", p.Name)
	return nil
}
