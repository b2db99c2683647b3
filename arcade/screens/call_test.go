package screens

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// awayFrom is the session of a player who has chosen to be called in a way, and what their terminal gets.
func awayFrom(t *testing.T, h *House, k keys.Key, how string) (*desk, *bytes.Buffer) {
	t.Helper()
	if err := h.Store.SetSettings(k, map[string]string{"notices": how}); err != nil {
		t.Fatal(err)
	}
	out := new(bytes.Buffer)
	d := &desk{t: t, house: h}
	a := New(h, Visitor{Key: k, Width: 80, Height: 24, Out: out, News: d.hear}, nil)
	d.env, d.app = a.env, a
	t.Cleanup(func() {
		a.Leave()
		if err := a.Display().Close(); err != nil {
			t.Error(err)
		}
		if s := out.String(); strings.Count(s, "\x1b[?1004h") != strings.Count(s, "\x1b[?1004l") {
			t.Errorf("the terminal goes on to tell its focus: %q", s)
		}
		time.Sleep(2 * time.Minute)
	})
	d.do(a.Init())
	d.frame()
	return d, out
}

// frame shows a frame, when all is quiet.
func (d *desk) frame() {
	d.settle()
	d.app.View()
	synctest.Wait()
}

// answer is what the terminal says.
func (d *desk) answer(text string) {
	d.t.Helper()
	if err := d.app.Display().Read(strings.NewReader(text), func(m tea.Msg) { d.send(m) }); err != nil {
		d.t.Fatal(err)
	}
	d.frame()
}

// called is what has come since the last time, without frames.
func called(out *bytes.Buffer, before int) string { return out.String()[before:] }

// A player is called only while they look elsewhere, as their terminal says, and at most once a minute; in the way that
// the terminal's name says, or with the bell.
func TestCalls(t *testing.T) {
	for _, tt := range []struct{ how, name, want string }{
		{"bell", "\x1bP>|kitty(0.35)\x1b\\", "\a"},
		{"desktop", "\x1bP>|foot(1.16)\x1b\\", "\x1b]777;notify;arcade;jun is back\x1b\\"},
		{"desktop", "\x1bP>|kitty(0.35)\x1b\\", "\x1b]99;;jun is back\x1b\\"},
		{"desktop", "\x1bP>|iTerm2 3.5\x1b\\", "\x1b]9;jun is back\x1b\\"},
		{"desktop", "", "\a"},
		{"", "\x1bP>|foot(1.16)\x1b\\", ""},
	} {
		t.Run(tt.how+" "+tt.want, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, out := awayFrom(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), tt.how)
				if asked := strings.Contains(out.String(), "\x1b[?1004h"); asked != (tt.how != "") {
					t.Errorf("the focus is asked for: %v", asked)
				}
				d.answer(tt.name)
				expect := func(what, want string) {
					t.Helper()
					before := len(out.String())
					d.app.Call("jun is back")
					synctest.Wait()
					if got := called(out, before); got != want {
						t.Errorf("%s: %q, want %q", what, got, want)
					}
				}
				expect("before the terminal says anything", "")
				d.answer("\x1b[O")
				expect("elsewhere", tt.want)
				expect("again at once", "")
				time.Sleep(callPause - time.Second)
				expect("within the minute", "")
				time.Sleep(time.Second)
				expect("after a minute", tt.want)
				time.Sleep(callPause)
				d.answer("\x1b[I")
				expect("back", "")
				d.answer("\x1b[O")
				d.answer("x")
				expect("after a key", "")
			})
		})
	}
}

// The setting counts from the moment it is changed, and what asks the terminal for its focus goes with it.
func TestCallsByTheSetting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d, out := awayFrom(t, h, playtest.Key(t, 1), "")
		d.press("up", "right", "right", "enter")
		for range 10 {
			d.press("down")
		}
		d.shows("‹ off ›")
		d.press("right")
		d.frame()
		if s := out.String(); !strings.Contains(s, "\x1b[?1004h") || strings.Contains(s, "\x1b[>q") {
			t.Errorf("for the bell: %q", s)
		}
		d.press("right")
		d.frame()
		if s := out.String(); !strings.Contains(s, "\x1b[>q") {
			t.Errorf("its name is not asked: %q", s)
		}
		d.press("right")
		d.frame()
		if s := out.String(); !strings.Contains(s, "\x1b[?1004l") {
			t.Errorf("switched off: %q", s)
		}
	})
}

// Who waits in a room is called when its race begins, and who only watches is not.
func TestCallWhenARaceBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house, _ := furnished(t)
		d, out := awayFrom(t, house, playtest.Key(t, 1), "bell")
		jun := sit(t, house, playtest.Key(t, 2), 80, 24)
		for _, x := range []*desk{d, jun} {
			x.enters("otter", "maze", "5x5")
		}
		d.press("enter")
		d.answer("\x1b[O")
		if strings.Contains(out.String(), "\a") {
			t.Fatal("called before it begins")
		}
		jun.press("enter")
		pass(200*time.Millisecond, d, jun)
		if n := strings.Count(out.String(), "\a"); n != 1 {
			t.Errorf("called %d times", n)
		}
	})
}
