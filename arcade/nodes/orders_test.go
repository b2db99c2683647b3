package nodes

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/storage"
)

// joined are nodes on one database.
func joined(t *testing.T, n int) (list []*Nodes) {
	t.Helper()
	for i, s := range stores(t, n) {
		x, err := Join(s, fmt.Sprint("n", i), "", hostKey(t))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	return list
}

func TestOrder(t *testing.T) {
	all := joined(t, 3)
	long := strings.Repeat("192.0.2.7 ", 200_000)
	for i, n := range all[1:] {
		n.Obey(func(verb, value string) any { return fmt.Sprint(verb, " ", value, " ", i+1, long) })
	}
	all[0].Obey(func(string, string) any { t.Error("a node obeys itself"); return nil })
	answers, silent := all[0].Order("kick", "ana")
	if len(answers) != 2 || len(silent) != 0 {
		t.Fatalf("%d answers; %q are silent", len(answers), silent)
	}
	for i, a := range answers {
		var text string
		if err := json.Unmarshal(a, &text); err != nil || text != fmt.Sprint("kick ana ", i+1, long) {
			t.Errorf("answer %d: %.20s…, %v", i, text, err)
		}
	}
	if answers, silent := joined(t, 1)[0].Order("kick", "ana"); len(answers) != 0 || len(silent) != 0 {
		t.Errorf("a node alone is answered %d times; %q are silent", len(answers), silent)
	}
}

// Nothing that was ordered or answered stays posted, and who does not answer is named.
func TestOrderThatSomeDoNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := joined(t, 3)
		all[1].Obey(func(string, string) any { time.Sleep(patience + time.Second); return 1 })
		all[2].Obey(func(string, string) any { return func() {} }) // JSON cannot tell it
		begun := time.Now()
		answers, silent := all[0].Order("kick", "ana")
		if len(answers) != 0 || !slices.Equal(silent, []string{"n1", "n2"}) || time.Since(begun) != patience {
			t.Errorf("%q after %v; %q are silent", answers, time.Since(begun), silent)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		for _, n := range all[0].board.Notes("") {
			if n.Name != recordName {
				t.Errorf("%s stays", n.Name)
			}
		}
	})
}

func TestPresence(t *testing.T) {
	all := joined(t, 2)
	var ended []string
	come := func(node int, who, session string) func() {
		return all[node].Come(who, func() { ended = append(ended, session) })
	}
	count := func(want int) {
		t.Helper()
		if a, b := all[0].Here(), all[1].Here(); a != want || b != want {
			t.Errorf("n0 counts %d, n1 %d, want %d", a, b, want)
		}
	}
	leave := []func(){come(0, "ana", "a"), come(1, "ana", "b"), come(1, "ana", "c"), come(1, "rob", "r")}
	count(2)
	for n := range 5 {
		leave = append(leave, come(n%2, "", "guest"))
	}
	count(7)
	if len(ended) != 0 {
		t.Errorf("%q ended", ended)
	}
	leave = append(leave, come(1, "ana", "d"))
	if !slices.Equal(ended, []string{"a"}) {
		t.Errorf("a fourth ended %q", ended)
	}
	leave[0]()
	leave = append(leave[1:], come(0, "ana", "e"))
	if !slices.Equal(ended, []string{"a", "b"}) {
		t.Errorf("another ended %q", ended)
	}
	late, err := Join(anew(t, all[0].board), "late", "", hostKey(t))
	if err != nil || late.Here() != 7 {
		t.Errorf("who joins late counts %d, %v", late.Here(), err)
	}
	for _, gone := range leave {
		gone()
	}
	count(0)
	all[1].board.Post("here/", []byte("x")) // of no version that is known
	all[1].board.Post("here", []byte("x"))
	count(0)
}

// anew is another node's pinboard, beside one.
func anew(t *testing.T, board storage.Pinboard) storage.Pinboard {
	t.Helper()
	s, err := storage.New(board.(storage.Engine), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
