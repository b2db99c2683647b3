package storage

import (
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"
)

// saved is an engine with some runs and settings.
func saved(t testing.TB, e Engine, runs int) Engine {
	t.Helper()
	s := newTest(t, e)
	for n := range runs {
		_, err := s.Save(Run{ID: fmt.Sprint("run", n), Key: testKey(n), Game: "maze", Mode: "5x5", Millis: int64(1000 + n), Ended: time.Now(), Steps: make([]byte, 5000)})
		if err := errors.Join(err, s.SetSettings(testKey(n), map[string]string{"theme": "dark"})); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func TestMove(t *testing.T) {
	from := saved(t, newMemory(), 200)
	to := openTest(t)
	done, of := 0, 0
	progress := func(n, m int) {
		if n < done {
			t.Errorf("%d done after %d", n, done)
		}
		done, of = n, m
	}
	if err := Move(from, to, progress); err != nil {
		t.Fatal(err)
	}
	if want := values(t, from, ""); !maps.Equal(values(t, to, ""), want) || of != 2*len(want) {
		t.Errorf("%d of %d keys, %d of %d done", len(values(t, to, "")), len(want), done, of)
	}
	if err := Move(from, to, progress); !errors.Is(err, errOccupied) {
		t.Errorf("again: %v", err)
	}
	done = 0
	back := newMemory()
	if err := errors.Join(Move(to, back, progress), from.Close()); err != nil || !maps.Equal(values(t, back, ""), values(t, to, "")) {
		t.Errorf("and back: %v", err)
	}
}

// failing is an engine that takes some more updates only.
type failing struct {
	Engine
	left int
}

var errStop = errors.New("stopped")

func (x *failing) Update(f func(Tx) error) error {
	if x.left--; x.left < 0 {
		return errStop
	}
	return x.Engine.Update(f)
}

// A move that is stopped anywhere leaves nothing that can be opened, and is finished by the next.
func TestMoveCutShort(t *testing.T) {
	from := saved(t, newMemory(), 200)
	for left := 0; ; left++ {
		to := newMemory()
		err := Move(from, &failing{to, left}, func(int, int) {})
		if err == nil {
			break
		}
		if _, opened := New(to, nil); !errors.Is(err, errStop) || left > 0 && !errors.Is(opened, ErrForeign) {
			t.Errorf("%d updates: %v; opened: %v", left, err, opened)
		}
		if err := Move(saved(t, newMemory(), 3), to, func(int, int) {}); left > 0 && !errors.Is(err, errOccupied) {
			t.Errorf("from elsewhere: %v", err)
		}
		if left == 0 {
			continue
		}
		// The source lost a key and changed another since.
		err = from.Update(func(t Tx) error {
			t.Put(key("u", "000000"), fmt.Append(nil, left))
			t.Del(key("u", fmt.Sprint("00000", left)))
			return nil
		})
		if err := errors.Join(err, Move(from, to, func(int, int) {})); err != nil || !maps.Equal(values(t, to, ""), values(t, from, "")) {
			t.Errorf("after %d updates: %v", left, err)
		}
	}
}

func TestMoveWhatCannotBe(t *testing.T) {
	if err := Move(newMemory(), newMemory(), func(int, int) {}); !errors.Is(err, errLayout) {
		t.Errorf("from nothing: %v", err)
	}
	if err := Move(saved(t, newMemory(), 1), saved(t, newMemory(), 1), func(int, int) {}); !errors.Is(err, errOccupied) {
		t.Errorf("over another: %v", err)
	}
	foreign := newMemory()
	err := foreign.Update(func(t Tx) error { t.Put([]byte("x"), []byte("y")); return nil })
	if err := errors.Join(err, Move(saved(t, newMemory(), 1), foreign, func(int, int) {})); !errors.Is(err, errOccupied) {
		t.Errorf("over another program's: %v", err)
	}
	spoilt := saved(t, newMemory(), 5)
	err = spoilt.Update(func(t Tx) error {
		t.Put(key("b", "zzzzzz", string(leaderboardOf("a", "maze", "5x5"))), encodeBest(line{}))
		return nil
	})
	if err := errors.Join(err, Move(spoilt, newMemory(), func(int, int) {})); !errors.Is(err, ErrDamaged) {
		t.Errorf("what does not verify: %v", err)
	}
}
