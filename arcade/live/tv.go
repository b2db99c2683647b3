package live

import "time"

const (
	afterEnd   = 5 * time.Second // how long the television stays with a player whose run has ended
	worthwhile = 1.2             // how many times more interesting another run must be to change to it
)

// TV chooses what to watch for somebody who does not want to choose. It belongs to one goroutine.
type TV struct {
	hall   *Hall
	viewer Viewer
	on     Line
	ended  time.Time // when what is on ended; zero while it has not
}

// TV returns a television on which nothing is on yet.
func (h *Hall) TV(v Viewer) *TV { return &TV{hall: h, viewer: v} }

// Choose returns the id of the run to watch now, "" for none: the same as before until another is clearly more interesting.
// When it ends it stays for five seconds, or until its player begins the next. It is asked once a second.
func (t *TV) Choose() string {
	best, _ := t.hall.Best(t.viewer)
	if t.on.Run == "" {
		return t.turn(best)
	}
	if l, err := t.hall.Find(t.on.Run, t.viewer); err == nil {
		if t.on = l; best.interest < worthwhile*l.interest {
			return l.Run
		}
		return t.turn(best)
	}
	if next, err := t.hall.Find(t.on.Player, t.viewer); err == nil { // a guest's next run is anybody's
		return t.turn(next)
	}
	now := t.hall.clock.Now()
	if t.ended.IsZero() {
		t.ended = now
	}
	if now.Sub(t.ended) >= afterEnd {
		return t.turn(best)
	}
	return t.on.Run
}

func (t *TV) turn(l Line) string {
	t.on, t.ended = l, time.Time{}
	return l.Run
}
