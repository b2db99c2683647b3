package screens

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// press handles a key by what goes on. Before the gun it moves nobody: what is pressed then is lost.
func (r *room) press(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := r.env.keys
	switch {
	case r.broken != "":
		return where{Back: pressed(msg, k.Back, k.Enter)}, nil
	case r.asks != nil:
		return r.answer(msg)
	case r.races():
		return r.drive(msg)
	case pressed(msg, k.Back) && r.late:
		return where{}, r.lateOver()
	case pressed(msg, k.Back):
		return r.leave()
	case r.late:
		return where{}, r.lateOver()
	}
	switch r.view.Phase {
	case race.Gathering:
		return where{}, r.gather(msg)
	case race.Running:
		return r.watch(msg)
	case race.Results:
		return r.results(msg)
	}
	return where{}, nil
}

// drive plays one's own run. What the board does not want is the room's.
func (r *room) drive(msg tea.KeyPressMsg) (where, tea.Cmd) {
	r.play.said = ""
	_, cmd, used := r.play.tryInput(games.Input{Kind: games.Key, Key: msg.String()})
	if r.races() && !used && pressed(msg, r.env.keys.Back) {
		return r.leave()
	}
	return where{}, tea.Batch(cmd, r.look()) // at the lanes, or at what comes after the last move
}

// leave leaves the room; who races is asked first.
func (r *room) leave() (where, tea.Cmd) {
	if !r.races() {
		return where{Back: true}, nil
	}
	text := "Leave? You are out, placed by how far you are."
	if r.late {
		text = "Leave? This deal is raced later once only."
	}
	r.asks = &question{text, r.env.keys.Yes, r.env.keys.No, func() (where, tea.Cmd) {
		return where{Back: true}, nil
	}}
	return where{}, nil
}

func (r *room) answer(msg tea.KeyPressMsg) (where, tea.Cmd) {
	switch {
	case pressed(msg, r.asks.yes):
		does := r.asks.does
		r.asks = nil
		return does()
	case pressed(msg, r.asks.no):
		r.asks = nil
	}
	return where{}, nil
}

// does does something in the room, and says why where that cannot be.
func (r *room) does(err error) tea.Cmd {
	if err != nil {
		r.said = sentence(err)
	}
	return r.look()
}

// gather are the keys while people gather.
func (r *room) gather(msg tea.KeyPressMsg) tea.Cmd {
	k, plan := r.env.keys, r.view.Plan
	switch {
	case pressed(msg, k.Ready):
		return r.does(r.seat.Ready())
	case pressed(msg, k.Force):
		return r.does(r.seat.Force())
	case pressed(msg, k.Sit):
		return r.does(r.seat.Watch())
	case pressed(msg, k.Left):
		plan.Mode = turned(plan, -1)
	case pressed(msg, k.Right):
		plan.Mode = turned(plan, 1)
	case pressed(msg, k.Tab):
		at := slices.IndexFunc(r.env.Games, func(g games.Game) bool { return g.ID == plan.Game.ID })
		plan.Game = r.env.Games[(at+1)%len(r.env.Games)]
		plan.Mode = race.Usual(plan.Game)
	case pressed(msg, k.Ghost) && r.env.Rooms.Ghosts(plan.Game.ID):
		plan.Ghosts = !plan.Ghosts
	case pressed(msg, k.Open) && r.env.Rooms.Lists(r.view.Word):
		plan.Listed = !plan.Listed
	default:
		return r.talk(msg)
	}
	return r.does(r.seat.Set(plan))
}

// turned is the mode after the plan's, or before it.
func turned(p race.Plan, by int) games.Mode {
	n := len(p.Game.Modes)
	at := slices.IndexFunc(p.Game.Modes, func(m games.Mode) bool { return m.ID == p.Mode.ID })
	return p.Game.Modes[(max(at, 0)+by+n)%n]
}

// talk says one of the emotes, or hides those of others.
func (r *room) talk(msg tea.KeyPressMsg) tea.Cmd {
	k := r.env.keys
	switch {
	case pressed(msg, k.Mute):
		r.muted = !r.muted
		return r.does(r.seat.Mute(r.muted))
	case pressed(msg, k.Say):
		return r.does(r.seat.Say(race.Emote(slices.Index(k.Say.Keys(), msg.String()))))
	}
	return nil
}

// watch are the keys of who does not race in the heat under way, or not any more.
func (r *room) watch(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := r.env.keys
	switch {
	case pressed(msg, k.Up):
		r.choose(-1)
	case pressed(msg, k.Down):
		r.choose(1)
	case pressed(msg, k.Enter):
		if run := r.chosen(); run != "" {
			return where{To: to.Look{Run: run}}, nil
		}
	}
	return where{}, nil
}

