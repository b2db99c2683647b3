package display

import (
	"encoding/base64"
	"errors"
	"io"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/games"
)

// Display shows frames on one terminal and reads its input. Its methods are safe for concurrent use; Read is called
// once.
//
// Nobody waits for a terminal to take a frame. One that a link which says so is idle takes at once is written by who
// brings it; any other by a goroutine that lives as long as there is something to write. Meanwhile frames replace one
// another.
type Display struct {
	out io.Writer

	mu         sync.Mutex
	palette    *Palette
	screen     screen         // what the terminal shows, or will when the write under way is done
	rows       [][]games.Cell // of the latest frame, those that differ from the screen; nil where none does
	until      time.Time      // when the movement ends that the latest frame is one of; zero where it is exact
	afresh     bool           // nothing is known of what the terminal shows: all rows of the next frame differ
	taken      bool           // a frame has come since
	want, have modes
	wantCursor textCursor
	haveCursor textCursor
	asked      bool   // the terminal was asked what it can do
	synced     bool   // it answered that it has mode 2026
	copied     string // for the clipboard, not sent yet
	notice     string // for a player who looks elsewhere, not sent yet
	exam       exam
	name       string // what the terminal calls itself, "" while that is not known

	begun   bool      // something is written, or was
	writing bool      // somebody writes, and looks for more when that is done
	closed  bool      // nothing is written any more: Close was called, or a write failed
	rest    sync.Cond // writing has become false
	buf     []byte    // to use again

	line  line
	moved movement
	ways  Ways
}

// Ways are what a display does about what happens while it writes. The zero Ways do nothing.
type Ways struct {
	Spare  *Spare                              // where buffers for whole screens are; nil makes its own
	Sent   func(bytes int, took time.Duration) // a frame was written: how long the link took for it
	Broken func(error)                         // a write has failed; nothing more is written
	Guard  func(f func())                      // runs f in the goroutine that writes, and may catch its panics
}

// New returns a display that writes to out, which is the raw channel: nothing may translate line feeds on the way.
func New(out io.Writer, p *Palette) *Display {
	d := &Display{out: out, palette: p, afresh: true}
	d.rest.L = &d.mu
	return d
}

// Do sets the ways. It is called before the first frame.
func (d *Display) Do(w Ways) { d.ways = w }

// SetPalette changes how inks look. The next frame is drawn afresh, also when it is like the one before.
func (d *Display) SetPalette(p *Palette) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.palette == p {
		return
	}
	d.palette = p
	d.forget()
}

// forget says that nothing is known of what the terminal shows.
func (d *Display) forget() { d.afresh, d.taken = true, false }

// Frame takes the canvas and the view's modes (AltScreen, MouseMode, Cursor, WindowTitle, ReportFocus,
// DisableBracketedPasteMode) as what the terminal is to show next, and keeps nothing of either. It never waits for the
// terminal: a frame that was not sent yet is replaced. A frame like the one before costs a comparison and sends nothing.
func (d *Display) Frame(c *games.Canvas, v tea.View) { d.write(d.take(c, v)) }

// take returns what is to be written of a frame; nothing while somebody writes, who finds it then.
func (d *Display) take(c *games.Canvas, v tea.View) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.resize(c.Size())
	m, cursor := modesOf(v), textCursorOf(v.Cursor)
	changed := m != d.want || cursor != d.wantCursor
	if m.alt != d.want.alt {
		d.forget()
	}
	d.want, d.wantCursor, d.until, d.taken = m, cursor, time.Time{}, true
	if left := c.Left(); left > 0 {
		d.until = time.Now().Add(left)
	}
	for y := range d.rows {
		if d.takeRow(y, c.Row(y)) {
			changed = true
		}
	}
	if !changed {
		return nil
	}
	return d.begin()
}

// takeRow keeps a row of a frame if it is to be written; reports whether it is. It is the canvas's own where it is
// written before the canvas changes.
func (d *Display) takeRow(y int, row []games.Cell) bool {
	switch {
	case !d.afresh && d.screen.shows(d.palette, y, row):
		d.rows[y] = nil
		return false
	case d.writing:
		d.rows[y] = append(d.rows[y][:0], row...)
	default:
		d.rows[y] = row
	}
	return true
}

// resize makes room for frames of another size.
func (d *Display) resize(w, h int) {
	if w == d.screen.w && h == d.screen.h {
		return
	}
	d.screen, d.rows = screen{w: w, h: h}, make([][]games.Cell, h)
	d.forget()
}

// Copy puts text on the player's clipboard, where the terminal allows it (OSC 52).
func (d *Display) Copy(text string) {
	d.mu.Lock()
	d.copied = text
	b := d.begin()
	d.mu.Unlock()
	d.write(b)
}

// Close waits for a write under way and then sets back what was set in the terminal; nothing is written after that. To
// be rid of a client that does not read, close the channel. The error is the write's.
func (d *Display) Close() error {
	b := d.end()
	if len(b) == 0 {
		return nil
	}
	_, err := d.out.Write(b)
	return err
}

// end stops all writing and returns the last bytes.
func (d *Display) end() []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	for d.writing {
		d.rest.Wait()
	}
	return d.restore()
}

