package screens

import (
	"bytes"
	"io"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/playtest"
)

// wire is what terminals send, whole and broken.
var wire = []string{"j", "\r", "\x1b", "q", "n", "?", "L", "/", "G", "ana", "y", "\t", " ", "\x1b[A", "\x1b[1;5C", "\x1bOB", "\x1b[D\x1b[D", "\x1b[<0;20;10M\x1b[<0;20;10m",
	"\x1b[<35;300;1M", "\x1b[<64;1;1M", "\x1b[<0;0;0M", "\x1b[<0;99999;-1M", "\x1b[200~7x9\x1b[201~", "\x1b[200~\x00\xff", "\x1b[I\x1b[O", "\x1b]11;rgb:ff/ff/ff\x07",
	"\x1bP1+r524742=38\x1b\\", "\x1b[?2026;2$y", "\x1b[8;5;5t", "\x1b[", "\x1b]", "\xc3", "\xe2\x82", "\x00", "\x7f", "\x1bx", "\x9b1m", "ä世"}

// sends sends bytes through the decoder to the screens of a session, until it ends, and draws after each event.
func (d *desk) sends(in []byte) {
	d.t.Helper()
	decoder := display.New(io.Discard, d.env.palette())
	err := decoder.Read(bytes.NewReader(in), func(m tea.Msg) {
		if d.ended {
			return
		}
		d.send(m)
		d.settle()
		d.canvas()
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// onWire fails where bytes make a screen panic.
func onWire(t *testing.T, w, h int, in []byte) {
	var log bytes.Buffer
	house, _ := furnished(t)
	house.Panics = panics.NewCatcher(slog.New(slog.NewTextHandler(&log, nil)))
	d := sit(t, house, playtest.Key(t, 1), w, h)
	d.sends(in)
	if d.app.failed {
		t.Errorf("%q: %s", in, log.String())
	}
	d.app.Leave()
	house.Saver.Wait(nil)
}

// Whatever bytes come over the wire, in whatever pieces of sequences: no screen panics.
func TestWire(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 22))
	runs := 60
	if underRace {
		runs = 10
	}
	for range runs {
		var in []byte
		for range 150 {
			piece := []byte(wire[r.IntN(len(wire))])
			if r.IntN(8) == 0 {
				piece[r.IntN(len(piece))] = byte(r.IntN(256))
			}
			if !bytes.Contains(piece, []byte{3}) { // which ends it
				in = append(in, piece...)
			}
		}
		synctest.Test(t, func(t *testing.T) { onWire(t, 1+r.IntN(130), 1+r.IntN(50), in) })
	}
}

// FuzzWire is TestWire with bytes that nobody thought of.
func FuzzWire(f *testing.F) {
	for _, piece := range wire {
		f.Add([]byte("\r"+piece+piece), 80, 24)
	}
	f.Fuzz(func(t *testing.T, in []byte, w, h int) {
		if len(in) > 1<<10 || w < 1 || h < 1 || w > 240 || h > 80 {
			return
		}
		synctest.Test(t, func(t *testing.T) { onWire(t, w, h, in) })
	})
}
