// Package nodes is which arcades have one store open, and what they tell each other by its pinboard. It knows no session,
// no screen and no connection.
//
// Each arcade is a node, and joins when it begins: the others know its name, the address where they reach its SSH port,
// the host key that answers there, and the public half of a node key. That key is made anew for each start, never leaves the
// process, and proves over SSH to another node who is calling (ByKey); so nobody else can be a node who cannot write to the
// store. A node that leaves is gone at once from the list, one that is killed after ten seconds.
//
// An arcade on a store of its own is the only node, and everything here works as well.
package nodes

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"golang.org/x/crypto/ssh"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Node is an arcade that has the store open.
type Node struct {
	ID      string // no other has it, nor did one that is gone
	Name    string // for people
	Address string // HOST:PORT where the others reach its SSH port; "" where they cannot
	Host    ssh.PublicKey
	Key     ssh.PublicKey
	Since   time.Time
}

// record is a Node as it is posted: the keys are in their wire format.
type record struct {
	Name    string    `json:"name"`
	Address string    `json:"address,omitempty"`
	Host    []byte    `json:"host"`
	Key     []byte    `json:"key"`
	Since   time.Time `json:"since"`
}

// recordName is the name of the note that says who a node is.
const recordName = "node"

// Nodes are the nodes, as one of them knows them. Its methods are safe for concurrent use.
type Nodes struct {
	board    storage.Pinboard
	signer   ssh.Signer
	presence presence
	orders   orders
}

// Join makes the node of a pinboard known to the others.
func Join(board storage.Pinboard, name, address string, host ssh.PublicKey) (*Nodes, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make node key: %w", err)
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		return nil, fmt.Errorf("make node key: %w", err)
	}
	text, err := json.Marshal(record{Name: name, Address: address, Host: host.Marshal(), Key: signer.PublicKey().Marshal(), Since: time.Now().UTC()})
	if err != nil {
		return nil, fmt.Errorf("join: %w", err)
	}
	n := &Nodes{board: board, signer: signer, presence: presence{ends: make(map[string]func()), sessions: make(map[string][]storage.Note)},
		orders: orders{waits: make(map[string]chan<- storage.Note)}}
	board.OnNote(func(note storage.Note) {
		n.presence.note(n.Self(), note)
		n.hear(note)
	})
	board.Post(recordName, text)
	return n, nil
}

// Self is the id of this node.
func (n *Nodes) Self() string { return n.board.Self() }

// Signer has the node key of this node, to call another with.
func (n *Nodes) Signer() ssh.Signer { return n.signer }

// All are the nodes, those first who have been there longest.
func (n *Nodes) All() (list []Node) {
	for _, note := range n.board.Notes(recordName) {
		if x, ok := read(note); ok {
			list = append(list, x)
		}
	}
	return list
}

// Others are the nodes but this one.
func (n *Nodes) Others() (list []Node) {
	for _, x := range n.All() {
		if x.ID != n.Self() {
			list = append(list, x)
		}
	}
	return list
}

// ByKey is the other node that has this node key; false for a key of nobody's.
func (n *Nodes) ByKey(key ssh.PublicKey) (Node, bool) {
	for _, x := range n.Others() {
		if bytes.Equal(x.Key.Marshal(), key.Marshal()) {
			return x, true
		}
	}
	return Node{}, false
}

// Elected reports whether this node is the one that does what one alone should: the one that has been there longest. While
// nodes come and go, and for seconds after one was cut off, there may be none, or two.
func (n *Nodes) Elected() bool {
	for _, note := range n.board.Notes(recordName) {
		if note.Name == recordName {
			return note.Node == n.Self() && note.Order != storage.Unposted
		}
	}
	return false
}

// OnChange has f called for each node that is there, and when one has come or gone. f neither waits nor posts.
func (n *Nodes) OnChange(f func()) {
	n.board.OnNote(func(note storage.Note) {
		if note.Name == recordName {
			f()
		}
	})
}

// read reads what a node has posted; false where it makes no sense, as that of a later version may not.
func read(note storage.Note) (Node, bool) {
	var r record
	if note.Name != recordName || json.Unmarshal(note.Value, &r) != nil {
		return Node{}, false
	}
	host, err := ssh.ParsePublicKey(r.Host)
	if err != nil {
		return Node{}, false
	}
	key, err := ssh.ParsePublicKey(r.Key)
	if err != nil {
		return Node{}, false
	}
	return Node{ID: note.Node, Name: keys.Clean(r.Name, keys.MaxText), Address: keys.Clean(r.Address, keys.MaxText), Host: host, Key: key, Since: r.Since}, true
}
