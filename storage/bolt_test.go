package storage

import (
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"arcade.example.com/keys"
	bolterrors "go.etcd.io/bbolt/errors"
	"golang.org/x/crypto/ssh"
)

func testKey(n int) keys.Key {
	point := sha256.Sum256(fmt.Append(nil, "key ", n))
	pub, err := ssh.NewPublicKey(ed25519.PublicKey(point[:]))
	if err != nil {
		panic(err)
	}
	return keys.Of(pub)
}

// newTest is a store on an engine.
func newTest(t testing.TB, e Engine) *store {
	t.Helper()
	secret, err := settle(e, func(keep []byte) ([]byte, error) { return keep, nil })
	if err != nil {
		t.Fatal(err)
	}
	return newStore(e, secret)
}

func values(t testing.TB, e Engine, prefix string) (all map[string]string) {
	t.Helper()
	all = map[string]string{}
	err := e.View(func(t Tx) error {
		t.Walk([]byte(prefix), nil, func(k, v []byte) bool { all[string(k)] = string(v); return true })
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return all
}

// Of many writes at once, those that fail after they wrote, fail before, or panic, take nothing with them and leave
// nothing behind.
func TestWritesShareATransaction(t *testing.T) {
	for name, e := range map[string]Engine{"bolt": openTest(t), "memory": newMemory()} {
		refused := errors.New("refused")
		var all sync.WaitGroup
		var panics, fails atomic.Int32
		for i := range 400 {
			all.Go(func() {
				defer func() {
					if r := recover(); r != nil {
						panics.Add(1)
					}
				}()
				err := e.Update(func(t Tx) error {
					if i%4 == 1 {
						return refused
					}
					t.Put(fmt.Append(nil, "x/", i), []byte("new"))
					t.Put([]byte("shared"), fmt.Append(nil, i))
					if i%4 == 2 {
						return refused
					}
					if i%4 == 3 {
						panic(errors.New("its caller's own"))
					}
					return nil
				})
				if errors.Is(err, refused) {
					fails.Add(1)
				} else if err != nil {
					t.Error(name, err)
				}
			})
		}
		all.Wait()
		left := values(t, e, "x/")
		for i := 0; i < 400; i += 4 {
			if left[fmt.Sprint("x/", i)] != "new" {
				t.Errorf("%s: write %d is gone", name, i)
			}
		}
		if len(left) != 100 || panics.Load() != 100 || fails.Load() != 200 {
			t.Errorf("%s: %d written, %d panics, %d failed", name, len(left), panics.Load(), fails.Load())
		}
	}
}

// A key that bbolt refuses fails the write that brought it, and nothing else.
func TestRefusedKey(t *testing.T) {
	b := openTest(t)
	err := b.Update(func(t Tx) error { t.Put(nil, []byte("x")); t.Put([]byte("x"), nil); return nil })
	if !errors.Is(err, bolterrors.ErrKeyRequired) || b.Healthy() != nil || len(values(t, b, "")) != 0 {
		t.Error(err, b.Healthy())
	}
}

// Both engines walk the same keys in the same order, whatever is written between.
func TestWalk(t *testing.T) {
	e := map[string]Engine{"bolt": openTest(t), "memory": newMemory()}
	seen := map[string]string{}
	for name, e := range e {
		err := e.Update(func(t Tx) error {
			for i := range 500 {
				t.Put(fmt.Appendf(nil, "%02x", i*37%251), fmt.Append(nil, i))
			}
			for i := range 100 {
				t.Del(fmt.Appendf(nil, "%02x", i))
			}
			for _, from := range []string{"", "7", "80", "8000", "zz"} {
				for _, prefix := range []string{"", "a", "80", "f", "zz"} {
					t.Walk([]byte(prefix), []byte(from), func(k, v []byte) bool {
						seen[name] += string(k) + "=" + string(v) + " "
						return string(k) != "f3"
					})
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen["bolt"] != seen["memory"] || seen["bolt"] == "" {
		t.Errorf("bolt %.100s\nmemory %.100s", seen["bolt"], seen["memory"])
	}
}

// What an error of a commit says of the file: a full disk may have room again, after anything else nobody knows.
func TestHealth(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		dead bool
	}{
		{"no space for a page", &fs.PathError{Op: "write", Err: syscall.ENOSPC}, false},
		{"quota", &fs.PathError{Op: "write", Err: syscall.EDQUOT}, false},
		{"no space to grow", fmt.Errorf("file resize error: %s", syscall.ENOSPC), false},
		{"write", &fs.PathError{Op: "write", Err: syscall.EIO}, true},
		{"fsync", syscall.EIO, true},
		{"fsync without space", syscall.ENOSPC, true},
		{"fsync of a grown file", fmt.Errorf("file sync error: %s", syscall.EIO), true},
	} {
		b := openTest(t)
		if err := b.judge(c.err); !errors.Is(err, ErrReadOnly) || !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := b.Healthy(); !errors.Is(err, ErrReadOnly) || !errors.Is(err, c.err) {
			t.Errorf("%s: healthy: %v", c.name, err)
		}
		tried := false
		err := b.Update(func(t Tx) error { tried = true; t.Put([]byte("x"), nil); return nil })
		if tried == c.dead || (err != nil) != c.dead || (b.Healthy() != nil) != c.dead {
			t.Errorf("%s: tried %v, %v, healthy: %v", c.name, tried, err, b.Healthy())
		}
	}
}

// A newer arcade on the same database changes the layout: this one reads on, and writes nothing any more.
func TestNewerBeside(t *testing.T) {
	for name, e := range map[string]Engine{"bolt": openTest(t), "memory": newMemory()} {
		s := newTest(t, e)
		if err := e.Update(func(t Tx) error { t.Put(keySchema, fields{}.num(schema+1)); return nil }); err != nil {
			t.Fatal(err)
		}
		before := values(t, e, "")
		for what, err := range map[string]error{"settings": s.SetSettings(testKey(1), nil), "healthy": s.Healthy()} {
			if !errors.Is(err, ErrReadOnly) || !errors.Is(err, ErrNewer) {
				t.Errorf("%s: %s: %v", name, what, err)
			}
		}
		if _, err := s.Player(testKey(1)); err != nil || !maps.Equal(values(t, e, ""), before) {
			t.Errorf("%s: %v, or something was written", name, err)
		}
	}
}
