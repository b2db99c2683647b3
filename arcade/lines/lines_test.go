package lines

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
	"arcade.example.com/games/minesweeper"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// furnished is a house with a memory for a store, whose deals are of the seeds 1, 2, 3, …
func furnished() *House {
	store, log := storage.NewMemory(), slog.New(slog.DiscardHandler)
	next := games.Seed(0)
	two := []games.Game{maze.Game(), minesweeper.Game()} // whatever else the catalogue has
	return &House{Games: two, Store: store, Hall: live.NewHall(live.Clock{}, nil), Log: log, Boot: "boot", Idle: 15 * time.Minute, Now: time.Now,
		Saver: records.NewSaver(records.Config{Games: two, Store: store, Log: log, Panics: panics.NewCatcher(log), Saved: func(time.Duration) {}}),
		Seed:  func() games.Seed { next++; return next }, Count: func(_, _, _ string) {}, Closing: func() bool { return false }}
}

// talker is somebody who talks with the arcade, within a bubble of synctest.
type talker struct {
	t    *testing.T
	s    *Session
	in   *io.PipeWriter
	hang context.CancelFunc
	why  chan string

	mu    sync.Mutex
	heard strings.Builder // since it was asked last
	all   strings.Builder
}

func (x *talker) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.all.Write(p)
	return x.heard.Write(p)
}

// come begins a session, and takes what it says first.
func come(t *testing.T, h *House, k keys.Key, o Options) *talker {
	t.Helper()
	ctx, hang := context.WithCancel(t.Context())
	in, w := io.Pipe()
	x := &talker{t: t, s: New(h, k, o), in: w, hang: hang, why: make(chan string, 1)}
	go func() {
		x.why <- x.s.Run(ctx, in, x)
		in.Close()
	}()
	t.Cleanup(func() {
		hang()
		w.Close()
		synctest.Wait()
	})
	synctest.Wait()
	return x
}

// hears is what was said since it was asked last.
func (x *talker) hears() string {
	synctest.Wait()
	x.mu.Lock()
	defer x.mu.Unlock()
	said := x.heard.String()
	x.heard.Reset()
	return said
}

// say says lines, a second apart, and returns what the last was answered with.
func (x *talker) say(lines ...string) (said string) {
	x.t.Helper()
	for _, l := range lines {
		time.Sleep(time.Second)
		x.hears()
		if _, err := io.WriteString(x.in, l+"\n"); err != nil {
			x.t.Fatalf("%q cannot be said: %v", l, err)
		}
		said = x.hears()
	}
	return said
}

// ask says something in an object, and returns the answer.
func (x *talker) ask(words string) (a answer) {
	x.t.Helper()
	line, _ := json.Marshal(map[string]string{"say": words})
	said := x.say(string(line))
	if err := json.Unmarshal([]byte(said), &a); err != nil || strings.Count(said, "\n") != 1 {
		x.t.Fatalf("%q is answered with %q: %v", words, said, err)
	}
	return a
}

// leaves walks out of the maze by the shortest way, and returns what is said at the exit.
func (x *talker) leaves() (said string) {
	x.t.Helper()
	for _, key := range playtest.WayOut(x.t, x.s.top().(*game).run.State()) {
		said = x.say(map[string]string{"up": "north", "down": "south", "left": "west", "right": "east"}[key])
	}
	return said
}

// want checks that what is said to a line has a text in it.
func (x *talker) want(line, text string) {
	x.t.Helper()
	if said := x.say(line); !strings.Contains(said, text) {
		x.t.Errorf("%q is answered with\n%swant %q", line, said, text)
	}
}

// bubble runs a test in a bubble of synctest.
func bubble(t *testing.T, f func(*testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

// guestKey is nobody's.
var guestKey keys.Key

func player(t *testing.T, n byte) keys.Key { return playtest.Key(t, n) }
