package minesweeper

import "math"

// odds are the chances of a field: every layout with the right number of mines is equally likely.
type odds struct {
	layouts float64    // natural logarithm of how many there are; -Inf for a contradiction
	box     [][]chance // by component and box: of each of its cells
	outside chance     // of each cell outside; the zero value where there is none
}

// chance weighs the layouts in which a cell is a mine against those in which it is not. A weight is zero exactly
// when there is no such layout.
type chance struct{ mined, clear float64 }

func (c chance) mine() float64 { return c.mined / (c.mined + c.clear) }

// faint is the least weight that is given to what is possible, relative to the most likely: so that it does not
// become zero by rounding.
const faint = 1e-150

// weights are relative to each other, by number of mines: at[i] is that of low+i.
type weights struct {
	low int
	at  []float64
	log float64 // of what they were divided by
}

// scale divides weights by the largest of them.
func (w *weights) scale() {
	most := 0.0
	for _, v := range w.at {
		most = max(most, v)
	}
	if most == 0 {
		return
	}
	w.log += math.Log(most)
	for i, v := range w.at {
		if v > 0 {
			w.at[i] = max(v/most, faint)
		}
	}
}

// odds combines the counts of the components with the ways to put the rest of the mines outside.
//
// With the components in a row, behind[i] are the ways to put mines into those before the i-th, and ahead[i] the ways
// to complete the layout from there, by the mines that are already put. The weight of a layout of one component is
// then the sum over what may lie behind it.
func (f *field) odds() odds {
	n := len(f.parts)
	behind, ahead := make([]weights, n+1), make([]weights, n+1)
	behind[0] = weights{at: []float64{1}}
	for i := range f.parts {
		behind[i+1] = behind[i].times(f.parts[i])
	}
	ahead[n] = f.completions(behind[n])
	for i := n - 1; i >= 0; i-- {
		ahead[i] = ahead[i+1].before(f.parts[i], behind[i])
	}
	o := odds{layouts: math.Log(ahead[0].at[0]) + ahead[0].log, box: make([][]chance, n)}
	for i, part := range f.parts {
		o.box[i] = part.weigh(behind[i], ahead[i+1])
	}
	for i, v := range behind[n].at {
		v *= ahead[n].at[i]
		mines := f.left - behind[n].low - i
		o.outside.mined += v * float64(mines)
		o.outside.clear += v * float64(f.outside-mines)
	}
	return o
}

// times are the ways to put mines into one more component.
func (w weights) times(part *component) weights {
	next := weights{low: w.low + part.low, at: make([]float64, len(w.at)+max(len(part.ways), 1)-1), log: w.log}
	for i, v := range w.at {
		for k, ways := range part.ways {
			next.at[i+k] += v * ways
		}
	}
	next.scale()
	return next
}

// completions are the ways to put the rest of the mines outside, by the mines that are put already.
func (f *field) completions(put weights) weights {
	w := weights{low: put.low, at: make([]float64, len(put.at)), log: math.Inf(-1)}
	for i := range w.at {
		w.at[i] = logChoose(f.outside, f.left-w.low-i)
		w.log = max(w.log, w.at[i])
	}
	for i, v := range w.at {
		if math.IsInf(v, -1) {
			w.at[i] = 0
		} else {
			w.at[i] = max(math.Exp(v-w.log), faint)
		}
	}
	return w
}

// before are the ways to complete a layout from before a component, where w are those from behind it.
func (w weights) before(part *component, put weights) weights {
	prev := weights{low: put.low, at: make([]float64, len(put.at)), log: w.log}
	for i := range prev.at {
		for k, ways := range part.ways {
			prev.at[i] += ways * w.at[i+k]
		}
	}
	prev.scale()
	return prev
}

// weigh weighs the layouts of one component by what may lie behind and ahead of it.
func (part *component) weigh(behind, ahead weights) []chance {
	weight := make([]float64, len(part.ways))
	for i, v := range behind.at {
		for k := range weight {
			weight[k] += v * ahead.at[i+k]
		}
	}
	box := make([]chance, len(part.boxes))
	for b := range box {
		for k, w := range weight {
			box[b].mined += w * part.mined[b][k]
			box[b].clear += w * part.clear[b][k]
		}
	}
	return box
}

// logChoose is the natural logarithm of the number of ways to choose k of n, -Inf where there is none.
func logChoose(n, k int) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

func logFactorial(n int) float64 {
	log, _ := math.Lgamma(float64(n + 1))
	return log
}
