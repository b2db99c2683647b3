package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
)

// enters opens a room at a desk.
func (d *desk) enters(word, game, mode string) *room {
	d.t.Helper()
	g, _ := d.house.game(game)
	m, err := g.Mode(mode)
	if err != nil {
		d.t.Fatal(err)
	}
	d.do(d.app.open(to.Room{Word: word, Game: g, Mode: m}, false))
	d.settle()
	r, ok := d.app.top().(*room)
	if !ok || r.broken != "" {
		d.t.Fatalf("no room is on screen:\n%s", d.screen())
	}
	return r
}

// party is ana, jun and a guest, in one room for a maze of 5x5, with a round trip each.
func party(t *testing.T, w, h int) (desks []*desk, rooms []*room) {
	t.Helper()
	house, ids := furnished(t)
	for i, k := range []keys.Key{playtest.Key(t, 1), playtest.Key(t, 2), {}} {
		d := sit(t, house, k, w, h)
		d.ids = ids
		trip := time.Duration(10*(i+1)) * time.Millisecond
		d.env.ping = func() (time.Duration, error) {
			time.Sleep(trip)
			return trip, nil
		}
		desks = append(desks, d)
		rooms = append(rooms, d.enters("otter", "maze", "5x5"))
	}
	desks[0].press("o")
	pass(200*time.Millisecond, desks...)
	return desks, rooms
}

// gun lets all be ready, and time pass until T0.
func gun(desks []*desk) {
	for _, d := range desks {
		d.press("enter")
	}
	pass(5100*time.Millisecond, desks...)
}

// walks walks so many units of the way out, one in 100 ms.
func (r *room) walks(t *testing.T, d *desk, units int) {
	t.Helper()
	if r.play == nil {
		t.Fatalf("nothing is raced:\n%s", d.screen())
	}
	way := playtest.WayOut(t, r.play.run.State())
	for _, key := range way[:min(units, len(way))] {
		d.press(key)
		pass(100*time.Millisecond, d)
	}
}

func TestARaceIsGolden(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			name := func(what string) string { return fmt.Sprintf("race-%s-%dx%d", what, size.w, size.h) }
			desks, rooms := party(t, size.w, size.h)
			ana := desks[0]
			desks[1].press("enter", "1")
			pass(100*time.Millisecond, desks...)
			ana.golden(name("gathering"))
			ana.press("enter")
			desks[2].press("enter")
			pass(2*time.Second, desks...)
			ana.golden(name("counting"))
			pass(3100*time.Millisecond, desks...)
			for i, r := range rooms {
				r.walks(t, desks[i], 4+2*i)
				pass(300*time.Millisecond, desks...)
			}
			pass(time.Second, desks...)
			ana.golden(name("running"))
			rooms[1].walks(t, desks[1], 99)
			pass(time.Second, desks...)
			desks[1].golden(name("done"))
			rooms[0].walks(t, ana, 99)
			desks[2].press("q", "y")
			pass(time.Second, desks...)
			ana.golden(name("results"))
			rates(desks, rooms)
			ana.golden(name("rated"))
			desks[1].shows("unrated yet: 3 of 10 heats")
		})
	}
}

// rates says how the last heat has moved the ratings of ana, who has had ten heats before, and of jun; guests have none.
func rates(desks []*desk, rooms []*room) {
	heat, _ := rooms[0].seat.Past()
	desks[0].house.Rooms.Rated(heat, map[string]rating.Change{
		heat.Rows[0].Run: {Heats: 3, From: 5, To: 6.25},
		heat.Rows[1].Run: {Heats: 11, From: 12.345, To: 11.9},
	})
	pass(100*time.Millisecond, desks...)
}

