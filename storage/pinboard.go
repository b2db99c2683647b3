package storage

import (
	"cmp"
	"crypto/rand"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/btree"
)

// Pinboard is where the nodes that have one database open tell each other what is so while they live: who they are, who is
// there, what is to be done. A node is an open store; on an engine that one process alone can open it is the only one. Notes
// are no part of the database: no copy or move has them, and nothing that must last is told here. Where a node is
// killed or cut off, its notes go within ten seconds.
//
// Notes of others come within a second. While the cluster does not answer they stand as they were, and those of this
// node are posted when it does; none of these methods but Leave waits for it.
type Pinboard interface {
	// Self is this node's id: no other node has it, nor did one that is gone.
	Self() string
	// Post puts up this node's note of a name, in the place of its last one. nil takes it down; one that is put up again at
	// once may keep its order.
	Post(name string, value []byte)
	// Notes are those whose names begin with the prefix, of all nodes, in their order.
	Notes(prefix string) []Note
	// OnNote has f called with each note that stands and each that is put up, and with a nil Value where one was taken down,
	// one at a time. f neither waits nor posts.
	OnNote(f func(Note))
	// Leave takes all notes of this node down, as Close does, and posts nothing more. It waits for the cluster, but for two
	// seconds at most.
	Leave()
}

// Note is what a node has posted.
type Note struct {
	Name  string
	Node  string
	Value []byte
	Order int64 // a note that was put up earlier has a lower one, whichever node's it is; Unposted until that is known
}

// Unposted is the order of this node's own note that the others cannot see yet.
const Unposted = math.MaxInt64

// Pinned is the notes that an engine knows of. The zero Pinned has none.
type Pinned struct {
	telling sync.Mutex // one change at a time, with who is told of it

	mu    sync.Mutex // guards the rest
	notes btree.Map[string, Note]
	told  []func(Note)
}

// nameEnds stands between a note's name and its node: it sorts before whatever a name has.
const nameEnds = "\x00"

// Pin puts a note up, or takes down that of the name and node where it has no value, and tells of it if anything changes.
func (p *Pinned) Pin(n Note) {
	p.telling.Lock()
	defer p.telling.Unlock()
	p.mu.Lock()
	k := n.Name + nameEnds + n.Node
	was, stood := p.notes.Get(k)
	if n.Value == nil {
		p.notes.Delete(k)
	} else {
		p.notes.Set(k, n)
	}
	told := p.told
	p.mu.Unlock()
	if stood == (n.Value != nil) && (!stood || was.Order == n.Order && string(was.Value) == string(n.Value)) {
		return
	}
	for _, f := range told {
		f(n)
	}
}

// Note is the note of a name and a node, the zero Note where there is none.
func (p *Pinned) Note(name, node string) Note {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, _ := p.notes.Get(name + nameEnds + node)
	return n
}

// Notes is what Pinboard asks for.
func (p *Pinned) Notes(prefix string) (list []Note) {
	p.mu.Lock()
	p.notes.Ascend(prefix, func(k string, n Note) bool {
		if strings.HasPrefix(k, prefix) {
			list = append(list, n)
			return true
		}
		return false
	})
	p.mu.Unlock()
	slices.SortStableFunc(list, func(a, b Note) int { return cmp.Compare(a.Order, b.Order) })
	return list
}

// OnNote is what Pinboard asks for.
func (p *Pinned) OnNote(f func(Note)) {
	p.telling.Lock()
	defer p.telling.Unlock()
	p.mu.Lock()
	p.told = append(slices.Clip(p.told), f)
	p.mu.Unlock()
	for _, n := range p.Notes("") {
		f(n)
	}
}

// pinboards are those of the nodes that one process has on an engine of its own. The zero pinboards has none.
type pinboards struct {
	Pinned
	posting sync.Mutex // held while a note of any node gets its order and is pinned
	order   int64      // the last one, guarded by posting
}

// NewPinboard is what Engine asks for.
func (b *pinboards) NewPinboard() Pinboard { return &seat{pinboards: b, id: rand.Text()} }

// seat is a node of this process.
type seat struct {
	*pinboards
	id   string
	own  map[string]int64 // the orders of its notes, guarded by posting
	left bool             // likewise
}

func (s *seat) Self() string { return s.id }

func (s *seat) Post(name string, value []byte) {
	s.posting.Lock()
	defer s.posting.Unlock()
	if !s.left {
		s.post(name, value)
	}
}

func (s *seat) post(name string, value []byte) {
	order, stands := s.own[name]
	switch {
	case value == nil:
		delete(s.own, name)
	case !stands:
		if s.own == nil {
			s.own = make(map[string]int64)
		}
		s.order++
		order = s.order
		s.own[name] = order
	}
	s.Pin(Note{Name: name, Node: s.id, Value: value, Order: order})
}

func (s *seat) Leave() {
	s.posting.Lock()
	defer s.posting.Unlock()
	s.left = true
	for name := range s.own {
		s.post(name, nil)
	}
}
