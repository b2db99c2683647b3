package links

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
)

// house is two nodes, "a" and "b", that are linked by a line in memory for as long as line says so.
type house struct {
	t     *testing.T
	halls map[string]*live.Hall
	nodes map[string]*Links
	homes map[string]string // of rooms: the nodes by their words
	kept  []race.Heat
	stop  func()

	mu   sync.Mutex
	line func(a, b net.Conn) (io.ReadWriteCloser, io.ReadWriteCloser) // what becomes of the next line; nil: it stays as it is
	cut  bool                                                         // no line is made
	last io.Closer
}

// wire changes how nodes are linked, and breaks the link that there is.
func (h *house) wire(change func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change()
	h.last.Close()
}

var errCut = errors.New("cut off")

// open is for a bubble.
func open(t *testing.T) *house {
	h := &house{t: t, halls: map[string]*live.Hall{}, nodes: map[string]*Links{}, homes: map[string]string{}}
	ctx, cancel := context.WithCancel(context.Background())
	log := slog.New(slog.DiscardHandler)
	dial := func(context.Context, string) (io.ReadWriteCloser, error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.cut {
			return nil, errCut
		}
		one, two := net.Pipe()
		a, b := io.ReadWriteCloser(one), io.ReadWriteCloser(two)
		if h.line != nil {
			a, b = h.line(one, two)
		}
		h.last = one
		go h.nodes["b"].Serve("a", b)
		return a, nil
	}
	ended := make(chan struct{}, 2)
	for self, other := range map[string]string{"a": "b", "b": "a"} {
		h.halls[self] = live.NewHall(live.Clock{}, nil)
		h.nodes[self] = New(Config{Hall: h.halls[self], Rooms: h.rooms(self), Pack: func(ref any) []byte { return []byte(ref.(string)) }, Unpack: func(b []byte) any { return string(b) }, Games: catalog.All(), Self: self, Peers: func() []string { return []string{other} },
			Dial: dial, Log: log, Panics: panics.NewCatcher(log)})
	}
	for _, n := range h.nodes {
		go func() { n.Run(ctx); ended <- struct{}{} }()
	}
	h.stop = func() {
		cancel()
		<-ended
		<-ended
		for name, n := range h.nodes {
			if n.Panics.Caught() > 0 {
				t.Errorf("node %s panicked", name)
			}
		}
	}
	return h
}

// script is a demonstration as it is played.
type script struct {
	live.Header
	first  games.State
	steps  []games.Step
	states []games.State
	began  time.Time
}

func scripted(t testing.TB, g games.Game, id, player string) script {
	t.Helper()
	demo := g.Demo()
	m, err := g.Mode(demo.Mode)
	if err != nil {
		t.Fatal(err)
	}
	s := script{Header: live.Header{ID: id, Game: g, Mode: m, Player: player, Name: player, Seed: demo.Seed}, began: time.Now()}
	if s.first, err = g.Deal(m, demo.Seed); err != nil {
		t.Fatal(err)
	}
	at := s.first
	for _, st := range demo.Steps {
		if !st.Move.Shows() {
			if at, err = at.Apply(st.Move); err != nil {
				t.Fatal(err)
			}
		}
		s.steps, s.states = append(s.steps, st), append(s.states, at)
	}
	return s
}

func (s script) begin(h *live.Hall) *live.Run {
	return h.Begin(s.Header, s.first, live.Moment{State: s.first}, nil)
}

// after publishes that so many steps are made.
func (s script) after(r *live.Run, n int) {
	r.Publish(live.Moment{Steps: s.steps[:n], State: s.states[n-1], Began: s.began, Ranked: true})
}

// settle lets everything that is under way come to an end; a beat is 50 ms, and lists go once a second.
func settle(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// watch asks until the run has come.
func (h *house) watch(node, run string) (*live.Spectator, error) {
	wake := make(chan struct{}, 1)
	for range 20 {
		s, err := h.halls[node].Watch(run, live.Viewer{Player: "viewer"}, live.Into(wake))
		if !errors.Is(err, live.ErrComing) {
			return s, err
		}
		settle(50 * time.Millisecond)
	}
	return nil, live.ErrComing
}

func (h *house) mustWatch(node, run string) *live.Spectator {
	h.t.Helper()
	s, err := h.watch(node, run)
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

// inBubble runs a test in a bubble, in which every goroutine has to end.
func inBubble(t *testing.T, f func(t *testing.T, h *house)) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		defer h.stop()
		settle(every + every/2)
		f(t, h)
	})
}

