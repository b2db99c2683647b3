package minesweeper

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// inks are the letters that stand for roles in a golden picture.
var inks = map[games.Role]rune{
	games.Plain: '.', games.Faint: '-', games.Strong: 'S', games.Accent: 'a', games.Good: 'o', games.Bad: 'B', games.Rival: 'R', games.You: 'Y', games.Entrance: 'e',
	games.Hidden: 'h', games.Bevel: 'v', games.Shadow: 'd', games.Bare: 'b', games.Held: 'p',
	games.Number1: '1', games.Number2: '2', games.Number3: '3', games.Number4: '4',
	games.Number5: '5', games.Number6: '6', games.Number7: '7', games.Number8: '8',
	games.Flag: 'f', games.Mark: 'q', games.Mine: 'm', games.Fatal: 'X', games.Wrong: 'w', games.Cursor: 'c',
	games.Safe: 's', games.Danger: 'D', games.Reason: 'r', games.Lit: 'L', games.Unlit: 'u', games.Face: 'F', games.Grid: 'g',
	games.Graph: 'G', games.GraphBG: 'k',
}

// picture is what a face shows: its characters, beside them the inks of those and of their grounds.
func picture(t *testing.T, f games.Board, s games.State, w, h int, sc games.Scene) string {
	t.Helper()
	c := games.NewCanvas(w, h)
	f.Draw(c, s, sc)
	var b strings.Builder
	for y := range h {
		var text, fg, bg strings.Builder
		for _, cell := range c.Row(y) {
			if cell.Rune == 0 {
				cell.Rune = ' '
			}
			text.WriteRune(cell.Rune)
			fg.WriteRune(letter(t, cell.FG))
			bg.WriteRune(letter(t, cell.BG))
		}
		b.WriteString(text.String() + "  " + fg.String() + "  " + bg.String() + "\n")
	}
	return b.String()
}

func letter(t *testing.T, ink games.Ink) rune {
	l, ok := inks[ink.Role()]
	if !ok {
		t.Errorf("no letter for role %d", ink.Role())
	}
	return l
}

const over = `9x6/9
	F1-*-*---
	111132---
	00002F---
	00003Qf*-
	01112X---
	01*-----*`

const midgame = `playing 9x6/9
	F1-*-*---
	111132---
	00002F---
	00003Qf*-
	01112*---
	01*-----*`

const ahead = `playing 9x6/9
	F11F2F---
	111132---
	00002F---
	00003F4*-
	01112F---
	01F11---*`

