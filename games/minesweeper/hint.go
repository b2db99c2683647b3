package minesweeper

import (
	"fmt"
	"math"

	"arcade.example.com/games"
)

// advice is what the hint key has told so far: first whether a guess is needed, then where to go on, then why there.
type advice struct {
	told  int // steps of the three
	known analysis
	cell  int   // where to go on
	why   []int // the cells that prove it; none for a guess
}

// hint tells the next step. The move makes the run assisted; whoever asks the player first does so by it, and nothing
// is drawn before.
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
	known := analyse(s.view())
	a := &advice{known: known, cell: known.best}
	if len(known.safe) == 0 {
		return a
	}
	for _, i := range known.safe {
		if s.distance(i, at) < s.distance(a.cell, at) {
			a.cell = i
		}
	}
	a.why = known.because(a.cell)
	return a
}

// words are what stands in the rule, and in the lower border: at most 29 characters each, for the narrowest face.
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
	guess := a.known.guess
	switch {
	case guess && a.told == 1:
		return "a guess is needed"
	case guess && a.told == 2:
		return "the best guess: " + percent(a.known.chance[a.cell])
	case guess:
		return "tenths of a mine, by cell"
	case a.told == 1:
		return "a safe cell can be proved"
	case a.told == 2 && s.squares[a.cell] == flagged:
		return "this flag is wrong"
	case a.told == 2:
		return "this cell is safe"
	}
	return "these numbers prove it"
}

// drawAdvice shows where to go on, and why.
func (f *face) drawAdvice(c *games.Canvas, s *state) {
	a := f.advice
	if a == nil || !s.assisted || a.told < 2 {
		return
	}
	if a.known.guess {
		if a.told == 3 {
			f.drawHeat(c, a.known.chance)
		}
		f.drawChance(c, a.cell, a.known.chance[a.cell], games.Reason.Ink())
		f.drawBracket(c, a.cell, '(', ')', games.Strong.Ink())
		return
	}
	if a.told == 3 {
		for _, i := range a.why {
			f.light(c, i, games.Reason.Ink())
		}
	}
	f.drawChance(c, a.cell, 0, games.Safe.Ink())
	f.light(c, a.cell, games.Safe.Ink())
}

// light puts a cell between parentheses on another ground.
func (f *face) light(c *games.Canvas, i int, ground games.Ink) {
	x, y, shows := f.place(i)
	if !shows {
		return
	}
	cell := c.At(x, y)
	cell.BG = ground
	c.Set(x, y, cell)
	f.drawBracket(c, i, '(', ')', games.Strong.Ink())
}

// verdict is how good the move was that lost.
type verdict struct {
	safe  int     // cells that could have been proved safe: the loss was avoidable where there were any
	fatal float64 // the chance of a mine in the cell that was opened,
	best  float64 // and in the best one
}

// verdict judges the last move of a lost run. Of several mines opened by one chord it takes the likeliest.
func (s *state) verdict() verdict {
	known := s.knew()
	v := verdict{safe: len(known.safe), best: known.chance[known.best]}
	for i := range s.squares {
		if s.fatal(i) {
			v.fatal = max(v.fatal, known.chance[i])
		}
	}
	return v
}

func (v verdict) String() string {
	switch {
	case v.safe == 1:
		return "avoidable: 1 cell was safe"
	case v.safe > 1:
		return fmt.Sprintf("avoidable: %d cells were safe", v.safe)
	case v.fatal > v.best+1e-9: // as exact as the chances are
		return "a guess, but not the best"
	}
	return "a guess, and the best one"
}

// lostWords are the verdict on a lost run, and the chances that speak for it.
func (f *face) lostWords(s *state) (rule, below string) {
	v := s.verdict()
	if p := s.knew().chance[f.at]; f.chances && p >= 0 {
		return v.String(), "here a mine by " + percent(p)
	}
	return v.String(), "a mine by " + percent(v.fatal) + ", best " + percent(v.best)
}

// weigh shows the chances of all cells after a loss, or hides them.
func (f *face) weigh(s *state) bool {
	if s.status != games.Lost {
		return false
	}
	f.chances = !f.chances
	return true
}

// drawChances draws what every cell's chance was before the move that lost.
func (f *face) drawChances(c *games.Canvas, s *state) {
	if f.chances && s.status == games.Lost {
		f.drawHeat(c, s.knew().chance)
	}
}

func (f *face) drawHeat(c *games.Canvas, chance []float64) {
	for i, p := range chance {
		if p >= 0 {
			f.drawChance(c, i, p, games.GraphBG.Ink())
		}
	}
}

// drawChance draws a cell's chance of a mine in tenths; what is certain has a sign of its own.
func (f *face) drawChance(c *games.Canvas, i int, p float64, ground games.Ink) {
	x, y, shows := f.place(i)
	if !shows {
		return
	}
	g, ink := f.glyphs(), games.Graph.Shade(int(p*(games.Shades-1)))
	left, r := '.', '0'+rune(min(max(math.Round(10*p), 1), 9))
	switch p {
	case 0:
		left, r = ' ', g.safe
	case 1:
		left, r = ' ', g.mine
	}
	c.Set(x-1, y, games.Cell{Rune: left, FG: ink, BG: ground})
	c.Set(x, y, games.Cell{Rune: r, FG: ink, BG: ground})
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
