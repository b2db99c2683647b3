package command

import (
	"errors"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/storage"
)

// shownRival is a player whom the caller follows, as programs read it.
type shownRival struct {
	Player string `json:"player"`
	ID     string `json:"id"`
}

// rivals are those whom the caller follows; a guest follows nobody.
func (a *asked) rivals() (ps []storage.Player, shown []shownRival, err error) {
	shown = []shownRival{}
	if a.who.Key.Guest() {
		return nil, shown, nil
	}
	ps, err = a.Store.Rivals(a.who.Key)
	for _, p := range ps {
		shown = append(shown, shownRival{p.Name, p.ID})
	}
	return ps, shown, err
}

// listRivals prints whom the caller follows, or with a mode their lines and the caller's own.
func (a *asked) listRivals() error {
	ps, shown, err := a.rivals()
	if err != nil {
		return err
	}
	if len(a.words) == 2 {
		return a.rivalBoard(ps)
	}
	if len(a.words) == 1 {
		return a.wrong("say the mode too")
	}
	if a.json {
		return a.write(struct {
			Rivals []shownRival `json:"rivals"`
		}{shown})
	}
	if len(ps) == 0 {
		a.print("You follow nobody. To begin: %s\n", a.Address.SSH("follow", "NAME"))
		return nil
	}
	var rows [][]string
	for _, p := range ps {
		rows = append(rows, []string{look.Name(p.Name, p.ID), p.ID})
	}
	return a.table(rows)
}

func (a *asked) rivalBoard(ps []storage.Player) error {
	list, err := a.places()
	if err != nil {
		return err
	}
	you, err := a.player()
	if err != nil {
		return err
	}
	at := list[0]
	lines, err := records.Among(a.Store, storage.Leaderboard{Game: at.game.ID, Mode: at.mode.ID, Period: storage.All}, you, ps)
	if err != nil {
		return err
	}
	if a.json {
		return a.write(shownLeaderboard{at.game.ID, at.mode.ID, storage.All, look.KindWord(storage.Timed), len(lines), showEntries(lines), nil})
	}
	a.print("%s %s, you and yours: %s\n", at.game.Title, at.mode.Title, look.Players(len(lines)))
	return a.printEntries(showEntries(lines), you.ID, nil)
}

// rivalsScreen is the board of the caller and those whom they follow.
func (a *asked) rivalsScreen() (to.Destination, error) {
	list, err := a.places()
	if err != nil {
		return nil, err
	}
	return to.Rivals{Game: list[0].game.ID, Mode: list[0].mode.ID}, nil
}

func (a *asked) follow() error {
	p, err := a.found()
	if err != nil {
		return err
	}
	if err := a.Store.Follow(a.who.Key, p.ID, a.Now()); err != nil {
		return err
	}
	a.print("You follow %s (%s).\n", look.Name(p.Name, p.ID), p.ID)
	return nil
}

func (a *asked) unfollow() error {
	p, err := a.found()
	if err != nil {
		return err
	}
	if err := a.Store.Unfollow(a.who.Key, p.ID); err != nil {
		return err
	}
	a.print("You do not follow %s (%s) any more.\n", look.Name(p.Name, p.ID), p.ID)
	return nil
}

// found is the player whom the first word names.
func (a *asked) found() (storage.Player, error) {
	if a.who.Key.Guest() {
		return storage.Player{}, storage.ErrGuest
	}
	p, err := a.Store.Find(a.words[0])
	if errors.Is(err, storage.ErrNotFound) {
		return p, refused("There is no player %s.", quoted(a.words[0]))
	}
	return p, err
}
