package lines

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
)

// menu is where a session begins.
type menu struct{ s *Session }

func (m *menu) name() string     { return "menu" }
func (m *menu) hear(string) bool { return false }
func (m *menu) tell()            { m.s.tellChoices("Menu") }

func (m *menu) phrases() (list []phrase) {
	s := m.s
	for _, g := range s.games() {
		list = append(list, phrase{g.ID, "choose a mode of " + g.Title, func([]string) { s.enter(&modes{s, g}) }})
	}
	for _, d := range s.dailies() {
		list = append(list, phrase{"daily " + d.Game.ID, "the day's challenge", func([]string) { s.openDaily(d) }})
	}
	return append(list,
		phrase{"boards", "the leaderboards", func([]string) { s.boards(nil) }},
		phrase{"profile", "your name, keys and bests", func([]string) { s.enter(&profile{s}) }},
		phrase{"settings", "how much is said", func([]string) { s.enter(&settings{s}) }},
		phrase{"help", "how all this works", func([]string) { s.help() }},
		phrase{"quit", "goodbye", func([]string) { s.goodbye() }},
	)
}

// modes is the choice of a game's mode.
type modes struct {
	s    *Session
	game games.Game
}

func (m *modes) name() string { return "modes" }
func (m *modes) tell()        { m.s.tellChoices(m.game.Title + ", which mode") }

func (m *modes) phrases() (list []phrase) {
	s := m.s
	for _, mode := range m.game.Modes {
		list = append(list, phrase{mode.ID, "play " + mode.Title, func([]string) { s.play(m.game, mode) }})
	}
	if m.game.Custom != "" {
		list = append(list, phrase{"SIZE", "any other, such as " + m.game.Custom + "; not ranked", nil})
	}
	return append(list, phrase{"back", "to the menu", func([]string) { s.back() }})
}

// hear takes a custom mode.
func (m *modes) hear(words string) bool {
	if strings.Contains(words, " ") || words == "" || words[0] < '0' || words[0] > '9' {
		return false
	}
	mode, err := m.game.Mode(words)
	if err != nil {
		m.s.fail(errRefused, sentence(look.ModeError(err)))
		return true
	}
	m.s.play(m.game, mode)
	return true
}

// greet says where one is, and goes where the session is to begin.
func (s *Session) greet() {
	s.answer.Protocol = protocol
	s.owed = true
	s.say("Welcome to the arcade, in lines. " + s.whoami())
	if s.opt.First == nil {
		s.top().tell()
	} else {
		s.open(s.opt.First)
	}
	if s.detail != games.Brief {
		s.say("Say ? for what can be said.")
	}
}

// whoami is the player in a sentence.
func (s *Session) whoami() string {
	switch {
	case s.guest():
		return "You are a guest: nothing of yours is kept or ranked. With a key it is: " + look.KeyHint + "."
	case !s.known:
		return "Your records cannot be read right now."
	case s.player.Name == "":
		return "You have no name yet; your id is " + s.player.ID + "."
	}
	return "You are " + s.player.Name + ", id " + s.player.ID + "."
}

// tellChoices tells the choices of a place, by number, in one sentence.
func (s *Session) tellChoices(title string) {
	var list []string
	for i, p := range s.choices() {
		list = append(list, strconv.Itoa(i+1)+" for "+p.words)
	}
	s.say(title + ": " + strings.Join(list, ", ") + ".")
}

