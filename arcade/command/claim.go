package command

import (
	"errors"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
)

// claim makes a run the caller's that a guest has won.
func (a *asked) claim() error {
	run, o, err := a.Saver.Claim(a.words[0], a.who.Key, a.Now())
	if errors.Is(err, records.ErrClaim) {
		return refused("%s", look.NoClaim)
	}
	if err != nil {
		return err
	}
	g, _ := find(a.Games, run.Game)
	said, ok := look.Claimed(g, run, o.Standing, o.Later, o.Err)
	if !ok {
		return refused("%s", said)
	}
	a.print("%s\n", said)
	return nil
}
