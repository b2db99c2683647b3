package nodes

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"time"

	"arcade.example.com/storage"
)

// An order is a note, order/ID; each other node answers with one of its own, answer/ID, until the order is taken down.
const (
	orderName  = "order/"
	answerName = "answer/"
)

// patience is how long a node waits for the others' answers.
const patience = 2 * time.Second

// maxAnswer bounds an answer that is read, in bytes: a node may have ten thousand sessions to tell of.
const maxAnswer = 16 << 20

// order is what one node has the others do.
type order struct {
	Verb  string `json:"verb"`
	Value string `json:"value"`
}

// orders is what is under way of them.
type orders struct {
	mu    sync.Mutex
	obey  func(verb, value string) any // nil before Obey
	waits map[string]chan<- storage.Note
}

// Obey has f do what other nodes order, and answer with what JSON can tell. Each order has a goroutine of its own.
func (n *Nodes) Obey(f func(verb, value string) any) {
	n.orders.mu.Lock()
	defer n.orders.mu.Unlock()
	n.orders.obey = f
}

// Order has every other node do something. It returns the answers, and the names of those nodes that did not answer in time:
// they may do it later.
func (n *Nodes) Order(verb, value string) (answers []json.RawMessage, silent []string) {
	others := n.Others()
	if len(others) == 0 {
		return nil, nil
	}
	text, err := json.Marshal(order{verb, value})
	if err != nil {
		panic(err) // of two texts
	}
	id := rand.Text()
	come := make(chan storage.Note, 4*len(others)) // an answer may come again
	n.orders.wait(id, come)
	defer n.orders.wait(id, nil)
	n.board.Post(orderName+id, text)
	defer n.board.Post(orderName+id, nil)
	late := time.After(patience)
	got := make(map[string]json.RawMessage)
	for len(got) < len(others) {
		select {
		case a := <-come:
			if answer, err := unpack(a.Value); err == nil {
				got[a.Node] = answer
			}
			continue
		case <-late:
		}
		break
	}
	for _, o := range others {
		if answer, ok := got[o.ID]; ok {
			answers = append(answers, answer)
		} else {
			silent = append(silent, o.Name)
		}
	}
	return answers, silent
}

// wait has answers to an order go to a channel, or, where that is nil, nowhere any more.
func (o *orders) wait(id string, to chan<- storage.Note) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if to == nil {
		delete(o.waits, id)
		return
	}
	o.waits[id] = to
}

// hear takes in what others order and answer.
func (n *Nodes) hear(note storage.Note) {
	if id, is := strings.CutPrefix(note.Name, answerName); is && note.Value != nil {
		n.orders.mu.Lock()
		defer n.orders.mu.Unlock()
		select {
		case n.orders.waits[id] <- note:
		default:
		}
		return
	}
	id, is := strings.CutPrefix(note.Name, orderName)
	if !is || note.Node == n.Self() {
		return
	}
	n.orders.mu.Lock()
	obey := n.orders.obey
	n.orders.mu.Unlock()
	if obey == nil {
		return
	}
	go func() { // posting is not for who is told of a note
		if note.Value == nil {
			n.board.Post(answerName+id, nil)
			return
		}
		var o order
		if json.Unmarshal(note.Value, &o) == nil {
			n.board.Post(answerName+id, pack(obey(o.Verb, o.Value)))
		}
		if len(n.board.Notes(orderName+id)) == 0 { // it was taken down meanwhile
			n.board.Post(answerName+id, nil)
		}
	}()
}

// pack and unpack are an answer on its way: of many sessions it is long, and much alike.
func pack(answer any) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if json.NewEncoder(z).Encode(answer) != nil || z.Close() != nil {
		return []byte{} // no answer that could be read
	}
	return b.Bytes()
}

func unpack(b []byte) (json.RawMessage, error) {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, maxAnswer))
}
