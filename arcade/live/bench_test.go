package live_test

import (
	"fmt"
	"testing"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
)

// BenchmarkPublish is what a step costs its player: it must not depend on how many watch, nor on whether they look.
func BenchmarkPublish(b *testing.B) {
	s := scripted(b, catalog.All()[0])
	alone := 0.0
	for _, spectators := range []int{0, 1, 1000} {
		b.Run(fmt.Sprintf("spectators=%d", spectators), func(b *testing.B) {
			h := live.NewHall(live.Clock{}, nil)
			run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
			run.Against(100, time.Second, false)
			m := s.after(s.steps, 1, time.Now())
			m.Steps = append(make([]games.Step, 0, games.MaxSteps), m.Steps...)
			run.Publish(m)
			for i := range spectators {
				w, err := h.Watch("run", live.Viewer{}, func() {})
				if err != nil {
					b.Fatal(i, err)
				}
				defer w.Leave()
			}
			b.ReportAllocs()
			for b.Loop() {
				if len(m.Steps) == games.MaxSteps {
					m.Steps = m.Steps[:1]
				}
				m.Steps = append(m.Steps, s.steps[0])
				run.Publish(m)
			}
			each := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			if spectators == 0 {
				alone = each
			}
			b.ReportMetric(each/alone, "x-alone")
		})
	}
}

// BenchmarkLook is what a look costs one of a thousand spectators, a step having been made since the last.
func BenchmarkLook(b *testing.B) {
	s := scripted(b, catalog.All()[0])
	h := live.NewHall(live.Clock{}, nil)
	h.Begin(s.head("run", "ana"), s.first, s.after(s.steps, len(s.steps)-1, time.Now()), nil).Enter()
	w := watch(b, h, "run")
	b.ReportAllocs()
	for b.Loop() {
		w.spectator.Since(len(s.steps)-2).Each(w.state, func(games.Step, games.State) {})
	}
}

// BenchmarkList is the list of a thousand runs, and the best of them, as one of many sees them within a second.
func BenchmarkList(b *testing.B) {
	s := scripted(b, catalog.All()[0])
	h := live.NewHall(live.Clock{}, nil)
	for i := range 1000 {
		h.Begin(s.head(fmt.Sprint(i), "ana"), s.first, s.after(s.steps, 1+i%(len(s.steps)-1), time.Now()), nil).Enter()
	}
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			h.List(live.Viewer{})
		}
	})
	b.Run("best", func(b *testing.B) {
		for b.Loop() {
			h.Best(live.Viewer{})
		}
	})
}
