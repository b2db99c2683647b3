package etcd

import (
	"testing"
	"time"
)

func TestTurns(t *testing.T) {
	type commit struct {
		node string
		ms   int64
	}
	for _, c := range []struct {
		name    string
		commits []commit
		ms      int64
		want    time.Duration // of node b, ms
	}{
		{"nobody else", nil, 0, 0},
		{"only its own", []commit{{"b", 0}, {"b", 10}}, 11, 0},
		{"it joins in", []commit{{"a", 0}, {"c", 10}}, 11, 29},
		{"next", []commit{{"b", 0}, {"c", 10}, {"a", 20}}, 21, 0},
		{"one before it", []commit{{"b", 0}, {"a", 10}, {"c", 20}}, 21, 29},
		{"two before it", []commit{{"c", 0}, {"a", 10}, {"b", 20}}, 21, 59},
		{"the others take no turn", []commit{{"c", 0}, {"a", 10}, {"b", 20}}, 81, 0},
		{"short turns", []commit{{"a", 0}, {"b", 1}}, 1, 5},
		{"long turns", []commit{{"a", 0}, {"b", 200}}, 200, 500},
		{"one that was slow", []commit{{"a", 0}, {"b", 100}, {"c", 110}}, 110, 225},
		{"commits that are rare", []commit{{"a", 0}, {"b", 900}, {"c", 1800}}, 1800, 0},
		{"the others were active long ago", []commit{{"a", 0}, {"c", 10}, {"b", 1500}}, 1501, 0},
	} {
		turns := newTurns("b")
		turns.tried(200 * time.Millisecond)
		begin := time.Now()
		at := func(ms int64) time.Time { return begin.Add(time.Duration(ms) * time.Millisecond) }
		for _, one := range c.commits {
			turns.note(one.node+"-17", at(one.ms))
		}
		if got, _ := turns.pause(at(c.ms)); max(got, 0) != c.want*time.Millisecond {
			t.Errorf("%s: %v, want %v ms", c.name, got, c.want)
		}
	}
}

func TestTurnsOfOthers(t *testing.T) {
	begin := time.Now()
	at := func(ms int) time.Time { return begin.Add(time.Duration(ms) * time.Millisecond) }
	wait := func(what string, turns *turns, ms, want int) {
		t.Helper()
		if d, _ := turns.pause(at(ms)); max(d, 0).Truncate(time.Millisecond) != time.Duration(want)*time.Millisecond {
			t.Errorf("%s: %v, want %d ms", what, d, want)
		}
	}
	turns := newTurns("b")
	turns.tried(200 * time.Millisecond)
	turns.note("b-1", at(0))
	turns.note("c-1", at(10))
	wait("next after c", turns, 10, 0)
	_, moved := turns.pause(at(10))
	turns.wanted("a", at(10))
	select {
	case <-moved:
	default:
		t.Error("who waits does not hear that another wants to commit")
	}
	wait("a has tried in vain, and comes first", turns, 10, 30)
	turns.passed(at(40))
	wait("a has let its turn pass", turns, 40, 0)
	turns.note("b-2", at(50))
	wait("after its own commit only c comes before it", turns, 50, 120)
	turns.note("a-1", at(60))
	turns.note("c-2", at(70))
	wait("a commits again", turns, 70, 67)
}

func TestActive(t *testing.T) {
	turns := newTurns("b")
	begin := time.Now()
	active := func(what string, at time.Time, want bool) {
		t.Helper()
		if turns.active(at) != want {
			t.Errorf("%s: active %v", what, !want)
		}
	}
	active("before its first commit", begin, false)
	turns.want(true)
	active("with something to commit", begin, true)
	turns.want(false)
	turns.note("a-1", begin)
	active("while others commit", begin, false)
	turns.note("b-1", begin)
	active("after its own", begin.Add(lately-1), true)
	active("long after", begin.Add(lately), false)
}
