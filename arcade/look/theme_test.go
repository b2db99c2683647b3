package look

import (
	"math"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"arcade.example.com/games"
)

// themes are those that a player can choose.
var themes = []string{"dark", "light", "contrast", "blind"}

// eachRole calls f for every role that exists.
func eachRole(f func(games.Role)) {
	for r := games.Plain; r <= games.Title; r++ {
		f(r)
	}
	for r := games.You; r < games.Roles; r++ {
		f(r)
	}
}

// TestThemesWhole: every role of every theme has a tone, in all depths or in none, with at most a step a shade, and
// none of the first 16 among the 256, which a player's terminal may show in any colour.
func TestThemesWhole(t *testing.T) {
	for _, name := range themes {
		theme := themeOf(name)
		eachRole(func(r games.Role) {
			tone := theme.tones[r]
			n := [3]int{len(tone.rgb), len(tone.c256), len(tone.c16)}
			own := r == games.Plain || r == games.Strong
			if n == [3]int{} && !own || n != [3]int{} && (n[0] == 0 || n[1] == 0 || n[2] == 0) || max(n[0], n[1], n[2]) > games.Shades {
				t.Errorf("%s: role %d has %v colours", name, r, n)
			}
			for _, c := range tone.c256 {
				if c < 16 {
					t.Errorf("%s: role %d has colour %d of 256", name, r, c)
				}
			}
			for _, c := range tone.c16 {
				if c > 15 {
					t.Errorf("%s: role %d has colour %d of 16", name, r, c)
				}
			}
		})
	}
}

// TestThemesLegible: text stands out by 4.5 from whatever it stands on, by WCAG's measure, in true colour, in 256 and in 16; what
// is a picture, as a flag is, by 2.8.
func TestThemesLegible(t *testing.T) {
	// The grounds of terminals as they come: what a theme's own ground may be.
	terminals := map[string][]uint32{
		"dark":  {0x000000, 0x1e1e1e, 0x1a1b26, 0x282c34},
		"light": {0xffffff, 0xfafafa, 0xf5f5f0},
	}
	const read, seen = 4.5, 2.8
	for _, name := range themes {
		theme := themeOf(name)
		screens := tone{rgb: terminals[name], c256: nil}
		for range terminals[name] {
			screens.c256 = append(screens.c256, map[string]uint8{"dark": 236, "light": 255}[name])
			screens.c16 = append(screens.c16, map[string]uint8{"dark": 0, "light": 15}[name])
		}
		if len(theme.ground.rgb) > 0 {
			screens = theme.ground
		}
		check := func(r games.Role, ground tone, least float64) {
			for _, text := range theme.tones[r].rgb {
				for _, on := range ground.rgb {
					if c := contrastOf(text, on); c < least {
						t.Errorf("%s: role %d, %06x on %06x: contrast %.1f, want %.1f", name, r, text, on, c, least)
					}
				}
			}
			for _, text := range theme.tones[r].c256 {
				for _, on := range ground.c256 {
					if c := contrastOf(indexed(text), indexed(on)); c < least {
						t.Errorf("%s: role %d, %d on %d of 256: contrast %.1f, want %.1f", name, r, text, on, c, least)
					}
				}
			}
			for _, text := range theme.tones[r].c16 {
				for _, on := range ground.c16 {
					for terminal, colours := range sixteens {
						if c := contrastOf(colours[text], colours[on]); c < least {
							t.Errorf("%s: role %d, %d on %d of %s: contrast %.1f, want %.1f", name, r, text, on, terminal, c, least)
						}
					}
				}
			}
		}
		for _, r := range []games.Role{games.Strong, games.Dim, games.Faint, games.Accent, games.Good, games.Warn, games.Bad,
			games.First, games.Second, games.Third} {
			check(r, screens, read)
			check(r, theme.tones[games.Panel], read)
			check(r, theme.tones[games.Select], read)
		}
		check(games.Cursor, theme.tones[games.Bare], read)
		check(games.Face, theme.tones[games.Bare], read)
		check(games.Face, screens, read)
		check(games.Mark, theme.tones[games.Hidden], seen)
		for r := games.Number1; r <= games.Number8; r++ {
			check(r, theme.tones[games.Bare], read)
		}
		check(games.Flag, theme.tones[games.Hidden], seen)
		check(games.Mine, theme.tones[games.Fatal], read)
		check(games.Lit, theme.tones[games.Unlit], seen)
		check(games.Title, screens, seen)
	}
}

