package screens

import (
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"charm.land/bubbles/v2/key"

	"arcade.example.com/games"
)

// keymap has the keys of every action of the screens: what is pressed is matched with it, and the foot, the panels and
// the help name the keys from it. It is read only once it is made, so that sessions can share one.
type keymap struct {
	Up, Down, Left, Right, PageUp, PageDown, First, Last           key.Binding
	Enter, Back, Help, Quit, Leave, Tab                            key.Binding
	New, Same, Resume, Leaderboard, Ghost, Find, Me, Custom, Watch key.Binding
	Kind                                                           key.Binding
	Playing, TV, Room, Ready, Force, Sit, Open, Later, Mute, Say   key.Binding
	Board, Anew, AnewSame, GoOn, NameMe, Practise                  key.Binding
	Follow, Rivals, Reset, Copy                                    key.Binding
	Yes, No, Accept, Cancel, Name, Link, Code, Undo, Mine, Unlink  key.Binding
	Recovery                                                       key.Binding
	Pause, Normal, Double, Fourfold, Eightfold, Faster, Slower     key.Binding
	StepBack, StepOn, WindBack, WindOn, Beginning, End             key.Binding

	layout *layout // on which they lie
}

// binding is an action's line in the table of keys.
type binding struct {
	name string // of the action; it never changes
	is   *key.Binding
	does string // in a word or two, for the foot
	keys string // as Bubble Tea spells them; the first is the one that is shown
}

// table is where every key of the screens is named, once.
func (k *keymap) table() []binding {
	return []binding{
		{"up", &k.Up, "choose", "up w k"},
		{"down", &k.Down, "choose", "down s j"},
		{"left", &k.Left, "mode", "left a h"},
		{"right", &k.Right, "mode", "right d l"},
		{"page-up", &k.PageUp, "page up", "pgup ctrl+b"},
		{"page-down", &k.PageDown, "page down", "pgdown ctrl+f"},
		{"first", &k.First, "first", "home"},
		{"last", &k.Last, "last", "end"},

		{"enter", &k.Enter, "play", "enter space"},
		{"back", &k.Back, "back", "q Q esc"},
		{"help", &k.Help, "help", "?"},
		{"quit", &k.Quit, "quit", "q Q"},
		{"leave", &k.Leave, "leave", interrupt},
		{"tab", &k.Tab, "next", "tab"},

		{"new", &k.New, "new", "n N"},
		{"same", &k.Same, "same again", "r R"},
		{"resume", &k.Resume, "resume", "enter space r R"},
		{"leaderboard", &k.Leaderboard, "leaderboard", "L"},
		{"ghost", &k.Ghost, "race a ghost", "G g"},
		{"find", &k.Find, "find", "/"},
		{"me", &k.Me, "me", "m M"},
		{"kind", &k.Kind, "kind", "v V"},
		{"custom", &k.Custom, "custom", "c C"},
		{"watch", &k.Watch, "watch", "v V"},
		{"playing", &k.Playing, "who plays now", "W"},
		{"tv", &k.TV, "follow the best", "t T"},

		{"room", &k.Room, "race others", "R"},
		{"ready", &k.Ready, "ready", "enter space"},
		{"force", &k.Force, "start in 10 s", "s S"},
		{"sit-out", &k.Sit, "only watch", "w W"},
		{"open", &k.Open, "open or by word", "o O"},
		{"later", &k.Later, "race it now", "j J"},
		{"mute", &k.Mute, "mute", "m M"},
		{"say", &k.Say, "say", "1 2 3 4 5 6"},

		{"board", &k.Board, "board", "tab"},
		{"anew", &k.Anew, "anew", "n N y Y enter"},
		{"anew-same", &k.AnewSame, "anew", "r R y Y enter"},
		{"go-on", &k.GoOn, "go on", "esc q Q"},
		{"follow", &k.Follow, "follow", "f F"},
		{"rivals", &k.Rivals, "rivals", "y Y"},
		{"reset", &k.Reset, "reset all", "backspace"},
		{"copy", &k.Copy, "copy", "c C"},

		{"yes", &k.Yes, "yes", "y Y enter"},
		{"no", &k.No, "no", "n N esc q"},
		{"accept", &k.Accept, "take it", "enter"},
		{"cancel", &k.Cancel, "cancel", "esc"},
		{"practise", &k.Practise, "practise", "z Z"},
		{"name-me", &k.NameMe, "name yourself", "N"},
		{"name", &k.Name, "name", "n N"},
		{"link", &k.Link, "link a key", "l L"},
		{"code", &k.Code, "type a code", "c C"},
		{"unlink", &k.Unlink, "unlink a key", "x X"},
		{"recovery", &k.Recovery, "recovery code", "R"},
		{"undo", &k.Undo, "undo the link", "u U"},
		{"mine", &k.Mine, "it was you", "y Y"},

		{"pause", &k.Pause, "play or pause", "space enter"},
		{"normal", &k.Normal, "speed", "1"},
		{"double", &k.Double, "speed", "2"},
		{"fourfold", &k.Fourfold, "speed", "4"},
		{"eightfold", &k.Eightfold, "speed", "8"},
		{"faster", &k.Faster, "faster", "+ up"},
		{"slower", &k.Slower, "slower", "- down"},
		{"step-back", &k.StepBack, "step", ", b"},
		{"step-on", &k.StepOn, "step", ". n"},
		{"wind-back", &k.WindBack, "wind", "left h"},
		{"wind-on", &k.WindOn, "wind", "right l"},
		{"beginning", &k.Beginning, "beginning", "home 0"},
		{"end", &k.End, "end", "end $"},
	}
}

