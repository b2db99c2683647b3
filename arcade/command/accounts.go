package command

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/storage"
)

// keyLabel is what a key may be called by its player.
var keyLabel = regexp.MustCompile(`^[A-Za-z0-9._-]{1,16}$`)

// agreed asks for a yes to what is not easily taken back. Who sits at a terminal is asked; anybody else is told what to
// type to have said it.
func (a *asked) agreed(question string, typed ...string) error {
	switch {
	case a.who.Ask == nil:
		return refused("%s To do it: %s", question, a.Address.SSH(typed...))
	case !a.who.Ask(question):
		return refused("Nothing was changed.")
	}
	return nil
}

// link shows a code, or uses one. The key is called as its player says, or else by the SSH user name.
func (a *asked) link() error {
	if len(a.words) == 0 {
		return a.showCode()
	}
	if a.only != "" {
		return a.wrong("--only is for a code that is shown")
	}
	label := a.who.User
	if len(a.words) == 2 {
		if label = a.words[1]; !keyLabel.MatchString(label) {
			return a.wrong("a key is called by 1 to 16 letters, digits or . _ -")
		}
	}
	if !keyLabel.MatchString(label) {
		label = ""
	}
	offer, err := a.Store.Peek(a.who.Key, a.words[0], a.Now())
	if err != nil {
		return err
	}
	if !a.yes && offer.From.ID != offer.Into.ID { // a link that is repeated was agreed to
		if err := a.agreed(look.LinkQuestion(offer), append([]string{"link"}, append(a.words, "--yes")...)...); err != nil {
			return err
		}
	}
	p, err := a.Store.Link(a.who.Key, a.words[0], label, a.Now())
	if err != nil {
		return err
	}
	a.print("This key is now one of %s's (%s), and all that was yours is theirs.\n", look.Name(p.Name, p.ID), p.ID)
	return nil
}

func (a *asked) showCode() error {
	code, expires, err := a.Store.Code(a.who.Key, a.only, a.Now())
	if err != nil {
		return err
	}
	a.print("%s\nWithin %s, with the other key: %s\nYour id and name stay; the bests of both are merged. Whoever types it is you: show it to nobody.\n",
		code, look.Plural(int(expires.Sub(a.Now()).Round(time.Minute).Minutes()), "minute"), a.Address.SSH("link", code))
	return nil
}

// unlink takes a key from the player. The key may be named as `keys` shows it.
func (a *asked) unlink() error {
	if a.who.Key.Guest() {
		return storage.ErrGuest
	}
	ks, err := a.ownKeys()
	if err != nil {
		return err
	}
	var names []string
	for _, k := range ks {
		if k.Key != a.words[0] {
			names = append(names, k.Key)
			continue
		}
		if err := a.Store.Unlink(a.who.Key, k.key.Tag, a.Now()); err != nil {
			return fmt.Errorf("unlink: %w", err)
		}
		a.print("%s is no key of yours any more.\n", k.Key)
		return nil
	}
	return refused("You have no key %s, only %s.", quoted(a.words[0]), strings.Join(names, ", "))
}

// shownLink is a link that another key of the player's made lately, as programs read it. ID is what undo takes for it.
type shownLink struct {
	ID     string `json:"id"`
	Player string `json:"player"`
	Into   string `json:"into"`
	Label  string `json:"label"`
	Keys   int    `json:"keys"`
	At     string `json:"at"`
	Until  string `json:"until"`

	notice storage.Notice
}

func (a *asked) notices() ([]shownLink, error) {
	list := []shownLink{}
	if a.who.Key.Guest() {
		return list, nil
	}
	ns, err := a.Store.Notices(a.who.Key, a.Now())
	for _, n := range ns {
		list = append(list, shownLink{n.ID, n.Name, n.Into, n.Label, n.Keys, Instant(n.At), Instant(n.Until), n})
	}
	return list, err
}

// undo takes the keys that a link brought away again.
func (a *asked) undo() error {
	err := a.Store.Undo(a.who.Key, a.words[0], a.Now())
	if errors.Is(err, storage.ErrNotFound) {
		return a.noLink()
	}
	if err != nil {
		return err
	}
	a.print("That link is undone: its keys are another player's. What was merged stays yours.\n")
	return nil
}

// dismiss says that a link was the player's own doing, so that it is not told again.
func (a *asked) dismiss() error {
	links, err := a.notices()
	if err != nil {
		return err
	}
	for _, l := range links {
		if l.ID == a.words[0] {
			if err := a.Store.Dismiss(a.who.Key, l.ID); err != nil {
				return err
			}
			a.print("That link stands.\n")
			return nil
		}
	}
	if a.who.Key.Guest() {
		return storage.ErrGuest
	}
	return a.noLink()
}

func (a *asked) noLink() error {
	return refused("There is no link %s that this key could undo. See: %s", quoted(a.words[0]), a.Address.SSH("keys"))
}

// forget removes the player, after they have said so twice: with their id, and with yes.
func (a *asked) forget() error {
	p, err := a.Store.Player(a.who.Key)
	if err != nil {
		return err
	}
	who := fmt.Sprintf("%s (%s)", look.Name(p.Name, p.ID), p.ID)
	switch {
	case !p.Known:
		return refused("Nothing is kept of you.")
	case len(a.words) == 1 && a.words[0] != p.ID:
		return refused("You are %s.", who)
	case len(a.words) == 0:
		if err := a.agreed("Forget "+who+"? Name, keys, times and dailies go for good. In races of others you are (left).", "forget", p.ID); err != nil {
			return err
		}
	}
	if !a.yes {
		if err := a.agreed("Nobody can bring "+who+" back. Do you mean it?", "forget", p.ID, "--yes"); err != nil {
			return err
		}
	}
	if err := a.Store.Forget(a.who.Key, a.Now()); err != nil {
		return err
	}
	if a.Left != nil {
		a.Left(p.ID)
	}
	a.print("%s is forgotten.\n", who)
	return nil
}
