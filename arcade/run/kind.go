package run

import (
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// marks are noted among the steps of a run that is played without a screen, before the first of them that was. A replay
// carries them, so that it proves on which leaderboard the run may stand; a board does not know them and shows nothing.
var marks = map[storage.Kind]games.Move{storage.Lines: "~lines", storage.Bots: "~bot"}

// KindOf is what a run of these steps ranks against: Bots where a program made any of them, Lines where a person made any
// in lines, else Timed.
func KindOf(steps []games.Step) (k storage.Kind) {
	for _, s := range steps {
		switch s.Move {
		case marks[storage.Bots]:
			return storage.Bots
		case marks[storage.Lines]:
			k = storage.Lines
		}
	}
	return k
}

// FiguresOf are the figures of a run, by the version of the game that dealt it; the zero Figures where it has none.
func FiguresOf(g games.Game, r games.Replay) (f storage.Figures) {
	dealt, known := g.At(r.Version)
	if !known || dealt.Figures == nil {
		return f
	}
	m, err := g.Mode(r.Mode)
	if err != nil {
		return f
	}
	for _, x := range dealt.Figures(m, r.Seed, r.Steps) {
		switch x.Name {
		case games.MovesFigure:
			f.Moves = uint32(x.Value)
		case games.LeastFigure:
			f.Least = uint32(x.Value)
		}
	}
	return f
}

// In notes that the next move is made in lines, by a person (storage.Lines) or a program (storage.Bots). However the run
// goes on, it ranks as such.
func (r *Run) In(k storage.Kind, now time.Time) {
	if r.kind == storage.Bots || r.kind == k {
		return
	}
	r.Note(marks[k], now)
	r.kind = k
}
