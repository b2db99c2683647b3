package records

import (
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// ErrClaim is returned for a code of which no run can be claimed: it was mistyped or used, or it has expired.
var ErrClaim = errors.New("no run can be claimed with this code")

// ClaimFor is how long a guest's run can be claimed. maxClaims bounds how many are kept: the oldest go first.
const (
	ClaimFor  = 10 * time.Minute
	maxClaims = 1000
)

// Claims are the runs that guests have won, each for whoever types its code with a key: once. They last as long as the
// process. The zero Claims has none; it is safe for concurrent use.
type Claims struct {
	mu   sync.Mutex
	list []offered // the oldest first
}

type offered struct {
	code   string
	run    storage.Run
	replay games.Replay
	until  time.Time
}

// codeLength is in characters of base32: 40 bits, of which at most maxClaims are good at any time.
const codeLength = 8

// Offer keeps a run and returns the code by which it is claimed: "7KQF-2MXD".
func (c *Claims) Offer(run storage.Run, replay games.Replay, now time.Time) (code string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expire(now)
	if len(c.list) == maxClaims {
		c.list = c.list[1:]
	}
	code = rand.Text()[:codeLength]
	c.list = append(c.list, offered{code, run, replay, now.Add(ClaimFor)})
	return code[:codeLength/2] + "-" + code[codeLength/2:]
}

// Take hands the run of a code, in either case and with or without its dash, to the holder of a key, as a run of theirs that
// is still to be saved. ErrClaim; storage.ErrGuest for no key, and then the code stays good.
func (c *Claims) Take(code string, k keys.Key, now time.Time) (storage.Run, games.Replay, error) {
	code = strings.ToUpper(strings.ReplaceAll(code, "-", ""))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expire(now)
	for i, x := range c.list {
		if x.code != code {
			continue
		}
		if k.Guest() {
			return storage.Run{}, games.Replay{}, storage.ErrGuest
		}
		c.list = append(c.list[:i:i], c.list[i+1:]...)
		x.run.Key = k
		return x.run, x.replay, nil
	}
	return storage.Run{}, games.Replay{}, ErrClaim
}

// Waits reports whether there is a run to claim with a code.
func (c *Claims) Waits(code string, now time.Time) bool {
	_, _, err := c.Take(code, keys.Key{}, now)
	return errors.Is(err, storage.ErrGuest)
}

func (c *Claims) expire(now time.Time) {
	for len(c.list) > 0 && !now.Before(c.list[0].until) {
		c.list = c.list[1:]
	}
}

// Claim saves the run of a code as the key's own, verified as any other. It waits for the first answer of the store. The
// errors are those of Take; what the store says is in the Outcome, and the run has
// the kind that it was found to be of.
func (s *Saver) Claim(code string, k keys.Key, now time.Time) (storage.Run, Outcome, error) {
	run, replay, err := s.Take(code, k, now)
	if err != nil {
		return run, Outcome{}, err
	}
	o := <-s.Save(run, replay)
	run.Kind = o.Kind
	return run, o, nil
}
