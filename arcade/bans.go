package arcade

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/wholefile"
)

// ban keeps a player, a key or a network out until an instant.
type ban struct {
	Who   string    `json:"who"` // a player's id, a key's tag in hexadecimal, or a network in CIDR notation
	Until time.Time `json:"until"`
	Why   string    `json:"why,omitempty"`
}

// bans is the list of them, kept in a file of the data folder. It is safe for concurrent use.
type bans struct {
	path string // "" keeps them in memory alone
	mu   sync.RWMutex
	list []ban
}

func readBans(path string) (*bans, error) {
	b := &bans{path: path}
	if path == "" {
		return b, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err == nil {
		err = keys.NotWritable(path)
	}
	if err == nil {
		err = json.Unmarshal(text, &b.list)
	}
	if err != nil {
		return nil, fmt.Errorf("read bans: %w", err)
	}
	return b, nil
}

// of returns the ban that stands against any of these names now.
func (b *bans) of(now time.Time, who ...string) (ban, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, x := range b.list {
		if now.Before(x.Until) && slices.Contains(who, x.Who) {
			return x, true
		}
	}
	return ban{}, false
}

// onPlayers reports whether a ban on a player stands now, and not only such on keys and networks.
func (b *bans) onPlayers(now time.Time) bool {
	return slices.ContainsFunc(b.all(now), func(x ban) bool { return !strings.Contains(x.Who, "/") && len(x.Who) != 2*len(keys.Tag{}) })
}

// ofAddress reports whether an address lies in a banned network.
func (b *bans) ofAddress(now time.Time, a netip.Addr) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, x := range b.list {
		if !strings.Contains(x.Who, "/") || !now.Before(x.Until) {
			continue
		}
		if p, err := netip.ParsePrefix(x.Who); err == nil && p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}

// all are the bans that stand now.
func (b *bans) all(now time.Time) (list []ban) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, x := range b.list {
		if now.Before(x.Until) {
			list = append(list, x)
		}
	}
	return list
}

// put adds a ban in the place of one against the same.
func (b *bans) put(x ban) error {
	return b.change(func(list []ban) []ban {
		return append(slices.DeleteFunc(list, func(o ban) bool { return o.Who == x.Who }), x)
	})
}

// drop lifts a ban; false where there is none.
func (b *bans) drop(who string) (found bool, err error) {
	err = b.change(func(list []ban) []ban {
		return slices.DeleteFunc(list, func(o ban) bool {
			found = found || o.Who == who
			return o.Who == who
		})
	})
	return found, err
}

func (b *bans) change(f func([]ban) []ban) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	list := f(slices.DeleteFunc(slices.Clone(b.list), func(x ban) bool { return !now.Before(x.Until) }))
	if b.path != "" {
		if err := b.write(list); err != nil {
			return fmt.Errorf("write bans: %w", err)
		}
	}
	b.list = list
	return nil
}

// write puts a whole new file in the place of the old one.
func (b *bans) write(list []ban) error {
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	return wholefile.Write(b.path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}
