package look

import (
	"errors"
	"strconv"
	"strings"

	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// ModeError words what Game.Mode answers to a text that names no mode: the text and what is allowed, as they stand in the
// middle of a sentence, fit for a terminal.
func ModeError(err error) string {
	said := strings.Replace(err.Error(), ": "+games.ErrMode.Error(), "", 1)
	return "no mode " + keys.Clean(said, 2*keys.MaxText)
}

// Explain puts a store's answer that concerns the player into a sentence; false for any other error.
func Explain(err error) (said string, ok bool) {
	for _, known := range []struct {
		err  error
		said string
	}{
		{storage.ErrGuest, "You are a guest, and nothing is kept of guests. With a key you are a player: " + KeyHint + "."},
		{storage.ErrName, keys.NameRule + " Some are kept for the house."},
		{storage.ErrNameTaken, "That name is taken, or looks like one that is."},
		{storage.ErrCode, "There is no such code: it was mistyped, used or has expired. After five wrong ones, wait ten minutes."},
		{storage.ErrOwnCode, "That code is for another key of yours: type it there. It is still good."},
		{storage.ErrYoung, "This key was linked less than seven days ago, and older keys of its player have a say. Use one of them, or wait."},
		{storage.ErrLastKey, "That is your only key; without it you could not come back."},
		{storage.ErrSelf, "That is you."},
		{storage.ErrRivals, "You follow " + strconv.Itoa(storage.MaxRivals) + " players already, as many as you can. Unfollow one first."},
		{storage.ErrAttempted, "You have made your attempt at this daily: the first counts."},
		{storage.ErrLate, "The daily was over before the run was, so it does not count."},
		{storage.ErrTaken, "This run goes on in another window of yours."},
		{storage.ErrSpent, "This run is over: it was ended, helped, removed or saved already."},
		{storage.ErrReadOnly, "The arcade cannot save anything just now. Try again later."},
	} {
		if errors.Is(err, known.err) {
			return known.said, true
		}
	}
	return "", false
}

// Unsaved says why a won run does not stand on its leaderboard, or not yet where later is set; "" for one that does.
func Unsaved(err error, later bool) string {
	switch {
	case later:
		return "The arcade takes no writes just now: your run is kept and saved when it does."
	case errors.Is(err, storage.ErrAttempted):
		return "Another run was your attempt at this daily: the first counts."
	case errors.Is(err, storage.ErrLate):
		return "The daily was over before this run was, so it does not count."
	case errors.Is(err, storage.ErrSpent), errors.Is(err, storage.ErrTaken):
		return "This run was taken over, ended or helped in another window, so it does not count here."
	case err != nil:
		return "The replay did not prove this run, so it does not count. Please tell the operator."
	}
	return ""
}