func TestPictures(t *testing.T) {
	const w, h = 33, 12
	key := func(k string) games.Input { return games.Input{Kind: games.Key, Key: k} }
	down := func(button games.Button, x, y int) games.Input {
		return games.Input{Kind: games.Press, Button: button, X: x, Y: y}
	}
	ghost := games.Ghost{Name: "jun", Last: "open 0,1", State: position(t, ahead)}
	tests := []struct {
		name     string
		position string
		inputs   []games.Input // whose moves are made
		options  games.Options
		scene    games.Scene
		w, h     int
	}{
		{name: "ready", position: "ready 9x6/9 -f------- --------- --------- --------- --------- ---------", options: games.Options{Start: "open 2,2"}},
		{name: "playing", position: midgame, scene: games.Scene{Elapsed: 65 * time.Second}},
		{name: "grid", position: midgame, options: games.Options{On: map[string]bool{gridSetting: true}}},
		{name: "pressed", position: midgame, inputs: []games.Input{down(games.Left, 22, 6)}},
		{name: "pressed on a number", position: midgame, inputs: []games.Input{down(games.Left, 16, 8)}},
		{name: "pressed and slid on", position: midgame, inputs: []games.Input{down(games.Left, 22, 6), {Kind: games.Drag, Button: games.Left, X: 24, Y: 6}}},
		{name: "pressed and slid off", position: midgame, inputs: []games.Input{down(games.Left, 22, 6), {Kind: games.Drag, Button: games.Left, X: 24, Y: 1}}},
		{name: "pressed on the button", position: midgame, inputs: []games.Input{down(games.Left, 16, 2)}},
		{name: "shaking", position: midgame, inputs: []games.Input{down(games.Left, 16, 8), {Kind: games.Release, Button: games.Left, X: 16, Y: 8}}},
		{name: "ghost", position: midgame, scene: games.Scene{Ghosts: []games.Ghost{ghost}}},
		{name: "hint 1", position: midgame, inputs: []games.Input{key("H")}},
		{name: "hint 2", position: midgame, inputs: []games.Input{key("H"), key("H")}},
		{name: "hint 3", position: midgame, inputs: []games.Input{key("H"), key("H"), key("H")}},
		{name: "hint 2, wrong flag", position: "playing 5x5/1 *1--- 11--- --f-- ----- -----", inputs: []games.Input{key("H"), key("H")}},
		{name: "hint 3, the count", position: "playing 5x5/1 1---- -*--- ----- ----- -----",
			inputs: []games.Input{key("H"), key("H"), key("H")}},
		{name: "guess 2", position: "playing 5x5/3 1---- -*--- ---*- ----- --*--", inputs: []games.Input{key("H"), key("H")}},
		{name: "guess 3", position: "playing 5x5/3 1---- -*--- ---*- ----- --*--", inputs: []games.Input{key("H"), key("H"), key("H")}},
		{name: "revealed", position: midgame, inputs: []games.Input{key("p")}},
		{name: "won", position: "won 9x6/2 *10000000 110000000 000000000 000000000 000000011 00000001F", scene: games.Scene{Elapsed: 1234 * time.Second}},
		{name: "lost", position: "lost " + over},
		{name: "lost, chances", position: "lost " + over, inputs: []games.Input{key("x")}},
		{name: "lost by a guess", position: "lost 5x5/3 1---- -X--- ---*- ----- --*--"},
		{name: "too many flags", position: "playing 9x6/2 *ffffffff ffffffff- --------- --------- --------- *--------"},
		{name: "scrolled", position: midgame, inputs: []games.Input{key("$")}, w: 16, h: 6},
		{name: "transposed", position: "playing 16x6/9 --10000001*----- -*10000001111*-- 1110111000002--- 00001*1000001*-- 1100112111111--- *100001*--*---*-", w: 33, h: 22},
		{name: "tiny", position: midgame, w: 3, h: 2},
		{name: "4x1", position: midgame, scene: games.Scene{Elapsed: 65 * time.Second}, w: 60, h: 12},
		{name: "4x2, hint 3", position: midgame, inputs: []games.Input{key("H"), key("H"), key("H")}, w: 60, h: 18},
		{name: "3x2, lost, chances", position: "lost " + over, inputs: []games.Input{key("x")}, w: 33, h: 18},
		{name: "3x2, lost", position: "lost " + over, w: 33, h: 18},
		{name: "6x3, grid, ghost", position: midgame, options: games.Options{On: map[string]bool{gridSetting: true}}, scene: games.Scene{Ghosts: []games.Ghost{ghost}}, w: 60, h: 24},
		{name: "6x3, pressed", position: midgame, inputs: []games.Input{down(games.Left, 30, 14)}, w: 60, h: 24},
		{name: "6x3, lost", position: "lost " + over, w: 60, h: 24},
		{name: "a line", position: midgame, scene: games.Scene{Elapsed: 65 * time.Second}, w: 60, h: 7},
		{name: "a line, race", position: midgame, scene: games.Scene{Ghosts: []games.Ghost{ghost}}, w: 60, h: 7},
		{name: "a line, hint 3", position: midgame, inputs: []games.Input{key("H"), key("H"), key("H")}, w: 60, h: 7},
		{name: "a line and taps, hint 3", position: midgame, inputs: []games.Input{key("H"), key("H"), key("H")}, w: 20, h: 8},
		{name: "taps", position: midgame, w: 40, h: 13},
		{name: "taps, flagging", position: midgame, inputs: []games.Input{down(games.Left, 5, 12)}, w: 40, h: 13},
		{name: "taps, scrolled", position: "playing 20x9/9 " + strings.Repeat("-------------------- ", 8) + "-----------*********", w: 30, h: 8},
	}
	looks := []struct {
		name    string
		options games.Options
	}{{"colours", games.Options{}}, {"mono", games.Options{Depth: games.Mono}}, {"ascii", games.Options{ASCII: true, Depth: games.Colours16}}}
	for _, look := range looks {
		var all strings.Builder
		for _, tt := range tests {
			o := tt.options
			o.ASCII, o.Depth = look.options.ASCII, look.options.Depth
			if tt.w == 0 {
				tt.w, tt.h = w, h
			}
			s := position(t, tt.position)
			f := newFace()
			f.Fit(s, tt.w, tt.h, o)
			for _, in := range tt.inputs {
				if m, _ := f.Input(s, in); m != "" && !m.Shows() {
					s = must(t, s, m)
				}
			}
			all.WriteString(tt.name + "\n" + picture(t, f, s, tt.w, tt.h, tt.scene) + "\n")
		}
		golden(t, look.name, all.String())
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(lines) || line != lines[i] {
			t.Fatalf("%s:%d: got\n%s\nwant\n%s", file, i+1, line, strings.Join(lines[min(i, len(lines)):min(i+1, len(lines))], ""))
		}
	}
	if got != string(want) {
		t.Fatalf("%s: the pictures end early", file)
	}
}
