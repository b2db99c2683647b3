package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPublishedFigures holds the arithmetic against the figures that two implementations of the same algorithm
// publish with their tests: openskill.js (MIT, src/__tests__/rate.test.ts) and openskill.py (MIT), from whose parity
// tests the first has the case of four.
func TestPublishedFigures(t *testing.T) {
	third := 25.0 / 3
	for _, c := range []struct {
		name   string
		before []Rating
		places []int
		want   []Rating
	}{
		{"two beginners", []Rating{New(), New()}, []int{2, 1},
			[]Rating{{22.364610506859503, 8.06590141354368}, {27.635389493140497, 8.06590141354368}}},
		{"four beginners", []Rating{New(), New(), New(), New()}, []int{2, 1, 4, 3},
			[]Rating{{26.55291815138952, 8.17961798837266}, {27.795252672501135, 8.263571791259416},
				{20.962412806387245, 8.084127880168786}, {24.689416369722096, 8.084127880168786}}},
		{"four of different skill", []Rating{{15, third}, {20, third}, {25, third}, {30, third}}, []int{1, 3, 4, 2},
			[]Rating{{18.131120980297805, 8.283536573151807}, {20.405169039419135, 8.107860440531121},
				{20.65583040714804, 8.082574596348321}, {30.80787957313502, 8.155100416275928}}},
		{"four of different doubt", []Rating{{29.182, 4.782}, {27.174, 4.922}, {16.672, 6.217}, {25, third}}, []int{1, 2, 3, 4},
			[]Rating{{30.210227447000438, 4.765617924939384}, {27.644725221915632, 4.883479590134575},
				{17.4036218889969, 6.101259408259549}, {19.21460876538932, 7.854669920480409}}},
		{"a dead heat for second", []Rating{{10, 8}, {5, 10}, {0, 12}}, []int{1, 2, 2},
			[]Rating{{11.942996666741225, 7.926888197620324}, {2.9381178546315034, 9.653804487570165},
				{-1.4024317012198733, 11.323641575516767}}},
		{"a dead heat in the middle", []Rating{{15, third}, {20, third}, {25, third}, {30, third}}, []int{2, 4, 2, 1},
			[]Rating{{15.340043358359136, 8.213141619804967}, {18.007678675484204, 8.189033933813437},
				{24.25801928251219, 8.166918055585525}, {32.39425868364447, 8.247687230833794}}},
		{"a dead heat of all", []Rating{New(), New(), New(), New()}, []int{1, 1, 1, 1},
			[]Rating{{25, 8.263571791259416}, {25, 8.263571791259416}, {25, 8.263571791259416}, {25, 8.263571791259416}}},
		{"nobody else", []Rating{{20, 5}}, []int{1}, []Rating{{20, 5}}},
	} {
		for i, got := range After(c.before, c.places) {
			if math.Abs(got.Mu-c.want[i].Mu) > 1e-9 || math.Abs(got.Sigma-c.want[i].Sigma) > 1e-9 {
				t.Errorf("%s: entrant %d is %v after it, want %v", c.name, i, got, c.want[i])
			}
		}
	}
}

// TestAnyHeat: whatever the heat, nothing leaves the numbers and the order given does not matter. Where there is no
// dead heat, the better of two equals comes out higher.
func TestAnyHeat(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for heat := range 2000 {
		n := 2 + r.IntN(7)
		before, places := make([]Rating, n), r.Perm(n)
		for i := range before {
			before[i] = Rating{r.Float64()*100 - 25, 0.01 + r.Float64()*15}
			if heat%2 == 0 {
				places[i] = r.IntN(n)
			}
		}
		twin := r.IntN(n - 1)
		before[twin+1] = before[twin]
		after := After(before, places)
		if heat%2 == 1 && (places[twin] < places[twin+1]) != (after[twin].Mu > after[twin+1].Mu) {
			t.Fatalf("%v placed %v: %v, the better of two equals is no higher", before, places, after)
		}
		for _, a := range after {
			if math.IsNaN(a.Mu+a.Sigma) || math.IsInf(a.Mu, 0) || a.Sigma <= 0 {
				t.Fatalf("%v placed %v: %v", before, places, after)
			}
		}
		slices.Reverse(before)
		slices.Reverse(places)
		back := After(before, places)
		slices.Reverse(back)
		for i := range back {
			if math.Abs(back[i].Mu-after[i].Mu) > 1e-9 {
				t.Fatalf("in another order: %v, not %v", back, after)
			}
		}
	}
}

// TestSkillShows: of eight whose true order never changes, the ratings have that order after a while, and doubt shrinks.
func TestSkillShows(t *testing.T) {
	ratings, places := make([]Rating, 8), make([]int, 8)
	for i := range ratings {
		ratings[i], places[i] = New(), i
	}
	if New().Shown() != 0 {
		t.Errorf("a beginner is shown as %v", New().Shown())
	}
	for range Settled {
		ratings = After(ratings, places)
	}
	for i := range ratings[1:] {
		if ratings[i].Shown() <= ratings[i+1].Shown() {
			t.Errorf("the %d. is shown as %v, the next as %v", i+1, ratings[i].Shown(), ratings[i+1].Shown())
		}
	}
	if ratings[3].Sigma >= startSigma {
		t.Errorf("after %d heats the doubt is %v", Settled, ratings[3].Sigma)
	}
}
