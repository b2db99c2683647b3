package screens

import (
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// In a terminal of its own the arcade does not speak of what only a server has.
func TestNothingOfAServerInATerminalOfItsOwn(t *testing.T) {
	server := regexp.MustCompile(`(?i)guest|ssh|who may watch|in lines|notices|check it|\ba key\b|daily|dailies|\brank|record|unnamed|leaderboard|who plays|a ghost`)
	synctest.Test(t, func(t *testing.T) {
		c := testHouse(t, storage.NewMemory()).Config
		c.Local = true
		d := sit(t, NewHouse(c), keys.Key{}, 100, 60)
		seen := func(where string) {
			t.Helper()
			d.wait(time.Second)
			if found := server.FindString(d.screen()); found != "" {
				t.Errorf("%s speaks of %q:\n%s", where, found, d.screen())
			}
		}
		seen("the menu")
		d.press("L", "W", "R", "y", "G")
		seen("the menu, asked for what there is not,")
		for _, link := range links[1:3] {
			d.click(link)
			seen(link)
			d.press("q")
		}
		d.click("Maze")
		d.press("enter")
		seen("a game")
		d.walkOut(10 * time.Millisecond)
		seen("a game that is won")
		d.press("L", "W")
		seen("its result, asked for what there is not,")
		d.press("q")
		d.click("Help")
		seen("the help")
	})
}
