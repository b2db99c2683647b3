package race_test

import (
	"fmt"
	"testing"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
)

// BenchmarkHeat is a step by each of eight: in a heat of eight that all look at its lanes twenty times a second, and as
// eight runs that have nothing to do with each other.
func BenchmarkHeat(b *testing.B) {
	game := maze.Game()
	mode := game.Modes[3]
	hall := live.NewHall(live.Clock{AfterFunc: func(d time.Duration, f func()) func() bool {
		if d > 4*time.Second && d < time.Minute { // nobody waits for the gun
			d = 0
		}
		return time.AfterFunc(d, f).Stop
	}}, nil)
	first, err := game.Deal(mode, 1)
	if err != nil {
		b.Fatal(err)
	}
	var moment live.Moment
	for _, m := range []games.Move{"north", "east", "south", "west"} {
		if next, err := first.Apply(m); err == nil {
			moment = live.Moment{Steps: []games.Step{{Move: m}}, State: next, Began: time.Now()}
		}
	}
	alone := 0.0
	measure := func(b *testing.B, runs []*live.Run) {
		for b.Loop() {
			for _, r := range runs {
				r.Publish(moment)
			}
		}
		each := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
		if alone == 0 {
			alone = each
		}
		b.ReportMetric(each/alone, "x-alone")
	}
	b.Run("alone", func(b *testing.B) {
		var runs []*live.Run
		for i := range 8 {
			runs = append(runs, hall.Begin(live.Header{ID: fmt.Sprint(i), Game: game, Mode: mode}, first, live.Moment{State: first}, nil))
		}
		measure(b, runs)
	})
	b.Run("heat", func(b *testing.B) {
		n := 0
		rooms := race.NewRooms(race.Setup{
			Hall: hall, Seed: func() games.Seed { return 1 }, Run: func() string { n++; return fmt.Sprint("run", n) },
			Ghosts: func(string) bool { return true }, Keep: func(race.Heat) {}, Failed: func(string, error) {},
		})
		stop := make(chan struct{})
		defer close(stop)
		var seats []*race.Seat
		for i := range 8 {
			wake := make(chan struct{}, 1)
			seat, err := rooms.Enter("otter", race.Plan{Game: game, Mode: mode}, race.Who{ID: fmt.Sprint(i)}, live.Into(wake))
			if err != nil {
				b.Fatal(err)
			}
			seats = append(seats, seat)
			go func() {
				for {
					select {
					case <-wake:
						seat.View()
					case <-stop:
						return
					}
				}
			}()
		}
		for _, s := range seats {
			if err := s.Ready(); err != nil {
				b.Fatal(err)
			}
		}
		var runs []*live.Run
		for len(runs) < 8 {
			if start, err := seats[len(runs)].Start(); err == nil {
				runs = append(runs, start.Run)
			}
		}
		measure(b, runs)
		rooms.Close()
	})
}
