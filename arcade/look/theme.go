package look

import (
	"sync"

	"arcade.example.com/arcade/display"
	"arcade.example.com/games"
)

// Themes makes each palette once, when it is first asked for. It is safe for concurrent use.
type Themes struct {
	mu       sync.Mutex
	palettes map[paletteID]*display.Palette
}

type paletteID struct {
	theme string
	depth games.Depth
}

func NewThemes() *Themes { return &Themes{palettes: map[paletteID]*display.Palette{}} }

// Palette returns the palette of a theme for a terminal of that depth; of the dark theme where the name is unknown.
func (t *Themes) Palette(name string, depth games.Depth) *display.Palette {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := paletteID{name, depth}
	if p := t.palettes[id]; p != nil {
		return p
	}
	p := display.NewPalette(depth, themeOf(name).look(depth))
	t.palettes[id] = p
	return p
}

func themeOf(name string) *theme {
	switch name {
	case "light":
		return light()
	case "contrast":
		return contrast()
	case "blind":
		return blind()
	}
	return dark()
}

// theme says how each role looks. Every depth has colours of its own, chosen by hand: the nearest of few colours is
// seldom the right one.
type theme struct {
	tones  [games.Roles]tone
	ground tone // of Plain; text of Plain is among the tones
}

// tone is the look of a role, the darkest shade first. The shades between two true colours are mixed; of the others
// each has an equal share of the shades. Without any it is the terminal's own colour.
type tone struct {
	rgb  []uint32
	c256 []uint8
	c16  []uint8
}

// one is the tone of a role that is no ramp.
func one(rgb uint32, c256, c16 uint8) tone { return tone{[]uint32{rgb}, []uint8{c256}, []uint8{c16}} }

type (
	rgb  = []uint32
	c256 = []uint8
	c16  = []uint8
)

// look returns how an ink looks at a depth.
func (t *theme) look(depth games.Depth) func(games.Ink, bool) display.Look {
	marks := marks()
	return func(ink games.Ink, ground bool) display.Look {
		role, shade := ink.Role(), ink.Shade()
		tone, mark := t.tones[role], marks[role]
		if ground && role == games.Plain {
			tone = t.ground
		}
		l := display.Look{Default: tone.rgb == nil}
		if !l.Default {
			l.RGB, l.Index, l.ANSI = mix(tone.rgb, shade), step(tone.c256, shade), step(tone.c16, shade)
		}
		mono := depth == games.Mono
		if ground {
			l.Reverse = mono && mark.lit > 0 && shade >= mark.lit-1
			return l
		}
		l.Bold = mark.bold || mono && mark.monoBold
		l.Underline = mono && mark.underline
		return l
	}
}

// step is the shade's share of a list.
func step(list []uint8, shade int) uint8 { return list[shade*len(list)/games.Shades] }

// mix is the colour of the shade between the two of the list that it lies between.
func mix(list []uint32, shade int) uint32 {
	at := shade * (len(list) - 1)
	i, part := at/(games.Shades-1), at%(games.Shades-1)
	if part == 0 {
		return list[i]
	}
	var c uint32
	for shift := 0; shift < 24; shift += 8 {
		a, b := int(list[i]>>shift&255), int(list[i+1]>>shift&255)
		c |= uint32(a+(b-a)*part/(games.Shades-1)) << shift
	}
	return c
}

// mark is what sets a role apart besides its colour, in every theme.
type mark struct {
	bold      bool // in every depth
	monoBold  bool // without colours
	underline bool // without colours
	lit       int  // without colours: one more than the shade from which its ground is reversed; 0 never
}

