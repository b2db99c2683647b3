package etcd

import (
	"fmt"
	"time"

	"arcade.example.com/storage"
)

// behindFor is how long commits of others wait for the next transaction of this node, which takes them along. Writing them to
// the replica one by one costs as much as making them did.
const behindFor = 200 * time.Millisecond

// maxBehind is how many commits of others a transaction takes along without a loss when it was made in vain.
const maxBehind = 3

// learn notes commits that follow each other, those that are known already left out. moving is held.
func (c *cluster) learn(commits []commit) error {
	next := c.seq + 1
	for len(commits) > 0 && commits[0].seq < next {
		commits = commits[1:]
	}
	for i, one := range commits {
		if one.seq != next+int64(i) {
			return errGap
		}
	}
	if len(commits) == 0 {
		return nil
	}
	now := time.Now()
	for _, one := range commits {
		c.behind = append(c.behind, one)
		c.seq, c.rev = one.seq, one.rev
		c.turns.note(one.id, now)
	}
	if len(c.behind) == len(commits) {
		c.since = now
	}
	select {
	case c.late <- struct{}{}:
	default:
	}
	return nil
}

// catchUp brings the replica forward where no transaction of this node does so soon.
func (c *cluster) catchUp() {
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-c.late:
		}
		for d := behindFor; d > 0; d = c.bringOld() {
			if !c.wait(d) {
				return
			}
		}
	}
}

// bringOld brings the replica forward where it has been behind for long enough, and returns after what time to look again; 0
// when it is behind no more.
func (c *cluster) bringOld() time.Duration {
	c.moving.Lock()
	defer c.moving.Unlock()
	if d := behindFor - time.Since(c.since); len(c.behind) > 0 && d > 0 {
		return d
	}
	if err := c.bring(); err != nil {
		c.note(err)
	}
	return 0
}

// bring writes to the replica what it is behind. moving is held.
func (c *cluster) bring() error {
	if len(c.behind) == 0 {
		return nil
	}
	err := c.replica.Load().Write(func(t *storage.FileTx) error { return replay(t, c.behind) })
	if err != nil {
		return fmt.Errorf("%w: %w", errLocal, err)
	}
	c.brought()
	return nil
}

// brought tells of what the replica was behind, and is no more. moving is held.
func (c *cluster) brought() {
	for _, one := range c.behind {
		var keys [][]byte
		for _, w := range one.writes {
			keys = append(keys, w.key)
		}
		c.Tell(keys)
	}
	c.behind = nil
}

// replay writes what commits wrote.
func replay(t *storage.FileTx, commits []commit) error {
	for _, one := range commits {
		for _, w := range one.writes {
			t.Replay(w.key, w.value)
		}
	}
	return t.Err()
}
