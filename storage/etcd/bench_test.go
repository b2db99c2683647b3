package etcd

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd/etcdtest"
	"arcade.example.com/storage/storagetest"
)

// kinds are the stores that are held against each other: bbolt, and one and three nodes on three members.
func kinds(b *testing.B, players int, run func(b *testing.B, stores []storage.Store)) {
	file, err := storage.Open(filepath.Join(b.TempDir(), "arcade.db"), storagetest.Secret)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { file.Close() })
	servers := etcdtest.Start(b, 3, etcdtest.Options{})
	a := database(nil)
	node := func(i int) storage.Store {
		a.Members = servers.Addresses(i)
		return openTest(b, a)
	}
	nodes := []storage.Store{node(0)}
	for _, s := range []storage.Store{file, nodes[0]} {
		saveAll(b, []storage.Store{s}, 100, players, nil)
	}
	b.Run("bbolt", func(b *testing.B) { run(b, []storage.Store{file}) })
	b.Run("one node", func(b *testing.B) { run(b, nodes) })
	nodes = append(nodes, node(1), node(2))
	b.Run("three nodes", func(b *testing.B) { run(b, nodes) })
}

var runs atomic.Int64

func init() { runs.Store(rand.Int64N(1 << 40)) }

// saveAll saves n runs from a number of sessions on each store, and notes how long each took.
func saveAll(b *testing.B, stores []storage.Store, sessions, n int, took *[]time.Duration) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for i := range sessions * len(stores) {
		all.Go(func() {
			for range n / sessions {
				x := runs.Add(1)
				run := storagetest.NewRun(fmt.Sprintf("%026d", x), int(x%5000), 20_000+x*7919%200_000)
				run.Ended, run.Steps = time.Now(), make([]byte, 1500)
				begun := time.Now()
				if _, err := stores[i%len(stores)].Save(run); err != nil {
					b.Error(err)
				}
				if took != nil {
					mu.Lock()
					*took = append(*took, time.Since(begun))
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
}

// BenchmarkSave100 saves from a hundred sessions on each node, each save durable before the session's next.
func BenchmarkSave100(b *testing.B) {
	kinds(b, 5000, func(b *testing.B, stores []storage.Store) {
		var took []time.Duration
		for b.Loop() {
			saveAll(b, stores, 100, 2000, &took)
		}
		slices.Sort(took)
		b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "saves/s")
		b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "ms-p50")
		b.ReportMetric(float64(took[len(took)*99/100].Milliseconds()), "ms-p99")
	})
}

// BenchmarkRead asks what a leaderboard on screen and a log-in ask.
func BenchmarkRead(b *testing.B) {
	lb := storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All}
	kinds(b, 20_000, func(b *testing.B, stores []storage.Store) {
		s := stores[0]
		lines, of, err := s.Top(lb, 1, 5000)
		if err != nil || of < 4000 {
			b.Fatal(of, err)
		}
		b.Run("row", func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Row(lb, lines[rand.IntN(len(lines))].ID); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("top 100", func(b *testing.B) {
			for b.Loop() {
				if _, _, err := s.Top(lb, 1, 100); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("log in", func(b *testing.B) {
			for b.Loop() {
				k := storagetest.Key(rand.IntN(5000))
				_, err := s.Player(k)
				if _, err2 := s.Settings(k); err != nil || err2 != nil {
					b.Fatal(err, err2)
				}
			}
		})
	})
}

// BenchmarkOpen fills the replica of a node from a cluster with ten thousand players, who have a run each.
func BenchmarkOpen(b *testing.B) {
	const players = 10_000
	memory := storage.NewMemory()
	for n := range players {
		run := storagetest.NewRun(fmt.Sprintf("%026d", n), n, int64(20_000+n*7919%200_000))
		run.Steps = make([]byte, 300)
		if _, err := memory.Save(run); err != nil {
			b.Fatal(err)
		}
	}
	a := database(etcdtest.Start(b, 1, etcdtest.Options{NoSync: true}).Addresses(0))
	to, err := OpenEngine(Config{Cluster: a, Folder: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	begun := time.Now()
	keys := 0
	if err := storage.Move(memory.(storage.Engine), to, func(_, of int) { keys = of / 2 }); err != nil {
		b.Fatal(err)
	}
	moved := time.Since(begun)
	if err := to.Close(); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for b.Loop() {
		e, err := OpenEngine(Config{Cluster: a, Folder: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		b.ReportMetric(float64(e.Size())/1e6, "MB")
		e.Close()
		b.StartTimer()
	}
	b.ReportMetric(moved.Seconds(), "s-to-move")
	b.ReportMetric(float64(keys), "keys")
}
