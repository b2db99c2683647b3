package maze

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"arcade.example.com/games"
)

var textures = []texture{deep, wilson, kruskal}

// Every maze is perfect, and what is marked as its path is the one way through it.
func TestPerfect(t *testing.T) {
	for _, size := range []struct{ w, h, seeds int }{
		{5, 5, 2000}, {10, 10, 1000}, {15, 15, 1000}, {20, 20, 1000}, {40, 40, 250},
		{3, 3, 2000}, {3, 4, 1000}, {4, 3, 1000}, {33, 21, 100}, {3, 200, 20}, {200, 3, 20}, {200, 200, 2},
	} {
		for _, made := range textures {
			p := plan{w: size.w, h: size.h, texture: made}
			t.Run(p.mode().ID, func(t *testing.T) {
				t.Parallel()
				var walker walker
				for seed := range games.Seed(size.seeds) {
					m := deal(p, seed)
					if err := errors.Join(walker.check(m), walker.path(m)); err != nil {
						t.Fatalf("seed %v: %v", seed, err)
					}
				}
			})
		}
	}
}

// walker walks through mazes in breadth, and knows of them only what is open.
type walker struct {
	dist  []int // from the entrance, by line and column with the border; wall and unreached are no distances
	queue []int
}

const (
	closed    = -2
	unreached = -1
)

// check holds a maze against its definition: between any two cells there is exactly one way. That is so if all open
// ground can be reached, and there are as many passages as cells, less one.
func (k *walker) check(m *maze) error {
	ground, err := k.look(m)
	if err != nil {
		return err
	}
	if want := 2*m.w*m.h - 1; ground != want {
		return fmt.Errorf("%d cells and passages, want %d", ground, want)
	}
	k.walk(m)
	if len(k.queue) != ground {
		return fmt.Errorf("%d cells and passages can be reached of %d", len(k.queue), ground)
	}
	return nil
}

func (k *walker) at(m *maze, p point) int { return (p.y+1)*(2*m.w+1) + p.x + 1 }

// look notes what is open, and counts it.
func (k *walker) look(m *maze) (ground int, err error) {
	w, h := m.size()
	k.dist = k.dist[:0]
	for y := -1; y <= h; y++ {
		for x := -1; x <= w; x++ {
			if !m.open(x, y) {
				k.dist = append(k.dist, closed)
				if (x|y)&1 == 0 {
					return 0, fmt.Errorf("the cell at %d,%d is closed", x, y)
				}
				continue
			}
			k.dist = append(k.dist, unreached)
			ground++
			if x&y&1 == 1 {
				return 0, fmt.Errorf("the pillar at %d,%d is open", x, y)
			}
		}
	}
	return ground, nil
}

func (k *walker) walk(m *maze) {
	start := k.at(m, m.entrance())
	k.dist[start] = 0
	k.queue = append(k.queue[:0], start)
	for n := 0; n < len(k.queue); n++ {
		i := k.queue[n]
		for _, j := range [...]int{i - 2*m.w - 1, i + 1, i + 2*m.w + 1, i - 1} {
			if k.dist[j] == unreached {
				k.dist[j] = k.dist[i] + 1
				k.queue = append(k.queue, j)
			}
		}
	}
}

// path holds the path that the maze says it has against the distances that check found.
func (k *walker) path(m *maze) error {
	way := m.path()
	marked := 0
	for n := range len(k.dist) {
		if m.onPath(n%(2*m.w+1)-1, n/(2*m.w+1)-1) {
			marked++
		}
	}
	if marked != len(way) {
		return fmt.Errorf("%d points are marked, the path has %d", marked, len(way))
	}
	if got, want := m.units(), k.dist[k.at(m, m.exit())]; got != want || len(way) != want+1 {
		return fmt.Errorf("the path has %d moves, and %d points; the exit is %d away", got, len(way), want)
	}
	for i, p := range way {
		if at := k.dist[k.at(m, p)]; !m.onPath(p.x, p.y) || at != i {
			return fmt.Errorf("point %d of the path, %v: marked %t, at distance %d", i, p, m.onPath(p.x, p.y), at)
		}
	}
	return nil
}

// What deals once deals for ever: a change here is a new version.
func TestDealingNeverChanges(t *testing.T) {
	want := map[string]string{
		"5x5": "3bb994058a5e3e68", "10x10": "c6cd8b4e4e88b7a4", "15x15": "7fefb62ae4504bbe", "20x20": "5b7d0ba1145d6d00", "40x40": "ad4a0a009a8c35cd", "20x20-fp": "f1a25387300fc5a6",
		"33x21": "74446028ecd7e16a", "20x20+wilson": "4ccbfad9fa10ec2a", "20x20+kruskal": "253c304bc85fe2d5",
	}
	if version != 1 {
		t.Errorf("these are the hashes of version 1, not %d", version)
	}
	for id, hash := range want {
		p, err := parsePlan(id)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.New()
		for _, seed := range []games.Seed{0, 1, 0x9f3c, math.MaxUint64} {
			sum.Write(deal(p, seed).appendText(nil, true, nowhere))
		}
		if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != hash {
			t.Errorf("%s: %s, want %s", id, got, hash)
		}
	}
}

