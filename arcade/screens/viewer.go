package screens

import (
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/records"
)

// viewer is the player as one who wants to watch.
func (e *env) viewer() live.Viewer {
	return live.Viewer{Player: e.player.ID, Word: e.racing, Knows: records.Knows(e.Store, e.key, e.player.ID, e.Now)}
}