// A heat from the gathering to the next: keys before the gun move nobody, all clocks begin at once, who is done watches
// the rest, and whoever wants the next heat opens it for all.
func TestAHeatAndTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desks, rooms := party(t, 80, 24)
		for _, d := range desks {
			d.press("enter")
		}
		for range 40 { // a flood during the countdown
			for _, d := range desks {
				d.press("right", "down", "enter", "space", "left")
			}
			pass(100*time.Millisecond, desks...)
		}
		pass(1100*time.Millisecond, desks...)
		for i, r := range rooms {
			if r.play == nil {
				t.Fatalf("desk %d has no board:\n%s", i, desks[i].screen())
			}
			if n := len(r.play.run.Steps()); n != 0 {
				t.Errorf("desk %d has made %d steps before the gun", i, n)
			}
			if !r.play.run.Began().Equal(rooms[0].play.run.Began()) {
				t.Errorf("desk %d begins at %v, not %v", i, r.play.run.Began(), rooms[0].play.run.Began())
			}
		}
		if n := desks[0].house.Hall.Playing(); n != 3 {
			t.Errorf("%d runs can be watched from the gun on, want 3", n)
		}
		desks[0].press("p") // no help
		desks[0].shows("There is no help in a race.")
		rooms[1].walks(t, desks[1], 1)
		desks[2].press("q")
		desks[2].shows("You are out, placed by how far you are.")
		desks[2].press("y")
		rooms[0].walks(t, desks[0], 99)
		pass(time.Second, desks...)
		desks[0].press("down", "enter")
		pass(200*time.Millisecond, desks...)
		desks[0].shows("Watching · jun")
		rooms[1].walks(t, desks[1], 3)
		pass(time.Second, desks...)
		desks[0].press("q")
		rooms[1].walks(t, desks[1], 99)
		pass(time.Second, desks...)
		desks[0].shows("1 ◆  ana")
		desks[0].shows("2 ◇  jun")
		desks[0].shows("out at")

		desks[1].press("n")
		pass(200*time.Millisecond, desks...)
		desks[0].shows("not ready")
		desks[0].press("enter")
		pass(5200*time.Millisecond, desks...)
		desks[0].shows("heat 2")
		rooms[0].walks(t, desks[0], 2)
		desks[1].app.Leave() // its connection breaks off
		rooms[0].walks(t, desks[0], 99)
		pass(2*time.Minute, desks...)
		desks[0].shows("1 ◆  ana")
	})
}

// Whoever is asked whether to leave when the heat ends is asked no more.
func TestNobodyIsAskedToLeaveWhatIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desks, rooms := party(t, 80, 24)
		gun(desks)
		desks[1].press("q")
		desks[1].shows("Leave?")
		rooms[0].walks(t, desks[0], 99)
		pass(2*time.Minute, desks...)
		desks[1].shows("1 ◆  ana")
		desks[1].shows("n next heat")
		desks[1].press("n")
		pass(200*time.Millisecond, desks...)
		desks[0].shows("not ready")
	})
}

// Who comes later races the same deal once, against those who were there, and stands in the table.
func TestWhoComesLaterRacesTheGhosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desks, rooms := party(t, 80, 24)
		gun(desks)
		deal := rooms[0].play.run.Seed
		for i, r := range rooms {
			r.walks(t, desks[i], 99)
			pass(100*time.Millisecond, desks...)
		}
		mika := sit(t, desks[0].house, playtest.Key(t, 3), 80, 24)
		r := mika.enters("otter", "maze", "5x5")
		mika.shows("You may race this deal now")
		mika.press("j")
		pass(500*time.Millisecond, append(desks, mika)...)
		if r.play == nil || r.play.run.Seed != deal {
			t.Fatalf("another deal is raced later:\n%s", mika.screen())
		}
		mika.shows("ana")
		mika.press("q")
		mika.shows("Leave? This deal is raced later once only.")
		mika.press("n")
		r.walks(t, mika, 99)
		pass(500*time.Millisecond, append(desks, mika)...)
		mika.shows("you won in 0:0")
		mika.press("enter")
		mika.shows("later")
		desks[0].shows("later")
		mika.press("j")
		if r.late {
			t.Error("a deal is raced later twice")
		}
		mika.press("v")
		pass(500*time.Millisecond, mika)
		mika.shows("Replay · ana")
	})
}

// On a minesweeper board nothing of a rival is ever drawn: two entrants who did the same have the same picture, whatever
// the others do.
func TestNoRivalIsSeenOnAMinefield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		a, b := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, playtest.Key(t, 2), 80, 24)
		ra, rb := a.enters("heron", "minesweeper", "beginner-ng"), b.enters("heron", "minesweeper", "beginner-ng")
		a.press("G") // the host wants it, the game does not
		gun([]*desk{a, b})
		if ra.view.Plan.Ghosts || len(ra.play.scene().Ghosts) > 0 {
			t.Fatal("rivals are seen on a minefield")
		}
		if ra.play.run.State().Text() != rb.play.run.State().Text() || ra.play.run.State().Status() != games.Playing {
			t.Fatal("the start is not given")
		}
		before := a.board()
		b.press("right", "f", "down", "f")
		pass(300*time.Millisecond, a, b)
		if got := a.board(); got[len(got)/2:] != before[len(before)/2:] {
			t.Errorf("what a rival does is seen:\n%s", a.screen())
		}
	})
}

