package check

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/games"
)

// Every finding says what was found, fits its line, and tells what to do unless nothing is to be done.
func TestFindings(t *testing.T) {
	whole := Report{Term: "xterm", Width: 80, Height: 24, Depth: games.TrueColour, RoundTrip: 20 * time.Millisecond}
	for _, r := range display.Measured {
		whole.Take(display.Width{Rune: r, Columns: 1})
	}
	for _, msg := range []tea.Msg{display.Named("kitty(0.35)"), display.Mode{Number: display.ModeSynced, Known: true}, display.Class{62, 52},
		tea.CapabilityMsg{Content: "RGB"}, tea.BackgroundColorMsg{}, tea.MouseClickMsg{}, tea.BlurMsg{}, tea.PasteMsg{Content: Sample}, display.Arrived{Bytes: "a", Key: "a"}} {
		whole.Take(msg)
	}
	silent := Report{Term: "xterm", Width: 40, Height: 18, Depth: games.Colours256}
	lacking := Report{Width: 80, Height: 24, Depth: games.Colours16, Answered: true, RoundTrip: time.Second,
		Modes: map[int]bool{display.ModeMouse: false, display.ModeFocus: false, display.ModeSynced: false}, Widths: []display.Width{{Rune: '⚑', Columns: 2}}}
	between := Report{Name: "tmux 3.4", Width: 80, Height: 24, Modes: map[int]bool{display.ModeMouse: true, display.ModeFocus: true}, Class: []int{52}}
	for name, r := range map[string]*Report{"whole": &whole, "silent": &silent, "lacking": &lacking, "between": &between} {
		list := r.Findings(nil)
		for i, f := range list {
			if f.Kind != Kind(i) || f.Title == "" || f.Found == "" || !f.Good && f.Remedy == "" || f.Sets.Setting != "" && f.Sets.Words == "" {
				t.Errorf("%s: %+v", name, f)
			}
			if name == "whole" && !f.Good {
				t.Errorf("%s: %+v is not good", name, f)
			}
		}
	}
	for kind, want := range map[Kind]Choice{Characters: {"ascii", "on", ""}, Frames: {"motion", "reduced", ""}, Link: {"motion", "none", ""}, Colours: {"colours", "mono", ""}} {
		got := lacking.Findings(nil)[kind].Sets
		if got.Words = ""; got != want {
			t.Errorf("%d sets %v, want %v", kind, got, want)
		}
	}
	if f := lacking.Findings(map[string]string{"ascii": "on"})[Characters]; f.Sets != (Choice{}) {
		t.Errorf("what is set is offered again: %+v", f)
	}
	if f := lacking.Findings(nil)[Focus]; f.Sets != (Choice{}) {
		t.Errorf("notices are offered where there can be none: %+v", f)
	}
}

// What a terminal does not say is null for programs, and never missing.
func TestShow(t *testing.T) {
	r := Report{Term: "vt100", Width: 80, Height: 24, Depth: games.Mono}
	b, err := json.Marshal(r.Show("v1"))
	want := `{"arcade":"v1","term":"vt100","name":null,"width":80,"height":24,"colours":"mono","rgb":false,"background":null,"class":[],"widths":{},` +
		`"modes":{"1002":null,"1004":null,"1006":null,"2004":null,"2026":null},"answered":false,"round_trip_ms":null}`
	if string(b) != want || err != nil {
		t.Errorf("%s, %v", b, err)
	}
	r.Take(display.Named("foot"))
	r.Take(display.Mode{Number: display.ModeSynced, Known: true})
	r.RoundTrip = 12 * time.Millisecond
	if b, _ = json.Marshal(r.Show("v1")); !strings.Contains(string(b), `"name":"foot"`) || !strings.Contains(string(b), `"2026":true`) || !strings.Contains(string(b), `"round_trip_ms":12`) {
		t.Errorf("%s", b)
	}
}

// The latest keys are kept, not all of them.
func TestArrivedAreFew(t *testing.T) {
	var r Report
	for _, k := range "abcdef" {
		r.Take(display.Arrived{Bytes: string(k), Key: string(k)})
	}
	if f := r.Findings(nil)[Keys]; f.Found != "d d  e e  f f" {
		t.Errorf("%q", f.Found)
	}
}

// What is measured again takes the place of what was measured before.
func TestWidthsAreMeasuredAgain(t *testing.T) {
	r := Report{Width: 80, Height: 24}
	r.Take(display.Width{Rune: '⚑', Columns: 2})
	r.Take(display.Width{Rune: '⚑', Columns: 2})
	if f := r.Findings(nil)[Characters]; f.Found != "⚑ takes 2" {
		t.Errorf("%q", f.Found)
	}
	r.Take(display.Width{Rune: '⚑', Columns: 1})
	if f := r.Findings(nil)[Characters]; f.Found != "does not answer" { // of eleven others
		t.Errorf("%q", f.Found)
	}
}