func marks() (m [games.Roles]mark) {
	for _, r := range []games.Role{games.Strong, games.Accent, games.Title, games.You, games.Cursor, games.Fatal} {
		m[r].bold = true
	}
	for _, r := range []games.Role{games.Good, games.Bad, games.First, games.Flag, games.Mine, games.Wrong, games.Lit} {
		m[r].monoBold = true
	}
	for _, r := range []games.Role{games.Warn, games.Rival, games.Mark} {
		m[r].underline = true
	}
	for _, r := range []games.Role{games.Select, games.Hidden, games.Fatal, games.Danger, games.Wall, games.Path, games.You, games.Lit} {
		m[r].lit = 1
	}
	for _, r := range []games.Role{games.WallN, games.WallE, games.WallS, games.WallW, games.Edge, games.Entrance, games.Exit, games.Graph, games.Tile} {
		m[r].lit = games.Shades/2 + 1
	}
	return m
}

// dark is for a terminal with a dark ground, which shows through: Plain is its own.
func dark() *theme {
	return &theme{tones: [games.Roles]tone{
		games.Plain:  {},
		games.Strong: {},
		games.Dim:    one(0xadb6c4, 250, 7),
		games.Faint:  one(0x939caa, 247, 7),
		games.Accent: one(0xffb454, 215, 11),
		games.Good:   one(0x7fd88f, 114, 10),
		games.Warn:   one(0xf2c55c, 221, 11),
		games.Bad:    one(0xff7b72, 210, 15),
		games.First:  one(0xffd75f, 221, 11),
		games.Second: one(0xc6ced8, 252, 15),
		games.Third:  one(0xd89a6a, 179, 7),
		games.Panel:  one(0x1d222b, 235, 0),
		games.Select: one(0x283245, 236, 4),
		games.Title:  {rgb{0x9a6826, 0xffb454, 0xffe9c4}, c256{136, 172, 215, 216, 223}, c16{3, 11, 15}},

		games.You:      one(0xffe14d, 227, 11),
		games.Rival:    {rgb{0x15101d, 0x6a5383, 0xc792ea}, c256{234, 60, 97, 97, 140, 176}, c16{8, 7, 7}},
		games.Trail:    one(0x6f5f2c, 58, 3),
		games.Path:     {rgb{0x06180e, 0x1f8c49, 0x52ff8e}, c256{233, 22, 29, 35, 41, 84}, c16{2, 2, 10}},
		games.Wall:     {rgb{0x2a3350, 0x4f62a0, 0x7d93d6}, c256{237, 60, 61, 62, 68}, c16{4, 4, 12}},
		games.Open:     {rgb{0x08090c, 0x14171d, 0x2a2f3a}, c256{232, 233, 234, 236}, c16{0, 0, 0, 8}},
		games.Entrance: {rgb{0x1e0808, 0x8e2a22, 0xff6050}, c256{52, 88, 124, 160, 167, 203}, c16{0, 1, 1, 9}},
		games.Exit:     {rgb{0x062014, 0x14894a, 0x3cff92}, c256{233, 22, 29, 35, 41, 84}, c16{0, 2, 2, 10}},
		games.WallN:    {rgb{0x0a0c16, 0x304473, 0x5c7fc3, 0x8cbfff}, c256{233, 17, 61, 68, 69, 111}, c16{0, 4, 12}},
		games.WallE:    {rgb{0x0a0c16, 0x6a4a34, 0xd98f4c, 0xffd07a}, c256{233, 94, 137, 173, 215, 222}, c16{0, 3, 11}},
		games.WallS:    {rgb{0x0a0c16, 0x4a3d72, 0x9873cf, 0xd0a4ff}, c256{233, 54, 97, 140, 141, 183}, c16{0, 5, 13}},
		games.WallW:    {rgb{0x0a0c16, 0x275352, 0x499e86, 0x6feebd}, c256{233, 23, 29, 72, 79, 115}, c16{0, 6, 14}},
		games.Edge:     {rgb{0x0a0c16, 0x5e5f62, 0xb9b2a0, 0xffeec8}, c256{233, 238, 243, 248, 223, 230}, c16{0, 8, 15}},
		games.Floor:    {rgb{0x08080c, 0x2f2822, 0x584a3c, 0x7d6a54}, c256{232, 233, 234, 235, 239, 240}, c16{0, 8}},
		games.Ceiling:  {rgb{0x080a14, 0x343e61}, c256{232, 233, 233, 234, 17, 17}, c16{0}},
		games.Unseen:   one(0x101318, 233, 0),

		games.Hidden:  one(0x3d4658, 239, 8),
		games.Bevel:   one(0x626d84, 243, 7),
		games.Shadow:  one(0x262c38, 235, 0),
		games.Bare:    one(0x171a20, 234, 0),
		games.Held:    one(0x262b35, 236, 0),
		games.Number1: one(0x6ea8ff, 75, 14),
		games.Number2: one(0x7bd07b, 114, 10),
		games.Number3: one(0xff6e6e, 203, 9),
		games.Number4: one(0xb69cff, 141, 13),
		games.Number5: one(0xe8935a, 173, 11),
		games.Number6: one(0x58cfd0, 80, 6),
		games.Number7: one(0xf4f4f4, 255, 15),
		games.Number8: one(0xa3a8b0, 248, 7),
		games.Flag:    one(0xff6d68, 209, 15),
		games.Mark:    one(0xf2c55c, 221, 11),
		games.Mine:    one(0xf4f4f4, 255, 15),
		games.Fatal:   one(0xb3261e, 124, 1),
		games.Wrong:   one(0xff9a8d, 216, 9),
		games.Cursor:  one(0xffb454, 215, 11),
		games.Safe:    one(0x1d5a38, 22, 2),
		games.Danger:  one(0x74242a, 88, 1),
		games.Reason:  one(0x66551c, 58, 3),
		games.Lit:     one(0xff4a3d, 203, 9),
		games.Unlit:   one(0x35181a, 52, 0),
		games.Face:    one(0xffd75f, 221, 11),
		games.Grid:    one(0x4a5160, 240, 8),
		games.Graph:   {rgb{0x24406a, 0x2f8fa8, 0x86c97a, 0xf2c55c, 0xff6e4a}, c256{24, 31, 36, 71, 113, 179, 221, 209}, c16{4, 6, 2, 3, 9}},
		games.GraphBG: one(0x171a20, 234, 0),

		games.Tile: {rgb{0x2b4f86, 0x1d6670, 0x2b6f38, 0x66620f, 0x8f4d12, 0xa8301c, 0x9a2864, 0x713aa6},
			c256{24, 23, 22, 58, 94, 124, 89, 54}, c16{4, 5, 1}},
		games.TileText: one(0xffffff, 231, 15),
	}}
}

