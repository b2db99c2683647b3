package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// drawn are codes, which are drawn at random.
var drawn = regexp.MustCompile(`[0-9A-Z]{4}(-[0-9A-Z]{4})+`)

// asksTheStore are lines for every command that asks the store, by its path. What stands in braces is filled in by linked.
var asksTheStore = map[string][]string{
	"leaderboard": {"leaderboard", "leaderboard maze", "leaderboard maze 10x10", "leaderboard maze 10x10 --json", "leaderboard maze 10x10 --csv",
		"leaderboard maze 10x10 --kind lines", "leaderboard maze --rating", "leaderboard maze --rating --json"},
	"daily":            {"daily", "daily --json", "daily mines", "daily maze --date 2026-11-19"},
	"replay":           {"replay RUN-A", "replay RUN-A --json", "replay RUN-A --cast"},
	"watch":            {"watch", "watch --json", "watch ana"},
	"me":               {"me", "me --json"},
	"name":             {"name anna"},
	"rivals":           {"rivals", "rivals --json", "rivals maze 10x10", "rivals maze 10x10 --json"},
	"follow":           {"follow jun"},
	"unfollow":         {"unfollow jun"},
	"keys":             {"keys", "keys --json"},
	"link":             {"link", "link {code}", "link {code} --yes", "link 0000-0000"},
	"unlink":           {"unlink laptop"},
	"recover":          {"recover", "recover --yes", "recover {recovery}"},
	"undo":             {"undo {link}"},
	"dismiss":          {"dismiss {link}"},
	"forget":           {"forget", "forget {ana} --yes"},
	"admin rename":     {"admin rename ana hanna"},
	"admin remove-run": {"admin remove-run RUN-A"},
	"admin forget":     {"admin forget jun", "admin forget {jun} --yes"},
	"admin approve":    {"admin approve RUN-N"},
	"admin reviews":    {"admin reviews", "admin reviews --json"},
	"admin players":    {"admin players", "admin players --json"},
	"admin shadow":     {"admin shadow jun", "admin shadow jun --off"},
}

// asksNothing are the commands that do not ask it: some need a terminal, and some ask the server.
var asksNothing = []string{"help", "version", "games", "race", "tv", "check", "claim", "play", "maze", "minesweeper", "backup", "admin",
	"admin announce", "admin ban", "admin bans", "admin kick", "admin sessions", "admin stats", "admin sweep", "admin unban"}

var errDisk = errors.New("open /srv/arcade/arcade.db: input/output error")

// linked is the database of an arcade with some history, in which ana follows jun and has a second key, and what only the
// database knows by the words that stand for it here.
func linked(t *testing.T) (file []byte, known map[string]string) {
	t.Helper()
	c, path := newCommands(t), filepath.Join(t.TempDir(), "arcade.db")
	var err error
	if c.Store, err = storage.Open(path, storagetest.Secret); err != nil {
		t.Fatal(err)
	}
	c.people(t)
	c.save(t, "RUN-N", 5, 40000, func(r *storage.Run) { r.Review = 3 })
	c.answers(t, as(1), "follow jun")
	c.answers(t, as(4), "link "+c.code(t, 1)+" laptop --yes")
	ana, err1 := c.Store.Player(storagetest.Key(1))
	jun, err2 := c.Store.Player(storagetest.Key(2))
	recovery, err3 := c.Store.Recovery(storagetest.Key(2), true, friday)
	notices, err4 := c.Store.Notices(storagetest.Key(1), friday)
	if err := errors.Join(err1, err2, err3, err4); err != nil || len(notices) != 1 {
		t.Fatal(notices, err)
	}
	known = map[string]string{"{code}": c.code(t, 2), "{ana}": ana.ID, "{jun}": jun.ID, "{recovery}": recovery, "{link}": notices[0].ID}
	if err := c.Store.Close(); err != nil {
		t.Fatal(err)
	}
	if file, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return file, known
}

// over is what becomes of a line, in words, where some calls of the store fail.
func over(t *testing.T, file []byte, line string, fails func(string, int) error) string {
	t.Helper()
	c, path := newCommands(t), filepath.Join(t.TempDir(), "arcade.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := storage.Open(path, storagetest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c.Store = storagetest.Failing(s, fails)
	who := as(1)
	if strings.HasPrefix(line, "admin") {
		who = operator(t, c)
	}
	var out, said bytes.Buffer
	code := c.Run(who, keys.Words(line), &out, &said)
	return drawn.ReplaceAllString(fmt.Sprintf("exit %d, stdout %q, stderr %q", code, out.String(), said.String()), "CODE")
}

// Whichever call of the store fails, and whether it does once or from then on: each command answers as if it had not, or says
// that it cannot, on stderr and with nothing on stdout; operators are told why. None takes what cannot be read for what
// is not there.
func TestEveryCommandOverAStoreThatFails(t *testing.T) {
	file, known := linked(t)
	var from []string
	for word, is := range known {
		from = append(from, word, is)
	}
	cannot := regexp.MustCompile(`^exit 1, stdout "", stderr "(The arcade cannot answer that just now\.|.*` + regexp.QuoteMeta(errDisk.Error()) + `)\\n"$`)
	all := peopled(t)
	for _, path := range all.paths(operator(t, all)) {
		lines, asks := asksTheStore[path]
		if asks == slices.Contains(asksNothing, path) {
			t.Errorf("does %s ask the store?", path)
		}
		for _, line := range lines {
			line = strings.NewReplacer(from...).Replace(line)
			want := over(t, file, line, func(string, int) error { return nil })
			for _, ever := range []bool{false, true} {
				failed := true
				for at := 1; failed; at++ {
					failed = false
					got := over(t, file, line, func(_ string, n int) error {
						if n == at || ever && n > at {
							failed = true
							return errDisk
						}
						return nil
					})
					if told := cannot.FindStringSubmatch(got); got != want && (told == nil || strings.Contains(told[1], errDisk.Error()) != strings.HasPrefix(line, "admin")) {
						t.Errorf("%s, where call %d fails: %s\nwhere none does: %s", line, at, got, want)
					}
				}
			}
		}
	}
}
