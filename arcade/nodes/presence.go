package nodes

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"sync"

	"arcade.example.com/storage"
)

// PerPlayer is how many sessions a player may have on all nodes together; one more ends the oldest.
const PerPlayer = 3

// Sessions are notes here/WHO/NUMBER, with nobody as WHO for a guest.
const sessionName = "here/"

// presence is who is here, by the notes of all nodes.
type presence struct {
	mu       sync.Mutex
	began    uint64                    // sessions of this node until now
	ends     map[string]func()         // how each of them is ended, by its name
	sessions map[string][]storage.Note // of all nodes, by who
	players  int                       // how many different ones there are, and guests
}

// Come tells the others of a session of somebody's, "" for a guest. It returns what tells that the session has ended. tooMany
// is called, and may be more than once, when newer ones have taken its place; it does not wait.
func (n *Nodes) Come(who string, tooMany func()) (left func()) {
	p := &n.presence
	p.mu.Lock()
	p.began++
	name := sessionName + who + "/" + hex.EncodeToString(binary.BigEndian.AppendUint64(nil, p.began))
	p.ends[name] = tooMany
	p.mu.Unlock()
	n.board.Post(name, []byte{})
	return func() {
		p.mu.Lock()
		delete(p.ends, name)
		p.mu.Unlock()
		n.board.Post(name, nil)
	}
}

// Here is how many different players are here, on all nodes; each guest counts as one.
func (n *Nodes) Here() int {
	n.presence.mu.Lock()
	defer n.presence.mu.Unlock()
	return n.presence.players
}

// note takes in that a session has come or gone.
func (p *presence) note(self string, note storage.Note) {
	for _, end := range p.count(self, note) {
		end()
	}
}

// count returns what ends those sessions of this node that are too many.
func (p *presence) count(self string, note storage.Note) (ends []func()) {
	rest, is := strings.CutPrefix(note.Name, sessionName)
	who, _, ok := strings.Cut(rest, "/")
	if !is || !ok {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.of(who)
	list := slices.DeleteFunc(p.sessions[who], func(o storage.Note) bool { return o.Name == note.Name && o.Node == note.Node })
	if note.Value != nil {
		list = append(list, note)
	}
	if p.sessions[who] = list; len(list) == 0 {
		delete(p.sessions, who)
	}
	p.players += p.of(who) - before
	if who == "" {
		return nil
	}
	slices.SortFunc(list, func(a, b storage.Note) int { return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Name, b.Name)) })
	for _, o := range list[:max(len(list)-PerPlayer, 0)] {
		if end, here := p.ends[o.Name]; here && o.Node == self {
			ends = append(ends, end)
		}
	}
	return ends
}

// of is as how many players somebody counts.
func (p *presence) of(who string) int {
	if who == "" {
		return len(p.sessions[who])
	}
	return min(len(p.sessions[who]), 1)
}
