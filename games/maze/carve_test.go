package maze

import (
	"testing"

	"arcade.example.com/games"
)

func BenchmarkCarve20(b *testing.B)   { benchmarkCarve(b, 20) }
func BenchmarkCarve1000(b *testing.B) { benchmarkCarve(b, 1000) }

// benchmarkCarve measures a whole deal: carving, the path, and the memory of the maze.
func benchmarkCarve(b *testing.B, n int) {
	b.ReportAllocs()
	var seed games.Seed
	for b.Loop() {
		deal(plan{w: n, h: n}, seed)
		seed++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*n), "ns/cell")
}
