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
