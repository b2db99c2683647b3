package storagetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"arcade.example.com/storage"
)

// told is a store's notes with a prefix in their order, as "name=value" of all nodes; false while an order is not known.
func told(s storage.Store, prefix string) (text string, ordered bool) {
	ordered = true
	var list []string
	for _, n := range s.Notes(prefix) {
		list = append(list, n.Name+"="+string(n.Value))
		ordered = ordered && n.Order != storage.Unposted
	}
	return strings.Join(list, " "), ordered
}

// tells waits until each store has these notes.
func tells(t testing.TB, prefix, want string, stores ...storage.Store) {
	t.Helper()
	for _, s := range stores {
		within(t, want, func() bool {
			got, ordered := told(s, prefix)
			return got == want && ordered
		})
	}
}

func pinboards(t *testing.T, open func() storage.Store) {
	a, b, c := open(), open(), open()
	if a.Self() == b.Self() || b.Self() == c.Self() || a.Self() == "" {
		t.Errorf("nodes %q %q %q", a.Self(), b.Self(), c.Self())
	}
	var mu sync.Mutex
	heard := make(map[string]string)
	c.OnNote(func(n storage.Note) {
		mu.Lock()
		defer mu.Unlock()
		heard[n.Node+"/"+n.Name] = string(n.Value)
	})
	a.Post("here", []byte("1"))
	own, _ := told(a, "")
	equal(t, "one's own at once", own, "here=1")
	tells(t, "", "here=1", a, b, c)
	b.Post("here", []byte("2"))
	tells(t, "", "here=1 here=2", a, b, c)
	c.Post("hers", nil) // there is none
	c.Post("her", []byte("3"))
	tells(t, "", "here=1 here=2 her=3", a, b, c)
	tells(t, "here", "here=1 here=2", a, b, c)
	equal(t, "whose it is", a.Notes("her")[1].Node, b.Self())

	a.Post("here", []byte("4")) // in its old place
	tells(t, "", "here=4 here=2 her=3", a, b, c)
	a.Post("here", nil)
	tells(t, "", "here=2 her=3", a, b, c)
	a.Post("here", []byte("")) // in a new one
	tells(t, "", "here=2 her=3 here=", a, b, c)
	b.Post("here", nil)
	tells(t, "", "her=3 here=", a, b, c)
	within(t, "what happened to the notes", func() bool {
		mu.Lock()
		defer mu.Unlock()
		gone, known := heard[b.Self()+"/here"]
		return known && gone == "" && heard[c.Self()+"/her"] == "3"
	})
	for n := range 500 {
		a.Post(fmt.Sprintf("many/%03d", n), []byte("x"))
	}
	within(t, "many notes", func() bool { return len(b.Notes("many/")) == 500 })
}

func leavingNodes(t *testing.T, open func() storage.Store) {
	stays, leaves := open(), open()
	for n := range 300 {
		leaves.Post(fmt.Sprint("here/", n), []byte("x"))
	}
	stays.Post("here", []byte("y"))
	within(t, "notes", func() bool { return len(stays.Notes("here/")) == 300 })
	leaves.Leave()
	equal(t, "one's own, at once", len(leaves.Notes("here/")), 0)
	leaves.Post("here", []byte("z"))
	tells(t, "", "here=y", stays)
	is(t, "keep", leaves.SetSettings(Key(1), map[string]string{"theme": "dark"}), nil)
}
