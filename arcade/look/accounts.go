package look

import (
	"strings"

	"arcade.example.com/storage"
)

// TooManyNames refuses a name where too many were taken from the same network lately.
const TooManyNames = "Too many names were taken from your network just now. Try again in a few minutes."

// LinkQuestion asks whether two players are to be one, and says who becomes whom.
func LinkQuestion(o storage.Offer) string {
	return "Become " + whole(o.Into) + "? You are " + whole(o.From) + " now: your times, dailies and keys go over, your name and id give way. " +
		"Say yes only if both are you."
}

// Linked tells a player what another key of theirs did.
func Linked(n storage.Notice) string {
	by := "another key"
	if n.Label != "" {
		by = "the key " + n.Label
	}
	return "On " + n.At.Format("2 Jan") + " " + by + " made " + whole(storage.Player{ID: n.ID, Name: n.Name}) + ", who had " + Plural(n.Keys, "key") +
		", one player with " + n.Into + ". It can be undone until " + n.Until.Format("2 Jan") + "."
}

// LinkedLately tells a player at their visit that there is something to read.
func LinkedLately(ns []storage.Notice) string {
	if len(ns) == 0 {
		return ""
	}
	return strings.TrimSuffix(Linked(ns[0]), ".") + ": see your profile."
}

// whole is a player by name and id.
func whole(p storage.Player) string { return Name(p.Name, p.ID) + " (" + p.ID + ")" }
