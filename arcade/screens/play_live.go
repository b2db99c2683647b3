package screens

import (
	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/games"
)

// stand makes the run one that others may see, from its first step on; first is its first position.
func (p *play) stand(first games.State) {
	r := p.run
	if p.raced != nil { // there it stands already
		p.live = p.raced.run
		return
	}
	p.live = p.env.Hall.Begin(live.Header{ID: r.ID, Game: r.Game, Mode: r.Mode, Player: p.env.player.ID, Name: p.env.shown(),
		Daily: r.Daily, Privacy: p.env.privacy(), Seed: r.Seed}, first, p.moment(), nil)
	if len(r.Steps()) > 0 {
		p.live.Enter()
	}
}

// privacy is who may watch the player: nobody, as long as their settings cannot be read.
func (e *env) privacy() live.Privacy {
	if !e.known {
		return live.Private
	}
	return e.set.Privacy
}

// shown is the player as others are shown them.
func (e *env) shown() string { return look.Shown(e.guest(), e.player.Name, e.player.ID) }

// moment is where the run stands.
func (p *play) moment() live.Moment {
	ranked, _ := p.run.Ranks()
	return live.Moment{Steps: p.run.Steps(), State: p.run.State(), Began: p.run.Began(), Ranked: ranked, Kind: string(p.run.Leaderboard().Kind)}
}

// publish shows those who watch where the run stands now.
func (p *play) publish() { p.live.Publish(p.moment()) }

// second does what is done once a second of the run's clock: it counts who watches, and reads what there is to beat when
// that has changed.
func (p *play) second() tea.Cmd {
	before := p.watched
	p.watched = p.live.Spectators()
	p.recount = p.watched != before
	if p.beats() && p.env.Store.Changes(p.run.Leaderboard()) != p.standing {
		return p.toBeat()
	}
	return nil
}

// crowded is the number of spectators from which on it is told in tens: it would change all the time.
const crowded = 100

// spectators are how many watch, as the foot shows it; nothing while nobody does.
func (p *play) spectators() []games.Hint {
	n := p.watched
	if n == 0 {
		return nil
	}
	if n > crowded {
		n -= n % 10
	}
	return []games.Hint{{Key: look.Pad(int64(n), 1), Does: "watch"}}
}

// placed tells those who watched what became of the run.
func (p *play) placed(o records.Outcome) {
	if o.Err != nil || o.Later || o.Review {
		return
	}
	words := look.Ordinal(o.Rank) + " of " + look.Pad(int64(o.Of), 1)
	switch {
	case o.Record > 0 && p.elapsed() < o.Record:
		words += ", a new record"
	case o.Best && o.Before > 0:
		words += ", " + look.Tidy(o.Before-p.elapsed()) + " faster than their best"
	}
	p.live.Placed(words)
}

// Part ends the run for those who watch; where it has ended already, that end stands. A run that is raced is the room's
// to end.
func (p *play) Part() {
	if p.live != nil && p.raced == nil {
		p.live.Close(live.End{How: p.env.leaving()})
	}
}

// leaving is how a run ends that the player leaves now.
func (e *env) leaving() live.How {
	if e.sent.Load() {
		return live.Removed
	}
	return live.Left
}

// raced is what a play is besides in a heat of a room.
type raced struct {
	run    *live.Run
	lines  int                  // over the board: the head and the lanes
	beside func() []games.Ghost // the rivals who may be seen on the board
}

// top is the board's first line on the screen.
func (p *play) top() int {
	if p.raced != nil {
		return p.raced.lines
	}
	return 1
}

// beats reports whether there is something to beat: a leaderboard on which the run could stand.
func (p *play) beats() bool { return p.run.Mode.Ranked && p.raced == nil }
