package display

import (
	"bytes"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

const (
	// escWait is how long an ESC may wait for the rest of a sequence before it is the key.
	escWait = 50 * time.Millisecond
	// maxSequence bounds a sequence that is not a paste: the longest answer that is asked for has some 40 bytes.
	maxSequence = 256
	// maxMouse bounds the columns and lines at which a mouse can be: no window is that large.
	maxMouse = 1 << 12
	// maxPaste is how much of a paste is kept.
	maxPaste = 1 << 10
)

// Read decodes what the terminal sends until the reader ends, and gives each event to send: keys, mouse, focus, a
// paste's first KiB as one tea.PasteMsg, tea.CapabilityMsg, tea.BackgroundColorMsg, and the answers of Examine. Several keys in one packet are
// several messages. A lone ESC is the key after 50 ms; send is then called from another goroutine, never two at a
// time and never after Read has returned. The error is the reader's, nil at its end.
func (d *Display) Read(r io.Reader, send func(tea.Msg)) error {
	in := &input{send: func(raw []byte, e uv.Event) {
		if d.hears() {
			if a, ok := arrived(raw, e); ok {
				send(a)
			}
		}
		d.receive(e, send)
	}}
	defer in.close()
	var buf [256]byte
	for {
		n, err := r.Read(buf[:])
		in.feed(buf[:n])
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// receive translates an event to Bubble Tea's message, or keeps what concerns only the display. What nobody asked
// for is dropped, a window size above all: only SSH says how large the window is.
func (d *Display) receive(e uv.Event, send func(tea.Msg)) {
	switch e := e.(type) {
	case uv.KeyPressEvent:
		send(tea.KeyPressMsg(e))
	case uv.MouseEvent:
		if m := e.Mouse(); m.X >= 0 && m.Y >= 0 && m.X < maxMouse && m.Y < maxMouse {
			send(mouseMsg(e))
		}
	case uv.FocusEvent:
		send(tea.FocusMsg(e))
	case uv.BlurEvent:
		send(tea.BlurMsg(e))
	case uv.PasteEvent:
		send(tea.PasteMsg(e))
	case uv.CapabilityEvent:
		send(tea.CapabilityMsg(e))
	case uv.BackgroundColorEvent:
		if e.Color != nil {
			send(tea.BackgroundColorMsg(e))
		}
	case uv.ModeReportEvent:
		if e.Mode == ansi.ModeSynchronizedOutput {
			d.mu.Lock()
			d.synced = e.Value == ansi.ModeSet || e.Value == ansi.ModeReset
			d.mu.Unlock()
		}
	}
	if a := d.answered(e); a != nil {
		send(a)
	}
}

func mouseMsg(e uv.MouseEvent) tea.Msg {
	switch e := e.(type) {
	case uv.MouseClickEvent:
		return tea.MouseClickMsg(e)
	case uv.MouseReleaseEvent:
		return tea.MouseReleaseMsg(e)
	case uv.MouseWheelEvent:
		return tea.MouseWheelMsg(e)
	default:
		return tea.MouseMotionMsg(e.Mouse())
	}
}

// input cuts a stream of bytes into sequences and decodes them.
type input struct {
	mu      sync.Mutex
	decoder uv.EventDecoder
	send    func(raw []byte, e uv.Event)
	rest    []byte // the beginning of a sequence
	paste   []byte // not nil: inside a paste
	wait    *time.Timer
	closed  bool
}

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

func (in *input) feed(b []byte) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.wait != nil {
		in.wait.Stop()
	}
	if len(in.rest) > 0 {
		b = append(in.rest, b...)
	}
	b = in.events(b)
	in.rest = append([]byte(nil), b...)
	if len(in.rest) == 0 || in.paste != nil {
		return
	}
	if in.wait == nil {
		in.wait = time.AfterFunc(escWait, in.expire)
		return
	}
	in.wait.Reset(escWait)
}

// events decodes as many events as b holds and returns what is left of it.
func (in *input) events(b []byte) []byte {
	for len(b) > 0 {
		if in.paste != nil {
			n, done := in.pasted(b)
			if b = b[n:]; !done {
				return b
			}
			continue
		}
		n := sequence(b)
		if n == 0 {
			return b
		}
		in.decode(b[:n])
		b = b[n:]
	}
	return nil
}

func (in *input) decode(b []byte) {
	if string(b) == pasteStart {
		in.paste = make([]byte, 0, 64)
		return
	}
	_, e := in.decoder.Decode(b)
	in.send(b, e)
}

// pasted takes pasted bytes up to the paste's end, which is its mark, or a Ctrl+C: terminals take controls out of
// what they paste, and a paste without an end would swallow every key. done is false when more has to come.
func (in *input) pasted(b []byte) (n int, done bool) {
	end, next := len(b)-partOf(b, pasteEnd), len(b)
	if i := bytes.Index(b, []byte(pasteEnd)); i >= 0 {
		end, next, done = i, i+len(pasteEnd), true
	}
	if i := bytes.IndexByte(b[:end], ansi.ETX); i >= 0 {
		end, next, done = i, i, true
	}
	in.paste = append(in.paste, b[:min(end, maxPaste-len(in.paste))]...)
	if !done {
		return end, false
	}
	in.send(nil, uv.PasteEvent{Content: string(bytes.ToValidUTF8(in.paste, nil))})
	in.paste = nil
	return next, true
}

// partOf is how many bytes at the end of b may be the beginning of mark.
func partOf(b []byte, mark string) int {
	for n := min(len(b), len(mark)-1); n > 0; n-- {
		if string(b[len(b)-n:]) == mark[:n] {
			return n
		}
	}
	return 0
}

// expire gives up waiting for the rest of a sequence: an ESC was the key, anything longer is nothing.
func (in *input) expire() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.closed || in.paste != nil {
		return
	}
	if len(in.rest) > 0 && in.rest[0] == ansi.ESC && len(in.rest) <= 2 {
		in.decode(in.rest)
	}
	in.rest = nil
}

func (in *input) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed = true
	if in.wait != nil {
		in.wait.Stop()
	}
}

