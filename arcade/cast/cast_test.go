package cast

import (
	"bufio"
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
)

// broken is a line that takes some bytes and then fails.
type broken struct{ left int }

var errBroken = errors.New("broken")

func (b *broken) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func deal(t *testing.T) (games.Game, games.Mode, games.State) {
	t.Helper()
	g := maze.Game()
	m, err := g.Mode("10x10")
	if err != nil {
		t.Fatal(err)
	}
	first, err := g.Deal(m, 7)
	if err != nil {
		t.Fatal(err)
	}
	return g, m, first
}

func TestWriteFails(t *testing.T) {
	g, m, first := deal(t)
	r := Run{Game: g, Mode: m, Name: "ana", First: first}
	for _, left := range []int{0, 200} {
		if err := Write(&broken{left}, r); !errors.Is(err, errBroken) {
			t.Errorf("a line that breaks after %d bytes: %v", left, err)
		}
	}
	r.Steps = []games.Step{{Move: "nowhere"}}
	if err := Write(&bytes.Buffer{}, r); err == nil {
		t.Error("a step that cannot be made is written")
	}
}

// A live cast whose reader has gone leaves the hall, at its first picture or later.
func TestLiveLeavesABrokenLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, m, first := deal(t)
		hall := live.NewHall(live.Clock{}, nil)
		run := hall.Begin(live.Header{ID: "RUN-1", Game: g, Mode: m, Name: "ana"}, first, live.Moment{State: first}, nil)
		run.Publish(live.Moment{Steps: []games.Step{{Move: "~in"}}, State: first, Began: time.Now()})
		for _, left := range []int{0, 20_000} {
			l, err := hall.Find("ana", live.Viewer{})
			if err != nil {
				t.Fatal(err)
			}
			c, err := Join(hall, l, live.Viewer{}, nil)
			if err != nil || hall.Watching() != 1 {
				t.Fatalf("%d watch: %v", hall.Watching(), err)
			}
			c.Write(bufio.NewWriterSize(&broken{left}, 16))
			if n := hall.Watching(); n != 0 {
				t.Errorf("after %d bytes %d watch, want none", left, n)
			}
		}
	})
}

// A run of another node is waited for while it is fetched: as long as somebody reads, and no longer than is reasonable.
func TestLiveOfAnotherNode(t *testing.T) {
	for what, c := range map[string]struct {
		comes, goes time.Duration // 0: never
		took        time.Duration
		err         error
	}{
		"it comes":          {350 * time.Millisecond, 0, 400 * time.Millisecond, nil},
		"it never does":     {0, 0, patience, live.ErrComing},
		"the reader leaves": {0, 950 * time.Millisecond, 950 * time.Millisecond, errGone},
	} {
		synctest.Test(t, func(t *testing.T) {
			g, m, first := deal(t)
			hall, gone := live.NewHall(live.Clock{}, nil), make(chan struct{})
			head := live.Header{ID: "RUN-1", Game: g, Mode: m, Name: "ana"}
			fetched := 0
			hall.Reach(func(node, run string) {
				if fetched++; fetched > 1 || c.comes == 0 {
					return
				}
				time.AfterFunc(c.comes, func() {
					r := hall.Mirror(node, run, first)
					r.Publish(live.Moment{State: first, Began: time.Now()})
					time.AfterFunc(time.Second, func() { r.Close(live.End{How: live.Left}) })
				})
			})
			hall.Tell("node", live.Row{Header: head, Status: games.Playing})
			l, err := hall.Find("ana", live.Viewer{})
			if err != nil {
				t.Fatal(err)
			}
			if c.goes > 0 {
				time.AfterFunc(c.goes, func() { close(gone) })
			}
			begun := time.Now()
			cast, err := Join(hall, l, live.Viewer{}, gone)
			if took := time.Since(begun); !errors.Is(err, c.err) || took != c.took {
				t.Errorf("%s: after %v: %v, want %v after %v", what, took, err, c.err, c.took)
			}
			if err == nil {
				var out bytes.Buffer
				to := bufio.NewWriter(&out)
				cast.Write(to)
				to.Flush()
				if s := out.String(); !strings.Contains(s, "live") || !strings.Contains(s, "ana left after") {
					t.Errorf("%s: %s", what, s)
				}
			}
			if n := hall.Watching(); n != 0 {
				t.Errorf("%s: %d watch at the end", what, n)
			}
		})
	}
}
