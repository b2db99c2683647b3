package storagetest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage"
)

func bans(t *testing.T, s storage.Store) {
	equal(t, "bans", len(s.Bans()), 0)
	is(t, "unban nobody", s.Unban("192.0.2.0/24"), storage.ErrNotFound)
	for _, who := range []string{"", strings.Repeat("x", 100), "a\x00b"} {
		is(t, "ban", s.Ban(storage.Ban{Who: who, Until: noon}), storage.ErrNotFound)
	}
	network := storage.Ban{Who: "192.0.2.0/24", Until: noon.Add(time.Hour), Why: "noise"}
	player := storage.Ban{Who: "k3f9x2", Until: noon}
	is(t, "ban", s.Ban(player), nil)
	is(t, "ban", s.Ban(storage.Ban{Who: network.Who, Until: noon, Why: "less"}), nil)
	is(t, "ban in its place", s.Ban(network), nil)
	equal(t, "bans", slices.Equal(s.Bans(), []storage.Ban{network, player}), true)
	s.Bans()[0].Who = "" // a copy
	is(t, "sweep", s.Sweep(noon, true), nil)
	equal(t, "bans that stand", slices.Equal(s.Bans(), []storage.Ban{network}), true)
	is(t, "unban", s.Unban(network.Who), nil)
	equal(t, "bans", len(s.Bans()), 0)
	sound(t, s)
}

func severalBans(t *testing.T, open func() storage.Store) {
	a, b := open(), open()
	equal(t, "bans", len(b.Bans()), 0)
	is(t, "ban", a.Ban(storage.Ban{Who: "k3f9x2", Until: noon}), nil)
	equal(t, "bans, at once where it was made", len(a.Bans()), 1)
	within(t, "the ban", func() bool { return len(b.Bans()) == 1 })
	is(t, "unban", b.Unban("k3f9x2"), nil)
	within(t, "the end of the ban", func() bool { return len(a.Bans()) == 0 })
}
