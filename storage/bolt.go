package storage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
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
	err := b.view(func(t tx) error { stale = t.get(keyStale) != nil; return nil })
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

var bucket = []byte("kv")

const (
	lockWait = time.Second // for another process to let go of the file
	maxBatch = 256         // writes a transaction: what 100 sessions ask for at once, and a bound for its memory
)

// bolt keeps the keys in one bucket of a bbolt file. Writes that are asked for while another is being made durable
// share the next transaction and its fsync.
type bolt struct {
	db *bbolt.DB

	turn  chan struct{} // held by the one who commits
	mu    sync.Mutex    // guards the rest
	queue []*write
	ill   error // why the last write failed, nil when it did not
	dead  bool  // the file's state is unknown: no more writes
	stuck bool  // a transaction could not even be rolled back: bbolt would wait for it for ever

	watchers
}

// write is an update on its way: err and panicked are set when done is closed.
type write struct {
	f        func(tx) error
	err      error
	panicked any
	done     chan struct{}
}

func openBolt(path string) (*bolt, error) {
	if err := checkFile(path); err != nil {
		return nil, err
	}
	options := bbolt.Options{Timeout: lockWait, FreelistType: bbolt.FreelistMapType}
	db, err := bbolt.Open(path, 0o600, &options)
	b := &bolt{turn: make(chan struct{}, 1)}
	if errors.Is(err, syscall.EROFS) {
		b.ill, b.dead, options.ReadOnly = err, true, true
		db, err = bbolt.Open(path, 0o600, &options)
	}
	if err != nil {
		return nil, openError(err)
	}
	b.db = db
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

func (b *bolt) view(f func(tx) error) error {
	return b.read(func(t *bbolt.Tx) error { return f(&boltTx{bucket: t.Bucket(bucket)}) })
}

func (b *bolt) read(f func(*bbolt.Tx) error) (err error) {
	defer faults(&err)()
	return b.db.View(f)
}

// faults turns a page that cannot be read, or that bbolt finds to be nonsense, into ErrDamaged: the file is mapped
// into memory, and what happens to it on disk would otherwise end the process.
func faults(err *error) func() {
	old := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(old)
		r := recover()
		if r == nil {
			return
		}
		if *err = damaged(r); *err == nil {
			panic(r)
		}
	}
}

// damaged is the error for a panic that comes from the file, nil for any other.
func damaged(r any) error {
	switch r.(type) {
	case interface{ Addr() uintptr }: // a fault
		return fmt.Errorf("%w: %v", ErrDamaged, r)
	case string: // bbolt's own assertions
		return fmt.Errorf("%w: %v", ErrDamaged, r)
	}
	return nil
}

func (b *bolt) update(f func(tx) error) error {
	w := &write{f: f, done: make(chan struct{})}
	b.mu.Lock()
	b.queue = append(b.queue, w)
	b.mu.Unlock()
	select {
	case <-w.done: // another's commit took it along
	case b.turn <- struct{}{}:
		b.lead(w)
		<-b.turn
	}
	if w.panicked != nil {
		panic(w.panicked)
	}
	return w.err
}

// lead commits what is waiting until w is among it. The others wait for the turn themselves: nobody works for them
// longer than for himself.
func (b *bolt) lead(w *write) {
	for {
		select {
		case <-w.done:
			return
		default:
			b.commit(b.take())
		}
	}
}

// take takes the next writes from the queue.
func (b *bolt) take() []*write {
	b.mu.Lock()
	defer b.mu.Unlock()
	batch := slices.Clone(b.queue[:min(len(b.queue), maxBatch)])
	b.queue = slices.Delete(b.queue, 0, len(batch))
	return batch
}

var errNothing = errors.New("nothing was written")