// light is for a terminal with a light ground. The first person is as in the dark: it is a picture, not text.
func light() *theme {
	t := dark()
	t.change(map[games.Role]tone{
		games.Dim:    one(0x4b525e, 239, 0),
		games.Faint:  one(0x616874, 241, 0),
		games.Accent: one(0x9c4e00, 94, 1),
		games.Good:   one(0x15702f, 22, 4),
		games.Warn:   one(0x7a5600, 94, 1),
		games.Bad:    one(0xc0262d, 160, 1),
		games.First:  one(0x7d5600, 94, 1),
		games.Second: one(0x58606b, 240, 0),
		games.Third:  one(0x8f4f22, 88, 1),
		games.Panel:  one(0xeceff4, 255, 15),
		games.Select: one(0xdfeeff, 195, 14),
		games.Title:  {rgb{0xc07a2a, 0xa85500, 0x5f2f00}, c256{130, 94, 52}, c16{1}},

		games.You:    one(0xd98500, 172, 3),
		games.Rival:  one(0x8a3fb5, 97, 5),
		games.Trail:  one(0xecd9a8, 223, 11),
		games.Path:   {rgb{0x06180e, 0x52c47a, 0x167a3a}, c256{22, 28, 71, 114, 35, 28}, c16{2, 10, 2}},
		games.Wall:   {rgb{0xa9b4d2, 0x6b7cb0, 0x44548c}, c256{146, 103, 61, 60}, c16{12, 4, 4}},
		games.Open:   {rgb{0xdfe3ea, 0xf0f2f6, 0xffffff}, c256{253, 255, 231}, c16{7, 15, 15}},
		games.Unseen: one(0xd3d8e2, 252, 7),

		games.Hidden:  one(0xb7bfcd, 250, 7),
		games.Bevel:   one(0xe4e8ef, 254, 15),
		games.Shadow:  one(0x8790a0, 245, 8),
		games.Bare:    one(0xf0f2f6, 255, 15),
		games.Held:    one(0xdde1e9, 253, 15),
		games.Number1: one(0x1f4fd8, 26, 4),
		games.Number2: one(0x16762f, 22, 5),
		games.Number3: one(0xcf222e, 160, 1),
		games.Number4: one(0x1b1f8a, 18, 12),
		games.Number5: one(0x8a2a1a, 88, 1),
		games.Number6: one(0x0b7285, 23, 12),
		games.Number7: one(0x16181d, 234, 0),
		games.Number8: one(0x626975, 242, 0),
		games.Flag:    one(0xc8102e, 160, 1),
		games.Mark:    one(0x6f4e00, 94, 4),
		games.Mine:    one(0x16181d, 234, 0),
		games.Fatal:   one(0xff8a80, 210, 9),
		games.Wrong:   one(0xa3161f, 124, 1),
		games.Cursor:  one(0xb34700, 94, 1),
		games.Safe:    one(0xb4e3c2, 151, 10),
		games.Danger:  one(0xf5b8b5, 217, 9),
		games.Reason:  one(0xf0dc9a, 222, 11),
		games.Lit:     one(0xe01e1e, 160, 1),
		games.Unlit:   one(0xf3d6d6, 224, 7),
		games.Face:    one(0x7d5600, 94, 1),
		games.Grid:    one(0xb0b7c3, 249, 7),
		games.Graph:   {rgb{0x9cc3ea, 0x3a8fb7, 0x4f9d45, 0xc58a12, 0xc93a1e}, c256{110, 67, 71, 136, 166}, c16{12, 6, 2, 3, 1}},
		games.GraphBG: one(0xf0f2f6, 255, 15),
	})
	return t
}

