package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"arcade.example.com/arcade/display"
	"arcade.example.com/games"
)

// Kind is what a finding is about.
type Kind uint8

const (
	Terminal Kind = iota
	Window
	Colours
	Background
	Characters
	Mouse
	Focus
	Frames
	Clipboard
	Keys
	Link
)

// Finding is one thing that was looked at: what was found, what to do about it, and the setting that helps.
type Finding struct {
	Kind   Kind
	Title  string
	Found  string
	Remedy string
	Good   bool // nothing is to be done
	Sets   Choice
}

// Choice is a setting as it is stored, with the value that helps; the zero Choice where none does.
type Choice struct {
	Setting, Value string
	Words          string // what it does
}

// slow is the round trip from which movements lag behind.
const slow = 150 * time.Millisecond

// Findings are all that can be said of the terminal, in the order of the screen. set are the player's settings as they
// are stored: what is so already is offered no more.
func (r *Report) Findings(set map[string]string) []Finding {
	list := []Finding{r.terminal(), r.window(), r.colours(), r.background(), r.characters(), r.mouse(), r.focus(), r.frames(), r.clipboard(), r.keys(), r.link()}
	for i, f := range list {
		if set[f.Sets.Setting] == f.Sets.Value {
			list[i].Sets = Choice{}
		}
	}
	return list
}

// Unasked are the sentences about a terminal that was asked nothing, as in lines, where nothing but sentences goes to it.
func (r *Report) Unasked() []string {
	terminal := "Nothing says what your terminal is."
	if r.Term != "" {
		terminal = "Your terminal is " + r.Term + ", of " + strconv.Itoa(r.Width) + " columns and " + strconv.Itoa(r.Height) + " rows."
	}
	return []string{terminal, "Round trip: " + r.link().Found + "."}
}

func (r *Report) terminal() Finding {
	f := Finding{Kind: Terminal, Title: "Terminal", Found: r.Name, Good: r.Name != ""}
	switch {
	case r.Name == "" && r.Answered:
		f.Found, f.Remedy = "has no name; TERM is "+cmp.Or(r.Term, "not set"), "It need not: what it can do is asked one by one."
	case r.Name == "":
		f.Found, f.Remedy = "does not answer; TERM is "+cmp.Or(r.Term, "not set"), "What it can do is taken from TERM: set what is wrong below."
	case r.is("tmux"), r.is("screen"):
		f.Good, f.Remedy = false, "It stands before your terminal, and answers for it: what is missing here may be its."
	}
	return f
}

func (r *Report) window() Finding {
	f := Finding{Kind: Window, Title: "Window", Found: strconv.Itoa(r.Width) + "x" + strconv.Itoa(r.Height), Good: r.Width >= 80 && r.Height >= 24}
	if !f.Good {
		f.Remedy = "From 80x24 on everything stands side by side; a smaller font makes room."
	}
	return f
}

func (r *Report) colours() Finding {
	f := Finding{Kind: Colours, Title: "Colours", Good: r.RGB || r.Depth == games.TrueColour}
	switch {
	case r.Depth == games.TrueColour && r.RGB:
		f.Found = "true colour: it says so"
	default:
		f.Found = [...]string{games.TrueColour: "true colour", games.Colours256: "256", games.Colours16: "16", games.Mono: "none"}[r.Depth]
	}
	next := map[games.Depth]Choice{
		games.TrueColour: {"colours", "256", "256 colours"}, games.Colours256: {"colours", "16", "16 colours"},
		games.Colours16: {"colours", "mono", "no colours"}, games.Mono: {"colours", "true", "true colour"},
	}
	if f.Sets = next[r.Depth]; !f.Good && r.Depth == games.Colours256 {
		f.Sets = next[games.Mono]
	}
	f.Remedy = "The bars should be smooth, or in even steps. Are they not, or could they be finer, try other colours."
	return f
}

func (r *Report) background() Finding {
	f := Finding{Kind: Background, Title: "Background", Found: r.Background, Good: r.Background != ""}
	if !f.Good {
		f.Found, f.Remedy, f.Sets = "does not answer", "It is taken for dark.", Choice{"theme", "light", "the light theme"}
	}
	return f
}

