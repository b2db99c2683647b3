// Package rating is the arithmetic of OpenSkill: how well someone races, as a normal distribution, moved by every heat.
// It knows numbers and nothing else.
//
// The model is Plackett-Luce, Algorithm 4 of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
// Ranking", Journal of Machine Learning Research 12 (2011), 267-300, for teams of one.
package rating

import "math"

// The figures that the paper computes with, and tau, the dynamics that OpenSkill adds: a little doubt before every
// heat, so that a rating never stands still for good.
const (
	startMu    = 25.0
	startSigma = startMu / 3
	beta       = startSigma / 2
	kappa      = 0.0001
	tau        = startMu / 300
)

// Settled is how many rated heats it takes before a rating is worth showing.
const Settled = 10

// Rating is what is believed of somebody: their skill is normal with mean Mu and standard deviation Sigma. The zero
// Rating is no belief at all; who has none begins with New.
type Rating struct{ Mu, Sigma float64 }

// New is what is believed of somebody before their first heat.
func New() Rating { return Rating{startMu, startSigma} }

// Shown is the figure to show, mu - 3 sigma: in 99.9 of 100 cases the skill is higher. New is shown as 0; it may be
// negative.
func (r Rating) Shown() float64 { return r.Mu - 3*r.Sigma }

// Change is how a heat moved a rating, as it is shown. The zero Change is none.
type Change struct {
	Heats    int // that moved it, this one among them
	From, To float64
}

// Settled reports whether the rating is worth showing.
func (c Change) Settled() bool { return c.Heats >= Settled }

// After returns what is to be believed after a heat, in the order given. places[i] is where before[i] came: lower is
// better, equal is a dead heat, gaps mean nothing. Both have the same length; a heat of one changes nothing.
func After(before []Rating, places []int) []Rating {
	if len(before) < 2 {
		return append([]Rating(nil), before...)
	}
	f := newField(before, places)
	after := make([]Rating, len(before))
	for i, r := range f.entrants {
		omega, delta := f.update(i)
		after[i] = Rating{r.Mu + omega, r.Sigma * math.Sqrt(max(1-delta, kappa))}
	}
	return after
}

// field is one heat, with what the sums of the algorithm have in common.
type field struct {
	entrants []Rating // with tau added
	places   []int
	c        float64   // the root of the sum of all sigma² + beta²
	strength []float64 // exp(mu/c)
	rest     []float64 // by q: the strength of all who came no better than q
	tied     []float64 // by q: how many share q's place, A_q
}

func newField(before []Rating, places []int) field {
	n := len(before)
	f := field{entrants: make([]Rating, n), places: places, strength: make([]float64, n), rest: make([]float64, n), tied: make([]float64, n)}
	for i, r := range before {
		f.entrants[i] = Rating{r.Mu, math.Hypot(r.Sigma, tau)}
		f.c += f.entrants[i].Sigma*f.entrants[i].Sigma + beta*beta
	}
	f.c = math.Sqrt(f.c)
	for i, r := range before {
		f.strength[i] = math.Exp(r.Mu / f.c)
	}
	for q := range before {
		for s := range before {
			if places[s] >= places[q] {
				f.rest[q] += f.strength[s]
			}
			if places[s] == places[q] {
				f.tied[q]++
			}
		}
	}
	return f
}

// update is the algorithm's step 3 for entrant i: Omega, by which the mean moves, and Delta, by which the variance
// shrinks. gamma is sigma/c, as the paper proposes.
func (f field) update(i int) (omega, delta float64) {
	variance := f.entrants[i].Sigma * f.entrants[i].Sigma
	for q := range f.entrants {
		if f.places[q] > f.places[i] {
			continue
		}
		p := f.strength[i] / f.rest[q] // that i would be the next after those ahead of q
		if q == i {
			omega += (1 - p) / f.tied[q]
		} else {
			omega -= p / f.tied[q]
		}
		delta += p * (1 - p) / f.tied[q]
	}
	gamma := f.entrants[i].Sigma / f.c
	return omega * variance / f.c, delta * gamma * variance / (f.c * f.c)
}
