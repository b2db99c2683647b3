package lines

import (
	"errors"
	"fmt"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// game is a run that is played, and then its result.
type game struct {
	s    *Session
	run  *run.Run
	live *live.Run       // as others may see it
	got  records.Outcome // of a run that ranked, once it is over
}

func (g *game) name() string { return "game" }

// begin plays a run, from its beginning or resumed.
func (s *Session) begin(b run.Begin) {
	h := s.house
	r, _, err := run.New(b, run.Player{Guest: s.guest(), Boot: h.Boot, Session: s.id}, h.Now())
	var first games.State
	if err == nil {
		first = r.State()
		err = r.Resume(h.Now(), func(games.State, games.Move) {})
	}
	if err != nil {
		h.Log.Error("begin run", "error", err)
		said := "This cannot be dealt. Choose another."
		if errors.Is(err, run.ErrOld) {
			said = "This game was kept by an older arcade and cannot go on. Start anew."
		}
		s.fail(errRefused, said)
		return
	}
	g := &game{s: s, run: r}
	g.stand(first)
	if !s.guest() {
		h.Saver.Holders.Hold(r.ID, s)
	}
	h.Count(b.Game.ID, r.Listed(), "begun")
	if r.Daily != "" { // its one attempt is made, so that it must be there to come back to from the first moment
		g.keepNow(func() {})
	}
	s.places = s.places[:1]
	s.enter(g)
}

// tell says what is played, and the position.
func (g *game) tell() {
	s, r := g.s, g.run
	s.say(r.Game.Title + ", " + r.Mode.Title + ".")
	if ok, why := r.Ranks(); !ok && !s.guest() && s.detail != games.Brief {
		s.say(sentence(why))
	}
	if g.starts() {
		s.say("This deal is everybody's, and so is its opening: say start.")
	}
	said, err := r.Game.Voice.Look(r.State(), "look", s.detail)
	if err == nil {
		s.say(said...)
	}
}

// starts reports whether the opening is given and was not made yet.
func (g *game) starts() bool { return g.run.Start != "" && g.run.State().Status() == games.Ready }

func (g *game) phrases() (list []phrase) {
	s := g.s
	if g.starts() {
		list = append(list, phrase{"start", "make the opening that is everybody's", func([]string) { g.make([]games.Move{g.run.Start}) }})
	}
	for _, p := range g.run.Game.Voice.Phrases(g.run.State()) {
		list = append(list, phrase{words: p.Words, does: p.Does})
	}
	again := phrase{"again", "a new game of this mode", func([]string) { g.again(false) }}
	if g.run.Over() {
		return append([]phrase{again,
			{"same", "the same deal once more, unranked", func([]string) { g.again(true) }},
			{"boards", "the leaderboard of this mode", func([]string) { s.board(g.run.Leaderboard()) }},
		}, list...)
	}
	return append(list, phrase{"time", "the clock", func([]string) { g.time() }}, again)
}

// hear takes the words of the game.
func (g *game) hear(words string) bool {
	s, voice, at := g.s, g.run.Game.Voice, g.run.State()
	said, err := voice.Look(at, words, s.detail)
	if err == nil {
		s.say(said...)
		return true
	}
	var moves []games.Move
	if errors.Is(err, games.ErrWords) {
		moves, err = voice.Read(at, words)
	}
	var refused games.Refusal
	switch {
	case err == nil:
		g.make(moves)
	case errors.As(err, &refused):
		s.fail(errRefused, string(refused))
	default:
		return false
	}
	return true
}

// make makes moves, as far as they can be made, and tells what became of the position.
func (g *game) make(moves []games.Move) {
	before, made := g.run.State(), len(g.run.Steps())
	for _, m := range moves {
		next, err := g.run.Propose(m, g.s.house.Now())
		if err != nil {
			g.refuse(err)
			break
		}
		if next.Helps {
			g.s.ask("With help this run will not rank. Shall I?", func() {
				g.step(next)
				g.s.house.Saver.Spend(g.s.key, g.run.ID)
				g.told(before)
			})
			return
		}
		if g.step(next); g.run.Over() {
			break
		}
	}
	if len(g.run.Steps()) > made {
		g.told(before)
	}
}

func (g *game) step(next run.Proposal) {
	now := g.s.house.Now()
	g.run.In(g.s.kind, now)
	if _, err := g.run.Make(next, now); err != nil {
		g.refuse(err)
	}
	g.live.Publish(g.moment())
}

func (g *game) refuse(err error) {
	switch {
	case errors.Is(err, run.ErrStart):
		g.s.fail(errRefused, "This deal is everybody's, and so is its opening: say start.")
	case errors.Is(err, run.ErrDaily):
		g.s.fail(errRefused, "There is no help in a daily until an hour after its day.")
	default:
		g.s.fail(errRefused, "That cannot be done now.")
	}
}

// told tells what became of a position, and of the run.
func (g *game) told(before games.State) {
	s, r := g.s, g.run
	said := r.Game.Voice.Say(before, r.State(), s.detail)
	if len(said) == 0 {
		said = []string{"Nothing changed."}
	}
	s.say(said...)
	if r.Over() {
		g.finish()
		return
	}
	g.keepSometimes()
}

// finish ends the run: a won one that ranks is handed to the saver.
func (g *game) finish() {
	s, r, h := g.s, g.run, g.s.house
	h.Saver.Holders.Release(r.ID, s)
	h.Count(r.Game.ID, r.Listed(), r.State().Status().String())
	ranks, why := r.Ranks()
	switch {
	case !ranks:
		h.Saver.Drop(s.key, r.Game.ID, r.ID)
	case r.Won():
		g.got = <-h.Saver.Save(r.Record(s.key, h.Now()), r.Replay())
	default:
		h.Saver.Lose(s.key, r.Loss(h.Now()))
	}
	clock := look.Tenths(r.Elapsed(h.Now()))
	if !r.Won() {
		s.say("Lost after " + clock + ".")
		g.share(0)
		s.say("Say again, or menu.")
		return
	}
	s.say("Won in " + clock + ".")
	if f := run.FiguresOf(r.Game, r.Replay()); f.Moves > 0 {
		s.say(sentence(score(f)))
	}
	switch unsaved := look.Unsaved(g.got.Err, g.got.Later); {
	case !ranks:
		s.say(sentence(why))
	case unsaved != "":
		s.say(unsaved)
	case g.got.Review:
		s.say(look.WouldBe(g.got.Rank, g.got.Of))
	default:
		stands := look.Ordinal(g.got.Rank) + " of " + look.Pad(int64(g.got.Of), 1) + " " + kindTitle(r.Leaderboard().Kind)
		g.live.Placed(stands)
		s.say(stands + ".")
		g.share(g.got.Rank)
	}
	if ranks && g.got.Err == nil && !g.got.Later {
		s.keepCode()
	}
	if r.Claimable() {
		code := h.Saver.Offer(r.Record(s.key, h.Now()), r.Replay(), h.Now())
		s.say("Within 10 minutes it can be yours, with a key: " + h.Address.SSH("claim", code) + ".")
	}
	if s.detail == games.Full && r.Game.Facts != nil {
		for _, f := range r.Game.Facts(r.Mode, r.Seed, r.Steps()) {
			s.say(sentence(f.Name + ": " + f.Value))
		}
	}
	if s.detail != games.Brief {
		s.say("Say again, same, boards or menu.")
	}
}

// keepCode says the code against a lost key to a player who has just ranked for the first time. To a program it is never
// said: it is said once, and nobody would have heard it.
func (s *Session) keepCode() {
	if s.opt.JSON || s.kind == storage.Bots {
		return
	}
	switch code, err := s.house.Store.Recovery(s.key, false, s.house.Now()); {
	case err != nil && !errors.Is(err, storage.ErrYoung):
		s.house.Log.Error("read recovery code", "error", err)
	case code != "":
		s.say("For a lost key: recover "+code+".", "Write it down: it is said this once.")
	}
}

// share says the line to show to others about a daily; a rank of 0 is a loss.
func (g *game) share(rank int) {
	s, r := g.s, g.run
	if r.Daily == "" {
		return
	}
	line := look.Share{Day: r.Daily, Title: r.Game.Title + " " + r.Mode.Title, Address: s.house.Address,
		Time: r.Elapsed(s.house.Now()), Rank: rank, Of: g.got.Of}
	if r.Game.Label != nil {
		line.Label = r.Game.Label(r.Mode, r.Seed)
	}
	if done, of := r.State().Progress(); rank == 0 && of > 0 {
		line.Done = done * 100 / of
	}
	if rank > 0 {
		days, err := records.Streak(s.house.Store, s.player.ID, s.house.Now())
		if err != nil {
			s.house.Log.Error("read streak", "error", err)
		}
		line.Streak = days
	}
	s.say("To show to others: " + line.Line())
}

// again starts a new run: on a fresh seed, or the same deal once more, unranked.
func (g *game) again(same bool) {
	s, r := g.s, g.run
	if same && storage.DailyOpen(r.Daily, s.house.Now()) {
		s.fail(errRefused, "Until an hour after its day this deal is everybody's: play it again then.")
		return
	}
	if !s.mayDeal() {
		return
	}
	restart := func() {
		g.live.Close(live.End{How: live.Anew})
		if !r.Over() {
			s.house.Saver.Holders.Release(r.ID, s)
			s.house.Saver.Drop(s.key, r.Game.ID, r.ID)
		}
		b := run.Begin{Game: r.Game, Mode: r.Mode, Seed: r.Seed, Known: true} // dealt as this one was
		if !same {
			b.Game, _ = s.gameOf(r.Game.ID)
			b.Seed, b.Known = s.house.Seed(), false
		}
		s.begin(b)
	}
	if !r.Over() && r.Stakes() {
		s.ask("Start anew? This run ends here.", restart)
		return
	}
	restart()
}

// part keeps the run for its player to come back to, and waits until it is kept; it reports whether there was something
// to keep.
func (g *game) part() (kept bool) {
	if g.run.Over() {
		return false
	}
	g.unstand()
	g.s.house.Saver.Holders.Release(g.run.ID, g.s)
	done := make(chan struct{})
	kept = g.keepNow(func() { close(done) })
	<-done
	return kept
}

// lose goes to the menu, since another session has the run.
func (g *game) lose() {
	s := g.s
	g.live.Close(live.End{How: live.Moved})
	s.house.Saver.Holders.Release(g.run.ID, s)
	s.places, s.asks = s.places[:1], nil
	s.say("This game goes on in another window of yours.")
	s.top().tell()
}

func (g *game) keepSometimes() {
	s, now := g.s, g.s.house.Now()
	if !g.run.KeepDue(now) {
		return
	}
	if k, ok := g.run.Keep(now); ok {
		s.house.Saver.KeepSoon(s.key, k, func() { s.taken(k.Run) })
	}
}

// keepNow stores the run as it stands, and calls kept when it is stored, or at once where there is nothing to keep.
func (g *game) keepNow(kept func()) bool {
	s := g.s
	k, ok := g.run.Keep(s.house.Now())
	if !ok {
		kept()
		return false
	}
	s.house.Saver.KeepNow(s.key, k, func() { s.taken(k.Run) }, kept)
	return true
}

// describe adds what programs want to know of the run.
func (g *game) describe(a *answer) {
	r := g.run
	a.Game, a.Mode, a.Run, a.Status = r.Game.ID, r.Mode.ID, r.ID, r.State().Status().String()
	a.Ranked, _ = r.Ranks()
	if !r.Won() {
		return
	}
	f := run.FiguresOf(r.Game, r.Replay())
	a.Millis, a.Moves, a.Least = r.Elapsed(g.s.house.Now()).Milliseconds(), f.Moves, f.Least
	a.Rank, a.Of, a.Review = g.got.Rank, g.got.Of, g.got.Review
}

// score is how many moves a run took, and how many of them were not needed.
func score(f storage.Figures) string {
	moves := look.Plural(int(f.Moves), "move")
	switch {
	case f.Least == 0:
		return moves
	case f.Moves <= f.Least:
		return moves + ", no more than needed"
	}
	return fmt.Sprintf("%s, %d more than needed", moves, f.Moves-f.Least)
}

func kindTitle(k storage.Kind) string {
	switch k {
	case storage.Lines:
		return "in lines"
	case storage.Bots:
		return "among bots"
	}
	return "by time"
}

// waiting is the question whether to go on with a game.
type waiting struct {
	s *Session
	to.Resume
}

func (w *waiting) name() string     { return "waiting" }
func (w *waiting) hear(string) bool { return false }

func (w *waiting) tell() {
	s, k := w.s, w.Kept
	said := "its clock is at " + look.Whole(look.Millis(k.Millis)+max(s.house.Now().Sub(k.Saved), 0)) + " and runs"
	if k.Millis == 0 {
		said = "it is not begun"
	}
	s.say("A game waits for you: " + w.Game.Title + ", " + modeTitle(w.Game, k.Mode) + "; " + said + ".")
	if k.Boot != s.house.Boot && k.Millis > 0 {
		s.say("The arcade has restarted since: you can play on, unranked.")
	}
	if k.Daily != "" {
		s.say("It is the daily of " + k.Daily + ": a new game gives it up.")
	}
	s.tellChoices("Choose")
}

func (w *waiting) phrases() []phrase {
	s := w.s
	return []phrase{
		{"resume", "go on with it", func([]string) { s.open(to.Continue{Game: w.Game, Run: w.Kept.Run}) }},
		{"new", "give it up for a new game, " + w.Mode.Title, func([]string) { s.fresh(to.Fresh{Game: w.Game, Mode: w.Mode, Drop: w.Kept.Run}) }},
		{"back", "to the menu", func([]string) { s.back() }},
	}
}

// eve says what a daily is before it starts.
type eve struct {
	s *Session
	to.Eve
}

func (e *eve) name() string     { return "daily" }
func (e *eve) hear(string) bool { return false }

func (e *eve) tell() {
	s, d := e.s, e.Daily
	s.say("Daily " + d.Day() + ", " + d.Title() + ".")
	if s.guest() {
		s.say("This one is over. Today's is for players with a key, since everybody has one attempt: " + look.KeyHint + ".")
	} else {
		s.say("Everybody plays this one today. You have one attempt, and it counts from the moment you start.")
	}
	if e.Replaces {
		s.say("Another " + d.Game.Title + " game of yours waits: this one takes its place.")
	}
	s.tellChoices("Choose")
}

func (e *eve) phrases() []phrase {
	s, d := e.s, e.Daily
	return []phrase{
		{"start", "begin the attempt", func([]string) {
			if s.mayDeal() {
				s.open(to.Attempt{Daily: d})
			}
		}},
		{"board", "its leaderboard", func([]string) {
			lb := d.Leaderboard()
			lb.Kind = s.kind
			s.board(lb)
		}},
		{"back", "to the menu", func([]string) { s.back() }},
	}
}
