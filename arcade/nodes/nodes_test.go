package nodes

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"arcade.example.com/storage"
)

// stores are open on one database.
func stores(t *testing.T, n int) (list []storage.Store) {
	t.Helper()
	first := storage.NewMemory()
	list = append(list, first)
	for range n - 1 {
		s, err := storage.New(first.(storage.Engine), nil)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func hostKey(t *testing.T) ssh.PublicKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return signer.PublicKey()
}

func names(list []Node) string {
	var all []string
	for _, n := range list {
		all = append(all, n.Name)
	}
	return strings.Join(all, " ")
}

func TestNodesKnowEachOther(t *testing.T) {
	open, host := stores(t, 3), hostKey(t)
	var all []*Nodes
	for i, s := range open {
		n, err := Join(s, fmt.Sprint("n", i), fmt.Sprintf("10.0.0.%d:2222", i), host)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	for i, n := range all {
		if got := names(n.All()); got != "n0 n1 n2" {
			t.Errorf("node %d knows %s", i, got)
		}
		if n.Elected() != (i == 0) {
			t.Errorf("node %d is elected: %v", i, n.Elected())
		}
	}
	if got := names(all[1].Others()); got != "n0 n2" {
		t.Errorf("the others of n1 are %s", got)
	}
	n0 := all[1].Others()[0]
	if n0.Address != "10.0.0.0:2222" || !bytes.Equal(n0.Host.Marshal(), host.Marshal()) || n0.ID != all[0].Self() {
		t.Errorf("n1 knows %+v", n0)
	}
	if caller, ok := all[1].ByKey(all[0].Signer().PublicKey()); !ok || caller.Name != "n0" {
		t.Errorf("the key of n0 is that of %q, %v", caller.Name, ok)
	}
	for _, key := range []ssh.PublicKey{all[1].Signer().PublicKey(), host} {
		if caller, ok := all[1].ByKey(key); ok {
			t.Errorf("a key that is no other node's is %q's", caller.Name)
		}
	}

	changes := 0
	all[1].OnChange(func() { changes++ })
	changes = 0
	open[0].Leave()
	if got := names(all[1].All()); got != "n1 n2" || !all[1].Elected() || all[2].Elected() || changes != 1 {
		t.Errorf("once n0 has left there are %s, n1 is elected: %v, n2: %v, changes: %d", got, all[1].Elected(), all[2].Elected(), changes)
	}
	if _, ok := all[1].ByKey(all[0].Signer().PublicKey()); ok {
		t.Error("the key of a node that has left is known")
	}
}

// What another version posts may make no sense here, and counts as no node.
func TestNodesThatMakeNoSense(t *testing.T) {
	open := stores(t, 2)
	n, err := Join(open[0], "n0", "", hostKey(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "{", "{}", `{"name":"x","host":"AAAA","key":"AAAA"}`, `{"name":7}`} {
		open[1].Post(recordName, []byte(text))
		if got := names(n.All()); got != "n0" {
			t.Errorf("%q: %s", text, got)
		}
	}
	open[1].Post(recordName+"s", []byte("x"))
	if got := names(n.All()); got != "n0" {
		t.Error(got)
	}
}

func TestNobodyIsElectedBeforeTheOthersKnow(t *testing.T) {
	n := &Nodes{board: unposted{storage.NewMemory()}}
	n.board.Post(recordName, []byte("{}"))
	if n.Elected() {
		t.Error("a node is elected that the others cannot see yet")
	}
}

// unposted is a pinboard whose notes are not posted yet.
type unposted struct{ storage.Pinboard }

func (u unposted) Notes(prefix string) []storage.Note {
	list := u.Pinboard.Notes(prefix)
	for i := range list {
		list[i].Order = storage.Unposted
	}
	return list
}
