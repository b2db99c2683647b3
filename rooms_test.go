package rooms

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "arcade.example.com/"

// rooms says which packages of ours each package may import, directly or not, and which modules of others it must
// never reach.
var rooms = []struct {
	name  string
	ours  []string // one that ends in /... stands for that package and all below it
	never []string
}{
	{"games", nil, []string{"charm.land", "github.com", "go.etcd.io", "golang.org/x"}},
	{"games/maze", []string{"games"}, []string{"charm.land", "github.com", "go.etcd.io", "golang.org/x", "os", "net", "math/rand", "math/rand/v2"}},
	{"games/minesweeper/solver", nil, []string{"charm.land", "github.com", "go.etcd.io", "golang.org/x", "os", "net", "math/rand", "math/rand/v2"}},
	{"games/minesweeper", []string{"games", "games/minesweeper/solver"}, []string{"charm.land", "github.com", "go.etcd.io", "golang.org/x", "os", "net", "math/rand", "math/rand/v2"}},
	{"games/gamestest", []string{"games"}, []string{"charm.land", "go.etcd.io"}},
	{"games/catalog", []string{"games/..."}, []string{"charm.land", "go.etcd.io"}},
	{"wholefile", nil, []string{"charm.land", "go.etcd.io"}},
	{"keys", []string{"wholefile"}, []string{"charm.land", "go.etcd.io"}},
	{"storage", []string{"keys", "wholefile"}, []string{"charm.land"}},
	{"storage/etcd", []string{"keys", "storage", "wholefile"}, []string{"charm.land"}},
	{"arcade/display", []string{"games"}, []string{"charm.land/wish", "charm.land/ssh", "go.etcd.io"}},
	{"arcade/check", []string{"arcade/display", "games"}, []string{"charm.land/wish", "charm.land/ssh", "go.etcd.io"}},
	{"arcade/panics", nil, []string{"charm.land", "go.etcd.io"}},
	{"arcade/door/accept", nil, []string{"charm.land", "go.etcd.io", "golang.org/x"}},
	{"arcade/door/bucket", nil, []string{"charm.land", "go.etcd.io", "golang.org/x"}},
	{"arcade/door/processor", nil, []string{"charm.land", "go.etcd.io"}},
	{"arcade/door/sieve", []string{"arcade/door/bucket"}, []string{"charm.land", "go.etcd.io", "golang.org/x"}},
	{"arcade/door", []string{"arcade/door/accept", "arcade/door/bucket", "arcade/door/processor", "arcade/door/sieve", "arcade/panics", "keys", "wholefile"}, []string{"go.etcd.io"}},
	{"arcade/run", []string{"games", "keys", "storage", "wholefile"}, []string{"charm.land"}},
	{"arcade/records", []string{"arcade/panics", "arcade/run", "games", "keys", "storage", "wholefile"}, []string{"charm.land"}},
	{"arcade/journal", nil, []string{"charm.land", "go.etcd.io"}},
	{"arcade/webhook", nil, []string{"charm.land", "github.com", "go.etcd.io"}},
	{"arcade/nodes", []string{"keys", "storage", "wholefile"}, []string{"charm.land"}},
	{"arcade/lines", append([]string{"arcade/display", "arcade/live", "arcade/look", "arcade/records", "arcade/run", "arcade/to"}, belowScreens...), []string{"charm.land/wish", "charm.land/ssh"}},
	{"arcade/live/rating", nil, []string{"charm.land", "github.com"}},
	{"arcade/live", []string{"games"}, []string{"charm.land", "github.com"}},
	{"arcade/live/race", []string{"arcade/live", "arcade/live/rating", "games"}, []string{"charm.land", "github.com"}},
	{"arcade/live/links", []string{"arcade/live", "arcade/live/race", "arcade/live/rating", "arcade/panics", "games", "keys", "wholefile"}, []string{"charm.land", "go.etcd.io"}},
	{"arcade/to", append([]string{"arcade/records", "arcade/run"}, belowScreens...), []string{"charm.land"}},
	{"arcade/look", []string{"arcade/display", "games", "keys", "storage", "wholefile"}, []string{"charm.land/wish", "charm.land/ssh"}},
	{"arcade/cast", append([]string{"arcade/display", "arcade/live", "arcade/look"}, belowScreens...), []string{"charm.land/wish", "charm.land/ssh"}},
	{"arcade/screens", append([]string{"arcade/check", "arcade/display", "arcade/live/...", "arcade/look", "arcade/records", "arcade/run", "arcade/to"}, belowScreens...), []string{"charm.land/wish", "charm.land/ssh"}},
	{"arcade/command", append([]string{"arcade/cast", "arcade/check", "arcade/display", "arcade/live/...", "arcade/look", "arcade/records", "arcade/run", "arcade/to"}, belowScreens...), []string{"charm.land/wish", "charm.land/ssh", "charm.land/bubbles"}},
	{"arcade", house, nil},
	{"cmd/arcade", append([]string{"arcade", "games/...", "storage/etcd"}, house...), nil},
}

