package live

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"
)

// fresh is how long an order of the runs is good for: many look at it, each once a second.
const fresh = 900 * time.Millisecond

// ranking is the runs in the order of interest as of some instant, whoever looks.
type ranking struct {
	mu   sync.Mutex
	at   time.Time
	runs []shown // replaced, never changed
}

// shown is a run that stands in the list: one of this process, or of another node.
type shown interface {
	line(Viewer, time.Time) Line
}

// ranked returns the runs under way, the most interesting first; those of less than a second ago.
func (h *Hall) ranked(now time.Time) []shown {
	k := &h.ranking
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.at.IsZero() && now.Sub(k.at) < fresh {
		return k.runs
	}
	type weighed struct {
		run shown
		Line
	}
	all := h.everywhere()
	list := make([]weighed, len(all))
	for i, r := range all {
		list[i] = weighed{r, r.line(Viewer{}, now)}
	}
	slices.SortFunc(list, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.interest, a.interest), strings.Compare(a.Run, b.Run))
	})
	for i, w := range list {
		all[i] = w.run
	}
	k.at, k.runs = now, all
	return all
}

// List is who plays what now as a viewer may see it, the most interesting first, and what they may not watch last. A run
// that has just begun may be missing for a second.
func (h *Hall) List(v Viewer) (list []Line) {
	now := h.clock.Now()
	var denied []Line
	for _, r := range h.ranked(now) {
		switch l := r.line(v, now); {
		case l.Ended.How != Under:
		case l.Denied != nil:
			denied = append(denied, l)
		default:
			list = append(list, l)
		}
	}
	return append(list, denied...)
}

// Best is the most interesting run that a viewer may watch. It costs next to nothing, however many there are.
func (h *Hall) Best(v Viewer) (Line, bool) {
	now := h.clock.Now()
	for _, r := range h.ranked(now) {
		if l := r.line(v, now); l.Ended.How == Under && l.Denied == nil {
			return l, true
		}
	}
	return Line{}, false
}

// Find returns the most interesting run under way that a text names, as its id, its player's id or its player's name
// in either case: ErrGone where there is none, another reason where the viewer may not watch it. A private player is
// found by nobody.
func (h *Hall) Find(text string, v Viewer) (found Line, err error) {
	now := h.clock.Now()
	err = ErrGone
	for _, r := range h.everywhere() {
		l := r.line(v, now)
		switch {
		case text == "" || l.Ended.How != Under || l.Sight == Nameless:
		case l.Run != text && l.Player != text && !strings.EqualFold(l.Name, text):
		case found.Run == "" || found.Denied != nil && l.Denied == nil || (found.Denied == nil) == (l.Denied == nil) && l.interest > found.interest:
			found, err = l, l.Denied
		}
	}
	return found, err
}

// First puts the runs of some players before the others, and keeps the order otherwise. Who is listed without a name stays
// where they are: their place must not tell who they are.
func First(lines []Line, are func(player string) bool) []Line {
	rank := func(l Line) int {
		if l.Player != "" && are(l.Player) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(rank(a), rank(b)) })
	return lines
}
