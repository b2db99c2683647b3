package etcd

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"arcade.example.com/storage"
	"go.etcd.io/etcd/api/v3/mvccpb"
)

// names makes the names of keys in the cluster from the prefix.
type names string

func (n names) fence() string           { return string(n) + "fence" }
func (n names) settler() string         { return string(n) + "settler" }
func (n names) key(k string) string     { return string(n) + "key/" + k }
func (n names) log() string             { return string(n) + "log/" }
func (n names) commit(seq int64) string { return fmt.Sprintf("%s%016x", n.log(), seq) }
func (n names) isKey(k []byte) bool     { return strings.HasPrefix(string(k), n.key("")) }
func (n names) isCommit(k []byte) bool  { return strings.HasPrefix(string(k), n.log()) }
func (n names) ofKey(k []byte) []byte   { return k[len(n.key("")):] }
func (n names) house() string           { return string(n) + "house" }
func (n names) notes() string           { return string(n) + "note/" }
func (n names) logEnd() string          { return string(n) + "log0" } // the first name after those that begin with log/
func (n names) want() string            { return string(n) + "log." } // and the last one before

// note is where a node's note of a name is posted.
func (n names) note(name, node string) string { return n.notes() + name + "\x00" + node }

// ofNote is the way back.
func (n names) ofNote(k []byte) (name, node string) {
	name, node, _ = strings.Cut(strings.TrimPrefix(string(k), n.notes()), "\x00")
	return name, node
}

// commit is an entry of the log.
type commit struct {
	seq, rev int64
	id       string
	writes   []write
}

// write is a key with its new value, nil where it is deleted.
type write struct{ key, value []byte }

var errEntry = errors.New("an entry of the log makes no sense")

// readCommit reads an entry of the log. What it returns shares the memory of kv.
func (n names) readCommit(kv *mvccpb.KeyValue) (commit, error) {
	seq, err := strconv.ParseInt(strings.TrimPrefix(string(kv.Key), n.log()), 16, 64)
	if err != nil {
		return commit{}, fmt.Errorf("%q: %w", kv.Key, errEntry)
	}
	id, writes, err := decode(kv.Value)
	if err != nil {
		return commit{}, fmt.Errorf("%q: %w", kv.Key, err)
	}
	return commit{seq: seq, rev: kv.ModRevision, id: id, writes: writes}, nil
}

func (n names) readCommits(kvs []*mvccpb.KeyValue) (list []commit, err error) {
	for _, kv := range kvs {
		c, err := n.readCommit(kv)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// encode writes an entry: the id, and each key with its last value. Lengths are varints; that of a value is one more
// than its bytes, and zero where the key is deleted.
func encode(id string, writes []write) []byte {
	size := binary.MaxVarintLen64 + len(id)
	for _, w := range writes {
		size += 2*binary.MaxVarintLen64 + len(w.key) + len(w.value)
	}
	b := append(binary.AppendUvarint(make([]byte, 0, size), uint64(len(id))), id...)
	for _, w := range writes {
		b = append(binary.AppendUvarint(b, uint64(len(w.key))), w.key...)
		if w.value == nil {
			b = append(b, 0)
			continue
		}
		b = append(binary.AppendUvarint(b, uint64(len(w.value))+1), w.value...)
	}
	return b
}

func decode(b []byte) (id string, writes []write, err error) {
	text, b, ok := cut(b, 0)
	for ok && len(b) > 0 {
		var w write
		if w.key, b, ok = cut(b, 0); ok {
			w.value, b, ok = cut(b, 1)
		}
		ok = ok && w.key != nil
		writes = append(writes, w)
	}
	if !ok {
		return "", nil, errEntry
	}
	return string(text), writes, nil
}

// cut takes a length, which is over the bytes by more, and that many bytes from the front. No bytes are nil for length 0
// where that means that there are none, and empty otherwise.
func cut(b []byte, over uint64) (field, rest []byte, ok bool) {
	n, size := binary.Uvarint(b)
	if size <= 0 {
		return nil, nil, false
	}
	b = b[size:]
	if n < over {
		return nil, b, true
	}
	if n -= over; n > uint64(len(b)) {
		return nil, nil, false
	}
	return b[:n:n], b[n:], true
}

// written is what a transaction wrote: each key once, with what it has come to.
func written(t *storage.FileTx) (writes []write) {
	once := make(map[string]bool, len(t.Wrote()))
	for _, k := range t.Wrote() {
		if !once[string(k)] {
			once[string(k)] = true
			writes = append(writes, write{k, t.Get(k)})
		}
	}
	return writes
}
