package games

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// MaxSteps is how many steps a run may have and still be replayed; a longer one plays on unranked.
const MaxSteps = 20000

// maxMove bounds a move's text in bytes, maxReplay an encoded replay, maxMillis (34 years) a run's time.
const (
	maxMove   = 64
	maxReplay = 1 << 20
	maxMillis = 1 << 40
)

// ErrReplay is returned for a replay that cannot be read, or that the rules refuse.
var ErrReplay = errors.New("not a valid replay")

// Step is one move of a run, and the run's clock when it was made, in whole milliseconds.
type Step struct {
	At   time.Duration
	Move Move
}

// Replay is a run: what it was dealt from, and every step.
type Replay struct {
	Game    string // Game.ID
	Mode    string // Mode.ID
	Version int    // of the dealing
	Seed    Seed
	Steps   []Step
}

// Play plays a run again by the game's rules and returns its last position and the time on its clock. It fails with
// ErrReplay where a step is illegal, the time runs backwards, or the run was dealt by another game or by a version that
// At does not know.
func (g Game) Play(r Replay) (State, time.Duration, error) {
	dealt, known := g.At(r.Version)
	if r.Game != g.ID || !known {
		return nil, 0, fmt.Errorf("dealt by %s version %d, not %s version %d: %w", r.Game, r.Version, g.ID, g.Version, ErrReplay)
	}
	g = dealt
	if len(r.Steps) > MaxSteps {
		return nil, 0, fmt.Errorf("%d steps: %w", len(r.Steps), ErrReplay)
	}
	m, err := g.Mode(r.Mode)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", err, ErrReplay)
	}
	s, err := g.Deal(m, r.Seed)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", err, ErrReplay)
	}
	var at time.Duration
	for i, st := range r.Steps {
		if st.At < at || st.At%time.Millisecond != 0 || (s.Status() == Ready && st.At != 0) {
			return nil, 0, fmt.Errorf("step %d at %v after %v: %w", i, st.At, at, ErrReplay)
		}
		if s.Status().Over() {
			return nil, 0, fmt.Errorf("step %d after the end: %w", i, ErrReplay)
		}
		at = st.At
		if st.Move.Shows() {
			continue
		}
		if s, err = s.Apply(st.Move); err != nil {
			return nil, 0, fmt.Errorf("step %d, %q: %w: %w", i, st.Move, err, ErrReplay)
		}
	}
	return s, at, nil
}

// Encode returns the steps as bytes: each as the milliseconds since the step before, and its move, which is spelled
// out when it first comes and numbered when it comes again. The order of first coming is the dictionary.
func Encode(steps []Step) []byte {
	b := make([]byte, 0, 4*len(steps)+16)
	b = binary.AppendUvarint(b, uint64(len(steps)))
	seen := make(map[Move]uint64)
	var at time.Duration
	for _, s := range steps {
		b = binary.AppendUvarint(b, uint64((s.At-at)/time.Millisecond))
		at = s.At
		if n, ok := seen[s.Move]; ok {
			b = binary.AppendUvarint(b, n)
			continue
		}
		seen[s.Move] = uint64(len(seen)) + 1
		b = binary.AppendUvarint(b, 0)
		b = binary.AppendUvarint(b, uint64(len(s.Move)))
		b = append(b, s.Move...)
	}
	return b
}

// Decode reads what Encode wrote, and nothing else: ErrReplay for anything that is cut, too long, has a rest or is
// another spelling of the same steps.
func Decode(b []byte) ([]Step, error) {
	if len(b) > maxReplay {
		return nil, fmt.Errorf("%d bytes: %w", len(b), ErrReplay)
	}
	whole, bad := b, false
	number := func(limit uint64) uint64 {
		n, k := binary.Uvarint(b)
		if k <= 0 || n > limit {
			bad, b = true, nil
			return 0
		}
		b = b[k:]
		return n
	}
	count := number(MaxSteps)
	steps := make([]Step, 0, min(count, uint64(len(b))))
	var words []Move
	var at time.Duration
	for range count {
		at += time.Duration(number(maxMillis-uint64(at/time.Millisecond))) * time.Millisecond
		n := number(uint64(len(words)))
		if bad {
			break
		}
		if n == 0 {
			size := number(maxMove)
			if bad || uint64(len(b)) < size {
				bad = true
				break
			}
			words = append(words, Move(b[:size]))
			b = b[size:]
			n = uint64(len(words))
		}
		steps = append(steps, Step{at, words[n-1]})
	}
	if bad || !bytes.Equal(Encode(steps), whole) {
		return nil, fmt.Errorf("decode: %w", ErrReplay)
	}
	return steps, nil
}
