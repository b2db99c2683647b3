package storage

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"go.etcd.io/bbolt"
)

var bucket = []byte("kv")

// File keeps keys in one bucket of a bbolt file. Its methods are safe for concurrent use; one Write runs at a time.
type File struct{ db *bbolt.DB }

// replicaMap is how much of the address space a replica takes at once, in bytes: a write that lets the file grow beyond
// what is mapped would wait for every view to end.
const replicaMap = 1 << 30

// NewReplica makes an empty file in a folder, for a copy of keys that are kept elsewhere. It has no name and is never
// synced: it is gone when it is closed, or the process ends.
func NewReplica(folder string) (*File, error) {
	f, err := os.CreateTemp(folder, ".replica-*") // with mode 0600
	if err != nil {
		return nil, fmt.Errorf("make replica: %w", err)
	}
	defer os.Remove(f.Name())
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("make replica: %w", err)
	}
	db, err := bbolt.Open(f.Name(), 0o600, &bbolt.Options{NoSync: true, NoGrowSync: true, NoFreelistSync: true,
		FreelistType: bbolt.FreelistMapType, InitialMmapSize: replicaMap})
	if err != nil {
		return nil, fmt.Errorf("make replica: %w", err)
	}
	return &File{db}, nil
}

// View runs f in a transaction that reads. It fails with ErrDamaged when a page cannot be read.
func (x *File) View(f func(Tx) error) error {
	return x.read(func(t *bbolt.Tx) error { return f(&FileTx{bucket: t.Bucket(bucket)}) })
}

func (x *File) read(f func(*bbolt.Tx) error) (err error) {
	defer faults(&err)()
	return x.db.View(f)
}

// Write runs f in a transaction, and commits what it wrote unless it returns an error.
func (x *File) Write(f func(*FileTx) error) (err error) {
	defer faults(&err)()
	return x.db.Update(func(t *bbolt.Tx) error {
		kv, err := t.CreateBucketIfNotExists(bucket)
		if err != nil {
			return err
		}
		return f(&FileTx{bucket: kv})
	})
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

// Backup copies to a file beside the database first, because a transaction that waits for a slow reader keeps every
// page that is freed meanwhile. The file has no name from the beginning, so that a killed server leaves none behind.
func (x *File) Backup(w io.Writer) error {
	f, err := os.CreateTemp(filepath.Dir(x.db.Path()), ".backup-*")
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	err = x.read(func(t *bbolt.Tx) error {
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

// Size is the file's size in bytes, 0 when it is closed.
func (x *File) Size() (n int64) {
	_ = x.db.View(func(t *bbolt.Tx) error { n = t.Size(); return nil }) // fails only when closed
	return n
}

// Close waits for transactions under way.
func (x *File) Close() error { return x.db.Close() }

// FileTx is a transaction; a nil bucket is an empty one. It keeps the first error of a put or del until the
// write that made it has ended.
type FileTx struct {
	bucket  *bbolt.Bucket
	wrote   [][]byte
	size    int
	counted sums
	err     error
}

// Wrote is the keys that were put and deleted, in that order, which may repeat.
func (t *FileTx) Wrote() [][]byte { return t.wrote }

// Err is the first error of a Put or Del.
func (t *FileTx) Err() error { return t.err }

func (t *FileTx) Get(k []byte) []byte {
	if t.bucket == nil {
		return nil
	}
	return t.bucket.Get(k)
}

func (t *FileTx) Put(k, v []byte) {
	t.wrote = append(t.wrote, k)
	t.size += len(k) + len(v)
	if v == nil {
		v = []byte{} // what Get returns for it within this transaction too
	}
	if err := t.bucket.Put(k, v); err != nil && t.err == nil {
		t.err = err
	}
}

func (t *FileTx) Del(k []byte) {
	t.wrote = append(t.wrote, k)
	t.size += len(k)
	t.counted.forget(k)
	if err := t.bucket.Delete(k); err != nil && t.err == nil {
		t.err = err
	}
}

// Replay writes what another transaction has written, which is no write of this one's; a nil value deletes.
func (t *FileTx) Replay(k, v []byte) {
	var err error
	if v == nil {
		err = t.bucket.Delete(k)
	} else {
		err = t.bucket.Put(k, v)
	}
	if err != nil && t.err == nil {
		t.err = err
	}
}

func (t *FileTx) Add(counter []byte, n int) { t.counted.add(counter, n) }

func (t *FileTx) Walk(prefix, from []byte, f func(k, v []byte) bool) {
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
