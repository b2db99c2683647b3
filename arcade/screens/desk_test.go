package screens

import (
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/oklog/ulid/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
	"arcade.example.com/games/minesweeper"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

var update = flag.Bool("update", false, "write the golden files anew")

// desk is a session without SSH: the app, whose messages and commands are carried by hand. It lives in a synctest
// bubble, so that its clock is the test's.
type desk struct {
	t     *testing.T
	house *House
	env   *env
	app   *App
	mu    sync.Mutex
	queue []tea.Msg
	moved bool                 // there was news
	seen  func()               // draws after each message, as Bubble Tea does; nil: nobody looks
	late  func() time.Duration // by how much an answer is late; nil: by nothing
	ended bool
	ids   []string // of players, in the order of the names they get in goldens
}

// twoGames are those that the screens are tested with, however many the arcade has.
func twoGames() []games.Game { return []games.Game{maze.Game(), minesweeper.Game()} }

// testHouse is a house in memory with two games. Deals are drawn from 1 on.
func testHouse(t testing.TB, store storage.Store) *House {
	log := slog.New(slog.DiscardHandler)
	caught := panics.NewCatcher(log)
	var n games.Seed
	hall := live.NewHall(live.Clock{}, nil)
	return NewHouse(Config{Games: twoGames(), Store: store, Hall: hall, Rooms: testRooms(hall), Panics: caught, Log: log, Boot: "boot", Now: time.Now,
		Saver: records.NewSaver(records.Config{Games: twoGames(), Store: store, Log: log, Panics: caught, Saved: func(time.Duration) {}}),
		Seed:  func() games.Seed { n++; return n }, Count: func(_, _, _ string) {}})
}

// testRooms are rooms whose heats nobody keeps. Deals are drawn from 1 on.
func testRooms(hall *live.Hall) *race.Rooms {
	var n games.Seed
	return race.NewRooms(race.Setup{Hall: hall, Seed: func() games.Seed { n++; return n }, Run: func() string { return ulid.Make().String() },
		Ghosts: func(game string) bool { return game == "maze" }, Keep: func(race.Heat) {}, Failed: func(string, error) {}})
}

// sit opens a desk for a key, a guest's for the zero Key.
func sit(t *testing.T, h *House, k keys.Key, w, height int) *desk {
	return sitLate(t, h, k, w, height, nil)
}

// sitLate opens a desk at which each answer is late by as much as late says.
func sitLate(t *testing.T, h *House, k keys.Key, w, height int, late func() time.Duration) *desk {
	d := &desk{t: t, house: h, env: newEnv(h, k, "ana"), late: late}
	d.env.width, d.env.height, d.env.depth = w, height, games.TrueColour
	d.env.news = d.hear
	d.app = newApp(d.env, nil)
	if d.env.player.ID != "" {
		d.ids = []string{d.env.player.ID}
	}
	// A bubble ends when nothing waits in it any more: the longest tick is the menu's minute.
	t.Cleanup(func() { time.Sleep(2 * time.Minute) })
	d.do(d.app.Init())
	d.settle()
	return d
}

// hear notes that there is news.
func (d *desk) hear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.moved = true
}

// do runs a command as Bubble Tea would.
func (d *desk) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				d.do(c)
			}
		default:
			if _, quit := msg.(tea.QuitMsg); d.late != nil && !quit {
				time.Sleep(d.late())
			}
			d.mu.Lock()
			d.queue = append(d.queue, msg)
			d.mu.Unlock()
		}
	}()
}

// settle delivers messages until nothing comes without waiting.
func (d *desk) settle() {
	for {
		synctest.Wait()
		d.mu.Lock()
		queue := d.queue
		if d.moved {
			queue = append(queue, Moved{})
		}
		d.queue, d.moved = nil, false
		d.mu.Unlock()
		if len(queue) == 0 {
			return
		}
		for _, msg := range queue {
			d.send(msg)
		}
	}
}

func (d *desk) send(msg tea.Msg) {
	if _, quit := msg.(tea.QuitMsg); quit {
		d.ended = true
	}
	_, cmd := d.app.Update(msg)
	if d.seen != nil {
		d.seen()
	}
	d.do(cmd)
}

// wait lets time pass, in steps short enough that nothing is late by much.
func (d *desk) wait(t time.Duration) {
	d.settle()
	step := max(10*time.Millisecond, t/400)
	for end := time.Now().Add(t); time.Now().Before(end); {
		time.Sleep(min(step, time.Until(end)))
		d.settle()
	}
}

