package storage

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"
)

// Rescued is what Rescue could save, and what it could not.
type Rescued struct {
	Faults  []error // of meta pages and pages: what was on them is missing
	Players int
	Runs    int      // replays
	Lost    []string // runs that stood on a leaderboard and whose replay is missing
}

// Rescue writes what can be read of a damaged database to a new file, to, which Open takes. A database with one bad meta
// page is read by the other, as it was at that page's transaction; pages that cannot be read are left out. Where some
// are, leaderboards are made anew from the replays that prove them, and keys and names agree with their players.
//
// The damaged file is only read, and the new one is whole or not there. The secret is needed only where the database
// lost what it knows it by; nil is for none. ErrInUse while a server has the file open; ErrDamaged where nothing in it can
// be trusted; fs.ErrExist where there is a file at to.
func Rescue(from, to string, secret Secret) (Rescued, error) {
	r, err := rescueFile(from, to, secret)
	if err != nil {
		return Rescued{}, fmt.Errorf("rescue %s: %w", from, err)
	}
	return r, nil
}

func rescueFile(from, to string, secret Secret) (Rescued, error) {
	if _, err := os.Stat(to); err == nil {
		return Rescued{}, fmt.Errorf("%s: %w", to, os.ErrExist)
	}
	f, err := os.Open(from)
	if err != nil {
		return Rescued{}, err
	}
	defer f.Close()
	// bbolt's own lock, without its opinion on what is in the file.
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); err != nil {
		return Rescued{}, fmt.Errorf("%w: %w", ErrInUse, err)
	}
	s, err := survey(f)
	if err != nil {
		return Rescued{}, err
	}
	fresh, err := os.CreateTemp(filepath.Dir(to), ".rescued-*") // with mode 0600
	if err != nil {
		return Rescued{}, err
	}
	defer os.Remove(fresh.Name()) // gone already where all went well
	if err := fresh.Close(); err != nil {
		return Rescued{}, err
	}
	r, err := s.write(fresh.Name(), secret)
	if err != nil {
		return Rescued{}, err
	}
	return r, errors.Join(os.Rename(fresh.Name(), to), syncFolder(to))
}

// salvage reads what can be read of the pages under a meta page.
type salvage struct {
	checker
	faults []error
	lossy  bool                    // something of the tree is missing
	take   func(k, v []byte) error // with each key of the bucket; its errors end the reading
}

var errBefore = errors.New("so the state before the last transaction is taken, which is in better order")

// survey finds the meta page whose tree has the fewest faults, of two that have as many the later.
func survey(f *os.File) (*salvage, error) {
	metas, faults := readMetas(f)
	var least *salvage
	for i, m := range metas {
		s := &salvage{checker: checker{f: f, meta: m, used: make([]bool, m.high)}, take: func(_, _ []byte) error { return nil }}
		if err := s.root(); err != nil {
			return nil, err
		}
		switch {
		case i == 0:
			least = s
		case len(s.faults) < len(least.faults):
			faults = append(append(faults, least.faults...), errBefore)
			least = s
		}
	}
	if least == nil {
		return nil, fmt.Errorf("%w: neither meta page is one: %w", ErrDamaged, errors.Join(faults...))
	}
	return &salvage{checker: checker{f: f, meta: least.meta, used: make([]bool, least.high)}, faults: faults}, nil
}

// readMetas reads the meta pages that are sound, the later first. Where the first is not, the second is looked for at
// every size that pages can have.
func readMetas(f *os.File) (metas []meta, faults []error) {
	const maxPage = 1 << 16
	sizes := []int{}
	if m, err := readMeta(f, 0); err == nil {
		metas, sizes = append(metas, m), append(sizes, m.pageSize)
	} else {
		faults = append(faults, err)
		for size := 1 << 10; size <= maxPage; size *= 2 {
			sizes = append(sizes, size)
		}
	}
	found := false
	for _, size := range sizes {
		if m, err := readMeta(f, int64(size)); err == nil && m.pageSize == size {
			metas, found = append(metas, m), true
		}
	}
	if !found {
		faults = append(faults, errors.New("the second meta page is not one"))
	}
	// A page count beyond the file would ask for memory that no tree needs.
	info, err := f.Stat()
	if err != nil {
		return nil, append(faults, err)
	}
	metas = slices.DeleteFunc(metas, func(m meta) bool {
		return m.pageSize < headerSize+metaSize || m.high > 4*uint64(info.Size()/int64(m.pageSize)+1)
	})
	slices.SortFunc(metas, func(a, b meta) int { return cmp.Compare(b.txid, a.txid) })
	return metas, faults
}

func (s *salvage) fault(err error) {
	s.faults = append(s.faults, err)
	s.lossy = true
}

