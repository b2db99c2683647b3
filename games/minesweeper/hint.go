package minesweeper

import (
	"fmt"
	"math"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// advice is what the hint key has told so far: first whether a guess is needed, then where to go on, then why there.
type advice struct {
	told  int // steps of the three
	known solver.Analysis
	cell  int   // where to go on
	why   []int // the cells that prove it, as solver.Analysis.because has them; none for a guess
}

// hint tells the next step. Nothing is shown of it before the move is made: a screen may ask the player first, since
// the run is assisted from then on.
func (f *face) hint(s *state) (games.Move, bool) {
	if s.status == games.Ready {
		f.word = "every first cell is safe"
		return "", true
	}
	if s.status.Over() {
		return "", true
	}
	f.advise(s)
	return hint, true
}

// advise takes one step more.
func (f *face) advise(s *state) {
	f.word = ""
	if f.advice == nil {
		f.advice = s.advise(f.at)
	}
	f.advice.told = min(f.advice.told+1, 3)
}

// advise chooses the safe cell that is nearest to cell at, or else the best guess.
func (s *state) advise(at int) *advice {
	known := solver.Analyse(s.view())
	a := &advice{known: known, cell: known.Best}
	if len(known.Safe) == 0 {
		return a
	}
	for _, i := range known.Safe {
		if s.distance(i, at) < s.distance(a.cell, at) {
			a.cell = i
		}
	}
	a.why = known.Because(a.cell)
	return a
}

// words are what stands in the rule, and in the lower border. Together they are at most two lines of 29 characters, so
// that they fit the narrowest face; what is too long for the one goes on in the other.
func (f *face) words(s *state) (rule, below string) {
	switch {
	case f.word != "":
		return f.word, ""
	case f.begin(s) >= 0:
		return "begin at the marked cell", ""
	case f.advice != nil && s.assisted:
		return f.advice.words(s), ""
	case s.status == games.Lost:
		return f.lostWords(s)
	}
	return "", ""
}

// words says the last step that was told.
func (a *advice) words(s *state) string {
	guess := a.known.Guess
	switch {
	case guess && a.told == 1:
		return "a guess is needed"
	case guess && a.told == 2:
		return "the best guess: " + percent(a.known.Chance[a.cell]) + " risk"
	case guess:
		return "bars: how likely each mine is"
	case a.told == 1:
		return "a safe cell can be proved"
	case a.told == 2 && s.squares[a.cell] == flagged:
		return "this flag is wrong"
	case a.told == 2:
		return "this cell is safe"
	}
	return a.reason(s)
}

// byCount reports whether it takes the count of mines to prove it: all closed cells are the proof then.
func (a *advice) byCount() bool { return len(a.why) > 0 && a.known.Chance[a.why[0]] >= 0 }

// drawAdvice shows where to go on, and why.
func (f *face) drawAdvice(c *games.Canvas, s *state) {
	a := f.advice
	if a == nil || !s.assisted || a.told < 2 {
		return
	}
	ground := games.Safe.Ink()
	if a.known.Guess {
		ground = games.Reason.Ink()
	}
	if a.told == 3 && !a.byCount() {
		for _, i := range a.why {
			f.light(c, i, games.Reason.Ink())
		}
	}
	if x, y, shows := f.place(a.cell); shows {
		c.Set(x, y, f.chance(a.known.Chance[a.cell]))
	}
	f.light(c, a.cell, ground)
}

// light puts a cell between parentheses on another ground.
func (f *face) light(c *games.Canvas, i int, ground games.Ink) {
	x, y, shows := f.place(i)
	if !shows {
		return
	}
	cell := c.At(x, y)
	cell.BG = ground
	if f.size == smallest {
		c.Set(x, y, cell)
	} else {
		f.drawTile(c, i, cell)
	}
	f.drawBracket(c, i, '(', ')', games.Strong.Ink())
}

// verdict is how good the move was that lost.
type verdict struct {
	safe  int     // cells that could have been proved safe: the loss was avoidable where there were any
	fatal float64 // the chance of a mine in the cell that was opened,
	least float64 // and the least that any cell had
	best  bool    // that cell was the solver's choice, which looks beyond the next opening
}

// verdict judges the last move of a lost run. Of several mines opened by one chord it takes the likeliest.
func (s *state) verdict() verdict {
	known := s.knew()
	v := verdict{safe: len(known.Safe), least: 1}
	for i, p := range known.Chance {
		if p >= 0 {
			v.least = min(v.least, p)
		}
		if s.fatal(i) {
			v.fatal = max(v.fatal, p)
			v.best = v.best || i == known.Best
		}
	}
	return v
}

func (v verdict) String() string {
	switch {
	case v.safe == 1:
		return "avoidable: 1 safe cell"
	case v.safe > 1:
		return fmt.Sprintf("avoidable: %d safe cells", v.safe)
	}
	safest := v.fatal <= v.least+1e-9 // as exact as the chances are
	switch {
	case v.best && safest:
		return "a guess, and the best one"
	case v.best:
		return "a guess, best for the game"
	case safest:
		return "safest now, not for the game"
	}
	return "a guess, but not the best"
}

// risk says what chance was taken, beside the least that could be.
func (v verdict) risk() string { return percent(v.fatal) + " risk, " + percent(v.least) + " at best" }

// lostWords are the verdict on a lost run, and the chances that speak for it.
func (f *face) lostWords(s *state) (rule, below string) {
	v := s.verdict()
	if p := s.knew().Chance[f.at]; f.chances && p >= 0 {
		return v.String(), fmt.Sprintf("a mine here: %.1f %%", 100*p)
	}
	return v.String(), v.risk()
}

// weigh shows the chances of all cells after a loss, or hides them.
func (f *face) weigh(s *state) bool {
	if s.status != games.Lost {
		return false
	}
	f.chances = !f.chances
	return true
}

// shownChances are those to be drawn in place of the closed cells; nil for none.
func (f *face) shownChances(s *state) []float64 {
	switch a := f.advice; {
	case f.chances && s.status == games.Lost:
		return s.knew().Chance
	case a != nil && s.assisted && a.known.Guess && a.told == 3:
		return a.known.Chance
	}
	return nil
}

// chance draws the chance of a mine in a cell as a bar; what is certain has a sign of its own.
func (f *face) chance(p float64) games.Cell {
	g := f.glyphs()
	switch p {
	case 0:
		return games.Cell{Rune: g.safe, FG: games.Good.Ink(), BG: games.GraphBG.Ink()}
	case 1:
		return games.Cell{Rune: g.mine, FG: games.Mine.Ink(), BG: games.Danger.Ink()}
	}
	level := min(int(p*float64(len(g.bars))), len(g.bars)-1)
	return games.Cell{Rune: g.bars[level], FG: games.Graph.Shade(int(p * games.Shades)), BG: games.GraphBG.Ink()}
}

// percent is a chance in whole percent; only what is certain is 0 or 100.
func percent(p float64) string {
	switch n := int(math.Round(100 * p)); {
	case n == 0 && p > 0:
		return "<1 %"
	case n == 100 && p < 1:
		return ">99 %"
	default:
		return fmt.Sprintf("%d %%", n)
	}
}
