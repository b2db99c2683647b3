package storage

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
)

// Open opens the database at path, or makes one there that its owner alone can read. It fails with ErrInUse when
// another process has it open, with ErrDamaged when it cannot be read safely, with ErrForeign when another program wrote
// it, with ErrNewer when a newer arcade did. On a read-only file system it can be read, and every write returns ErrReadOnly.
//
// A nil secret opens what has no secret beside it, such as a copy, to be read: every write returns ErrReadOnly. ErrSecret
// where the secret is another database's.
func Open(path string, secret Secret) (Store, error) {
	s, err := openStore(path, secret)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	return s, nil
}

// OpenEngine opens the keys alone, as Open does, whatever they are.
func OpenEngine(path string) (Engine, error) {
	b, err := openBolt(path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	return b, nil
}

func openStore(path string, ask Secret) (*store, error) {
	b, err := openBolt(path)
	if err != nil {
		return nil, err
	}
	secret, err := settle(b, ask)
	if err == nil && ask != nil {
		b, err = b.renewed()
	}
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return newStore(b, secret), nil
}

// renewed is the database in a new file, if the one that it has still shows what was deleted on pages that are free.
func (b *bolt) renewed() (*bolt, error) {
	var stale bool
	err := b.View(func(t Tx) error { stale = t.Get(keyStale) != nil; return nil })
	if err != nil || !stale {
		return b, err
	}
	path := b.db.Path()
	fresh, err := os.CreateTemp(filepath.Dir(path), ".renewed-*") // with mode 0600
	if err != nil {
		return b, err
	}
	defer os.Remove(fresh.Name())
	if err := errors.Join(fresh.Close(), copyTo(fresh.Name(), b.db), os.Rename(fresh.Name(), path), syncFolder(path)); err != nil {
		return b, fmt.Errorf("write the database anew: %w", err)
	}
	if err := b.Close(); err != nil {
		return b, err
	}
	again, err := openBolt(path)
	if err != nil {
		return b, err
	}
	return again, nil
}

// copyTo writes what is in a database, and nothing of its free pages, to a file.
func copyTo(path string, from *bbolt.DB) error {
	to, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		return err
	}
	err = bbolt.Compact(to, from, 1<<20)
	if err == nil {
		err = to.Update(func(t *bbolt.Tx) error { return t.Bucket(bucket).Delete(keyStale) })
	}
	return errors.Join(err, to.Close())
}

// syncFolder makes the names in a file's folder durable.
func syncFolder(path string) error {
	f, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

const lockWait = time.Second // for another process to let go of the file

// bolt is the engine on a bbolt file: each write is synced before it is acknowledged.
type bolt struct {
	*File
	*Group
	Watchers
	pinboards

	mu    sync.Mutex // guards the rest
	ill   error      // why the last write failed, nil when it did not
	dead  bool       // the file's state is unknown: no more writes
	stuck bool       // a transaction could not even be rolled back: bbolt would wait for it for ever
}

func openBolt(path string) (*bolt, error) {
	if err := checkFile(path); err != nil {
		return nil, err
	}
	options := bbolt.Options{Timeout: lockWait, FreelistType: bbolt.FreelistMapType}
	db, err := bbolt.Open(path, 0o600, &options)
	b := &bolt{}
	if errors.Is(err, syscall.EROFS) {
		b.ill, b.dead, options.ReadOnly = err, true, true
		db, err = bbolt.Open(path, 0o600, &options)
	}
	if err != nil {
		return nil, openError(err)
	}
	b.File, b.Group = &File{db}, NewGroup(b.transaction)
	if err := b.read(ours); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// ours refuses a file with buckets of another program's, such as a snapshot of etcd's.
func ours(t *bbolt.Tx) error {
	return t.ForEach(func(name []byte, _ *bbolt.Bucket) error {
		if !bytes.Equal(name, bucket) {
			return fmt.Errorf("it has a bucket %.40q: %w", name, ErrForeign)
		}
		return nil
	})
}

// transaction commits what f wrote.
func (b *bolt) transaction(f func(*FileTx) error) error {
	if err := b.stopped(); err != nil {
		return err
	}
	var wrote [][]byte
	err := b.Write(func(t *FileTx) error {
		err := f(t)
		wrote = t.wrote
		return err
	})
	if err == nil {
		b.Tell(wrote)
	}
	return b.judge(err)
}

// judge notes what a commit's end says of the file's health, and returns the error for the writers.
//
// A write that found no space was never made, and the next may find some. After any other error, above all of fsync,
// nobody knows what is on disk: bbolt may even show what it said it could not keep. Then the store stops writing.
func (b *bolt) judge(err error) error {
	if errors.Is(err, errNothing) {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ill = err
	if err == nil {
		return nil
	}
	b.dead = !noSpace(err)
	b.stuck = errors.Is(err, ErrDamaged)
	return fmt.Errorf("%w: %w", ErrReadOnly, err)
}

func noSpace(err error) bool {
	if strings.HasPrefix(err.Error(), "file resize error") { // bbolt's text for a failed ftruncate; it wraps nothing
		return true
	}
	var write *fs.PathError
	full := errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
	return full && errors.As(err, &write) // an fsync's error is bare
}

// stopped is the error for a write that is not even tried.
func (b *bolt) stopped() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.dead {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrReadOnly, b.ill)
}

func (b *bolt) Healthy() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ill == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrReadOnly, b.ill)
}

// Close waits for transactions under way.
func (b *bolt) Close() error {
	b.mu.Lock()
	stuck, ill := b.stuck, b.ill
	b.mu.Unlock()
	if stuck {
		return fmt.Errorf("close: %w", ill)
	}
	return b.File.Close()
}
