package solver

import "math"

// odds are the chances of a field: every layout with the right number of mines is equally likely. Components
// are counted alone (connected components: D. Becerra, "Algorithmic Approaches to Playing Minesweeper", 2015, 6.3) and
// joined by their numbers of mines; the rest of the mines can lie outside in as many ways as the binomial says.
type odds struct {
	layouts float64    // natural logarithm of how many there are; -Inf for a contradiction
	box     [][]chance // by component and box: of each of its cells
	outside chance     // of each cell outside; the zero value where there is none

	behind, ahead []weights
	floats        []float64
	chances       []chance
}

// chance weighs the layouts in which a cell is a mine against those in which it is not. A weight is zero exactly
// when there is no such layout.
type chance struct{ mined, clear float64 }

func (c chance) mine() float64 { return c.mined / (c.mined + c.clear) }

// Weights are kept between huge and 1/huge, and what is possible is never given less than faint, relative to the most
// likely: so that nothing possible becomes zero by rounding.
const (
	huge  = 1e60
	faint = 1e-120
)

// weights are relative to each other, by number of mines: at[i] is that of low+i.
type weights struct {
	low int
	at  []float64
	log float64 // of what they were divided by
}

// scale divides the weights by the largest of them where they leave the range.
func (w *weights) scale() {
	most := 0.0
	for _, v := range w.at {
		most = max(most, v)
	}
	if most == 0 || most < huge && most > 1/huge {
		return
	}
	w.log += math.Log(most)
	for i, v := range w.at {
		if v > 0 {
			w.at[i] = max(v/most, faint)
		}
	}
}

// weigh finds the odds of a field, from the counts of its components and the ways to put the other mines outside.
//
// With the components in a row, behind[i] are the ways to put mines into those before the i-th, and ahead[i] the ways
// to complete the layout from there, by the mines that are already put. The weight of a layout of one component is
// then the sum over what may lie behind it. What o was before is lost.
func (o *odds) weigh(f *field) {
	n := len(f.components)
	o.box, o.behind, o.ahead = o.box[:0], o.behind[:0], o.ahead[:0]
	o.floats, o.chances = o.floats[:0], o.chances[:0]
	put := weights{at: o.row(1)}
	put.at[0] = 1
	o.behind = append(o.behind, put)
	for _, part := range f.components {
		put = o.and(put, part)
		o.behind = append(o.behind, put)
	}
	rest := o.fill(f, put)
	o.weighOutside(f, put, rest)
	for i := n - 1; i >= 0; i-- {
		o.ahead = append(o.ahead, rest)
		rest = o.before(f.components[i], o.behind[i], rest)
	}
	o.layouts = math.Log(rest.at[0]) + rest.log
	for i, part := range f.components {
		o.box = append(o.box, o.weighPart(part, o.behind[i], o.ahead[n-1-i]))
	}
}

// row is a row of n zeros.
func (o *odds) row(n int) []float64 {
	begin := len(o.floats)
	for range n {
		o.floats = append(o.floats, 0)
	}
	return o.floats[begin:len(o.floats):len(o.floats)]
}

// and are the ways to put mines into one more component.
func (o *odds) and(put weights, part *component) weights {
	next := weights{low: put.low + part.low, at: o.row(len(put.at) + max(len(part.ways), 1) - 1), log: put.log}
	for i, v := range put.at {
		for k, ways := range part.ways {
			next.at[i+k] += v * ways
		}
	}
	next.scale()
	return next
}

// fill are the ways to put the rest of the mines outside.
func (o *odds) fill(f *field, put weights) weights {
	rest := weights{low: put.low, at: o.row(len(put.at)), log: math.Inf(-1)}
	for i := range rest.at {
		rest.at[i] = logChoose(f.outside, f.left-rest.low-i)
		rest.log = max(rest.log, rest.at[i])
	}
	for i, v := range rest.at {
		if math.IsInf(v, -1) {
			rest.at[i] = 0
		} else {
			rest.at[i] = max(math.Exp(v-rest.log), faint)
		}
	}
	return rest
}

// before are the ways to complete a layout from before a component, where rest are those from behind it.
func (o *odds) before(part *component, put, rest weights) weights {
	prev := weights{low: put.low, at: o.row(len(put.at)), log: rest.log}
	for i := range prev.at {
		for k, ways := range part.ways {
			prev.at[i] += ways * rest.at[i+k]
		}
	}
	prev.scale()
	return prev
}

func (o *odds) weighOutside(f *field, put, rest weights) {
	o.outside = chance{}
	for i, v := range put.at {
		v *= rest.at[i]
		mines := f.left - put.low - i
		o.outside.mined += v * float64(mines)
		o.outside.clear += v * float64(f.outside-mines)
	}
}

// weighPart weighs the layouts of one component by what may lie before and behind it.
func (o *odds) weighPart(part *component, put, rest weights) []chance {
	weight := o.row(len(part.ways))
	for i, v := range put.at {
		for k := range weight {
			weight[k] += v * rest.at[i+k]
		}
	}
	begin := len(o.chances)
	for b := range part.boxes {
		var c chance
		for k, w := range weight {
			c.mined += w * part.mined[b][k]
			c.clear += w * part.clear[b][k]
		}
		o.chances = append(o.chances, c)
	}
	return o.chances[begin:len(o.chances):len(o.chances)]
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
