package storage

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// million opens a store with a leaderboard of a million players, whose times lie between 20 s and 220 s as those of a
// large maze do. It returns their ids too.
func million(b *testing.B) (*store, []string) {
	db := openTest(b)
	r := rand.New(rand.NewPCG(1, 1))
	lb := leaderboardOf("a", "maze", "20x20")
	pairs := make([][2][]byte, 0, 3_000_000)
	ids := make([]string, 0, 1_000_000)
	for n := range uint32(1_000_000) {
		id := fmt.Sprintf("%06d", n)
		ms := 20_000 + r.Uint32N(200_000)
		l := line{value: ms, ms: ms, at: int64(n), id: id, run: fmt.Sprintf("%026d", n)}
		ids = append(ids, id)
		pairs = append(pairs,
			[2][]byte{l.key(lb), []byte(l.run)},
			[2][]byte{key("b", id, string(lb)), encodeBest(l)},
			[2][]byte{key("p", id), playerRecord{name: "player" + id}.encode()})
	}
	slices.SortFunc(pairs, func(a, b [2][]byte) int { return bytes.Compare(a[0], b[0]) })
	db.db.NoSync = true
	for some := range slices.Chunk(pairs, 50_000) {
		err := db.Update(func(t Tx) error {
			for _, p := range some {
				t.Put(p[0], p[1])
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := db.Update(recount); err != nil {
		b.Fatal(err)
	}
	db.db.NoSync = false
	return newStore(db, make([]byte, secretLen)), ids
}

func openTest(t testing.TB) *bolt {
	t.Helper()
	db, err := openBolt(filepath.Join(t.TempDir(), "arcade.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// BenchmarkRow1M asks for the rank of one among a million.
func BenchmarkRow1M(b *testing.B) {
	s, ids := million(b)
	r := rand.New(rand.NewPCG(2, 2))
	lb := Leaderboard{Game: "maze", Mode: "20x20", Period: All}
	for b.Loop() {
		if _, err := s.Row(lb, ids[r.IntN(len(ids))]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTop100 asks for a hundred lines of a million, from the first on and from anywhere.
func BenchmarkTop100(b *testing.B) {
	s, ids := million(b)
	r := rand.New(rand.NewPCG(3, 3))
	lb := Leaderboard{Game: "maze", Mode: "20x20", Period: All}
	for name, from := range map[string]func() int{
		"first":    func() int { return 1 },
		"anywhere": func() int { return 1 + r.IntN(len(ids)-100) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if lines, _, err := s.Top(lb, from(), 100); err != nil || len(lines) != 100 {
					b.Fatal(len(lines), err)
				}
			}
		})
	}
}

func benchRun(n int) Run {
	return Run{ID: fmt.Sprintf("%026d", n), Key: testKey(n % 5000), Game: "maze", Mode: "20x20", Version: 1,
		Millis: int64(20_000 + n*7919%200_000), Ended: time.Now(), Steps: make([]byte, 1500)}
}

// BenchmarkSave100 saves from a hundred goroutines, each save durable before the goroutine's next.
func BenchmarkSave100(b *testing.B) {
	s := newTest(b, openTest(b))
	saveFrom100(b, s)
}

// BenchmarkSave100Among1M does so where a million stand already.
func BenchmarkSave100Among1M(b *testing.B) {
	s, _ := million(b)
	saveFrom100(b, s)
}

func saveFrom100(b *testing.B, s *store) {
	var n atomic.Int64
	n.Store(rand.Int64N(1 << 40))
	before := commits(s)
	for b.Loop() {
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				for range 10 {
					if _, err := s.Save(benchRun(int(n.Add(1)))); err != nil {
						b.Error(err)
					}
				}
			})
		}
		all.Wait()
	}
	saves := float64(1000 * b.N)
	b.ReportMetric(saves/b.Elapsed().Seconds(), "saves/s")
	b.ReportMetric(saves/float64(commits(s)-before), "saves/commit")
}

// commits is how many transactions the file has seen.
func commits(s *store) (n int) {
	s.Engine.(*bolt).db.View(func(t *bbolt.Tx) error { n = t.ID(); return nil })
	return n
}

// BenchmarkSaveSingle saves one run after the other.
func BenchmarkSaveSingle(b *testing.B) {
	s := newTest(b, openTest(b))
	n := 0
	for b.Loop() {
		n++
		if _, err := s.Save(benchRun(n)); err != nil {
			b.Fatal(err)
		}
	}
}
