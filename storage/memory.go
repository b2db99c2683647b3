package storage

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// NewMemory returns a store that forgets everything when it is closed: for play in one's own terminal, and for tests.
func NewMemory() Store {
	s, err := newStore(&memory{values: make(map[string][]byte)})
	if err != nil {
		panic(err) // an empty map can always be prepared
	}
	return s
}

// memory keeps the keys in a sorted slice and the values in a map.
type memory struct {
	mu     sync.RWMutex
	sorted []string
	values map[string][]byte
	bytes  int64
}

func (m *memory) view(f func(tx) error) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return f(&memoryTx{memory: m})
}

func (m *memory) update(f func(tx) error) (err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := &memoryTx{memory: m}
	done := false
	defer func() {
		if err != nil || !done {
			t.undo()
		}
	}()
	err = f(t)
	done = true
	return err
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
	err = m.view(func(from tx) error {
		return b.update(func(to tx) error {
			from.walk(nil, nil, func(k, v []byte) bool { to.put(k, v); return true })
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

// memoryTx remembers what it overwrote.
type memoryTx struct {
	*memory
	old []replaced
}

type replaced struct {
	key   string
	value []byte // nil: there was none
}

func (t *memoryTx) get(k []byte) []byte { return t.values[string(k)] }

func (t *memoryTx) put(k, v []byte) {
	t.old = append(t.old, replaced{string(k), t.values[string(k)]})
	t.set(string(k), append([]byte{}, v...))
}

func (t *memoryTx) del(k []byte) {
	t.old = append(t.old, replaced{string(k), t.values[string(k)]})
	t.set(string(k), nil)
}

func (t *memoryTx) walk(prefix, from []byte, f func(k, v []byte) bool) {
	if bytes.Compare(from, prefix) < 0 {
		from = prefix
	}
	i, _ := slices.BinarySearch(t.sorted, string(from))
	for ; i < len(t.sorted) && strings.HasPrefix(t.sorted[i], string(prefix)); i++ {
		if !f([]byte(t.sorted[i]), t.values[t.sorted[i]]) {
			return
		}
	}
}

func (t *memoryTx) undo() {
	for _, r := range slices.Backward(t.old) {
		t.set(r.key, r.value)
	}
}

// set puts a value, or takes the key away where the value is nil.
func (m *memory) set(k string, v []byte) {
	old, was := m.values[k]
	i, _ := slices.BinarySearch(m.sorted, k)
	m.bytes += int64(len(v) - len(old))
	switch {
	case v == nil && was:
		m.sorted = slices.Delete(m.sorted, i, i+1)
		m.bytes -= int64(len(k))
	case v != nil && !was:
		m.sorted = slices.Insert(m.sorted, i, k)
		m.bytes += int64(len(k))
	}
	if v == nil {
		delete(m.values, k)
		return
	}
	m.values[k] = v
}
