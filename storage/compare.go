package storage

import "bytes"

// compareAtOnce is how many keys of the one side Compare holds.
const compareAtOnce = 1000

// Compare calls differs for each key from a key on that has not the same value on both sides, in order, until differs
// returns false.
func Compare(a, b Tx, from []byte, differs func(key []byte) bool) {
	for more := true; more; {
		var next []byte
		some := pairs(a, from, compareAtOnce)
		if len(some) == compareAtOnce {
			next = after(some[len(some)-1].key)
		}
		more = compareSome(some, b, from, next, differs) && next != nil
		from = next
	}
}

type pair struct{ key, value []byte }

// pairs returns up to n keys with their values, from a key on.
func pairs(t Tx, from []byte, n int) (some []pair) {
	t.Walk(nil, from, func(k, v []byte) bool {
		some = append(some, pair{k, v})
		return len(some) < n
	})
	return some
}

// compareSome holds some keys against those of the other side from a key on and before another, nil for the end.
func compareSome(some []pair, b Tx, from, before []byte, differs func(key []byte) bool) (more bool) {
	more = true
	b.Walk(nil, from, func(k, v []byte) bool {
		if before != nil && bytes.Compare(k, before) >= 0 {
			return false
		}
		for more && len(some) > 0 && bytes.Compare(some[0].key, k) < 0 {
			more = differs(some[0].key)
			some = some[1:]
		}
		same := false
		if len(some) > 0 && bytes.Equal(some[0].key, k) {
			same = bytes.Equal(some[0].value, v)
			some = some[1:]
		}
		more = more && (same || differs(k))
		return more
	})
	for _, p := range some {
		more = more && differs(p.key)
	}
	return more
}