// root reads the tree of buckets, in which ours is a leaf's value.
func (s *salvage) root() error {
	return s.node(s.checker.root, func(name, v []byte, flags uint32) error {
		switch {
		case flags&bucketLeaf == 0 || !bytes.Equal(name, bucket):
			return fmt.Errorf("it has a bucket %.40q: %w", name, ErrForeign)
		case len(v) < bucketSize:
			s.fault(fmt.Errorf("a bucket of %d bytes", len(v)))
			return nil
		}
		each := func(k, v []byte, flags uint32) error {
			if flags&bucketLeaf != 0 {
				return fmt.Errorf("it has a bucket %.40q: %w", k, ErrForeign)
			}
			if len(k) < 2 || k[1] != '/' {
				s.fault(fmt.Errorf("a wrong key %.40q", k))
				return nil
			}
			return s.take(k, v)
		}
		if root := order.Uint64(v); root != 0 {
			return s.node(root, each)
		}
		return s.leaf(v[bucketSize:], 0, each)
	})
}

// node reads a page and all below it.
func (s *salvage) node(id uint64, each func(k, v []byte, flags uint32) error) error {
	b, err := s.page(id)
	if err != nil {
		s.fault(err)
		return nil
	}
	switch order.Uint16(b[8:]) {
	case leafPage:
		return s.leaf(b, id, each)
	case branchPage:
		p := newParts(b)
		if p.count == 0 {
			s.fault(fmt.Errorf("page %d leads nowhere", id))
		}
		for i := range p.count {
			if err := s.node(order.Uint64(p.element(i)[8:]), each); err != nil {
				return err
			}
		}
		return nil
	}
	s.fault(fmt.Errorf("page %d is neither branch nor leaf", id))
	return nil
}

// leaf reads a page's keys as far as they fit together.
func (s *salvage) leaf(b []byte, id uint64, each func(k, v []byte, flags uint32) error) error {
	if len(b) < headerSize {
		s.fault(fmt.Errorf("page %d is cut", id))
		return nil
	}
	p := newParts(b)
	var last []byte
	for i := range p.count {
		element := p.element(i)
		k, ok := p.take(i, 4, order.Uint32(element[8:]))
		var v []byte
		if ok {
			v, ok = p.cut(order.Uint32(element[12:]))
		}
		if !ok {
			s.fault(fmt.Errorf("page %d has %d keys, of which %d can be read", id, p.count, i))
			return nil
		}
		if bytes.Compare(k, last) <= 0 {
			s.fault(fmt.Errorf("page %d has a wrong key", id))
			continue
		}
		last = k
		if err := each(k, v, order.Uint32(element)); err != nil {
			return err
		}
	}
	return nil
}

// atOnce is how many keys are written in one transaction: bbolt splits pages only at its end.
const atOnce = 1000

// write writes what can be read to a new file, and mends it where something is missing.
func (s *salvage) write(path string, secret Secret) (r Rescued, err error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		return r, err
	}
	stood := map[string]bool{} // runs on leaderboards
	err = s.copy(db, stood)
	if err = errors.Join(err, db.Sync(), db.Close()); err != nil {
		return r, err
	}
	e, err := openBolt(path)
	if err != nil {
		return r, err
	}
	if s.lossy {
		err = mend(e, secret)
	}
	if err == nil {
		err = e.View(func(t Tx) error { return r.count(t, stood) })
	}
	r.Faults = s.faults
	return r, errors.Join(err, e.Close())
}

// copy writes all keys, and notes the runs on leaderboards.
func (s *salvage) copy(db *bbolt.DB, stood map[string]bool) error {
	var ks, vs [][]byte
	flush := func() error {
		err := db.Update(func(t *bbolt.Tx) error {
			kv, err := t.CreateBucketIfNotExists(bucket)
			for i := range ks {
				err = errors.Join(err, kv.Put(ks[i], vs[i]))
			}
			return err
		})
		ks, vs = ks[:0], vs[:0]
		return err
	}
	s.take = func(k, v []byte) error {
		if strings.HasPrefix(string(k), "s/") || strings.HasPrefix(string(k), "z/") {
			run, _, _ := bytes.Cut(v, []byte{0})
			stood[string(run)] = true
		}
		ks, vs = append(ks, bytes.Clone(k)), append(vs, bytes.Clone(v))
		if len(ks) < atOnce {
			return nil
		}
		return flush()
	}
	if err := s.root(); err != nil {
		return err
	}
	return flush()
}

// count counts what is there, and what stood and is not.
func (r *Rescued) count(t Tx, stood map[string]bool) error {
	t.Walk(key("p"), nil, func(k, v []byte) bool {
		if p, err := readPlayer(k, v); err == nil && p.into == "" {
			r.Players++
		}
		return true
	})
	t.Walk(key("r"), nil, func(k, _ []byte) bool {
		r.Runs++
		delete(stood, string(k[2:]))
		return true
	})
	for run := range stood {
		r.Lost = append(r.Lost, run)
	}
	slices.Sort(r.Lost)
	return nil
}
