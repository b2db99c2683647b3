package arcade

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// bans are those that the store keeps.
type bans struct{ store storage.Store }

// takeBans gives the store the bans that an earlier version kept in a file, and moves the file aside.
func takeBans(path string, store storage.Store) error {
	text, err := os.ReadFile(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = keys.NotWritable(path)
	}
	var list []storage.Ban
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	for _, b := range list {
		if err == nil {
			err = store.Ban(b)
		}
	}
	if err == nil {
		err = os.Rename(path, path+".taken")
	}
	if err != nil {
		return fmt.Errorf("take bans: %w", err)
	}
	return nil
}

// all are the bans that stand now.
func (b bans) all(now time.Time) []storage.Ban {
	return slices.DeleteFunc(b.store.Bans(), func(x storage.Ban) bool { return !now.Before(x.Until) })
}

// of returns the ban that stands against any of these names now.
func (b bans) of(now time.Time, who ...string) (storage.Ban, bool) {
	for _, x := range b.all(now) {
		if slices.Contains(who, x.Who) {
			return x, true
		}
	}
	return storage.Ban{}, false
}

// onPlayers reports whether a ban on a player stands now, and not only such on keys and networks.
func (b bans) onPlayers(now time.Time) bool {
	return slices.ContainsFunc(b.all(now), func(x storage.Ban) bool { return !strings.Contains(x.Who, "/") && !isTag(x.Who) })
}

// ofAddress reports whether an address lies in a banned network.
func (b bans) ofAddress(now time.Time, a netip.Addr) bool {
	return slices.ContainsFunc(b.all(now), func(x storage.Ban) bool {
		p, err := netip.ParsePrefix(x.Who)
		return err == nil && p.Contains(a.Unmap())
	})
}