// A run is listed on the other node and watched there step by step, as on its own; it can be wound back, its player sees
// who watches, and its end is told in words.
func TestWatchAcross(t *testing.T) {
	for _, g := range catalog.All() {
		t.Run(g.ID, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				s := scripted(t, g, "run", "ana")
				r := s.begin(h.halls["a"])
				s.after(r, 1)
				settle(2 * every)
				list := h.halls["b"].List(live.Viewer{})
				if len(list) != 1 || list[0].Run != "run" || list[0].Name != "ana" || list[0].Denied != nil || list[0].Of == 0 {
					t.Fatalf("listed as %+v", list)
				}
				if found, err := h.halls["b"].Find("ANA", live.Viewer{}); err != nil || found.Run != "run" {
					t.Errorf("found %+v, %v", found, err)
				}
				there := h.mustWatch("b", "run")
				for n := 2; n <= len(s.steps); n++ {
					settle(time.Until(s.began.Add(s.steps[n-1].At)))
					s.after(r, n)
					settle(100 * time.Millisecond)
					tail := there.Since(0)
					if len(tail.Steps) != n || tail.State.Text() != s.states[n-1].Text() {
						t.Fatalf("after %d steps the other node has %d", n, len(tail.Steps))
					}
					if off := tail.Clock - r.Now().Elapsed(time.Now()); tail.End.How == live.Under && off.Abs() > time.Millisecond {
						t.Errorf("its clock is %v off", off)
					}
				}
				if there.First().Text() != s.first.Text() {
					t.Error("it begins with another deal")
				}
				r.Placed("3rd of 10")
				settle(every)
				end := there.Since(0).End
				if got := end.Words("ana", "0:05"); got != "ana won in 0:05: 3rd of 10" || end.Time != r.Ended().Time {
					t.Errorf("ends %q after %v", got, end.Time)
				}
				there.Leave()
				settle(2 * every)
				if list := h.halls["b"].List(live.Viewer{}); len(list) > 0 {
					t.Errorf("still listed: %+v", list)
				}
			})
		})
	}
}

// However many watch on a node, the run goes there once; the player is told how many they are.
func TestOnceForANode(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		s := scripted(t, catalog.All()[0], "run", "ana")
		r := s.begin(h.halls["a"])
		s.after(r, 1)
		settle(2 * every)
		var all []*live.Spectator
		for range 100 {
			all = append(all, h.mustWatch("b", "run"))
		}
		settle(2 * every)
		if r.Spectators() != 100 || r.Here() != 0 || h.halls["a"].Watching() != 0 || h.halls["b"].Watching() != 100 {
			t.Errorf("%d watch, %d of them here", r.Spectators(), r.Here())
		}
		if taps := len(h.nodes["a"].peers["b"].link.taps); taps != 1 {
			t.Errorf("it goes to the other node %d times", taps)
		}
		for _, w := range all {
			w.Leave()
		}
		settle(linger + 3*every)
		if taps, mirrors := len(h.nodes["a"].peers["b"].link.taps), len(h.nodes["b"].peers["a"].mirrors); r.Spectators() != 0 || taps != 0 || mirrors != 0 {
			t.Errorf("nobody watches, and %d are counted, %d taps and %d mirrors remain", r.Spectators(), taps, mirrors)
		}
	})
}

// dropper loses the chunks of one direction that it is told to.
type dropper struct {
	net.Conn
	drop func(m any) bool
	rest []byte
}