// press presses keys, named as Bubble Tea names them: "enter", "shift+left", "a".
func (d *desk) press(names ...string) {
	d.t.Helper()
	for _, n := range names {
		d.send(keyMsg(d.t, n))
		d.settle()
	}
}

// keyMsg is the message of a key; it is checked that Bubble Tea spells it so.
func keyMsg(t *testing.T, name string) tea.KeyPressMsg {
	t.Helper()
	k := tea.KeyPressMsg{}
	rest := name
	for {
		mod, after, ok := strings.Cut(rest, "+")
		if !ok || after == "" {
			break
		}
		k.Mod |= map[string]tea.KeyMod{"shift": tea.ModShift, "ctrl": tea.ModCtrl, "alt": tea.ModAlt}[mod]
		rest = after
	}
	named := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace,
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace}
	if code, ok := named[rest]; ok {
		k.Code = code
	} else {
		k.Code = []rune(rest)[0]
		if k.Mod&tea.ModCtrl == 0 {
			k.Text = rest
		}
	}
	if k.String() != name {
		t.Fatalf("key %q is %q to Bubble Tea", name, k.String())
	}
	return k
}

// canvas is what the desk shows.
func (d *desk) canvas() *games.Canvas {
	c := games.NewCanvas(0, 0)
	d.app.paint(c)
	return c
}

// screen is what the desk shows, as text.
func (d *desk) screen() string {
	text := canvasText(d.canvas())
	for i, id := range d.ids {
		text = strings.ReplaceAll(text, id, "k3f9x"+strconv.Itoa(i+1))
	}
	text = anyCode.ReplaceAllString(text, "7KQF-2MXD-9RTV-WB3H")
	return trailing.ReplaceAllString(anyLabel.ReplaceAllStringFunc(text, func(s string) string {
		at := strings.LastIndex(s, "· ") + len("· ")
		return s[:at] + "hard" + strings.Repeat(" ", max(len(s)-at-len("hard"), 0))
	}), "")
}

// anyLabel is how hard a daily is, which comes from the database's own secret.
var (
	anyLabel = regexp.MustCompile(`\d x \d+[^\n·]* · (easy|medium|hard|brutal)\b *`)
	anyCode  = regexp.MustCompile(`\b([0-9A-Z]{4}-){3}[0-9A-Z]{4}\b`) // against a lost key
	trailing = regexp.MustCompile(`(?m) +$`)
)

func canvasText(c *games.Canvas) string {
	_, h := c.Size()
	var b strings.Builder
	for y := range h {
		var line strings.Builder
		for _, cell := range c.Row(y) {
			line.WriteRune(textOf(cell))
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// textOf is a cell without its colours: of half blocks, what stands on the ground.
func textOf(cell games.Cell) rune {
	solid := func(i games.Ink) bool {
		return i.Role() >= games.You && i.Role() != games.Open && i.Role() < games.Hidden
	}
	switch {
	case cell.Rune == '▀' && max(cell.FG.Role(), cell.BG.Role()) >= games.You:
		return []rune(" ▀▄█")[bit(solid(cell.FG))+2*bit(solid(cell.BG))]
	case cell.Rune != 0 && cell.Rune != ' ':
		return cell.Rune
	case solid(cell.BG):
		return '█'
	}
	return ' '
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// shows fails the test when the screen does not show a text.
func (d *desk) shows(text string) {
	d.t.Helper()
	if s := d.screen(); !strings.Contains(s, text) {
		d.t.Errorf("the screen does not show %q:\n%s", text, s)
	}
}

func (d *desk) golden(name string) {
	d.t.Helper()
	golden(d.t, name+".txt", d.screen())
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update writes it anew):\n%s\nwant:\n%s", path, got, want)
	}
}

// walkOut walks the maze that is on screen from where the player stands to the exit, a key a step.
func (d *desk) walkOut(pause time.Duration) {
	d.t.Helper()
	p, ok := d.app.top().(*play)
	if !ok {
		d.t.Fatal("no game is on screen")
	}
	d.wait(2 * pause) // as hands need
	for _, k := range playtest.WayOut(d.t, p.run.State()) {
		d.press(k)
		d.wait(pause)
	}
}