// Lists that several rooms share.
var (
	belowScreens = []string{"arcade/panics", "games", "keys", "storage", "wholefile"}
	house        = append([]string{"arcade/cast", "arcade/check", "arcade/command", "arcade/display", "arcade/door/...", "arcade/journal", "arcade/lines", "arcade/live/...", "arcade/webhook", "arcade/look", "arcade/nodes", "arcade/records", "arcade/run",
		"arcade/screens", "arcade/to"}, belowScreens...)
)

func TestEveryRoomImportsOnlyWhatItMay(t *testing.T) {
	for _, r := range rooms {
		for _, dep := range list(t, "-deps", "./"+r.name) {
			if own, ok := strings.CutPrefix(dep, module); ok && own != r.name && !slices.ContainsFunc(r.ours, func(may string) bool { return covers(may, own) }) {
				t.Errorf("%s imports %s", r.name, own)
			}
			for _, never := range r.never {
				// The standard library's own needs (os under fmt) are not the room's.
				if strings.Contains(never, ".") && (dep == never || strings.HasPrefix(dep, never+"/")) {
					t.Errorf("%s imports %s", r.name, dep)
				}
			}
		}
		for _, dep := range list(t, "-f", `{{join .Imports "\n"}}`, "./"+r.name) {
			if slices.Contains(r.never, dep) {
				t.Errorf("%s imports %s", r.name, dep)
			}
		}
	}
}

func covers(may, own string) bool {
	below, all := strings.CutSuffix(may, "/...")
	return own == may || all && (own == below || strings.HasPrefix(own, below+"/"))
}

// A room is small enough to be read in one go; the screens are many small files that do not know each other.
func TestRoomsAreSmall(t *testing.T) {
	const most = 2500
	for _, p := range list(t, "./arcade/...") {
		lines := 0
		for _, f := range list(t, "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, p) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			lines += strings.Count(string(text), "\n")
		}
		if lines > most && !strings.HasSuffix(p, "/screens") {
			t.Errorf("%s has %d lines outside its tests, more than %d", p, lines, most)
		}
	}
}

func TestEveryPackageHasARoom(t *testing.T) {
	known := map[string]bool{"storage/etcd/etcdtest": true, "docs/bots": true, "arcade/display/displaytest": true, "arcade/door/doortest": true, "arcade/playtest": true, "keys/keystest": true, "storage/storagetest": true, "": true}
	for _, r := range rooms {
		known[r.name] = true
	}
	for _, p := range list(t, "./...") {
		if own := strings.TrimPrefix(p+"/", module); !known[strings.TrimSuffix(own, "/")] {
			t.Errorf("%s is in no room: say in this test what it may import", p)
		}
	}
}

// TestOnlyStorageKnowsItsEngine: the arcade sees a storage.Store and nothing below it.
func TestOnlyStorageKnowsItsEngine(t *testing.T) {
	for _, p := range []string{"./arcade/...", "./cmd/arcade", "./games/...", "./keys"} {
		for _, dep := range list(t, "-f", `{{join .Imports "\n"}}`, p) {
			if strings.HasPrefix(dep, "go.etcd.io") {
				t.Errorf("%s imports %s", p, dep)
			}
		}
	}
}

func TestReadmeNamesEveryDependency(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(mod), "\n") { // an indirect one has a comment, and so more fields
		if f := strings.Fields(line); len(f) == 2 && strings.Contains(f[0], "/") && !strings.Contains(string(readme), f[0]) {
			t.Errorf("the README does not say what %s is for", f[0])
		}
	}
}

func list(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Fields(string(out))
}
