package display

import (
	"context"
	"encoding/base64"
	"io"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/games"
)

// Display shows frames on one terminal and reads its input. Its methods are safe for concurrent use; Run and Read
// are called once each.
type Display struct {
	out  io.Writer
	wake chan struct{} // tells the writer of a new frame; it holds one, so that none is missed while it writes

	mu         sync.Mutex
	palette    *Palette
	screen     screen         // what the terminal shows, or will when the write under way is done
	rows       [][]games.Cell // of the latest frame, those that differ from the screen; nil where none does
	spare      [][]games.Cell // rows to use again
	lossy      bool           // the latest frame is one of a movement
	afresh     bool           // nothing is known of what the terminal shows: all rows of the next frame differ
	taken      bool           // a frame has come since
	want, have modes
	wantCursor textCursor
	haveCursor textCursor
	asked      bool   // the terminal was asked what it can do
	synced     bool   // it answered that it has mode 2026
	copied     string // for the clipboard, not sent yet

	pace   time.Duration
	paced  time.Time
	onSent func(bytes int, took time.Duration) // nil: nobody is told
}

// New returns a display that writes to out, which is the raw channel: nothing may translate line feeds on the way.
func New(out io.Writer, p *Palette) *Display {
	return &Display{out: out, palette: p, wake: make(chan struct{}, 1), afresh: true}
}

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

// Frame takes a copy of the canvas and of the view's modes (AltScreen, MouseMode, Cursor, WindowTitle, ReportFocus,
// DisableBracketedPasteMode) as what the terminal is to show next. It never waits for the terminal: a frame that was
// not sent yet is replaced. A frame like the one before costs a comparison and sends nothing.
func (d *Display) Frame(c *games.Canvas, v tea.View) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.resize(c.Size())
	m, cursor := modesOf(v), textCursorOf(v.Cursor)
	changed := m != d.want || cursor != d.wantCursor
	if m.alt != d.want.alt {
		d.forget()
	}
	d.want, d.wantCursor, d.lossy, d.taken = m, cursor, c.IsLossy(), true
	for y := range d.rows {
		if d.take(y, c.Row(y)) {
			changed = true
		}
	}
	if changed {
		d.wakeUp()
	}
}

// take keeps a row of a frame if it is to be written; reports whether it is.
func (d *Display) take(y int, row []games.Cell) bool {
	if !d.afresh && d.screen.shows(d.palette, y, row) {
		d.drop(y)
		return false
	}
	if d.rows[y] == nil {
		if n := len(d.spare); n > 0 {
			d.rows[y], d.spare = d.spare[n-1], d.spare[:n-1]
		} else {
			d.rows[y] = make([]games.Cell, d.screen.w)
		}
	}
	copy(d.rows[y], row)
	return true
}

// spareRows is how many rows a session keeps for the next frame: a usual one changes no more.
const spareRows = 4

// drop is for a row that need not be written, or has been.
func (d *Display) drop(y int) {
	if d.rows[y] != nil && len(d.spare) < spareRows {
		d.spare = append(d.spare, d.rows[y])
	}
	d.rows[y] = nil
}

// resize makes room for frames of another size.
func (d *Display) resize(w, h int) {
	if w == d.screen.w && h == d.screen.h {
		return
	}
	d.screen, d.rows, d.spare = newScreen(w, h), make([][]games.Cell, h), nil
	d.forget()
}

func (d *Display) wakeUp() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Copy puts text on the player's clipboard, where the terminal allows it (OSC 52).
func (d *Display) Copy(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.copied = text
	d.wakeUp()
}

// OnSent has f told of every frame that was written: how many bytes it had, and how long the link took for it. It is
// called before Run.
func (d *Display) OnSent(f func(bytes int, took time.Duration)) { d.onSent = f }

// idle is how long after the last frame a link counts as free again.
const idle = 2 * time.Second

// Pace is how long it took of late to get a frame onto the link; 0 after two seconds without any. An animation that
// draws no frames sooner than Pace apart draws none in vain.
func (d *Display) Pace() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if time.Since(d.paced) > idle {
		return 0
	}
	return d.pace
}

// Run is the display's one writer. It sends frames until ctx is done or a write fails, and at the end, whatever the
// reason, sets back what it set in the terminal. It waits for a write under way: to be rid of a client that does not
// read, close the channel. The error is the write's; nil when ctx was done.
func (d *Display) Run(ctx context.Context) (err error) {
	defer func() {
		if err == nil {
			_, err = d.out.Write(d.Restore())
		}
	}()
	var buf []byte
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.wake:
		}
		buf = d.next(buf[:0])
		if len(buf) == 0 {
			continue
		}
		start := time.Now()
		if _, err := d.out.Write(buf); err != nil {
			return err
		}
		d.sent(len(buf), start)
		if cap(buf) > keep && len(buf) < cap(buf)/4 {
			buf = nil
		}
	}
}

// keep is how large an output buffer may stay with a session that no longer needs it; a usual change is far below.
const keep = 1 << 10

func (d *Display) sent(n int, start time.Time) {
	now := time.Now()
	took := now.Sub(start)
	if d.onSent != nil {
		d.onSent(n, took)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pace = (3*d.pace + took) / 4
	if now.Sub(d.paced) > idle {
		d.pace = took
	}
	d.paced = now
}

// syncFrom is the size in bytes from which a frame is worth being shown as one.
const syncFrom = 256

const (
	syncOn  = "\x1b[?2026h"
	syncOff = "\x1b[?2026l"
)

// next appends what takes the terminal from what it shows to the latest frame.
func (d *Display) next(b []byte) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.want.set || d.afresh && !d.taken {
		return b
	}
	if d.copied != "" {
		b = append(b, "\x1b]52;c;"...)
		b = base64.StdEncoding.AppendEncode(b, []byte(d.copied))
		b = append(b, "\x1b\\"...)
		d.copied = ""
	}
	start := len(b)
	if d.synced {
		b = append(b, syncOn...)
	}
	body := len(b)
	b = d.switchModes(b)
	if d.afresh {
		b = d.screen.clear(b)
		d.afresh = false
	}
	b = d.drawRows(b)
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

func (d *Display) drawRows(b []byte) []byte {
	tolerance := d.tolerance()
	for y, row := range d.rows {
		if row != nil {
			b = d.screen.diffRow(b, d.palette, y, row, tolerance)
			d.drop(y)
		}
	}
	return b
}

// How far off a colour may be in a frame of a movement, of 255: a difference of 16 is not seen for a thirtieth of a
// second; of 28 it is, as a mottling, which is better than a frame that comes late.
const (
	unseen   = 16
	mottled  = 28
	slowLink = 50 * time.Millisecond
)

func (d *Display) tolerance() int {
	switch {
	case !d.lossy || !d.palette.gradual():
		return 0
	case d.pace > slowLink:
		return mottled
	}
	return unseen
}
