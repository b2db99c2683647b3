package etcd

import (
	"bytes"
	"testing"

	"go.etcd.io/etcd/api/v3/mvccpb"
)

func FuzzDecode(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(encode("node1", nil))
	f.Add(encode("node1", []write{{[]byte("p/aaaaaa"), []byte("ana")}, {[]byte("gone"), nil}, {[]byte("empty"), []byte{}}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		id, writes, err := decode(b)
		if err != nil {
			return
		}
		again, same, err := decode(encode(id, writes))
		if err != nil || again != id || len(same) != len(writes) {
			t.Fatal(again, same, err)
		}
		for i, w := range writes {
			if !bytes.Equal(w.key, same[i].key) || !bytes.Equal(w.value, same[i].value) || (w.value == nil) != (same[i].value == nil) {
				t.Errorf("write %d: %q, was %q", i, same[i], w)
			}
		}
	})
}

func TestReadCommit(t *testing.T) {
	n := names("arcade/")
	entry := encode("a1", []write{{[]byte("k"), []byte("v")}})
	got, err := n.readCommit(&mvccpb.KeyValue{Key: []byte(n.commit(0xabc)), Value: entry, ModRevision: 7})
	if err != nil || got.seq != 0xabc || got.rev != 7 || got.id != "a1" || string(got.writes[0].value) != "v" {
		t.Error(got, err)
	}
	for what, kv := range map[string]*mvccpb.KeyValue{
		"no number": {Key: []byte("arcade/log/x"), Value: entry},
		"cut":       {Key: []byte(n.commit(1)), Value: entry[:len(entry)-1]},
		"empty":     {Key: []byte(n.commit(1))},
	} {
		if _, err := n.readCommit(kv); err == nil {
			t.Error(what)
		}
	}
	for _, k := range []string{n.commit(1), n.commit(1 << 60)} {
		if !n.isCommit([]byte(k)) || k >= n.logEnd() || k < n.log() {
			t.Error(k)
		}
	}
}
