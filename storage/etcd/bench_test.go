package etcd

import (
	"cmp"
	"errors"
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

// side is a store that is held against the others, or three nodes of one.
type side struct {
	name   string
	stores []storage.Store
	rates  []float64
	took   []time.Duration
}

// sides opens bbolt, one node and three nodes on three members, each with so many runs of five thousand players. They are
// asked in turn, so that what else the machine does falls on all of them.
func sides(b *testing.B, players int) []*side {
	file, err := storage.Open(filepath.Join(b.TempDir(), "arcade.db"), storagetest.Secret)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { file.Close() })
	servers := etcdtest.Start(b, 3, etcdtest.Options{})
	nodes := func(n int) (list []storage.Store) {
		a := database(nil)
		for i := range n {
			a.Members = servers.Addresses(i)
			list = append(list, openTest(b, a))
		}
		return list
	}
	all := []*side{{name: "bbolt", stores: []storage.Store{file}}, {name: "one-node", stores: nodes(1)}, {name: "three-nodes", stores: nodes(3)}}
	for _, s := range all {
		saveAll(b, s.stores[:1], 100, players, nil)
	}
	return all
}

func middle[T cmp.Ordered](list []T) T { return slices.Sorted(slices.Values(list))[len(list)/2] }

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
	all := sides(b, 5000)
	for b.Loop() {
		for _, s := range all {
			begun, before := time.Now(), len(s.took)
			saveAll(b, s.stores, 100, 1000, &s.took)
			s.rates = append(s.rates, float64(len(s.took)-before)/time.Since(begun).Seconds())
		}
	}
	for _, s := range all {
		slices.Sort(s.took)
		b.ReportMetric(middle(s.rates), s.name+"-saves/s")
		b.ReportMetric(float64(s.took[len(s.took)*99/100].Milliseconds()), s.name+"-ms-p99")
	}
	for _, s := range all[1:] {
		var beside []float64
		for i, rate := range s.rates {
			beside = append(beside, rate/all[0].rates[i])
		}
		b.ReportMetric(middle(beside), s.name+"-of-bbolt")
	}
}

// BenchmarkRead asks what a leaderboard on screen and a log-in ask.
func BenchmarkRead(b *testing.B) {
	lb := storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All}
	all := sides(b, 20_000)
	ids := make(map[*side][]string)
	for _, s := range all {
		lines, of, err := s.stores[0].Top(lb, 1, 5000)
		if err != nil || of < 4000 {
			b.Fatal(of, err)
		}
		for _, l := range lines {
			ids[s] = append(ids[s], l.ID)
		}
	}
	for what, ask := range map[string]func(s *side) error{
		"row": func(s *side) error { _, err := s.stores[0].Row(lb, ids[s][rand.IntN(len(ids[s]))]); return err },
		"top": func(s *side) error { _, _, err := s.stores[0].Top(lb, 1, 100); return err },
		"log in": func(s *side) error {
			k := storagetest.Key(rand.IntN(5000))
			_, err := s.stores[0].Player(k)
			_, err2 := s.stores[0].Settings(k)
			return errors.Join(err, err2)
		},
	} {
		b.Run(what, func(b *testing.B) {
			for b.Loop() {
				for _, s := range all {
					begun := time.Now()
					if err := ask(s); err != nil {
						b.Fatal(err)
					}
					s.took = append(s.took, time.Since(begun))
				}
			}
			for _, s := range all {
				b.ReportMetric(float64(middle(s.took).Nanoseconds()), s.name+"-ns-p50")
				s.took = nil
			}
		})
	}
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
