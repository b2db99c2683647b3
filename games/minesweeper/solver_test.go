package minesweeper

import (
	"math"
	"slices"
	"testing"

	"arcade.example.com/games"
)

func TestAnalyseAgainstEnumeration(t *testing.T) {
	r := games.NewRand(1, 1)
	guesses, counted := 0, 0
	for range 4000 {
		l, v := fewHidden(&r, 14)
		sets := v.layouts(v.numbers(), true)
		want := analysis{chance: slices.Repeat([]float64{-1}, len(v.cell))}
		for k, i := range v.hidden() {
			n := mined(sets, k)
			want.chance[i] = float64(n) / float64(len(sets))
			switch n {
			case 0:
				want.safe = append(want.safe, i)
			case len(sets):
				want.mine = append(want.mine, i)
			}
		}
		over := len(v.hidden()) == l.mines
		want.guess = len(want.safe) == 0 && !over
		got := analyse(v)
		if !slices.Equal(got.safe, want.safe) || !slices.Equal(got.mine, want.mine) || got.guess != want.guess {
			t.Fatalf("%vsafe %v, mine %v, guess %t, want %v, %v, %t", v, got.safe, got.mine, got.guess, want.safe, want.mine, want.guess)
		}
		for i := range v.cell {
			if math.Abs(got.chance[i]-want.chance[i]) > 1e-9 {
				t.Fatalf("%vcell %d: chance %v, want %v", v, i, got.chance[i], want.chance[i])
			}
		}
		sensible(t, v, got, over)
		if got.guess {
			guesses++
		} else if len(v.layouts(v.numbers(), false)) != len(sets) {
			counted++
		}
	}
	if guesses < 500 || counted < 500 {
		t.Errorf("%d guesses and %d positions in which the count matters are too few to tell", guesses, counted)
	}
}

// sensible holds the proposed cell: none after the end, a safe one where there is one, never a certain mine.
func sensible(t *testing.T, v view, a analysis, over bool) {
	t.Helper()
	switch {
	case over:
		if a.best != -1 {
			t.Fatalf("%vbest %d, with nothing left to open", v, a.best)
		}
	case a.guess && (v.cell[a.best] != hidden || slices.Contains(a.mine, a.best)):
		t.Fatalf("%vbest %d cannot be opened", v, a.best)
	case !a.guess && !slices.Contains(a.safe, a.best):
		t.Fatalf("%vbest %d is not safe", v, a.best)
	}
}

// On boards too large to enumerate nothing false may be certain, and the chances add up to the mines.
func TestAnalyseLargeBoards(t *testing.T) {
	r := games.NewRand(2, 1)
	for k := range 120 {
		w, h := 5+r.N(56), 5+r.N(36)
		l, v := anywhere(&r, w, h, 1+r.N(w*h*(1+k%4)/8), 1+r.N(30))
		switch {
		case k%10 == 0:
			l, v = anywhere(&r, 60, 40, 2399-r.N(5)*300, 100)
		case k == 1: // a crowd
			l, v = anywhere(&r, 60, 40, 800, 900)
		}
		a := analyse(v)
		for _, i := range a.safe {
			if l.mine[i] {
				t.Fatalf("%vcell %d is called safe", v, i)
			}
		}
		for _, i := range a.mine {
			if !l.mine[i] {
				t.Fatalf("%vcell %d is called a mine", v, i)
			}
		}
		sum := 0.0
		for _, i := range v.hidden() {
			sum += a.chance[i]
		}
		if math.Abs(sum-float64(l.mines)) > 1e-7 {
			t.Fatalf("%vthe chances add up to %v", v, sum)
		}
	}
}

// A clue left out of a count adds layouts and takes none away, so what is certain without it is certain.
func TestCountWithFewerClues(t *testing.T) {
	r := games.NewRand(3, 1)
	fewer := 0
	for range 200 {
		_, v := anywhere(&r, 12, 12, 10+r.N(30), 12)
		s := readSheet(v)
		s.deduce()
		tangle := newTangle(s)
		tangle.parts(s, s.clues())
		for i := range tangle.clues {
			tangle.clues[i].taken = false
		}
		for i := range tangle.clues {
			if tangle.clues[i].taken {
				continue
			}
			group := tangle.walk(int32(i))
			all := tangle.count(group)
			tangle.order(group, 2)
			if !tangle.forward() {
				t.Fatal("two clues make no crowd")
			}
			var some component
			tangle.backward(&some)
			for k, ways := range all.ways {
				more := some.ways[all.low+k-some.low]
				if more < ways {
					t.Fatalf("%v%v layouts with %d mines, only %v of them with fewer clues", v, ways, all.low+k, more)
				}
				if more > ways {
					fewer++
				}
			}
		}
	}
	if fewer == 0 {
		t.Error("no clue was ever left out")
	}
}

func TestBecause(t *testing.T) {
	x := int8(hidden)
	v := view{w: 3, h: 3, mines: 2, cell: []int8{
		x, x, x,
		1, 2, 1,
		0, 0, 0,
	}}
	for cell, want := range map[int][]int{0: {4, 5}, 1: {3, 4, 5}, 2: {3, 4}, 4: nil} {
		got := analyse(v).because(cell)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%vcell %d is proved by %v, want %v", v, cell, got, want)
		}
	}
	v = view{w: 5, h: 1, mines: 1, cell: []int8{x, 1, x, x, x}}
	if got, want := analyse(v).because(4), []int{0, 2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("%vby the count of mines: %v, want all hidden cells, %v", v, got, want)
	}
}

// A proof proves, and nothing of it can be left out.
func TestBecauseAgainstEnumeration(t *testing.T) {
	r := games.NewRand(4, 1)
	for range 500 {
		_, v := fewHidden(&r, 11)
		a := analyse(v)
		for k, i := range v.hidden() {
			proof := a.because(i)
			proves := func(numbers []int) bool {
				sets := v.layouts(numbers, false)
				n := mined(sets, k)
				return n == 0 || n == len(sets)
			}
			switch certain := a.chance[i] == 0 || a.chance[i] == 1; {
			case !certain && proof != nil:
				t.Fatalf("%vcell %d is not certain, but proved by %v", v, i, proof)
			case !certain:
			case slices.Equal(proof, v.hidden()):
				if proves(v.numbers()) {
					t.Fatalf("%vcell %d is proved without the count of mines", v, i)
				}
			case !proves(proof):
				t.Fatalf("%vcell %d is not proved by %v", v, i, proof)
			default:
				for j := range proof {
					if proves(slices.Delete(slices.Clone(proof), j, j+1)) {
						t.Fatalf("%vcell %d is proved by %v without %d", v, i, proof, proof[j])
					}
				}
			}
		}
	}
}

// stuck are positions of expert games in which the solver has to guess.
func stuck(n int) (views []view) {
	for seed := games.Seed(0); len(views) < n; seed++ {
		r := games.NewRand(seed, 1)
		l := uniform(30, 16, 99, 33, &r)
		v := closed(l)
		l.flood(v, 33)
		a := analyse(v)
		for ; !a.guess && a.best >= 0; a = analyse(v) {
			for _, i := range a.safe {
				l.flood(v, i)
			}
		}
		if a.guess {
			views = append(views, v)
		}
	}
	return views
}

func BenchmarkAnalyse(b *testing.B) {
	views := stuck(50)
	for i := 0; b.Loop(); i++ {
		analyse(views[i%len(views)])
	}
}