// begin returns what is to be written now, by who asks; nothing while somebody else writes. d.mu is held.
func (d *Display) begin() []byte {
	if d.writing || d.closed {
		return nil
	}
	if d.afresh && cap(d.buf) < whole {
		d.buf = d.ways.Spare.take()
	}
	b := d.next(d.buf[:0])
	if d.writing = len(b) > 0; d.writing {
		d.buf = nil
	}
	return b
}

// atOnce is how many bytes are written at most by who brings a frame, and atFirst of the first one, which finds the line
// empty.
const atOnce, atFirst = 4 << 10, 8 << 10

// write writes what begin returned, and what comes meanwhile.
func (d *Display) write(b []byte) {
	if len(b) == 0 {
		return
	}
	if l, ok := d.out.(Link); ok && d.quick(len(b)) && l.Idle(len(b)) {
		d.writeAll(b, l.Write)
		return
	}
	go func() {
		if d.ways.Guard != nil {
			d.ways.Guard(func() { d.writeAll(b, d.through) })
			return
		}
		d.writeAll(b, d.through)
	}()
}

// quick reports whether the line takes so many bytes in no time, as far as anyone knows.
func (d *Display) quick(bytes int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	most := atOnce
	if !d.begun {
		d.begun, most = true, atFirst
	}
	return bytes < telling || bytes <= most && d.line.takes(bytes, time.Now()) < soon/4
}

// through writes b and waits until the line has taken it, so that no more than one frame is ever under way.
func (d *Display) through(b []byte) (int, error) {
	start := time.Now()
	n, err := d.out.Write(b)
	if err != nil {
		return n, err
	}
	left := 0
	if l, ok := d.out.(Link); ok {
		left = l.Drain()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.line.took(n, left, start, time.Now())
	return n, nil
}

func (d *Display) writeAll(b []byte, write func([]byte) (int, error)) {
	for len(b) > 0 {
		b = d.writeOne(b, write)
	}
}

// errPanic is why nothing more is written after a panic.
var errPanic = errors.New("the writer panicked")

// writeOne writes b, and returns what has come since.
func (d *Display) writeOne(b []byte, write func([]byte) (int, error)) (next []byte) {
	start, err := time.Now(), errPanic
	defer func() {
		took := time.Since(start)
		if err == nil && d.ways.Sent != nil {
			d.ways.Sent(len(b), took)
		}
		if next = d.wrote(b, err); err != nil && d.ways.Broken != nil {
			d.ways.Broken(err)
		}
	}()
	_, err = write(b)
	return nil
}

// whole is how many bytes a whole screen has, mostly, and largest what one may have to be spare. Of an output buffer so
// much stays with a session as a usual change needs, and more only while a movement goes on.
const whole, largest, keep = 4 << 10, 32 << 10, 512

// Spare are buffers for whole screens that displays share, since each needs one only while it writes. The zero Spare is
// empty. It is safe for concurrent use.
type Spare struct{ pool sync.Pool }

// take returns an empty buffer.
func (s *Spare) take() []byte {
	if s != nil {
		if b, ok := s.pool.Get().(*[]byte); ok {
			return (*b)[:0]
		}
	}
	return make([]byte, 0, whole)
}

// put takes back what take returned, at the length that it has grown to.
func (s *Spare) put(b []byte) {
	if s != nil && cap(b) >= whole && cap(b) <= largest {
		s.pool.Put(&b)
	}
}

// wrote notes that b was written, or why not, and returns what has come since. Where it returns nothing, nobody writes
// any more.
func (d *Display) wrote(b []byte, err error) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.rest.Broadcast()
	d.writing = false
	if err != nil {
		d.closed = true
		return nil
	}
	if cap(b) <= keep || !d.until.IsZero() {
		d.buf = b
	} else {
		d.ways.Spare.put(b)
	}
	return d.begin()
}

// syncFrom is the size in bytes from which a frame is worth being shown as one.
const syncFrom = 256

const (
	syncOn  = "\x1b[?2026h"
	syncOff = "\x1b[?2026l"
)

// next appends what takes the terminal from what it shows to the latest frame. d.mu is held.
func (d *Display) next(b []byte) []byte {
	if !d.want.set || d.afresh && !d.taken {
		return b
	}
	at := time.Now()
	must := d.afresh || d.want != d.have || d.wantCursor != d.haveCursor || d.copied != ""
	if !must && d.passes(at) {
		clear(d.rows)
		return b
	}
	if d.copied != "" {
		b = append(b, "\x1b]52;c;"...)
		b = base64.StdEncoding.AppendEncode(b, []byte(d.copied))
		b = append(b, "\x1b\\"...)
		d.copied = ""
	}
	b = append(b, d.notice...)
	d.notice = ""
	start := len(b)
	if d.synced {
		b = append(b, syncOn...)
	}
	body := len(b)
	b = d.switchModes(b)
	b = append(b, d.exam.owed...)
	d.exam.owed = nil
	if d.afresh {
		b = d.screen.clear(b)
		d.afresh = false
	}
	b, sent := d.draw(b, at, must)
	clear(d.rows)
	if !sent {
		return b[:start]
	}
	b = d.placeCursor(b)
	switch n := len(b) - body; {
	case !d.synced:
	case n < syncFrom:
		b = append(b[:start], b[body:]...)
	default:
		b = append(b, syncOff...)
	}
	return b
}
