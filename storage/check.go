package storage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"syscall"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// checkFile refuses a bbolt file that cannot be used safely, before it is mapped into memory and trusted: a cut file
// would end the process, a page that is both free and in use would be overwritten. It reads every page and follows
// every reference. The layout of the pages is bbolt's, of its files of version 2: see its internal/common.
//
// bbolt itself would go on with one bad meta page and lose the last transaction; here that is damage.
func checkFile(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil
	}
	lock, err := bbolt.Open(path, 0, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err := openError(err); err != nil {
		return err
	}
	defer lock.Close()
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err = f.Stat()
	if err != nil {
		return err
	}
	if err := checkPages(f, info.Size()); err != nil {
		return fmt.Errorf("%w: %w: move it away and put a copy in its place", ErrDamaged, err)
	}
	return nil
}

// openError says in this package's words why bbolt does not open a file.
func openError(err error) error {
	var system syscall.Errno // the file could not be opened or mapped: it says nothing of what is in it
	switch {
	case err == nil || errors.As(err, &system):
		return err
	case errors.Is(err, bolterrors.ErrTimeout):
		return ErrInUse
	}
	return fmt.Errorf("%w: %w: move it away and put a copy in its place", ErrDamaged, err)
}

const (
	magic       = 0xED0CDAED
	fileVersion = 2
	headerSize  = 16 // of a page: id 8, flags 2, count 2, overflow 4
	elementSize = 16 // of a branch: position 4, key size 4, page 8; of a leaf: flags 4, position 4, key size 4, value size 4
	bucketSize  = 16 // of a bucket's value: root page 8 (0: the page follows at once), sequence 8
	metaSize    = 64

	branchPage   = 1
	leafPage     = 2
	freelistPage = 16
	bucketLeaf   = 1
	noFreelist   = ^uint64(0)
)

var order = binary.NativeEndian

type meta struct {
	pageSize             int
	root, freelist, high uint64 // pages; high is the first that is not in use
	txid                 uint64
}

func readMeta(f io.ReaderAt, at int64) (meta, error) {
	b := make([]byte, headerSize+metaSize)
	if _, err := f.ReadAt(b, at); err != nil {
		return meta{}, fmt.Errorf("meta page at %d: %w", at, err)
	}
	b = b[headerSize:]
	sum := fnv.New64a()
	sum.Write(b[:metaSize-8])
	if order.Uint32(b) != magic || order.Uint32(b[4:]) != fileVersion || order.Uint64(b[56:]) != sum.Sum64() {
		return meta{}, fmt.Errorf("meta page at %d is not one", at)
	}
	return meta{int(order.Uint32(b[8:])), order.Uint64(b[16:]), order.Uint64(b[32:]), order.Uint64(b[40:]), order.Uint64(b[48:])}, nil
}

func checkPages(f io.ReaderAt, size int64) error {
	m, err := readMeta(f, 0)
	if err != nil {
		return err
	}
	other, err := readMeta(f, int64(m.pageSize))
	if err != nil {
		return err
	}
	if other.pageSize != m.pageSize || m.pageSize < headerSize+metaSize {
		return fmt.Errorf("pages of %d and %d bytes", m.pageSize, other.pageSize)
	}
	if other.txid > m.txid {
		m = other
	}
	if pages := size / int64(m.pageSize); size%int64(m.pageSize) != 0 || uint64(pages) < m.high {
		return fmt.Errorf("it is cut: %d bytes, and has %d pages of %d", size, m.high, m.pageSize)
	}
	c := checker{f: f, meta: m, used: make([]bool, m.high)}
	if err := c.bucket(m.root); err != nil {
		return err
	}
	return c.free()
}

// checker follows the references from page to page.
type checker struct {
	f io.ReaderAt
	meta
	used []bool
}

// page reads a page that nothing has referred to before, with its overflow.
func (c *checker) page(id uint64) ([]byte, error) {
	if id < 2 || id >= c.high || c.used[id] {
		return nil, fmt.Errorf("page %d is referred to wrongly", id)
	}
	b := make([]byte, c.pageSize)
	if _, err := c.f.ReadAt(b, int64(id)*int64(c.pageSize)); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	over := uint64(order.Uint32(b[12:]))
	if order.Uint64(b) != id || over >= c.high-id {
		return nil, fmt.Errorf("page %d has a wrong header", id)
	}
	for i := range over + 1 {
		if c.used[id+i] {
			return nil, fmt.Errorf("page %d is referred to twice", id+i)
		}
		c.used[id+i] = true
	}
	if over == 0 {
		return b, nil
	}
	b = append(b, make([]byte, over*uint64(c.pageSize))...)
	if _, err := c.f.ReadAt(b, int64(id)*int64(c.pageSize)); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	return b, nil
}