func TestFirstPersonHasMazesOfItsOwn(t *testing.T) {
	for seed := range games.Seed(100) {
		above, inside := deal(plan{w: 10, h: 10}, seed), deal(plan{w: 10, h: 10, inside: true}, seed)
		if slices.Equal(above.cells, inside.cells) {
			t.Errorf("seed %v deals a map of its first person", seed)
		}
	}
}

// A maze that is carved in portions, to look at, becomes the same.
func TestCarveInPortions(t *testing.T) {
	for _, made := range textures {
		for seed := range games.Seed(50) {
			p := plan{w: 11, h: 7, texture: made}
			m := bare(p, seed)
			c := m.carver()
			for portions := 1; !c.carve(3); portions++ {
				if portions > p.w*p.h {
					t.Fatalf("%s, seed %v: still not whole after %d portions", made, seed, portions)
				}
			}
			m.solve()
			if want := deal(p, seed); !slices.Equal(m.cells, want.cells) {
				t.Errorf("%s, seed %v: another maze", made, seed)
			}
		}
	}
}

// The carvings have the dead ends that are known of them, in per cent of the cells: Pullen's Daedalus counts 10.0
// depth-first and 29.3 with Wilson's in large mazes, and for Kruskal's he gives 30.
func TestDeadEnds(t *testing.T) {
	for made, want := range map[texture]float64{deep: 10.4, wilson: 29.3, kruskal: 30.6} {
		ends, cells := 0, 0
		for seed := range games.Seed(300) {
			m := deal(plan{w: 30, h: 30, texture: made}, seed)
			for n := range m.w * m.h {
				cells++
				if m.exits(point{n % m.w * 2, n / m.w * 2}) == 1 {
					ends++
				}
			}
		}
		if got := 100 * float64(ends) / float64(cells); math.Abs(got-want) > .5 {
			t.Errorf("%s: %.1f %% dead ends, want %.1f", made, got, want)
		}
	}
}

// Wilson's carving deals each of the 192 perfect mazes of 3 by 3 cells alike often.
func TestWilsonIsUniform(t *testing.T) {
	const mazes, each = 192, 100
	found := map[string]int{}
	for seed := range games.Seed(mazes * each) {
		found[string(deal(plan{w: 3, h: 3, texture: wilson}, seed).appendText(nil, false, nowhere))]++
	}
	if len(found) != mazes {
		t.Errorf("%d different mazes, want %d", len(found), mazes)
	}
	chi := 0.0
	for _, n := range found {
		chi += float64((n-each)*(n-each)) / each
	}
	if chi > 254 { // one in a thousand with 191 degrees of freedom
		t.Errorf("chi square %.0f", chi)
	}
}

// The tree's root is in the middle, at an even place of the matrix.
func TestRoot(t *testing.T) {
	for n, want := range map[int]int{3: 1, 4: 1, 5: 2, 10: 4, 15: 7, 20: 9, 200: 99} {
		m := newMaze(n, n)
		if m.root() != m.index(want, want) {
			t.Errorf("%d cells: root at %d, want %d", n, m.root(), m.index(want, want))
		}
	}
}

func TestText(t *testing.T) {
	text := strings.Join([]string{
		"#######",
		"#S..# #",
		"###.# #",
		"#  .# #",
		"# #.# #",
		"# #..E#",
		"#######",
		"",
	}, "\n")
	if got := string(read(t, text).appendText(nil, true, nowhere)); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
}

// read makes a maze of its text.
func read(t *testing.T, text string) *maze {
	t.Helper()
	lines := strings.Fields(strings.NewReplacer(" ", "_").Replace(text))
	m := newMaze(len(lines[0])/2, len(lines)/2)
	open := func(x, y int) bool { return lines[y+1][x+1] != '#' }
	for n := range m.w * m.h {
		x, y := n%m.w, n/m.w
		if open(2*x+1, 2*y) {
			m.link(m.index(x, y), east)
		}
		if open(2*x, 2*y+1) {
			m.link(m.index(x, y), south)
		}
	}
	var k walker
	if err := k.check(m); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	c := kruskalCarver{m: m, trees: make([]int, len(m.cells))}
	c.root()
	m.solve()
	m.plan = plan{w: m.w, h: m.h}
	return m
}

// A deal takes no memory besides the maze and its cells.
func TestDealAllocates(t *testing.T) {
	got := testing.AllocsPerRun(100, func() { deal(plan{w: 20, h: 20}, 1) })
	if got > 2 {
		t.Errorf("%v allocations", got)
	}
}

func BenchmarkCarve20(b *testing.B)   { benchmarkCarve(b, 20) }
func BenchmarkCarve1000(b *testing.B) { benchmarkCarve(b, 1000) }

// benchmarkCarve measures a whole deal: the memory of the maze, carving, and the path.
func benchmarkCarve(b *testing.B, n int) {
	b.ReportAllocs()
	var seed games.Seed
	for b.Loop() {
		deal(plan{w: n, h: n}, seed)
		seed++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*n), "ns/cell")
}
