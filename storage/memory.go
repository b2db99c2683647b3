package storage

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/tidwall/btree"
)

// NewMemory returns a store that forgets everything when it is closed: for play in one's own terminal, and for tests.
func NewMemory() Store {
	m := newMemory()
	secret, err := settle(m, func(keep []byte) ([]byte, error) { return keep, nil })
	if err != nil {
		panic(err) // an empty map can always be prepared
	}
	return newStore(m, secret)
}

// memory keeps the keys in a tree. A transaction that writes works on a copy, which shares with the tree whatever it
// does not change, and takes its place at the end.
type memory struct {
	writing sync.Mutex // one transaction at a time

	mu     sync.RWMutex // guards the rest
	values *btree.Map[string, []byte]
	bytes  int64
	Watchers
	pinboards
}

func newMemory() *memory { return &memory{values: new(btree.Map[string, []byte])} }

func (m *memory) View(f func(Tx) error) error {
	m.mu.RLock()
	t := &memoryTx{values: m.values}
	m.mu.RUnlock()
	return f(t)
}

func (m *memory) Update(f func(Tx) error) error {
	m.writing.Lock()
	defer m.writing.Unlock()
	t := &memoryTx{values: m.values.Copy(), bytes: m.bytes}
	if err := f(t); err != nil {
		return err
	}
	t.counted.flush(t)
	m.mu.Lock()
	m.values, m.bytes = t.values, t.bytes
	m.mu.Unlock()
	m.Tell(t.wrote)
	return nil
}

// Backup writes a bbolt file with the same keys.
func (m *memory) Backup(w io.Writer) error {
	dir, err := os.MkdirTemp("", "arcade")
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer os.RemoveAll(dir)
	b, err := openBolt(filepath.Join(dir, "arcade.db"))
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer b.Close()
	err = m.View(func(from Tx) error {
		return b.Update(func(to Tx) error {
			from.Walk(nil, nil, func(k, v []byte) bool { to.Put(k, v); return true })
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return b.Backup(w)
}

func (m *memory) Size() int64 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.bytes
}

func (m *memory) Healthy() error { return nil }
func (m *memory) Close() error   { return nil }

type memoryTx struct {
	values  *btree.Map[string, []byte]
	bytes   int64
	wrote   [][]byte
	counted sums
}

func (t *memoryTx) Get(k []byte) []byte {
	v, _ := t.values.Get(string(k))
	return v
}

func (t *memoryTx) Put(k, v []byte) {
	old, was := t.values.Set(string(k), append([]byte{}, v...))
	t.bytes += int64(len(v) - len(old))
	if !was {
		t.bytes += int64(len(k))
	}
	t.wrote = append(t.wrote, k)
}

func (t *memoryTx) Del(k []byte) {
	if old, was := t.values.Delete(string(k)); was {
		t.bytes -= int64(len(k) + len(old))
	}
	t.counted.forget(k)
	t.wrote = append(t.wrote, k)
}

func (t *memoryTx) Add(counter []byte, n int) { t.counted.add(counter, n) }

func (t *memoryTx) Walk(prefix, from []byte, f func(k, v []byte) bool) {
	t.values.Ascend(max(string(prefix), string(from)), func(k string, v []byte) bool {
		return strings.HasPrefix(k, string(prefix)) && f([]byte(k), v)
	})
}