func (d *dropper) Read(p []byte) (int, error) {
	for len(d.rest) == 0 {
		m, err := read(d.Conn, make([]byte, maxMessage))
		if err != nil {
			return 0, err
		}
		if !d.drop(m) {
			var b bytes.Buffer
			_ = write(&b, m)
			d.rest = b.Bytes()
		}
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// A chunk that does not come is asked for again.
func TestGap(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		lost := 0
		drop := func(m any) bool {
			c, is := m.(*chunk)
			if is = is && c.At == 3; is {
				lost++
			}
			return is && lost <= 2
		}
		h.wire(func() {
			h.line = func(a, b net.Conn) (io.ReadWriteCloser, io.ReadWriteCloser) { return a, &dropper{Conn: b, drop: drop} }
		})
		settle(2 * every)
		s := scripted(t, catalog.All()[0], "run", "ana")
		r := s.begin(h.halls["a"])
		s.after(r, 1)
		settle(2 * every)
		there := h.mustWatch("b", "run")
		for n := 2; n < 10; n++ {
			s.after(r, n)
			settle(every / 2)
		}
		if got := len(there.Since(0).Steps); lost < 2 || got != 9 {
			t.Errorf("%d chunks were lost, and %d of 9 steps came", lost, got)
		}
		there.Leave()
	})
}

// A link that breaks and comes back goes on where it was; a node that stays away ends what was watched, in words.
func TestNodeLost(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		s := scripted(t, catalog.All()[0], "run", "ana")
		r := s.begin(h.halls["a"])
		s.after(r, 3)
		settle(2 * every)
		there := h.mustWatch("b", "run")
		h.wire(func() {})
		s.after(r, 6)
		settle(2 * every)
		if tail := there.Since(0); len(tail.Steps) != 6 || tail.End.How != live.Under {
			t.Fatalf("after the link came back: %d steps, %v", len(tail.Steps), tail.End.How)
		}
		h.wire(func() { h.cut = true })
		settle(2 * every)
		if there.Since(0).End.How != live.Under || len(h.halls["b"].List(live.Viewer{})) != 1 {
			t.Error("two seconds are too few to give a node up")
		}
		settle(patience)
		if got := there.Since(0).End.Words("ana", "0:05"); got != "ana was at 0:05 when their part of the arcade went away" {
			t.Errorf("ends %q", got)
		}
		if list := h.halls["b"].List(live.Viewer{}); len(list) > 0 {
			t.Errorf("still listed: %+v", list)
		}
		there.Leave()
		h.wire(func() { h.cut = false })
		settle(3 * every)
		h.mustWatch("b", "run").Leave()
	})
}

// stuck is a line whose one end takes nothing while it is held.
type stuck struct {
	net.Conn
	held chan struct{} // closed to let go
}

func (s stuck) Read(p []byte) (int, error) {
	<-s.held
	return s.Conn.Read(p)
}

// A node that reads nothing is given up after a while, and neither the player nor this node's own spectators notice.
func TestNodeThatReadsNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		s := scripted(t, catalog.All()[0], "run", "ana")
		r := s.begin(h.halls["a"])
		s.after(r, 1)
		settle(2 * every)
		there, here := h.mustWatch("b", "run"), h.mustWatch("a", "run")
		held := make(chan struct{})
		h.wire(func() {
			h.line = func(a, b net.Conn) (io.ReadWriteCloser, io.ReadWriteCloser) { return a, stuck{b, held} }
		})
		settle(2 * every)
		before := time.Now()
		for n := 2; n <= 20; n++ {
			s.after(r, n)
		}
		if took := time.Since(before); took > 0 {
			t.Errorf("the player waited %v", took)
		}
		settle(100 * time.Millisecond)
		if n, m := len(here.Since(0).Steps), len(there.Since(0).Steps); n != 20 || m != 1 {
			t.Errorf("%d steps here and %d there", n, m)
		}
		close(held)
		settle(quiet + 2*every)
		if n := len(there.Since(0).Steps); n != 20 {
			t.Errorf("%d steps there in the end", n)
		}
		there.Leave()
		here.Leave()
	})
}