// sixteens are the first 16 colours of terminals as they come.
var sixteens = map[string][16]uint32{
	"xterm's 16": {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff},
	"console's 16": {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
		0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff},
}

// TestTilesLegible: text on a tile stands out from every shade of it in every theme, in true colour, in 256 and in the 16
// colours of xterm and of the Linux console.
func TestTilesLegible(t *testing.T) {
	for _, name := range themes {
		look := themeOf(name).look(games.TrueColour)
		text := look(games.TileText.Ink(), false)
		for shade := range games.Shades {
			tile := look(games.Tile.Shade(shade), true)
			depths := map[string]float64{
				"true colour": contrastOf(text.RGB, tile.RGB),
				"256 colours": contrastOf(indexed(text.Index), indexed(tile.Index)),
			}
			for terminal, colours := range sixteens {
				depths[terminal] = contrastOf(colours[text.ANSI], colours[tile.ANSI])
			}
			for depth, c := range depths {
				if c < 4.5 {
					t.Errorf("%s, %s: shade %d has contrast %.1f, want 4.5", name, depth, shade, c)
				}
			}
		}
	}
}

// indexed is a colour of the 256.
func indexed(i uint8) uint32 {
	r, g, b, _ := ansi.IndexedColor(i).RGBA()
	return r>>8<<16 | g>>8<<8 | b>>8
}

// contrastOf is WCAG 2's contrast ratio, 1..21.
func contrastOf(a, b uint32) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c uint32) float64 {
	linear := func(v uint32) float64 {
		s := float64(v&255) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c>>16) + 0.7152*linear(c>>8) + 0.0722*linear(c)
}

// TestRamps: a ramp goes from its first colour to its last through all that lie between.
func TestRamps(t *testing.T) {
	if got := mix([]uint32{0x000000, 0xff8040, 0xffffff}, 0); got != 0 {
		t.Errorf("darkest %06x", got)
	}
	if got := mix([]uint32{0x000000, 0xff8040, 0xffffff}, games.Shades-1); got != 0xffffff {
		t.Errorf("brightest %06x", got)
	}
	for shade := range games.Shades {
		if got := mix([]uint32{0x123456}, shade); got != 0x123456 {
			t.Errorf("shade %d of one colour: %06x", shade, got)
		}
		if got, want := mix([]uint32{0x000000, 0x3f3f3f}, shade), uint32(shade)*0x010101; got != want {
			t.Errorf("shade %d: %06x, want %06x", shade, got, want)
		}
		if got, want := step([]uint8{1, 2, 3, 4}, shade), uint8(1+shade/16); got != want {
			t.Errorf("shade %d: step %d, want %d", shade, got, want)
		}
	}
}

// TestPaletteShared: all sessions of a theme and depth have one palette; an unknown theme is the dark one.
func TestPaletteShared(t *testing.T) {
	themes := NewThemes()
	a, b := themes.Palette("light", games.Colours256), themes.Palette("light", games.Colours256)
	if a != b {
		t.Error("two palettes for one theme and depth")
	}
	if a == themes.Palette("light", games.Colours16) || a == themes.Palette("dark", games.Colours256) {
		t.Error("one palette for two themes or depths")
	}
	ink := games.Accent.Ink()
	if themes.Palette("of long ago", games.TrueColour).Look(ink, false) != themes.Palette("dark", games.TrueColour).Look(ink, false) {
		t.Error("an unknown theme is not dark")
	}
}

// TestMono: without colours nothing has any, and what matters still differs.
func TestMono(t *testing.T) {
	p := NewThemes().Palette("dark", games.Mono)
	if !p.Look(games.Select.Ink(), true).Reverse || p.Look(games.Plain.Ink(), true).Reverse {
		t.Error("the chosen line does not show")
	}
	if !p.Look(games.WallN.Shade(60), true).Reverse || p.Look(games.WallN.Shade(3), true).Reverse {
		t.Error("a wall has no light and dark")
	}
	if p.Look(games.Dim.Ink(), false) == p.Look(games.Strong.Ink(), false) {
		t.Error("strong text is like dim")
	}
}