// choose goes to the next lane in a direction whose run can be watched. By 0 it stays, or goes to the first one where the
// chosen one cannot be.
func (r *room) choose(by int) {
	lanes := r.view.Lanes
	at := r.at + by
	if by == 0 && r.chosen() == "" {
		at, by = 0, 1
	}
	for ; at >= 0 && at < len(lanes); at += by {
		if lanes[at].Run != "" {
			r.at = at
			return
		}
	}
}

// chosen is the run of the chosen lane; "" where there is none to be watched.
func (r *room) chosen() string {
	if r.view.Phase != race.Running || r.late || r.at >= len(r.view.Lanes) {
		return ""
	}
	return r.view.Lanes[r.at].Run
}

// results are the keys after a heat.
func (r *room) results(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := r.env.keys
	switch {
	case pressed(msg, k.New):
		return where{}, r.does(r.seat.Next())
	case pressed(msg, k.Later) && r.view.Later:
		start, err := r.seat.Later()
		if err != nil {
			return where{}, r.does(err)
		}
		r.late = true
		return where{}, tea.Batch(r.begin(start), r.look())
	case pressed(msg, k.Watch):
		return where{To: r.replays()}, nil
	}
	return where{}, r.talk(msg)
}

// replays is the last heat to be watched: the first of it, and the others beside them.
func (r *room) replays() to.Destination {
	var list []storage.Replay
	for _, row := range r.heat.Rows {
		list = append(list, storage.Replay{Run: row.Run, Player: storage.Player{ID: row.Run, Name: row.Name}, Game: r.heat.Game, Mode: r.heat.Mode,
			Version: r.heat.Version, Seed: uint64(r.heat.Seed), Millis: row.Time.Milliseconds(), At: r.heat.At, Steps: row.Steps})
	}
	return to.Watch{Replay: list[0], Beside: list[1:]}
}

// lateOver leaves one's own board after a heat that was raced later.
func (r *room) lateOver() tea.Cmd {
	r.late, r.play = false, nil
	return r.look()
}

// Keys are those that work right now, of who is here.
func (r *room) Keys() []games.Hint {
	k := r.env.keys
	leave := hints(k.Back, k.Help)
	switch {
	case r.broken != "":
		return hints(k.Back)
	case r.asks != nil:
		return hints(r.asks.yes, r.asks.no)
	case r.env.width >= look.Narrow && (r.said != "" || r.play != nil && r.play.said != ""):
		return nil
	case r.races():
		return slices.Concat(r.play.spectators(), r.play.env.hints(r.play.board.Hints(r.play.run.State())), leave)
	case r.late:
		return hints(says(k.Enter, "to the results"), k.Help)
	}
	switch r.view.Phase {
	case race.Gathering:
		return append(r.gatherKeys(), leave...)
	case race.Running:
		if r.chosen() == "" {
			return leave
		}
		return append(append(hints(says(k.Enter, "watch")), together("choose", k.Up, k.Down)), leave...)
	case race.Results:
		hs := hints(says(k.New, "next heat"))
		if r.view.Later {
			hs = append(hs, hints(k.Later)...)
		}
		return append(append(hs, hints(says(k.Watch, "watch all"), r.mute())...), leave...)
	}
	return leave
}

// gatherKeys are those while people gather: the host has more.
func (r *room) gatherKeys() []games.Hint {
	k := r.env.keys
	var hs []games.Hint
	if !r.view.You.Ready {
		hs = hints(k.Ready)
	}
	if r.view.You.Host {
		hs = append(hs, hints(k.Force)...)
		hs = append(hs, together("mode", k.Left, k.Right))
		hs = append(hs, hints(says(k.Tab, "game"))...)
		if r.env.Rooms.Ghosts(r.view.Plan.Game.ID) {
			hs = append(hs, hints(says(k.Ghost, "rivals seen"))...)
		}
		if r.env.Rooms.Lists(r.view.Word) {
			hs = append(hs, hints(k.Open)...)
		}
	}
	if r.view.You.Seated {
		hs = append(hs, hints(k.Sit)...)
	}
	return append(hs, hints(r.mute())...)
}

// mute hides what others say, or shows it again.
func (r *room) mute() key.Binding {
	if r.muted {
		return says(r.env.keys.Mute, "hear them again")
	}
	return r.env.keys.Mute
}