// Who may see what is the same on every node, and no list carries a seed.
func TestSecrecyAcross(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		begin := func(id string, change func(*live.Header)) {
			s := scripted(t, catalog.All()[0], id, id)
			change(&s.Header)
			s.after(s.begin(h.halls["a"]), 1)
		}
		begin("private", func(h *live.Header) { h.Privacy = live.Private })
		begin("daily", func(h *live.Header) { h.Daily = "2026-11-21" })
		begin("rival", func(h *live.Header) { h.Word = "word" })
		settle(2 * every)
		for run, want := range map[string]error{"private": live.ErrPrivate, "daily": live.ErrDaily, "rival": live.ErrRival, "none": live.ErrGone} {
			if _, err := h.halls["b"].Watch(run, live.Viewer{Word: "word"}, func() {}); !errors.Is(err, want) {
				t.Errorf("%s: %v", run, err)
			}
		}
		for _, l := range h.halls["b"].List(live.Viewer{Word: "word"}) {
			if l.Denied == nil || l.Sight == live.Nameless && (l.Name != "" || l.Run != "") {
				t.Errorf("%+v", l)
			}
		}
		for _, r := range h.halls["a"].Rows() {
			if r.Seed != 0 {
				t.Errorf("the row of %s has a seed", r.ID)
			}
		}
		own := live.Viewer{Player: "private"}
		if _, err := h.halls["b"].Watch("private", own, func() {}); !errors.Is(err, live.ErrComing) {
			t.Errorf("one's own: %v", err)
		}
	})
}

// A run that its player takes up again on another node is followed there.
func TestRunThatMoves(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		s := scripted(t, catalog.All()[0], "run", "ana")
		r := s.begin(h.halls["a"])
		s.after(r, 5)
		settle(2 * every)
		there := h.mustWatch("b", "run")
		r.Close(live.End{How: live.Moved})
		again := s.begin(h.halls["b"])
		s.after(again, 7)
		settle(2 * every)
		if how := there.Since(0).End.How; how != live.Moved {
			t.Errorf("the run there ended %v", how)
		}
		there.Leave()
		for _, node := range []string{"a", "b"} {
			next := h.mustWatch(node, "run")
			settle(100 * time.Millisecond)
			if n := len(next.Since(0).Steps); n != 7 {
				t.Errorf("on %s it goes on with %d steps", node, n)
			}
			next.Leave()
		}
	})
}

// A thousand runs that come, are watched and go leave nothing behind: that the bubble ends shows that no goroutine does.
func TestManyRunsLeaveNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		for round := range 10 {
			var runs []*live.Run
			for i := range 100 {
				s := scripted(t, catalog.All()[0], fmt.Sprint(round, "-", i), "ana")
				r := s.begin(h.halls["a"])
				s.after(r, 1)
				runs = append(runs, r)
			}
			settle(2 * every)
			var all []*live.Spectator
			for _, r := range runs {
				all = append(all, h.mustWatch("b", r.ID))
			}
			for i, r := range runs {
				r.Close(live.End{How: live.Left})
				all[i].Leave()
			}
		}
		settle(linger + 3*every)
		a, b := h.nodes["a"].peers["b"], h.nodes["b"].peers["a"]
		if len(a.link.taps)+len(b.mirrors)+len(a.link.rows) > 0 || len(h.halls["b"].List(live.Viewer{})) > 0 {
			t.Errorf("%d taps, %d mirrors and %d rows remain", len(a.link.taps), len(b.mirrors), len(a.link.rows))
		}
	})
}

// What no node says ends the link, and nothing else.
func TestNonsense(t *testing.T) {
	long := strings.Repeat("x", maxRun+1)
	for what, m := range map[string]any{
		"a row without a run":   row{Game: "maze", Mode: "5x5", Version: 1},
		"a run's id too long":   row{Run: long, Game: "maze", Mode: "5x5", Version: 1},
		"a run's id not clean":  row{Run: "\x1b[2J", Game: "maze", Mode: "5x5", Version: uint32(catalog.All()[0].Version)},
		"a clock of aeons":      row{Run: "r", Clock: 1 << 60},
		"a privacy that is not": row{Run: "r", Privacy: 99},
		"an end that is not":    end{Run: "r", How: 99},
	} {
		l := &link{n: New(Config{Hall: live.NewHall(live.Clock{}, nil), Games: catalog.All()}), peer: &peer{id: "b"}}
		var b bytes.Buffer
		_ = write(&b, m)
		got, err := read(&b, make([]byte, maxMessage))
		if err == nil {
			err = l.take(got, map[string]bool{})
		}
		if !errors.Is(err, errWire) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
