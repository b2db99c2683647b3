package solver

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
		want := Analysis{Chance: slices.Repeat([]float64{-1}, len(v.Cell))}
		for k, i := range v.hidden() {
			n := mined(sets, k)
			want.Chance[i] = float64(n) / float64(len(sets))
			switch n {
			case 0:
				want.Safe = append(want.Safe, i)
			case len(sets):
				want.Mine = append(want.Mine, i)
			}
		}
		over := len(v.hidden()) == l.Mines
		want.Guess = len(want.Safe) == 0 && !over
		got := Analyse(v)
		if !slices.Equal(got.Safe, want.Safe) || !slices.Equal(got.Mine, want.Mine) || got.Guess != want.Guess {
			t.Fatalf("%vsafe %v, mine %v, guess %t, want %v, %v, %t", v, got.Safe, got.Mine, got.Guess, want.Safe, want.Mine, want.Guess)
		}
		for i := range v.Cell {
			if math.Abs(got.Chance[i]-want.Chance[i]) > 1e-9 {
				t.Fatalf("%vcell %d: chance %v, want %v", v, i, got.Chance[i], want.Chance[i])
			}
		}
		sensible(t, v, got, over)
		if got.Guess {
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
func sensible(t *testing.T, v View, a Analysis, over bool) {
	t.Helper()
	switch {
	case over:
		if a.Best != -1 {
			t.Fatalf("%vbest %d, with nothing left to open", v, a.Best)
		}
	case a.Guess && (v.Cell[a.Best] != Hidden || slices.Contains(a.Mine, a.Best)):
		t.Fatalf("%vbest %d cannot be opened", v, a.Best)
	case !a.Guess && !slices.Contains(a.Safe, a.Best):
		t.Fatalf("%vbest %d is not safe", v, a.Best)
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
		case k == 1: // a maxNodes
			l, v = anywhere(&r, 60, 40, 800, 900)
		}
		a := Analyse(v)
		for _, i := range a.Safe {
			if l.Mine[i] {
				t.Fatalf("%vcell %d is called safe", v, i)
			}
		}
		for _, i := range a.Mine {
			if !l.Mine[i] {
				t.Fatalf("%vcell %d is called a mine", v, i)
			}
		}
		sum := 0.0
		for _, i := range v.hidden() {
			sum += a.Chance[i]
		}
		if math.Abs(sum-float64(l.Mines)) > 1e-7 {
			t.Fatalf("%vthe chances add up to %v", v, sum)
		}
	}
}

// A constraint left out of a count adds layouts and takes none away, so what is certain without it is certain.
func TestCountWithFewerConstraints(t *testing.T) {
	r := games.NewRand(3, 1)
	fewer := 0
	for range 200 {
		_, v := anywhere(&r, 12, 12, 10+r.N(30), 12)
		g := readGrid(v)
		g.deduce()
		f := newFrontier(g)
		f.components(g, g.constraints())
		for i := range f.constraints {
			f.constraints[i].taken = false
		}
		for i := range f.constraints {
			if f.constraints[i].taken {
				continue
			}
			group := f.connected(int32(i))
			all := f.count(group)
			f.order(group, 2)
			if !f.forward() {
				t.Fatal("two constraints make no maxNodes")
			}
			var some component
			f.backward(&some)
			for k, ways := range all.ways {
				more := some.ways[all.low+k-some.low]
				if more < ways {
					t.Fatalf("%v%v layouts with %d mines, only %v of them with fewer constraints", v, ways, all.low+k, more)
				}
				if more > ways {
					fewer++
				}
			}
		}
	}
	if fewer == 0 {
		t.Error("no constraint was ever left out")
	}
}

func TestBecause(t *testing.T) {
	x := int8(Hidden)
	v := View{W: 3, H: 3, Mines: 2, Cell: []int8{
		x, x, x,
		1, 2, 1,
		0, 0, 0,
	}}
	for cell, want := range map[int][]int{0: {4, 5}, 1: {3, 4, 5}, 2: {3, 4}, 4: nil} {
		got := Analyse(v).Because(cell)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%vcell %d is proved by %v, want %v", v, cell, got, want)
		}
	}
	v = View{W: 5, H: 1, Mines: 1, Cell: []int8{x, 1, x, x, x}}
	if got, want := Analyse(v).Because(4), []int{0, 2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("%vby the count of mines: %v, want all Hidden cells, %v", v, got, want)
	}
}

// A proof proves, and nothing of it can be left out.
func TestBecauseAgainstEnumeration(t *testing.T) {
	r := games.NewRand(4, 1)
	for range 500 {
		_, v := fewHidden(&r, 11)
		a := Analyse(v)
		for k, i := range v.hidden() {
			proof := a.Because(i)
			proves := func(numbers []int) bool {
				sets := v.layouts(numbers, false)
				n := mined(sets, k)
				return n == 0 || n == len(sets)
			}
			switch certain := a.Chance[i] == 0 || a.Chance[i] == 1; {
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
func stuck(n int) (views []View) {
	for seed := games.Seed(0); len(views) < n; seed++ {
		r := games.NewRand(seed, 1)
		l := random(&r, 30, 16, 99, 33)
		v := closed(l)
		l.flood(v, 33)
		a := Analyse(v)
		for ; !a.Guess && a.Best >= 0; a = Analyse(v) {
			for _, i := range a.Safe {
				l.flood(v, i)
			}
		}
		if a.Guess {
			views = append(views, v)
		}
	}
	return views
}

func BenchmarkAnalyse(b *testing.B) {
	views := stuck(50)
	for i := 0; b.Loop(); i++ {
		Analyse(views[i%len(views)])
	}
}
