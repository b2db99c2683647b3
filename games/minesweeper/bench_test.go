package minesweeper

import (
	"testing"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// The largest flood there can be: the whole of the largest board, but for a mine in its corner.
func BenchmarkOpenLargest(b *testing.B) {
	l := solver.NewLayout(maxWidth, maxHeight)
	l.Put(0)
	s := &state{
		setup:  setup{id: "60x40/1", w: maxWidth, h: maxHeight, mines: 1},
		status: games.Playing, field: &minefield{l, measure(l)}, squares: make([]square, maxWidth*maxHeight),
	}
	last := s.move("open", maxWidth*maxHeight-1)
	b.ReportAllocs()
	for b.Loop() {
		next, err := s.Apply(last)
		if err != nil || next.Status() != games.Won {
			b.Fatal(err)
		}
	}
}

// One flag on expert: what a move costs that opens nothing.
func BenchmarkFlag(b *testing.B) {
	s := dealt(b, "expert", 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Apply("flag 3,4"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDeal(b *testing.B) {
	for _, su := range listed() {
		b.Run(su.id, func(b *testing.B) {
			var seed games.Seed
			b.ReportAllocs()
			for b.Loop() {
				seed++
				su.deal(seed, 100%(su.w*su.h))
			}
		})
	}
}

// The first opening of a board that needs no guess, tried and then made, as a screen does it.
func BenchmarkFirstOpening(b *testing.B) {
	for seed := games.Seed(0); b.Loop(); seed++ {
		s := dealt(b, "expert-ng", seed)
		m := s.move("open", s.start(seed))
		for range 2 {
			if _, err := s.Apply(m); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	s := dealt(b, "expert", 1)
	f := newFace()
	f.Fit(s, 80, 22, games.Options{})
	c := games.NewCanvas(80, 22)
	b.ReportAllocs()
	for b.Loop() {
		c.Clear()
		f.Draw(c, s, games.Scene{Elapsed: 34 * time.Second})
	}
}
