package race

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/live"
)

// TestPlaces is the table of who comes where: each row as name, how, time in ms, progress of 10, link in ms.
func TestPlaces(t *testing.T) {
	won := func(name string, ms, link int) Row {
		return Row{Name: name, How: live.Won, Time: time.Duration(ms) * time.Millisecond, Done: 10, Of: 10, Link: time.Duration(link) * time.Millisecond}
	}
	out := func(name string, how live.How, done int) Row {
		return Row{Name: name, How: how, Time: time.Second, Done: done, Of: 10}
	}
	later := func(r Row) Row { r.Later = true; return r }
	for _, c := range []struct {
		name string
		rows []Row
		want string
	}{
		{"by time", []Row{won("c", 3000, 10), won("a", 1000, 10), won("b", 2000, 10)}, "1 a +0s, 2 b +1s, 3 c +2s"},
		{"a mine counts as far as it came", []Row{out("blown", live.Lost, 8), won("a", 9000, 10), out("slow", live.TimeUp, 5), out("gone", live.Left, 9)},
			"1 a +0s, 2 gone, 3 blown, 4 slow"},
		{"equally far", []Row{out("a", live.Lost, 4), out("b", live.Left, 4), out("c", live.TimeUp, 3)}, "1 a, 1 b, 3 c"},
		{"a gap as small as the links differ", []Row{won("a", 1000, 20), won("b", 1099, 120)}, "1 a +0s, 1 b +99ms"},
		{"a gap just as large", []Row{won("a", 1000, 20), won("b", 1100, 120)}, "1 a +0s, 2 b +100ms"},
		{"the slower link first", []Row{won("a", 1000, 120), won("b", 1050, 20)}, "1 a +0s, 1 b +50ms"},
		{"no link known excuses nothing", []Row{won("a", 1000, 0), won("b", 1001, 300)}, "1 a +0s, 2 b +1ms"},
		{"the same time", []Row{won("a", 1000, 0), won("b", 1000, 0), won("c", 1001, 0)}, "1 a +0s, 1 b +0s, 3 c +1ms"},
		{"measured against who holds the place", []Row{won("a", 1000, 10), won("b", 1100, 210), won("c", 1150, 10)}, "1 a +0s, 1 b +100ms, 3 c +150ms"},
		{"later", []Row{later(won("late", 500, 10)), out("b", live.Lost, 2), won("a", 1000, 10), later(won("first", 400, 10))},
			"1 a +0s, 2 b, 0 first, 0 late"},
		{"nobody arrived", []Row{out("a", live.TimeUp, 0), out("b", live.Left, 0)}, "1 a, 1 b"},
	} {
		place(c.rows)
		var got []string
		for _, r := range c.rows {
			s := fmt.Sprint(r.Place, " ", r.Name)
			if r.How == live.Won && !r.Later {
				s += " +" + r.Gap.String()
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// TestRated is the table of what moves ratings: rows as player@source.
func TestRated(t *testing.T) {
	heat := func(ghosts, ranked bool, rows string) Heat {
		h := Heat{Ghosts: ghosts, Ranked: ranked}
		for i, text := range strings.Fields(rows) {
			player, source, _ := strings.Cut(strings.TrimPrefix(text, "later:"), "@")
			h.Rows = append(h.Rows, Row{Place: i + 1, Player: player, Source: source, Later: strings.HasPrefix(text, "later:")})
		}
		return h
	}
	for _, c := range []struct {
		heat Heat
		want string
	}{
		{heat(false, true, "ana@1 jun@2 eve@3"), "ana jun eve"},
		{heat(true, true, "ana@1 jun@2"), ""},
		{heat(false, false, "ana@1 jun@2"), ""},
		{heat(false, true, "ana@1 @2"), ""},
		{heat(false, true, "ana@1 ana2@1"), ""},
		{heat(false, true, "ana@1 jun@2 ana2@1"), "ana jun"},
		{heat(false, true, "ana@1 @3 jun@2"), "ana jun"},
		{heat(false, true, "ana@1 later:jun@2"), ""},
	} {
		var got []string
		for _, r := range c.heat.Rated() {
			got = append(got, r.Player)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%+v: %q, want %q", c.heat, s, c.want)
		}
	}
}
