package screens

import (
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
	"arcade.example.com/games/maze"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Who leaves reads what they leave behind and how to come back, and no address that nobody told the arcade.
func TestGoodbye(t *testing.T) {
	for _, c := range []struct {
		name, public string
		key          keys.Key
		do           func(d *desk)
		want         string
	}{
		{"a guest", "", keys.Key{}, func(*desk) {},
			"Goodbye. A key makes your runs count: " + look.KeyHint + ". Come back the way you came."},
		{"a key, and an address", "arcade.example.com:2222", playtest.Key(t, 1), func(*desk) {},
			"Goodbye. Come back: ssh -p 2222 arcade.example.com"},
		{"a game that waits", "arcade.example.com", playtest.Key(t, 1), func(d *desk) { d.press("enter", "right", "down", "left", "up"); d.app.Leave() },
			"Goodbye. Maze · 10 x 10 waits for you. Come back: ssh arcade.example.com"},
		{"a daily that is won", "", playtest.Key(t, 1), func(d *desk) {
			daily := records.Dailies(d.house.Now(), d.house.Games, d.house.Store)[0]
			r := playtest.WonRun(t, maze.Game(), daily.Mode, 1, playtest.Key(t, 1), time.Second)
			r.Daily = daily.Day()
			r.Ended = r.Ended.Add(time.Duration(r.Millis) * time.Millisecond)
			if _, err := d.house.Store.Save(r); err != nil {
				t.Fatal(err)
			}
		}, "Goodbye. Dailies: 1 day in a row. Come back the way you came."},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := testHouse(t, storage.NewMemory())
				var err error
				if h.Address, err = look.ParseAddress(c.public); err != nil {
					t.Fatal(err)
				}
				d := sit(t, h, c.key, 80, 24)
				c.do(d)
				d.wait(2 * time.Second)
				if got := d.app.Goodbye(); got != c.want {
					t.Errorf("%q, want %q\n%s", got, c.want, d.screen())
				}
			})
		})
	}
}
