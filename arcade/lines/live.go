package lines

import (
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// stand makes the run one that others may see, from its first step on; first is its first position. They see the board
// of its mode, which on a screen its player would see, too.
func (g *game) stand(first games.State) {
	s, r := g.s, g.run
	g.live = s.house.Hall.Begin(live.Header{ID: r.ID, Game: r.Game, Mode: r.Mode, Player: s.player.ID, Name: s.shown(),
		Daily: r.Daily, Privacy: s.privacy, Seed: r.Seed}, first, g.moment(), nil)
	if len(r.Steps()) > 0 {
		g.live.Enter()
	}
}

// shown is the player as others are shown them.
func (s *Session) shown() string { return look.Shown(s.guest(), s.player.Name, s.player.ID) }

// moment is where the run stands.
func (g *game) moment() live.Moment {
	ranked, _ := g.run.Ranks()
	return live.Moment{Steps: g.run.Steps(), State: g.run.State(), Began: g.run.Began(), Ranked: ranked, Kind: string(g.run.Leaderboard().Kind)}
}

// unstand ends the run for those who watch.
func (g *game) unstand() {
	how := live.Left
	if g.s.sent.Load() {
		how = live.Removed
	}
	g.live.Close(live.End{How: how})
}

// time tells the clock, and how many watch.
func (g *game) time() {
	g.s.say("The clock is at " + look.Whole(g.run.Elapsed(g.s.house.Now())) + ".")
	switch n := g.live.Spectators(); {
	case n == 1:
		g.s.say("One watches.")
	case n > 1:
		g.s.say(look.Pad(int64(n), 1) + " watch.")
	}
}
