package lines

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arcade.example.com/games/minesweeper/solver"
	"arcade.example.com/storage"
)

// Bots win both games, knowing nothing but what they were told. They stand among bots, and nowhere else.
func TestBotsWin(t *testing.T) {
	for _, tt := range []struct {
		game, mode string
		play       func(*talker) answer
	}{
		{"maze", "10x10", walkOut}, {"maze", "10x10-fp", walkOut},
		{"minesweeper", "beginner", sweep}, {"minesweeper", "expert-ng", sweep},
	} {
		t.Run(tt.game+" "+tt.mode, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				h := furnished()
				x := come(t, h, player(t, 1), Options{Bot: true, JSON: true})
				x.ask("play " + tt.game + " " + tt.mode)
				end := tt.play(x)
				for end.Status == "lost" {
					x.ask("again")
					end = tt.play(x)
				}
				if end.Status != "won" || end.Rank != 1 || end.Of != 1 || end.Moves < end.Least || end.Least == 0 {
					t.Fatalf("%+v", end)
				}
				for _, kind := range []storage.Kind{storage.Timed, storage.Lines, storage.Bots} {
					list, of, err := h.Store.Top(storage.Leaderboard{Game: tt.game, Mode: tt.mode, Period: storage.All, Kind: kind}, 1, 1)
					if want := kind == storage.Bots; err != nil || (of == 1) != want {
						t.Fatalf("%q: %d stand there, error %v", kind, of, err)
					}
					if of == 1 && (list[0].Moves != end.Moves || list[0].Least != end.Least) {
						t.Errorf("it stands with %+v", list[0])
					}
				}
				t.Logf("%d moves, %d at least", end.Moves, end.Least)
			})
		})
	}
}

// walkOut keeps to the left wall.
func walkOut(x *talker) answer {
	at := x.ask("look")
	for at.Status == "playing" {
		said := strings.Join(at.Said, " ")
		for _, way := range []string{"left", "ahead", "right", "back"} {
			if regexp.MustCompile(`\b` + way + `\b`).MatchString(said[strings.Index(said, ":"):]) {
				x.ask(way)
				break
			}
		}
		if at = x.ask("look"); at.Error != "" {
			x.t.Fatalf("%+v", at)
		}
	}
	return x.ask("look")
}

var (
	bounds  = regexp.MustCompile(`a field of (\d+) rows and (\d+) columns`)
	mines   = regexp.MustCompile(`mines left (\d+)`)
	rows    = regexp.MustCompile(`^rows? (\d+)(?: to (\d+))?: (.*)$`)
	stretch = regexp.MustCompile(`^(?:col )?(\d+)(?: to (\d+))? (?:is )?(.*)$`)
)

// sweep asks the solver, of what it was told, for a safe cell or the best guess.
func sweep(x *talker) answer {
	said := bounds.FindStringSubmatch(strings.Join(x.ask("where").Said, " "))
	v := solver.View{W: number(said[2]), H: number(said[1]), Mines: number(mines.FindStringSubmatch(strings.Join(x.ask("status").Said, " "))[1])}
	last := x.ask(fmt.Sprintf("open %d %d", v.H/2, v.W/2))
	for last.Status == "playing" {
		v.Cell = slices.Repeat([]int8{solver.Hidden}, v.W*v.H)
		for _, line := range x.ask("look").Said {
			see(x.t, v, line)
		}
		cell := solver.Analyse(v).Best
		last = x.ask(fmt.Sprintf("open %d %d", cell/v.W+1, cell%v.W+1))
	}
	return last
}

// see puts on a view what was told of some rows: "row 4: col 1 to 3 closed, 4 is 2", "rows 1 to 3: all closed".
func see(t *testing.T, v solver.View, line string) {
	t.Helper()
	said := rows.FindStringSubmatch(line)
	if said == nil {
		t.Fatalf("%q is not understood", line)
	}
	first, last := number(said[1]), number(said[2])
	cells := said[3]
	if all, ok := strings.CutPrefix(cells, "all "); ok {
		cells = fmt.Sprintf("col 1 to %d %s", v.W, all)
	}
	for row := first; row <= max(first, last); row++ {
		for _, text := range strings.Split(cells, ", ") {
			part := stretch.FindStringSubmatch(text)
			for col := number(part[1]); col <= max(number(part[1]), number(part[2])); col++ {
				switch what := part[3]; what {
				case "closed":
				case "empty":
					v.Cell[(row-1)*v.W+col-1] = 0
				default:
					v.Cell[(row-1)*v.W+col-1] = int8(number(what))
				}
			}
		}
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
