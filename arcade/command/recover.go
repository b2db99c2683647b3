package command

import (
	"fmt"
	"time"

	"arcade.example.com/arcade/look"
)

// recover shows a recovery code, or uses one: the player whose keys are lost is the caller's from then on.
func (a *asked) recover() error {
	if len(a.words) == 0 {
		return a.showRecovery()
	}
	p, err := a.Store.Player(a.who.Key)
	if err != nil {
		return err
	}
	if p.Known && !a.yes {
		question := fmt.Sprintf("You are %s (%s) now: your times, dailies and keys go to the player of the code, your name and id give way.",
			look.Name(p.Name, p.ID), p.ID)
		if err := a.agreed(question, "recover", a.words[0], "--yes"); err != nil {
			return err
		}
	}
	label := a.who.User
	if !keyLabel.MatchString(label) {
		label = ""
	}
	if p, err = a.Store.Recover(a.who.Key, a.words[0], label, a.who.Source, a.Now()); err != nil {
		return err
	}
	a.print("You are %s (%s) again, with this key. The code is used up. For a new one: %s\n", look.Name(p.Name, p.ID), p.ID, a.Address.SSH("recover"))
	return a.listLost()
}

func (a *asked) showRecovery() error {
	code, err := a.Store.Recovery(a.who.Key, true, a.Now())
	if err != nil {
		return err
	}
	a.print("%s\nWrite it down: it is shown this once, and the one before is void.\nWithout your key, from any other: %s\n",
		code, a.Address.SSH("recover", code))
	return nil
}

// listLost names the keys besides the one in use, as unlink takes them.
func (a *asked) listLost() error {
	ks, err := a.ownKeys()
	if err != nil {
		return err
	}
	for _, k := range ks {
		if !k.This {
			a.print("%s (%s, last seen %s). If it is lost: %s\n", k.Key, k.Type, k.key.Seen.Format(time.DateOnly), a.Address.SSH("unlink", k.Key))
		}
	}
	return nil
}
