package storage

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"arcade.example.com/keys"
)

// drawerEvery is how long a running game stays in the drawer before it is kept: with what it takes to get there and back
// out, no more than 30 seconds of its moves are lost with a machine.
const drawerEvery = 24 * time.Second

// drawer has the running games of one node until they are kept: they are the bulk of all writes, and nobody else asks for
// them. Its file outlasts the process; what is in it is kept when the store is opened again.
type drawer struct {
	file *bolt
	keep func(jot) error

	stop chan struct{}
	done sync.WaitGroup

	mu   sync.Mutex // guards the rest
	jots map[string]jot
}

// jot is a game as it stood when it was jotted down last.
type jot struct {
	tag   keys.Tag
	kind  string // of the key
	p     Progress
	since time.Time // it is in the drawer
}

// openDrawer opens a drawer, whose games keep takes. Those that a process before has left are kept first.
func openDrawer(path string, keep func(jot) error) (*drawer, error) {
	file, err := openBolt(path)
	if err != nil {
		return nil, fmt.Errorf("open running games %s: %w", path, err)
	}
	d := &drawer{file: file, keep: keep, stop: make(chan struct{}), jots: make(map[string]jot)}
	err = file.View(func(t Tx) (err error) {
		t.Walk(nil, nil, func(k, v []byte) bool {
			var j jot
			j, err = readJot(k, v)
			d.jots[j.p.Run] = j
			return err == nil
		})
		return err
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read running games %s: %w", path, err), file.Close())
	}
	d.empty(time.Now())
	d.done.Go(d.look)
	return d, nil
}

// put jots a game down.
func (d *drawer) put(j jot) error {
	d.mu.Lock()
	if old, is := d.jots[j.p.Run]; is {
		if j.p.Epoch == old.p.Epoch && j.p.Count < old.p.Count { // they come in any order
			d.mu.Unlock()
			return nil
		}
		j.since = old.since
	}
	d.jots[j.p.Run] = j
	d.mu.Unlock()
	return d.file.Update(func(t Tx) error {
		t.Put([]byte(j.p.Run), j.encode())
		return nil
	})
}

// remove takes a game out, if it is still there as it is known.
func (d *drawer) remove(j jot) error {
	d.mu.Lock()
	now, is := d.jots[j.p.Run]
	if is = is && now.p.Epoch == j.p.Epoch && now.p.Count <= j.p.Count; is {
		delete(d.jots, j.p.Run)
	}
	d.mu.Unlock()
	if !is {
		return nil
	}
	return d.file.Update(func(t Tx) error {
		t.Del([]byte(j.p.Run))
		return nil
	})
}

// look keeps those that have been in the drawer for long enough, again and again.
func (d *drawer) look() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-d.stop:
			return
		case now := <-tick.C:
			d.empty(now.Add(-drawerEvery))
		}
	}
}

// keptAtOnce is how many games are on their way to be kept at the same time.
const keptAtOnce = 100

// empty keeps those games that have been in the drawer since an instant or longer. One that is over goes; one that could not
// be kept stays.
func (d *drawer) empty(since time.Time) {
	d.mu.Lock()
	all := slices.Collect(maps.Values(d.jots))
	d.mu.Unlock()
	all = slices.DeleteFunc(all, func(j jot) bool { return j.since.After(since) })
	for some := range slices.Chunk(all, keptAtOnce) {
		var under sync.WaitGroup
		for _, j := range some {
			under.Go(func() {
				if err := d.keep(j); err == nil || Permanent(err) {
					_ = d.remove(j) // one that is left is found to be kept, or over, next time
				}
			})
		}
		under.Wait()
	}
}

// close keeps what is in the drawer; what cannot be kept stays in its file.
func (d *drawer) close() error {
	close(d.stop)
	d.done.Wait()
	d.empty(time.Now())
	return d.file.Close()
}

func (j jot) encode() []byte {
	return fields{}.text(string(j.tag[:])).text(j.kind).text(j.p.Game).text(string(encodeProgress(j.p)))
}

func readJot(k, v []byte) (jot, error) {
	r := reader{rest: v}
	tag, kind, game, rest := r.bytes(), r.text(), r.text(), r.bytes()
	if err := r.err(v); err != nil || len(tag) != len(keys.Tag{}) {
		return jot{}, fmt.Errorf("running game %q: %w", k, ErrDamaged)
	}
	p, err := readProgress(key("g", string(bytes.Repeat([]byte{'-'}, idLen)), game), rest)
	return jot{tag: keys.Tag(tag), kind: kind, p: p}, err
}
