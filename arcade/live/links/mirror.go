package links

import (
	"fmt"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games"
	"arcade.example.com/keys"
)

// mirror is a run of another node that is followed here. But for since and told it is the reader's own.
type mirror struct {
	run   *live.Run // in the hall; nil before its head has come
	steps []games.Step
	state games.State
	began time.Time // the clock's zero, as early as any chunk said: what came later was under way for longer
	asked time.Time // for steps that are missing

	// Guarded by the peer's lock.
	since time.Time // when nobody watched it any more, or it was asked for
	told  int       // how many watch, as the other was told
}

// want notes that a run is to be followed; false where it is already. One that has ended may have begun again.
func (p *peer) want(run string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := p.mirrors[run]
	if m != nil && (m.run == nil || m.run.Ended().How == live.Under) || len(p.mirrors) == maxWatched {
		return false
	}
	p.mirrors[run] = &mirror{since: time.Now()}
	return true
}

func (p *peer) mirror(run string) *mirror {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.mirrors[run]
}

func (p *peer) drop(run string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.mirrors, run)
}

// forget ends what was followed of a node that is gone.
func (p *peer) forget(hall *live.Hall) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for run, m := range p.mirrors {
		if m.run != nil {
			m.run.Close(live.End{How: live.Away})
			hall.Unmirror(m.run)
		}
		delete(p.mirrors, run)
	}
	hall.Only(p.id, nil)
}

// again asks for the runs that were followed over the link before, from where they stand.
func (l *link) again() {
	l.peer.mu.Lock()
	defer l.peer.mu.Unlock()
	for run, m := range l.peer.mirrors {
		l.say(watch{run, uint32(len(m.steps)), uint32(m.told)})
	}
}

// keep tells how many watch here, and stops to follow what nobody has watched for a while.
func (p *peer) keep(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for run, m := range p.mirrors {
		here := 0
		if m.run != nil {
			here = m.run.Here()
		}
		switch {
		case here > 0:
			m.since = time.Now()
		case time.Since(m.since) >= linger:
			if m.run != nil {
				l.n.Hall.Unmirror(m.run)
			}
			delete(p.mirrors, run)
			l.say(leave{run})
			continue
		}
		if here != m.told {
			m.told = here
			l.say(count{run, uint32(here)})
		}
	}
}

// head makes the mirror of a run that was asked for.
func (l *link) head(m head) error {
	followed := l.peer.mirror(m.Run)
	if followed == nil || followed.run != nil {
		return nil
	}
	g, mode, err := find(l.n.Games, m.Game, m.Mode, m.Version)
	if err != nil {
		return err
	}
	first, err := g.Deal(mode, games.Seed(m.Seed))
	if err != nil {
		return fmt.Errorf("deal %s %s: %w: %w", g.ID, mode.ID, errWire, err)
	}
	run := l.n.Hall.Mirror(l.peer.id, m.Run, first)
	if run == nil { // it is over
		l.peer.drop(m.Run)
		return nil
	}
	l.peer.mu.Lock()
	defer l.peer.mu.Unlock()
	followed.run, followed.state = run, first
	return nil
}

// chunk goes on with a mirror.
func (l *link) chunk(c chunk) error {
	m := l.peer.mirror(c.Run)
	if m == nil || m.run == nil {
		return nil
	}
	steps, err := games.Decode(c.Steps)
	if err != nil {
		return fmt.Errorf("chunk: %w", err)
	}
	have := len(m.steps)
	if int64(c.At) > int64(have) {
		if time.Since(m.asked) >= every {
			m.asked = time.Now()
			l.say(watch{c.Run, uint32(have), uint32(m.run.Here())})
		}
		return nil
	}
	if have+len(steps) > games.MaxSteps || c.Clock > maxMillis {
		return fmt.Errorf("chunk: %w", errWire)
	}
	for _, st := range steps[min(have-int(c.At), len(steps)):] {
		if err := m.step(st); err != nil {
			return err
		}
	}
	now := live.Moment{Steps: m.steps, State: m.state, Ranked: c.Ranked, Kind: keys.Clean(c.Kind, keys.MaxText)}
	if m.state.Status() != games.Ready {
		if began := l.n.Hall.Clock().Now().Add(-millis(c.Clock)); m.began.IsZero() || began.Before(m.began) {
			m.began = began
		}
		now.Began = m.began
	}
	m.run.Publish(now)
	return nil
}

// step makes one step of the run's.
func (m *mirror) step(st games.Step) error {
	if n := len(m.steps); n > 0 && st.At < m.steps[n-1].At || m.state.Status().Over() {
		return fmt.Errorf("step %d: %w", n, errWire)
	}
	if !st.Move.Shows() {
		next, err := m.state.Apply(st.Move)
		if err != nil {
			return fmt.Errorf("step %d: %w: %w", len(m.steps), errWire, err)
		}
		m.state = next
	}
	m.steps = append(m.steps, st)
	return nil
}

// end ends a mirror as the run has ended.
func (l *link) end(e end) error {
	if e.How == uint32(live.Under) || e.How >= uint32(live.Away) || e.Time > maxMillis {
		return fmt.Errorf("end: %w", errWire)
	}
	m := l.peer.mirror(e.Run)
	if m == nil || m.run == nil {
		return nil
	}
	how := live.How(e.How)
	if how == live.Restart { // of that node: this one goes on
		how = live.Away
	}
	m.run.Close(live.End{How: how, Time: millis(e.Time)})
	if e.Placed != "" {
		m.run.Placed(keys.Clean(e.Placed, keys.MaxText))
	}
	if how == live.Moved { // the next who asks finds where it goes on
		l.n.Hall.Unmirror(m.run)
		l.peer.drop(e.Run)
		l.say(leave{e.Run})
	}
	return nil
}

// gone is for a run that has ended while there was no link.
func (l *link) gone(run string) {
	m := l.peer.mirror(run)
	if m == nil {
		return
	}
	if m.run != nil {
		m.run.Close(live.End{How: live.Away})
		return
	}
	l.peer.drop(run)
}
