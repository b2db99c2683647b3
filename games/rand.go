package games

import "math/bits"

// Rand is the arcade's own source of randomness for dealing: wyrand by Wang Yi, one multiplication a number. Its
// numbers and the mapping to a range are part of every dealing version: they never change. It is made by NewRand, is
// not safe for concurrent use, and not for secrets.
type Rand struct{ state uint64 }

// NewRand returns the source of a seed. Different purposes within one deal use different streams.
func NewRand(seed Seed, stream uint64) Rand {
	r := Rand{uint64(seed) ^ bits.RotateLeft64(stream*0x9e3779b97f4a7c15, 32)}
	r.state = r.Uint64() ^ stream
	return r
}

// Uint64 returns 64 uniform bits.
func (r *Rand) Uint64() uint64 {
	r.state += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(r.state, r.state^0xe7037ed1a0b428db)
	return hi ^ lo
}

// N returns a uniform number in [0, n); n must be positive. It is unbiased (Lemire 2019, "Fast Random Integer
// Generation in an Interval").
func (r *Rand) N(n int) int {
	if n <= 0 {
		panic("games: Rand.N of a range that is empty")
	}
	hi, lo := bits.Mul64(r.Uint64(), uint64(n))
	if lo < uint64(n) {
		for least := -uint64(n) % uint64(n); lo < least; {
			hi, lo = bits.Mul64(r.Uint64(), uint64(n))
		}
	}
	return int(hi)
}
