package arcade

import (
	"context"
	"crypto/ed25519"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/playtest"
)

// admit makes the player of the nth test key an operator, by the admins file of a folder.
func admit(t *testing.T, path string, n byte) {
	t.Helper()
	signer, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(append([]byte{n}, make([]byte, 31)...)))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, gossh.MarshalAuthorizedKey(signer.PublicKey()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The log says who came, by id and not by key, and what ended it.
func TestTheLogOfASession(t *testing.T) {
	admins := filepath.Join(t.TempDir(), "admins")
	a := openArcade(t, func(c *Config) { c.Admins = admins })
	admit(t, admins, 1)
	logged := func(line string) {
		t.Helper()
		re := regexp.MustCompile(`(?m)^.*` + line + `$`)
		doortest.Eventually(t, "logged: "+line, func() bool { return re.MatchString(a.log.String()) })
	}
	id := func(n byte) string {
		p, err := a.store.Player(playtest.Key(t, n))
		if err != nil {
			t.Fatal(err)
		}
		return p.ID
	}

	a.ask(t, 2, "name ana")
	a.ask(t, 2, "link 7KQF-2MXD")
	logged(`msg=session from=127.0.0.1 user=\S* player=` + id(2) + ` command=link`)
	logged(`msg="session ended" from=127.0.0.1 user=\S* player=` + id(2) + ` after=\S+ reason="answered with exit code 1"`)

	x := a.sit(t, 2)
	x.sees("Minesweeper")
	x.press("\x03")
	x.ends()
	logged(`player=` + id(2) + ` after=\S+ reason="the player left"`)

	x = a.sit(t, 3)
	x.sees("Minesweeper")
	x.conn.Close()
	logged(`player=` + id(3) + ` after=\S+ reason="the connection broke off"`)

	x = a.sit(t, 4)
	x.sees("Minesweeper")
	a.ask(t, 1, "admin kick "+id(4))
	x.ends()
	logged(`msg=operator from=127.0.0.1 user=\S* player=` + id(1) + ` command="admin kick ` + id(4) + `"`)
	logged(`player=` + id(4) + ` after=\S+ reason="The operator has ended this session."`)

	x = a.sit(t, 0)
	x.sees("Minesweeper")
	now, cancel := context.WithCancel(context.Background())
	cancel()
	a.Shutdown(now)
	x.ends()
	logged(`msg="draining: no new games" sessions=1 playing=0`)
	logged(`msg=stopping sessions=1 playing=0`)
	logged(`player="" after=\S+ reason="The arcade restarts. .*"`)
	if text := a.log.String(); strings.Contains(text, "7KQF") || strings.Contains(text, playtest.Key(t, 2).Fingerprint()) {
		t.Errorf("the log tells a code or a key:\n%s", text)
	}
}

func TestWhoPlaysWhat(t *testing.T) {
	admins := filepath.Join(t.TempDir(), "admins")
	a := openArcade(t, func(c *Config) { c.Admins = admins })
	admit(t, admins, 1)
	x := a.sit(t, 2)
	x.sees("Minesweeper")
	told := func(want string) {
		t.Helper()
		re := regexp.MustCompile(want)
		doortest.Eventually(t, "told "+want, func() bool {
			out, code := a.ask(t, 1, "admin sessions --json")
			return code == command.ExitDone && re.MatchString(out)
		})
	}
	told(`"playing":false,"game":"","mode":"","playing_since":""`)
	x.press("\r")
	told(`"playing":true,"game":"maze","mode":"[^"]+","playing_since":"20[^"]+Z"`)
	x.press("q")
	told(`"playing":false,"game":"","mode":"","playing_since":""`)
}