// contrast is white on black, whatever the terminal's own colours are, and few but strong colours.
func contrast() *theme {
	t := dark()
	white, black, yellow := one(0xffffff, 231, 15), one(0x000000, 16, 0), one(0xffff00, 226, 11)
	t.ground = black
	t.change(map[games.Role]tone{
		games.Plain:  white,
		games.Strong: white,
		games.Dim:    one(0xe0e0e0, 254, 7),
		games.Faint:  one(0xb0b0b0, 249, 7),
		games.Accent: yellow,
		games.Good:   one(0x00ff66, 47, 10),
		games.Warn:   yellow,
		games.Bad:    one(0xff6060, 210, 15),
		games.Second: white,
		games.Third:  one(0xffaf5f, 215, 7),
		games.Panel:  black,
		games.Select: one(0x0000a8, 19, 4),
		games.Title:  {rgb{0xffff00, 0xffffff}, c256{226, 231}, c16{11, 15}},

		games.You:    yellow,
		games.Rival:  one(0xff80ff, 213, 13),
		games.Trail:  one(0x7a7a00, 100, 3),
		games.Path:   {rgb{0x00803a, 0x00ff66}, c256{28, 34, 40, 47}, c16{2, 2, 10}},
		games.Wall:   {rgb{0xa0a0a0, 0xffffff}, c256{247, 253, 231}, c16{7, 15}},
		games.Open:   {rgb{0x000000, 0x202020}, c256{16, 16, 234}, c16{0}},
		games.Unseen: one(0x303030, 236, 8),

		games.Hidden:  one(0x505a70, 240, 8),
		games.Bevel:   white,
		games.Shadow:  one(0x8a8a8a, 245, 7),
		games.Bare:    black,
		games.Held:    one(0x303030, 236, 0),
		games.Number1: one(0x80c0ff, 117, 14),
		games.Number2: one(0x00ff66, 47, 10),
		games.Number4: one(0xd0a0ff, 183, 13),
		games.Number5: one(0xffaf5f, 215, 11),
		games.Number6: one(0x00ffff, 51, 6),
		games.Number7: white,
		games.Number8: one(0xd0d0d0, 252, 7),
		games.Flag:    one(0xff8080, 210, 15),
		games.Mark:    yellow,
		games.Mine:    white,
		games.Fatal:   one(0xc00000, 160, 1),
		games.Cursor:  yellow,
		games.Unlit:   black,
		games.Grid:    one(0x9a9a9a, 247, 7),
		games.GraphBG: black,
	})
	return t
}