func (r *Report) characters() Finding {
	f := Finding{Kind: Characters, Title: "Characters", Sets: Choice{"ascii", "on", "boards in plain ASCII"}}
	var wrong []string
	for _, w := range r.Widths {
		if w.Columns != 1 {
			wrong = append(wrong, string(w.Rune)+" takes "+strconv.Itoa(w.Columns))
		}
	}
	all := len([]rune(display.Measured))
	switch {
	case len(wrong) > 0:
		f.Found, f.Remedy = strings.Join(wrong, ", "), "What takes more than one column moves all that follows: another font or locale, or plain ASCII."
	case len(r.Widths) < all:
		f.Found = "does not answer"
		f.Remedy = "Do " + display.Measured + " stand one beside the other, and none is a box? If not: plain ASCII."
	default:
		f.Found, f.Good = "all "+strconv.Itoa(all)+" one column wide", true
		f.Remedy = "Are " + display.Measured + " signs and no boxes? If your font lacks them: plain ASCII."
	}
	return f
}

// shows is a finding of what the terminal shows to do, or says that it can.
func shows(k Kind, title string, done bool, says, does, try string) Finding {
	f := Finding{Kind: k, Title: title, Good: done, Found: does}
	switch {
	case done:
	case says == "yes":
		f.Found, f.Remedy = "it says yes: "+try, "Whatever stands between may hold it back until you try."
	case says == "no":
		f.Found = "it says no: " + try
	default:
		f.Found = "does not say: " + try
	}
	return f
}

func (r *Report) mouse() Finding {
	f := shows(Mouse, "Mouse", r.Clicked, r.knows(display.ModeMouse), "clicks arrive", "click anywhere")
	if f.Remedy == "" && !f.Good {
		f.Remedy = "Keys do all that a mouse does. Windows 10's own ssh keeps clicks to itself: a newer OpenSSH passes them on."
	}
	return f
}

func (r *Report) focus() Finding {
	f := shows(Focus, "Focus", r.Looked, r.knows(display.ModeFocus), "it says when you look elsewhere", "look elsewhere and back")
	f.Sets = Choice{"notices", "desktop", "notices while you look elsewhere"}
	switch {
	case f.Good:
		f.Remedy = "So the arcade can call you, if you want it to."
	case f.Remedy == "":
		f.Remedy, f.Sets = "Without it there are no notices. In tmux: set -g focus-events on.", Choice{}
	}
	return f
}

func (r *Report) frames() Finding {
	f := Finding{Kind: Frames, Title: "Whole frames", Found: "shown at once (mode 2026)", Good: r.knows(display.ModeSynced) == "yes"}
	if !f.Good {
		f.Found = cmp.Or(map[string]string{"no": "it has no mode 2026"}[r.knows(display.ModeSynced)], "does not say")
		f.Remedy, f.Sets = "Where pictures flicker or tear, less motion helps.", Choice{"motion", "reduced", "less motion"}
	}
	return f
}

func (r *Report) clipboard() Finding {
	says := ""
	if slices.Contains(r.Class, 52) {
		says = "yes"
	}
	f := shows(Clipboard, "Clipboard", r.Pasted, says, "what is copied here can be pasted", "copy here, then paste")
	f.Sets = Choice{"copy", "on", "results go to the clipboard"}
	if !f.Good {
		f.Remedy = "In tmux: set -g set-clipboard on. In other terminals it may have to be allowed (OSC 52)."
		f.Sets = Choice{}
	}
	return f
}

func (r *Report) keys() Finding {
	f := Finding{Kind: Keys, Title: "Keys", Found: "press any", Good: len(r.Arrived) > 0, Remedy: "Keys that do not arrive, or do something else, can be given other places."}
	var list []string
	for _, a := range r.Arrived {
		list = append(list, strings.TrimSpace(a.Bytes+" "+a.Key))
	}
	if len(list) > 0 {
		f.Found = strings.Join(list, "  ")
	}
	return f
}

func (r *Report) link() Finding {
	f := Finding{Kind: Link, Title: "Round trip", Found: strconv.FormatInt(r.RoundTrip.Milliseconds(), 10) + " ms", Good: r.RoundTrip > 0 && r.RoundTrip < slow}
	switch {
	case r.RoundTrip == 0:
		f.Found, f.Remedy = "not measured yet", "It takes a moment."
	case !f.Good:
		f.Remedy, f.Sets = "A slow link: without motion each key is one picture. ObscureKeystrokeTiming no makes ssh send less.", Choice{"motion", "none", "no motion"}
	}
	return f
}
