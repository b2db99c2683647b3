// Package to names the places of the arcade that a player can go to. A screen answers with a Destination, and so is a
// command line that wants a screen read; a Reader reads what of it the store has. It knows no screen.
package to

import (
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/run"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// Destination is one of the types of this package.
type Destination interface{ destination() }

type (
	// Game is a game in a mode: the one that waits for the player, or a new one. The zero Mode is the one that the menu
	// offers at first.
	Game struct {
		Game games.Game
		Mode games.Mode
	}
	// Fresh is a new game, whatever waits. Drop is the run that is given up for it, "" for none.
	Fresh struct {
		Game games.Game
		Mode games.Mode
		Drop string
	}
	// Play is a run, from its beginning or resumed.
	Play struct{ run.Begin }
	// Resume is the question whether to go on with a game, or to begin one in Mode.
	Resume struct {
		Game games.Game
		Mode games.Mode
		Kept storage.Progress
	}
	// Continue is the game of a run that waits, taken over from whichever session has it.
	Continue struct {
		Game games.Game
		Run  string
	}
	// Daily is a challenge as far as the player is with it: asked about, waiting, or tried.
	Daily struct{ records.Daily }
	// Eve is the question whether to begin the one attempt. Replaces: another game of the player's waits, and a player
	// keeps one a game.
	Eve struct {
		records.Daily
		Replaces bool
	}
	// Attempt is the one attempt, which counts from here on.
	Attempt struct{ records.Daily }
	// Leaderboard is a ranking.
	Leaderboard struct{ storage.Leaderboard }
	// Replay is the run of an id, to watch.
	Replay struct{ Run string }
	// Race is the run of an id, to race.
	Race struct{ Run string }
	// Watch is a run that was read, and others of the same deal to be seen beside it.
	Watch struct {
		storage.Replay
		Beside []storage.Replay
	}
	// Against is the question whether to race a run.
	Against struct {
		storage.Replay
		Others []storage.Replay // who runs beside it on the same deal
	}
	// Playing is who plays what now, Look a run under way, and TV whichever is the most interesting.
	Playing struct{}
	Look    struct{ Run string }
	TV      struct{}
	// Room is a race's room, found by its word or opened for a game and mode; without a word one is drawn.
	Room struct {
		Word string
		Game games.Game
		Mode games.Mode
	}
	// Ratings is how well people race a game.
	Ratings struct{ Game string }
	// Rivals is the player among those whom they follow, in a mode.
	Rivals struct{ Game, Mode string }
	// Profile, Settings and Help are these screens; help is about the one that asks for it. Naming: only to be given a name.
	Profile struct{ Naming bool }
	// Keys is where a player chooses their keys.
	Keys struct{}
	// Check is what the player's terminal does here.
	Check    struct{}
	Settings struct{}
	Help     struct{}
)

// Begins reports whether a run begins or goes on at a destination: not while the arcade closes.
func Begins(d Destination) bool {
	switch d.(type) {
	case Game, Fresh, Play, Continue, Attempt:
		return true
	}
	return false
}

func (Game) destination()        {}
func (Fresh) destination()       {}
func (Play) destination()        {}
func (Resume) destination()      {}
func (Continue) destination()    {}
func (Daily) destination()       {}
func (Eve) destination()         {}
func (Attempt) destination()     {}
func (Leaderboard) destination() {}
func (Replay) destination()      {}
func (Race) destination()        {}
func (Watch) destination()       {}
func (Against) destination()     {}
func (Playing) destination()     {}
func (Look) destination()        {}
func (TV) destination()          {}
func (Room) destination()        {}
func (Ratings) destination()     {}
func (Rivals) destination()      {}
func (Profile) destination()     {}
func (Keys) destination()        {}
func (Check) destination()       {}
func (Settings) destination()    {}
func (Help) destination()        {}