// everywhere is what can be said in every place that does not take the words for itself.
func (s *Session) everywhere() []phrase {
	mode := func(in []string) { s.playWords(in) }
	again := func([]string) { s.top().tell() }
	bye := func([]string) { s.goodbye() }
	boards := func(in []string) { s.boards(in) }
	daily := func(in []string) { s.dailyWords(in) }
	rules := func(in []string) { s.rules(in) }
	list := []phrase{
		{"menu", "leave what you are at", func([]string) { s.toMenu() }},
		{"play GAME MODE", "begin a game", mode}, {"play GAME", "", mode}, {"play", "", func([]string) { s.toMenu() }},
		{"daily GAME", "the day's challenge", daily}, {"daily", "", daily},
		{"boards GAME MODE", "a leaderboard; times, bots, week or day may follow", boards},
		{"boards", "", boards}, {"boards GAME", "", boards}, {"boards GAME MODE WHICH", "", boards}, {"boards GAME MODE WHICH WHEN", "", boards},
		{"profile", "your name, keys and bests", func([]string) { s.enter(&profile{s}) }},
		{"settings", "how much is said", func([]string) { s.enter(&settings{s}) }},
		{"detail LEVEL", "say less or more, 1 to 3", func(in []string) { s.setDetail(in[0]) }},
		{"rules", "how the game goes", rules}, {"rules GAME", "", rules},
		{"check", "what is known of your terminal", func([]string) { s.say(s.opt.Check()...) }},
		{"help", "how all this works", func([]string) { s.help() }},
		{"quit", "goodbye", bye}, {"bye", "", bye}, {"exit", "", bye}, {"goodbye", "", bye},
		{"look", "", again}, {"where", "", again}, {"status", "", again}, {"", "", again},
		{"back", "", func([]string) { s.goBack() }},
	}
	for _, g := range s.games() {
		for _, name := range append([]string{g.ID}, g.Aliases...) {
			one := func(in []string) { s.playWords(append([]string{name}, in...)) }
			list = append(list, phrase{name, "", one}, phrase{name + " MODE", "", one})
		}
	}
	return list
}

// games are those that can be played in lines.
func (s *Session) games() []games.Game {
	return slices.DeleteFunc(slices.Clone(s.house.Games), func(g games.Game) bool { return g.Voice == nil })
}

// find finds a game by its id or another name.
func (s *Session) find(word string) (games.Game, bool) {
	var names []string
	for _, g := range s.games() {
		if word = strings.ToLower(word); word == g.ID || slices.Contains(g.Aliases, word) {
			return g, true
		}
		names = append(names, g.ID)
	}
	s.fail(errRefused, fmt.Sprintf("There is no game %q, only %s.", word, strings.Join(names, " and ")))
	return games.Game{}, false
}

// playWords plays GAME [MODE].
func (s *Session) playWords(words []string) {
	g, ok := s.find(words[0])
	if !ok {
		return
	}
	if len(words) == 1 {
		s.away(func() { s.enter(&modes{s, g}) })
		return
	}
	m, err := g.Mode(words[1])
	if err != nil {
		s.fail(errRefused, sentence(look.ModeError(err)))
		return
	}
	s.play(g, m)
}

func (s *Session) play(g games.Game, m games.Mode) {
	s.away(func() { s.open(to.Game{Game: g, Mode: m}) })
}

// dailies are the day's challenges that can be played in lines.
func (s *Session) dailies() []records.Daily {
	return records.Dailies(s.house.Now(), s.games(), s.house.Store)
}

// dailyWords opens the challenge of a game, or tells which there are.
func (s *Session) dailyWords(words []string) {
	if len(words) == 0 {
		for _, d := range s.dailies() {
			s.say("Daily " + d.Day() + ", " + d.Title() + ": say daily " + d.Game.ID + ".")
		}
		return
	}
	g, ok := s.find(words[0])
	if !ok {
		return
	}
	for _, d := range s.dailies() {
		if d.Game.ID == g.ID {
			s.openDaily(d)
			return
		}
	}
	s.fail(errRefused, "There is no daily in "+g.Title+".")
}

func (s *Session) openDaily(d records.Daily) {
	s.away(func() { s.open(to.Daily{Daily: d}) })
}

// toMenu leaves whatever the player is at.
func (s *Session) toMenu() { s.away(func() { s.top().tell() }) }

// goBack is back, which from a game leads to the menu.
func (s *Session) goBack() {
	if _, ok := s.top().(*game); ok {
		s.toMenu()
		return
	}
	s.back()
}

// away goes to the menu, silently, and does something there; it asks first where a game would be lost.
func (s *Session) away(then func()) {
	leave := func() {
		for _, p := range s.places {
			if g, ok := p.(*game); ok && g.part() {
				s.say("Your game of " + g.run.Game.Title + " is kept, and its clock runs on.")
			}
		}
		s.places = s.places[:1]
		then()
	}
	for _, p := range s.places {
		if g, ok := p.(*game); ok && g.run.Begun() && (s.guest() || !g.run.Waits()) {
			s.ask("Leave this game? It is not kept.", leave)
			return
		}
	}
	leave()
}