// Who is sent away in a heat is out: nobody waits for them, and whoever watched is told.
func TestWhoIsSentAwayIsOutOfTheRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desks, rooms := party(t, 80, 24)
		gun(desks)
		d := sit(t, desks[0].house, keys.Key{}, 80, 24)
		d.do(d.app.open(to.Look{Run: rooms[1].play.run.ID}, false))
		desks[1].app.Removed()
		desks[1].app.Leave()
		desks[2].press("q", "y")
		pass(time.Second, desks[0], desks[2], d)
		d.shows("jun had to leave after")
		rooms[0].walks(t, desks[0], 99)
		pass(time.Second, desks[0], d)
		desks[0].shows("1 ◆  ana")
		if heat, _ := rooms[0].seat.Past(); len(heat.Rows) != 3 || heat.Rows[1].How != live.Removed && heat.Rows[2].How != live.Removed {
			t.Errorf("the heat is %+v", heat.Rows)
		}
	})
}

// A window that is left behind says so, and the other goes on where it stood.
func TestARaceGoesOnInAnotherWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desks, rooms := party(t, 80, 24)
		gun(desks)
		rooms[0].walks(t, desks[0], 3)
		again := sit(t, desks[0].house, playtest.Key(t, 1), 80, 24)
		r := again.enters("otter", "maze", "5x5")
		pass(500*time.Millisecond, append(desks, again)...)
		desks[0].shows("You are in this room in another window.")
		if r.play == nil || len(r.play.run.Steps()) != 3 {
			t.Fatalf("the run does not go on:\n%s", again.screen())
		}
		desks[0].press("right", "left", "down", "up")
		r.walks(t, again, 99)
		pass(time.Second, append(desks, again)...)
		again.shows("0:0")
		desks[0].press("q")
		if !r.play.run.Won() {
			t.Error("the run cannot be won in the other window")
		}
	})
}

func TestARoomIsOpenedFromTheMenu(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("R")
		d.settle()
		d.shows("Waiting for somebody to race with")
		d.press("tab")
		d.shows("Minesweeper Intermediate, no guess")
		d.press("o")
		d.shows("by its word alone")
		d.press("q")
		d.wait(time.Second)
		d.shows("new in")
		if n := len(h.Rooms.List()); n != 0 {
			t.Errorf("%d rooms are open", n)
		}
	})
}

// A room whose word was typed is in no list before its host opens it, and one whose word is their own never is; there the
// key is not offered, and what is ready stays so.
func TestATypedWordIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		ana, jun := sit(t, h, playtest.Key(t, 1), 120, 40), sit(t, h, playtest.Key(t, 2), 120, 40)
		ana.enters("otter", "maze", "5x5")
		if n := len(h.Rooms.List()); n != 0 {
			t.Error("a room whose word was typed stands in the list")
		}
		ana.shows("o open or by word")
		ana.press("o")
		ana.shows("open to all")
		jun.enters("secretword", "maze", "5x5")
		jun.press("enter", "o")
		jun.shows("by its word alone")
		jun.shows("● ready")
		if s := jun.screen(); strings.Contains(s, "o open or by word") {
			t.Errorf("what cannot be is offered:\n%s", s)
		}
		if n := len(h.Rooms.List()); n != 1 {
			t.Errorf("%d rooms are open, want 1", n)
		}
	})
}

// The way to a terminal is measured by one ping at a time, however soon after one has come the countdown begins: of two at once
// the second waits for the first, and the link would seem twice as long as it is.
func TestOnePingAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		ana, jun := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, playtest.Key(t, 2), 80, 24)
		way := make(chan struct{}, 1)
		jun.env.ping = func() (time.Duration, error) {
			begin := time.Now()
			way <- struct{}{}
			defer func() { <-way }()
			time.Sleep(300 * time.Millisecond)
			return time.Since(begin), nil
		}
		ana.enters("otter", "maze", "5x5")
		r := jun.enters("otter", "maze", "5x5")
		ana.press("enter")
		jun.press("enter")
		pass(6*time.Second, ana, jun)
		if link := r.view.You.Link; link != 300*time.Millisecond || len(r.links) != pings {
			t.Errorf("the link is %v, measured %d times", link, len(r.links))
		}
	})
}