// sequence returns the length of the first complete sequence in b: of one key, mouse event or answer. 0: more has
// to come.
func sequence(b []byte) int {
	if b[0] != ansi.ESC {
		if b[0] < utf8.RuneSelf {
			return 1
		}
		if !utf8.FullRune(b) {
			return 0
		}
		_, n := utf8.DecodeRune(b)
		return n
	}
	if len(b) == 1 {
		return 0
	}
	switch b[1] {
	case '[':
		return controlSequence(b)
	case 'O':
		return shiftedKey(b)
	case 'P', ']', '_', '^', 'X':
		return stringSequence(b)
	case ansi.ESC:
		return 1 // Esc pressed twice, not Alt+Esc
	}
	if b[1] >= utf8.RuneSelf {
		return 1
	}
	return 2
}

// controlSequence: ESC [, parameters and intermediates, one final byte.
func controlSequence(b []byte) int {
	for i := 2; i < len(b); i++ {
		switch {
		case b[i] >= 0x40 && b[i] <= 0x7e:
			return i + 1
		case b[i] < 0x20 || b[i] > 0x7e || i == maxSequence:
			return i // broken off
		}
	}
	return 0
}

// shiftedKey: ESC O, perhaps digits for the modifiers, one byte.
func shiftedKey(b []byte) int {
	for i := 2; i < len(b); i++ {
		if b[i] < '0' || b[i] > '9' {
			return i + 1
		}
		if i == maxSequence {
			return i
		}
	}
	return 0
}

// stringSequence: an introducer, text, and ST or BEL.
func stringSequence(b []byte) int {
	for i := 2; i < len(b); i++ {
		switch {
		case b[i] == ansi.BEL:
			return i + 1
		case b[i] == ansi.ESC && i+1 == len(b):
			return 0
		case b[i] == ansi.ESC && b[i+1] == '\\':
			return i + 2
		case b[i] == ansi.ESC || b[i] == ansi.CAN || b[i] == ansi.SUB || i == maxSequence:
			return i // broken off
		}
	}
	return 0
}