// open goes where a destination leads. The player is in the menu, or where what they are asked leads on.
func (s *Session) open(d to.Destination) {
	if s.house.Closing() && to.Begins(d) {
		s.fail(errRefused, closed)
		return
	}
	found, err := s.reader().Read(d)
	var why to.Unavailable
	switch {
	case errors.As(err, &why) && found != nil:
		s.say(string(why))
	case errors.As(err, &why):
		s.fail(errRefused, string(why))
		return
	case err != nil:
		s.house.Log.Error("open", "error", err)
		s.fail(errRefused, "The records cannot be read right now. Try again in a moment.")
		return
	}
	switch d := found.(type) {
	case to.Fresh:
		s.fresh(d)
	case to.Play:
		s.begin(d.Begin)
	case to.Resume:
		s.enter(&waiting{s, d})
	case to.Eve:
		s.enter(&eve{s, d})
	case to.Leaderboard:
		d.Kind = s.kind
		s.board(d.Leaderboard)
	case to.Profile:
		s.enter(&profile{s})
	case to.Settings:
		s.enter(&settings{s})
	case to.Help:
		s.help()
	default:
		s.fail(errRefused, "That has to be seen: it needs a screen.")
	}
}

// fresh begins a new game.
func (s *Session) fresh(d to.Fresh) {
	if !s.mayDeal() {
		return
	}
	if d.Drop != "" {
		s.house.Saver.Drop(s.key, d.Game.ID, d.Drop)
	}
	s.begin(run.Begin{Game: d.Game, Mode: d.Mode, Seed: s.house.Seed()})
}

// mayDeal reports whether a game may be begun now, and says why not.
func (s *Session) mayDeal() bool {
	switch {
	case s.house.Closing():
		s.fail(errRefused, closed)
	case s.opt.Ration != nil && s.opt.Ration() > 0:
		s.fail(errRefused, "One moment: too many new games from where you are.")
	default:
		return true
	}
	return false
}

// closed is what a player is told who would begin a game while the server closes.
const closed = "The arcade is about to restart: no new games for a moment."

// goodbye ends the session.
func (s *Session) goodbye() {
	leave := func() {
		s.leave()
		s.left = true
		s.answer.Place = "end"
		s.say(s.parting()...)
	}
	for _, p := range s.places {
		if g, ok := p.(*game); ok && g.run.Begun() && (s.guest() || !g.run.Waits()) {
			s.ask("Leave this game? It is not kept.", leave)
			return
		}
	}
	leave()
}

// parting is what a player leaves behind, and how to come back.
func (s *Session) parting() []string {
	said := []string{"Goodbye."}
	if days, err := records.Streak(s.house.Store, s.player.ID, s.house.Now()); err == nil && days > 0 {
		said = append(said, "Dailies: "+look.Plural(days, "day")+" in a row.")
	}
	said = append(said, s.kept()...)
	back := "Come back the way you came."
	if s.house.Address.Known() {
		back = "Come back: " + s.house.Address.Terminal("play", "--lines")
	}
	return append(said, back)
}

// kept are the games that wait for the player, in sentences.
func (s *Session) kept() (said []string) {
	if s.guest() {
		return nil
	}
	list, _ := s.house.Store.Kept(s.key) // what cannot be read is not told
	for _, k := range list {
		if g, ok := s.gameOf(k.Game); ok {
			said = append(said, g.Title+" "+modeTitle(g, k.Mode)+" waits for you.")
		}
	}
	return said
}

// gameOf is the game of an id.
func (s *Session) gameOf(id string) (games.Game, bool) {
	i := slices.IndexFunc(s.house.Games, func(g games.Game) bool { return g.ID == id })
	if i < 0 {
		return games.Game{}, false
	}
	return s.house.Games[i], true
}

func modeTitle(g games.Game, id string) string {
	m, err := g.Mode(id)
	if err != nil {
		return id
	}
	return m.Title
}
