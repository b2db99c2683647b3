package games_test

import (
	"slices"
	"testing"

	"arcade.example.com/games"
)

// The numbers are part of every dealing version. If this test fails, every stored replay has become worthless.
func TestRandNeverChanges(t *testing.T) {
	for _, tt := range []struct {
		seed   games.Seed
		stream uint64
		want   [3]uint64
	}{
		{0, 0, [3]uint64{0x570ed851fce1ba5c, 0xa1084ee7d5ccd6d2, 0x260c414201857d56}},
		{1, 0, [3]uint64{0x26505a5d1fef14f6, 0x3df7d69d7799a37b, 0xcae21aad0d493f62}},
		{0, 1, [3]uint64{0x87022f421e35ac79, 0xab45fcb885311e6c, 0xfde0b2ac32d1cf5d}},
		{0x9f3c5a1178e0d24b, 7, [3]uint64{0x6accb92edfa3d322, 0x4dcdd5aeaff80a59, 0xeaf7b33ded2b52f2}},
	} {
		r := games.NewRand(tt.seed, tt.stream)
		if got := [3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}; got != tt.want {
			t.Errorf("seed %v stream %d: %#x, want %#x", tt.seed, tt.stream, got, tt.want)
		}
	}
	r, got := games.NewRand(42, 0), []int{}
	for n := range 16 {
		got = append(got, r.N(n*n*n+1))
	}
	if want := []int{0, 1, 3, 3, 28, 99, 86, 52, 179, 204, 672, 876, 1417, 1927, 194, 2929}; !slices.Equal(got, want) {
		t.Errorf("N: %v, want %v", got, want)
	}
}

// N is held against the uniform distribution by chi-square. The seeds are fixed, so the test cannot flicker; the
// bounds are those of p = 0.001.
func TestRandNIsUnbiased(t *testing.T) {
	for _, tt := range []struct {
		n     int
		bound float64
	}{{2, 10.83}, {3, 13.82}, {4, 16.27}, {8, 24.32}, {10, 27.88}, {99, 147.01}} {
		for stream := range uint64(4) {
			r, count := games.NewRand(1, stream), make([]int, tt.n)
			each := 5000.0
			for range tt.n * int(each) {
				count[r.N(tt.n)]++
			}
			var x2 float64
			for _, c := range count {
				x2 += (float64(c) - each) * (float64(c) - each) / each
			}
			if x2 > tt.bound {
				t.Errorf("N(%d), stream %d: chi-square %.1f, want at most %.1f", tt.n, stream, x2, tt.bound)
			}
		}
	}
}

// A range just above half of all numbers is where taking the remainder, or a plain multiplication, is most biased: it
// would draw the lowest third twice as often.
func TestRandNOfAHugeRange(t *testing.T) {
	const n = 1 << 62 / 2 * 3
	r, low := games.NewRand(1, 0), 0
	for range 30000 {
		if r.N(n) < n/3 {
			low++
		}
	}
	if low < 9700 || low > 10300 {
		t.Errorf("%d of 30000 in the lowest third, want 10000", low)
	}
}

func TestRandNOfNothing(t *testing.T) {
	for _, n := range []int{0, -1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("N(%d) returned", n)
				}
			}()
			r := games.NewRand(1, 0)
			r.N(n)
		}()
	}
}

// Seeds and streams that differ in one bit deal nothing alike.
func TestRandStreamsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range games.Seed(100) {
		for stream := range uint64(100) {
			r := games.NewRand(seed, stream)
			seen[r.Uint64()] = true
		}
	}
	if len(seen) != 10000 {
		t.Errorf("%d different first numbers from 10000 sources", len(seen))
	}
}

func BenchmarkRandN(b *testing.B) {
	r := games.NewRand(1, 0)
	for b.Loop() {
		r.N(99)
	}
}
