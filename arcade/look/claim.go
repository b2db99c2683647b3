package look

import (
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// NoClaim is what is said of a code with which no run can be claimed.
const NoClaim = "There is no run to claim with this code: it was mistyped or used, or the ten minutes are over."

// Claimed says what became of a run that was claimed; false where it is not the claimer's.
func Claimed(g games.Game, run storage.Run, s storage.Standing, later bool, err error) (said string, ok bool) {
	what := Tidy(Millis(run.Millis)) + " in " + g.Title
	if m, found := g.Find(run.Mode); found {
		what += ", " + m.Title + ","
	}
	switch {
	case later:
		return what + " is yours, and saved when the arcade takes writes again.", true
	case err != nil:
		return "That run does not count any more.", false
	}
	if s.Review {
		return what + " is yours. " + WouldBe(s.Rank, s.Of), true
	}
	what += " is yours: " + Ordinal(s.Rank) + " of " + Pad(int64(s.Of), 1)
	if run.Kind == storage.Automatic {
		what += " on the automatic leaderboard"
	}
	return what + ".", true
}