// newKeymap is the keymap of a layout: its keys are those that are meant, and shown as they are pressed.
func newKeymap(l *layout) *keymap {
	k := new(keymap)
	k.layout = l
	for _, b := range k.table() {
		keys := strings.Fields(b.keys)
		*b.is = key.NewBinding(key.WithKeys(keys...), key.WithHelp(keyName(l.shown(keys[0])), b.does))
	}
	return k
}

// keyName is a key as players read it.
func keyName(key string) string {
	switch key {
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case "pgdown":
		return "pgdn"
	}
	return key
}

// field are the hints of a text field, which a key of the player's own would be typed into.
func (k *keymap) field(accepts string) []games.Hint {
	return []games.Hint{{Key: k.Accept.Keys()[0], Does: accepts}, k.typedBack()}
}

// typedBack is the hint for what ends typing.
func (k *keymap) typedBack() games.Hint {
	return games.Hint{Key: k.Cancel.Keys()[0], Does: k.Cancel.Help().Desc}
}

// speeds are the keys that set how fast a replay is played, the slowest first.
func (k *keymap) speeds() []key.Binding {
	return []key.Binding{k.Normal, k.Double, k.Fourfold, k.Eightfold}
}

// moves are the keys that go up, down, left and right, each set of four together: "↑↓←→ wasd hjkl".
func (k *keymap) moves() string {
	names := []string{together("", k.Up, k.Down, k.Left, k.Right).Key}
	ways := [][]string{k.Up.Keys(), k.Left.Keys(), k.Down.Keys(), k.Right.Keys()}
	for i := 1; i < len(ways[0]); i++ {
		var set []string
		for _, keys := range ways {
			if i < len(keys) {
				set = append(set, keys[i])
			}
		}
		slices.SortStableFunc(set, func(a, b string) int { return strings.Index(rows, a) - strings.Index(rows, b) })
		for i, key := range set {
			set[i] = k.layout.shown(key)
		}
		names = append(names, strings.Join(set, ""))
	}
	return strings.Join(names, " ")
}

// steps reports whether a key moves who plays, by one or with shift by more.
func (k *keymap) steps(msg tea.KeyPressMsg) bool {
	key := strings.ToLower(strings.TrimPrefix(msg.String(), "shift+"))
	return slices.Contains(slices.Concat(k.Up.Keys(), k.Down.Keys(), k.Left.Keys(), k.Right.Keys()), key)
}

// rows are the letters as they lie on a keyboard: so a set of four keys is known by sight.
const rows = "qwertyuiopasdfghjklzxcvbnm"

// keyPress is the message of a key by its name: what a click on the key's name stands for.
func keyPress(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	for mod, is := range map[string]tea.KeyMod{"shift+": tea.ModShift, "ctrl+": tea.ModCtrl} {
		if rest, ok := strings.CutPrefix(name, mod); ok && rest != "" {
			name, k.Mod = rest, k.Mod|is
		}
	}
	if code, ok := codes[name]; ok {
		k.Code = code
		return k
	}
	k.Code, _ = utf8.DecodeRuneInString(name)
	if k.Mod&tea.ModCtrl == 0 {
		k.Text = name
	}
	return k
}

// interrupt is the key that leaves from everywhere.
const interrupt = "ctrl+c"

// codes are the keys that are no characters.
var codes = map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace}

// pressed reports whether the message is one of the bindings' keys going down.
func pressed(msg tea.Msg, b ...key.Binding) bool {
	k, ok := msg.(tea.KeyPressMsg)
	return ok && key.Matches(k, b...)
}

// says is the binding with another word for what it does on this screen.
func says(b key.Binding, does string) key.Binding {
	b.SetHelp(b.Help().Key, does)
	return b
}

// hints are the help texts of those bindings that are enabled, for the foot.
func hints(bindings ...key.Binding) []games.Hint {
	hs := make([]games.Hint, 0, len(bindings))
	for _, b := range bindings {
		if b.Enabled() {
			hs = append(hs, games.Hint{Key: b.Help().Key, Does: b.Help().Desc})
		}
	}
	return hs
}

// together is one hint for several bindings: the arrows close together, other keys with a space between.
func together(does string, bindings ...key.Binding) games.Hint {
	h := games.Hint{Does: does}
	arrow := true
	for _, b := range bindings {
		name := b.Help().Key
		was := arrow
		if arrow = strings.Contains("↑↓←→", name); h.Key != "" && !(was && arrow) {
			h.Key += " "
		}
		h.Key += name
	}
	return h
}