// commit runs writes in one transaction. One that fails after it wrote takes the transaction with it: then the others
// run again without it.
func (b *bolt) commit(batch []*write) {
	if err := b.stopped(); err != nil {
		finishAll(batch, err)
		return
	}
	for len(batch) > 0 {
		failed := -1
		var wrote [][]byte
		err := b.transaction(func(t *boltTx) error {
			for i, w := range batch {
				before := len(t.wrote)
				if whole := w.run(t); !whole || w.err != nil && len(t.wrote) > before {
					failed = i
					return errNothing
				}
			}
			t.counted.flush(t)
			if wrote = t.wrote; len(wrote) == 0 {
				return errNothing
			}
			return t.err
		})
		if failed < 0 || !errors.Is(err, errNothing) {
			if err == nil {
				b.tell(wrote)
			}
			finishAll(batch, b.judge(err))
			return
		}
		close(batch[failed].done)
		batch = slices.Delete(batch, failed, failed+1)
	}
}

// run runs the write in a transaction, and reports whether it came to its end.
func (w *write) run(t *boltTx) (whole bool) {
	defer func() {
		if r := recover(); r != nil {
			if w.err = damaged(r); w.err == nil {
				w.panicked = r
			}
		}
	}()
	if w.err = w.f(t); w.err == nil {
		w.err = t.err
	}
	return true
}

// transaction commits what f wrote.
func (b *bolt) transaction(f func(*boltTx) error) (err error) {
	defer faults(&err)()
	return b.db.Update(func(t *bbolt.Tx) error {
		kv, err := t.CreateBucketIfNotExists(bucket)
		if err != nil {
			return err
		}
		return f(&boltTx{bucket: kv})
	})
}

// finishAll ends writes whose transaction has ended: with its error, or else with their own.
func finishAll(batch []*write, err error) {
	for _, w := range batch {
		if err != nil {
			w.err = err
		}
		close(w.done)
	}
}

// judge notes what a commit's end says of the file's health, and returns the error for the writers.
//
// A write that found no space was never made, and the next may find some. After any other error, above all of fsync,
// nobody knows what is on disk: bbolt may even show what it said it could not keep. Then the store stops writing.
func (b *bolt) judge(err error) error {
	if errors.Is(err, errNothing) {
		return nil
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

// Backup copies to a file beside the database first, because a transaction that waits for a slow reader keeps every
// page that is freed meanwhile. The file has no name from the beginning, so that a killed server leaves none behind.
func (b *bolt) Backup(w io.Writer) error {
	f, err := os.CreateTemp(filepath.Dir(b.db.Path()), ".backup-*")
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	err = b.read(func(t *bbolt.Tx) error {
		_, err := t.WriteTo(f)
		return err
	})
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	if _, err := io.Copy(w, f); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return nil
}

func (b *bolt) Size() (n int64) {
	_ = b.db.View(func(t *bbolt.Tx) error { n = t.Size(); return nil }) // fails only when closed: then 0
	return n
}

// Close waits for transactions under way.
func (b *bolt) Close() error {
	b.mu.Lock()
	stuck, ill := b.stuck, b.ill
	b.mu.Unlock()
	if stuck {
		return fmt.Errorf("close: %w", ill)
	}
	return b.db.Close()
}

// boltTx is a transaction; a nil bucket is an empty one. It keeps the first error of a put or del until the
// write that made it has ended.
type boltTx struct {
	bucket  *bbolt.Bucket
	wrote   [][]byte
	counted sums
	err     error
}

func (t *boltTx) get(k []byte) []byte {
	if t.bucket == nil {
		return nil
	}
	return t.bucket.Get(k)
}

func (t *boltTx) put(k, v []byte) {
	t.wrote = append(t.wrote, k)
	if err := t.bucket.Put(k, v); err != nil && t.err == nil {
		t.err = err
	}
}

func (t *boltTx) del(k []byte) {
	t.wrote = append(t.wrote, k)
	t.counted.forget(k)
	if err := t.bucket.Delete(k); err != nil && t.err == nil {
		t.err = err
	}
}

func (t *boltTx) add(counter []byte, n int) { t.counted.add(counter, n) }

func (t *boltTx) walk(prefix, from []byte, f func(k, v []byte) bool) {
	if t.bucket == nil {
		return
	}
	if string(from) < string(prefix) {
		from = prefix
	}
	c := t.bucket.Cursor()
	for k, v := c.Seek(from); k != nil && strings.HasPrefix(string(k), string(prefix)); k, v = c.Next() {
		if !f(k, v) {
			return
		}
	}
}