// bucket checks the tree of pages under a root.
func (c *checker) bucket(root uint64) error {
	t := tree{checker: c}
	return t.node(root, nil)
}

// tree is a walk through the keys of one bucket, which must rise.
type tree struct {
	*checker
	last []byte
}

// node checks a page and what it refers to; none of its keys is smaller than low.
func (t *tree) node(id uint64, low []byte) error {
	b, err := t.page(id)
	if err != nil {
		return err
	}
	if order.Uint16(b[8:]) == leafPage {
		return t.leaf(b, id, low)
	}
	if order.Uint16(b[8:]) != branchPage || order.Uint16(b[10:]) == 0 {
		return fmt.Errorf("page %d is neither branch nor leaf", id)
	}
	parts := newParts(b)
	for i := range parts.count {
		element := parts.element(i)
		k, ok := parts.take(i, 0, order.Uint32(element[4:]))
		if !ok || i == 0 && bytes.Compare(k, low) < 0 || i > 0 && bytes.Compare(k, t.last) <= 0 {
			return fmt.Errorf("page %d has a wrong key", id)
		}
		if err := t.node(order.Uint64(element[8:]), k); err != nil {
			return err
		}
	}
	return nil
}

func (t *tree) leaf(b []byte, id uint64, low []byte) error {
	parts := newParts(b)
	for i := range parts.count {
		element := parts.element(i)
		k, ok := parts.take(i, 4, order.Uint32(element[8:]))
		if !ok || bytes.Compare(k, low) < 0 || t.last != nil && bytes.Compare(k, t.last) <= 0 {
			return fmt.Errorf("page %d has a wrong key", id)
		}
		t.last = append(t.last[:0], k...)
		v, ok := parts.cut(order.Uint32(element[12:]))
		if !ok {
			return fmt.Errorf("page %d has a wrong value", id)
		}
		if order.Uint32(element)&bucketLeaf == 0 {
			continue
		}
		if err := t.inner(v, id); err != nil {
			return err
		}
	}
	return nil
}

// parts are the keys and values of a page. They follow its elements in order and without a gap, so that a page whose
// count is wrong does not fit.
type parts struct {
	page  []byte
	count int
	at    uint64 // the next part
}

func newParts(page []byte) *parts {
	count := int(order.Uint16(page[10:]))
	return &parts{page, count, uint64(headerSize + count*elementSize)}
}

// element is the ith element, zero where the page ends before it.
func (p *parts) element(i int) []byte {
	at := headerSize + i*elementSize
	if at+elementSize > len(p.page) {
		return make([]byte, elementSize)
	}
	return p.page[at : at+elementSize]
}

// take cuts the key of the ith element, whose position, counted from the element, is the number at pos in it.
func (p *parts) take(i, pos int, size uint32) ([]byte, bool) {
	if uint64(headerSize+i*elementSize)+uint64(order.Uint32(p.element(i)[pos:])) != p.at {
		return nil, false
	}
	return p.cut(size)
}

func (p *parts) cut(size uint32) ([]byte, bool) {
	from := p.at
	p.at += uint64(size)
	if p.at > uint64(len(p.page)) {
		return nil, false
	}
	return p.page[from:p.at], true
}

// inner checks a bucket that is the value of a key: a root page, or for a small one the page itself.
func (t *tree) inner(v []byte, id uint64) error {
	if len(v) < bucketSize {
		return fmt.Errorf("page %d has a bucket of %d bytes", id, len(v))
	}
	if root := order.Uint64(v); root != 0 {
		return t.bucket(root)
	}
	if len(v) < bucketSize+headerSize || order.Uint16(v[bucketSize+8:]) != leafPage {
		return fmt.Errorf("page %d has a wrong bucket", id)
	}
	within := tree{checker: t.checker}
	return within.leaf(v[bucketSize:], id, nil)
}

// free checks that the free pages are in nobody's use.
func (c *checker) free() error {
	if c.freelist == noFreelist {
		return nil
	}
	b, err := c.page(c.freelist)
	if err != nil {
		return err
	}
	n, ids := uint64(order.Uint16(b[10:])), b[headerSize:]
	if n == 0xFFFF { // too many for the header: the count comes first
		n, ids = order.Uint64(ids), ids[8:]
	}
	if order.Uint16(b[8:]) != freelistPage || n > uint64(len(ids)/8) {
		return fmt.Errorf("page %d is no list of free pages", c.freelist)
	}
	for i := range n {
		id := order.Uint64(ids[8*i:])
		if id < 2 || id >= c.high || c.used[id] {
			return fmt.Errorf("page %d is listed as free wrongly", id)
		}
		c.used[id] = true
	}
	return nil
}
