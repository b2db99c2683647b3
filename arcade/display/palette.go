// Package display turns a canvas of cells into bytes for one terminal, and the bytes that come back into Bubble Tea
// messages.
//
// It knows terminals: their sequences, modes, colours and answers. It must never know a screen, a game or a session:
// what a cell means is said by a Palette, where the bytes go by an io.Writer.
package display

import (
	"strconv"

	"arcade.example.com/games"
)

// Look is how an ink is shown, said for every depth at once; a palette takes what its depth can show.
type Look struct {
	RGB     uint32 // 0xRRGGBB
	Index   uint8  // of the 256 colours
	ANSI    uint8  // of the first 16
	Default bool   // the terminal's own colour, in every depth
	// Bold, Underline and Reverse hold in every depth. A cell has those of both its inks.
	Bold, Underline, Reverse bool
}

// inks is how many inks there are: games.Roles ramps.
const inks = int(games.Roles) * games.Shades

// colour is a place in a palette's list of colours; 0 is the terminal's own.
type colour uint16

// attrs are a cell's bold, underline and reverse.
type attrs uint8

const (
	bold attrs = 1 << iota
	underline
	reverse
)

// style is how an ink looks at a palette's depth.
type style struct {
	text, ground           colour
	textAttrs, groundAttrs attrs
	seen                   bool // as ground, it differs from the terminal's own
}

// Palette says how every ink looks on a terminal of one depth. It never changes and is shared by all sessions of a
// theme and depth.
type Palette struct {
	depth  games.Depth
	look   func(games.Ink, bool) Look
	styles [inks]style
	pixel  []games.Ink // of each colour: an ink whose ground it is; 0 where there is none
	rgb    []uint32    // of each colour, as the terminal shows it; lossy frames compare them
	sgr    [2][]string // of each colour: what SGR takes to make it the foreground, the background
}

// NewPalette makes a palette of what look, a pure function, answers for each ink, once as the colour of text and once
// as ground.
func NewPalette(depth games.Depth, look func(ink games.Ink, ground bool) Look) *Palette {
	p := &Palette{depth: depth, look: look, rgb: []uint32{0}, sgr: [2][]string{{"39"}, {"49"}}}
	known := map[uint32]colour{}
	for i := range p.styles {
		t, g := look(games.Ink(i), false), look(games.Ink(i), true)
		s := style{text: p.colour(t, known), ground: p.colour(g, known), textAttrs: t.attrs(), groundAttrs: g.attrs()}
		s.seen = s.ground != 0 || s.groundAttrs&reverse != 0
		p.styles[i] = s
	}
	p.pixel = make([]games.Ink, len(p.rgb))
	for i := range p.styles {
		p.pixel[p.styles[i].ground] = games.Ink(i)
	}
	return p
}

// The layers of a cell.
const (
	text = iota
	ground
)

// Look returns how the palette shows the ink as text or as ground. An ink of no known role looks like Plain.
func (p *Palette) Look(ink games.Ink, ground bool) Look { return p.look(known(ink), ground) }

func known(ink games.Ink) games.Ink {
	if int(ink) >= inks {
		return 0
	}
	return ink
}

func (l Look) attrs() (a attrs) {
	if l.Bold {
		a |= bold
	}
	if l.Underline {
		a |= underline
	}
	if l.Reverse {
		a |= reverse
	}
	return a
}

// colour returns the place of the look's colour in the palette, and makes one where there is none yet.
func (p *Palette) colour(l Look, known map[uint32]colour) colour {
	if l.Default || p.depth == games.Mono {
		return 0
	}
	value := l.RGB & 0xffffff
	switch p.depth {
	case games.Colours256:
		value = uint32(l.Index)
	case games.Colours16:
		value = uint32(l.ANSI & 15)
	}
	if c, ok := known[value]; ok {
		return c
	}
	c := colour(len(p.rgb))
	known[value] = c
	p.sgr[text] = append(p.sgr[text], sgrOf(p.depth, value, 30))
	p.sgr[ground] = append(p.sgr[ground], sgrOf(p.depth, value, 40))
	if p.depth == games.Colours256 {
		value = rgbOf(uint8(value))
	}
	p.rgb = append(p.rgb, value)
	return c
}

// sgrOf is what SGR takes for a colour; base is 30 for text, 40 for ground.
func sgrOf(d games.Depth, value uint32, base int) string {
	switch {
	case d == games.TrueColour:
		return strconv.Itoa(base+8) + ";2;" + strconv.Itoa(int(value>>16)) + ";" + strconv.Itoa(int(value>>8&255)) + ";" + strconv.Itoa(int(value&255))
	case d == games.Colours256:
		return strconv.Itoa(base+8) + ";5;" + strconv.Itoa(int(value))
	case value < 8:
		return strconv.Itoa(base + int(value))
	}
	return strconv.Itoa(base + 60 + int(value) - 8)
}

// rgbOf is xterm's colour of that index, from 16 on; below it is whatever the player's terminal makes of it.
func rgbOf(index uint8) uint32 {
	if index >= 232 {
		return (8 + 10*uint32(index-232)) * 0x010101
	}
	if index < 16 {
		return 0
	}
	step := [6]uint32{0, 95, 135, 175, 215, 255}
	i := index - 16
	return step[i/36]<<16 | step[i/6%6]<<8 | step[i%6]
}
