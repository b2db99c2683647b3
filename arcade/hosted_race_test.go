//go:build hosted

package arcade

import (
	"bytes"
	"crypto/ed25519"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/keys"
)

// distances are the round trips that are added to those of eight who race.
var distances = [8]time.Duration{0, 40e6, 80e6, 120e6, 160e6, 200e6, 250e6, 300e6}

// heatOfEight is eight in room otter by OpenSSH's client, each at a distance, and one who watches.
type heatOfEight struct {
	t    *testing.T
	a    *arcadeServer
	eye  *race.Seat
	keys [8]io.Writer // to their terminals
}

func newHeatOfEight(t *testing.T) *heatOfEight {
	h := &heatOfEight{t: t, a: openArcade(t, nil)}
	maze := h.a.cfg.Games[0]
	mode, _ := maze.Find("5x5")
	var err error
	if h.eye, err = h.a.rooms.Enter("otter", race.Plan{Game: maze, Mode: mode}, race.Who{ID: "eye", Name: "eye"}, func() {}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.eye.Leave)
	if err := h.eye.Watch(); err != nil {
		t.Fatal(err)
	}
	for i := range distances {
		h.keys[i] = h.comes(i)
		h.until("somebody sits down", func(v race.View) bool { return len(v.Members) == i+1 })
	}
	return h
}

// comes has the ith come, and returns what leads to their terminal.
func (h *heatOfEight) comes(i int) io.Writer {
	t := h.t
	t.Helper()
	l, err := doortest.Delay(fmt.Sprintf("127.0.1.%d", 1+i), h.a.addr, distances[i])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	_, port, _ := net.SplitHostPort(l.Addr().String())
	seed := bytes.Repeat([]byte{byte(1 + i)}, ed25519.SeedSize)
	block, err := gossh.MarshalPrivateKey(ed25519.NewKeyFromSeed(seed), "")
	if err != nil {
		t.Fatal(err)
	}
	pub, err := gossh.NewPublicKey(ed25519.NewKeyFromSeed(seed).Public())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.a.store.SetName(keys.Of(pub), fmt.Sprintf("far-%d", distances[i].Milliseconds())); err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ssh", "-tt", "-F", "none", "-p", port, "-i", key, "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
		"-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "LogLevel=ERROR", "ana@127.0.0.1", "race", "otter")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return in
}

// until waits until who watches sees something, and returns that.
func (h *heatOfEight) until(what string, ok func(race.View) bool) (v race.View) {
	h.t.Helper()
	doortest.Eventually(h.t, what, func() bool {
		v = h.eye.View()
		return ok(v)
	})
	return v
}

func in(p race.Phase) func(race.View) bool { return func(v race.View) bool { return v.Phase == p } }

func (h *heatOfEight) press(i int, keys string) {
	h.t.Helper()
	if _, err := io.WriteString(h.keys[i], keys); err != nil {
		h.t.Fatal(err)
	}
}

// gun has all be ready, and returns the lanes of a heat in which nobody has moved, though keys came before T0.
func (h *heatOfEight) gun() []race.Lane {
	t := h.t
	t.Helper()
	for i := range distances {
		looks := 0
		h.until("they are ready", func(v race.View) bool {
			if looks%200 == 0 { // what they pressed before they saw the next heat is lost
				h.press(i, "\r")
			}
			looks++
			return v.Phase == race.Counting || v.Members[i].Ready
		})
	}
	gun := h.until("the countdown begins", in(race.Counting)).Until
	for i := range distances {
		h.press(i, "lljjhhkk\r \r")
	}
	h.until("the heat runs", in(race.Running))
	before := time.Now()
	lanes := h.eye.View().Lanes
	after := time.Now()
	if len(lanes) != len(distances) {
		t.Fatalf("%d race", len(lanes))
	}
	for _, l := range lanes {
		if l.Clock != lanes[0].Clock || l.Done != lanes[0].Done {
			t.Errorf("the clock of %s is at %v and they have done %d, of %s at %v and %d", l.Name, l.Clock, l.Done, lanes[0].Name, lanes[0].Clock, lanes[0].Done)
		}
		if now := gun.Add(l.Clock); now.After(after) || now.Add(time.Millisecond).Before(before) {
			t.Errorf("the clock of %s began %v before the gun", l.Name, before.Sub(now))
		}
	}
	return lanes
}

// way are the keys that lead out of the maze.
func (h *heatOfEight) way(lanes []race.Lane) (way string) {
	h.t.Helper()
	h.until("five seconds have passed", func(v race.View) bool { return v.Lanes[0].Clock >= 5*time.Second }) // a heat ends at three times the first one's time
	s, err := h.a.hall.Watch(lanes[0].Run, live.Viewer{}, func() {})
	if err != nil {
		h.t.Fatal(err)
	}
	defer s.Leave()
	for _, k := range playtest.WayOut(h.t, s.First()) {
		way += map[string]string{"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}[k]
	}
	return way
}

// results checks that places go by the server's clock, and that a gap smaller than the difference of two links, which were
// measured at least as long as they are, is a dead heat. It returns how many share the place of another.
func (h *heatOfEight) results(lanes []race.Lane) (dead int) {
	t := h.t
	t.Helper()
	rows := h.until("the results", in(race.Results)).Results
	if len(rows) != len(distances) {
		t.Fatalf("%d rows", len(rows))
	}
	holder := rows[0]
	for i, r := range rows {
		far := distances[slices.IndexFunc(lanes, func(l race.Lane) bool { return l.Name == r.Name })]
		if r.How != live.Won || r.Link < far {
			t.Errorf("%s: %v with a link of %v, which is at least %v", r.Name, r.How, r.Link, far)
		}
		gap, links := r.Time-holder.Time, (r.Link - holder.Link).Abs()
		tied := i > 0 && (gap == 0 || gap < links)
		if tied {
			dead++
		} else {
			holder = r
		}
		if gap < 0 || tied != (r.Place < i+1) || r.Place != holder.Place {
			t.Errorf("%s is %d, %v behind %s, where the links differ by %v", r.Name, r.Place, gap, holder.Name, links)
		}
		t.Logf("%d %s %v +%v, link %v", r.Place, r.Name, r.Time, r.Gap, r.Link)
	}
	return dead
}

// Eight race by real clients at 0 to 300 ms: all clocks begin at the gun, whoever comes in first by the server's clock is
// first, however far away they are, and a gap that the links explain is a dead heat.
func TestHostedHeatOfEight(t *testing.T) {
	h := newHeatOfEight(t)
	lanes := h.gun()
	way := h.way(lanes)
	var order []string
	for i := range slices.Backward(distances[:]) { // the farthest first
		h.press(i, way)
		h.until("they are in", func(v race.View) bool { return v.Phase == race.Results || v.Lanes[i].How == live.Won })
		order = append(order, lanes[i].Name)
	}
	h.results(lanes)
	var got []string
	for _, r := range h.eye.View().Results {
		got = append(got, r.Name)
	}
	if !slices.Equal(got, order) {
		t.Errorf("they came in as %s, want %s", strings.Join(got, " "), strings.Join(order, " "))
	}

	for heats := 1; ; heats++ { // on a busy machine a gap may be longer than the links explain
		h.press(0, "n")
		h.until("the next heat is gathered for", in(race.Gathering))
		lanes = h.gun()
		way = h.way(lanes)
		for i := range distances {
			h.press(i, way)
		}
		dead := h.results(lanes)
		t.Logf("heat %d: %d came in together with another", heats, dead)
		if dead > 0 {
			return
		}
		if heats == 5 {
			t.Fatal("no dead heat in five")
		}
	}
}