// blind says with hues that almost everybody can tell apart what others say with red and green: the eight colours of
// Okabe and Ito (jfly.uni-koeln.de/color), lightened where they are text on its own dark ground.
func blind() *theme {
	t := dark()
	var (
		orange    = one(0xe69f00, 178, 11)
		sky       = one(0x56b4e9, 74, 14)
		green     = one(0x1fb589, 36, 6)
		yellow    = one(0xf0e442, 227, 15)
		vermilion = one(0xf08342, 208, 9)
		purple    = one(0xdc8fba, 175, 13)
	)
	t.ground = one(0x0e1014, 233, 0)
	t.change(map[games.Role]tone{
		games.Plain:  one(0xdfe3ea, 254, 7),
		games.Strong: one(0xffffff, 231, 15),
		games.Accent: orange,
		games.Good:   sky,
		games.Warn:   yellow,
		games.Bad:    one(0xf08342, 208, 15),
		games.First:  yellow,
		games.Third:  orange,

		games.You:      yellow,
		games.Rival:    purple,
		games.Path:     {rgb{0x00304d, 0x0072b2, 0x56b4e9}, c256{233, 17, 24, 32, 74, 117}, c16{4, 6, 14}},
		games.Wall:     {rgb{0x33363d, 0x666b76, 0x9a9fa8}, c256{237, 241, 245, 247}, c16{8, 8, 7}},
		games.Entrance: {rgb{0x331500, 0xd55e00, 0xff9a4d}, c256{52, 94, 130, 166, 208, 209}, c16{0, 1, 1, 9}},
		games.Exit:     {rgb{0x0a2c40, 0x56b4e9, 0xc4e8ff}, c256{233, 24, 31, 74, 117, 153}, c16{0, 6, 6, 14}},
		games.WallW:    {rgb{0x0a0a0b, 0x46484d, 0x8e9199, 0xd3d6dc}, c256{233, 237, 241, 245, 250, 253}, c16{0, 8, 7}},

		games.Number1: sky,
		games.Number2: green,
		games.Number3: vermilion,
		games.Number4: purple,
		games.Number5: orange,
		games.Number6: yellow,
		games.Flag:    one(0xf08342, 208, 15),
		games.Mark:    yellow,
		games.Fatal:   one(0xa84a00, 94, 1),
		games.Wrong:   vermilion,
		games.Cursor:  orange,
		games.Safe:    one(0x0f4f7a, 24, 4),
		games.Danger:  one(0x8a3d00, 94, 1),
		games.Reason:  one(0x6b6320, 58, 3),
		games.Tile:    {rgb{0x12447a, 0x5a5c66, 0x8f4a00}, c256{24, 60, 94}, c16{4, 1}},
		games.Graph:   {rgb{0x0b2f5c, 0x49607a, 0x8a8878, 0xc4ab5a, 0xf7e34a}, c256{17, 24, 60, 102, 144, 179, 227}, c16{4, 12, 7, 3, 11}},
	})
	return t
}

func (t *theme) change(tones map[games.Role]tone) {
	for role, tone := range tones {
		t.tones[role] = tone
	}
}
