package records

import (
	"slices"
	"testing"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
	"arcade.example.com/storage"
)

// friday is the day of most tests.
var friday = time.Date(2026, 11, 20, 14, 3, 7, 0, time.UTC)

// Every game that has dailies has one each day, the same for everybody, and none is like the day's before.
func TestDailies(t *testing.T) {
	list, store := catalog.All(), storage.NewMemory()
	seeds := map[games.Seed]bool{}
	monday := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	for n := range 14 {
		morning := Dailies(monday.AddDate(0, 0, n), list, store)
		night := Dailies(monday.AddDate(0, 0, n+1).Add(-time.Millisecond), list, store)
		if len(morning) != len(list) {
			t.Fatalf("%d dailies of %d games", len(morning), len(list))
		}
		for i, d := range morning {
			if o := night[i]; d.Seed != o.Seed || d.Mode != o.Mode || d.Day() != o.Day() {
				t.Errorf("%s is %v in the morning and %v at night", d.Day(), d.Seed, o.Seed)
			}
			if want := d.Game.Week[n%7]; d.Mode.ID != want || d.Game.ID != list[i].ID {
				t.Errorf("%s: %s %s, want %s", d.Day(), d.Game.ID, d.Mode.ID, want)
			}
			if seeds[d.Seed] {
				t.Errorf("%s: a seed comes again", d.Day())
			}
			seeds[d.Seed] = true
		}
	}
}

// The day is that of UTC, whatever the clock on the wall says.
func TestTheDayIsUTC(t *testing.T) {
	east := time.FixedZone("", 13*3600)
	at := time.Date(2026, 11, 21, 2, 0, 0, 0, east)
	if got := DayOf(at).Format(time.DateOnly); got != "2026-11-20" {
		t.Error(got)
	}
}

// Friday is 20 November 2026. Days are told backwards from it: W is a day that was won, L one that was tried and lost,
// a dot one without an attempt.
func TestStreak(t *testing.T) {
	for _, tt := range []struct {
		days string
		want int
		why  string
	}{
		{"", 0, "nothing yet"},
		{".", 0, "nothing yet"},
		{"W", 1, "today"},
		{".W", 1, "today is not over"},
		{"LW", 1, "a lost one is no day, and today is not over"},
		{"WWWWW", 5, "Monday to Friday"},
		{"WWWWWWWWWWWW", 12, "across weeks"},
		{"W.W", 2, "Thursday is forgiven"},
		{"WLW", 2, "a lost day too"},
		{"W..W", 1, "Wednesday and Thursday are of one week"},
		{"W.W.W", 2, "Thursday and Tuesday are of one week"},
		{"WWWWW.W", 6, "Sunday is forgiven"},
		{"WWWW..W", 5, "Monday and Sunday are of two weeks"},
		{"WWWW...W", 4, "Monday, Sunday and Saturday are not"},
		{"W.WWWWWW.WWWW", 11, "one a week"},
		{"..W", 1, "Thursday is forgiven, today is not over"},
		{"...W", 0, "Thursday and Wednesday are of one week"},
		{".....W", 0, "a week ago"},
	} {
		var tries []storage.Attempt
		for back, c := range tt.days {
			if c != '.' {
				date := friday.AddDate(0, 0, -back).Format(time.DateOnly)
				tries = append(tries, storage.Attempt{Date: date, Game: "maze", Done: c == 'W'}, storage.Attempt{Date: date, Game: "minesweeper"})
			}
		}
		slices.Reverse(tries)
		if got := streak(tries, friday); got != tt.want {
			t.Errorf("%s: %d, want %d: %s", tt.days, got, tt.want, tt.why)
		}
	}
}
