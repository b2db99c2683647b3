package lines

import (
	"maps"
	"strconv"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// The detail as it is stored, each "on" or absent.
const (
	settingBrief = "lines.brief"
	settingFull  = "lines.full"
)

// Chosen reports whether the settings of a player say that their sessions are in lines.
func Chosen(settings map[string]string) bool { return settings[look.LinesSetting] == "on" }

func detailOf(settings map[string]string) games.Detail {
	switch {
	case settings[settingBrief] == "on":
		return games.Brief
	case settings[settingFull] == "on":
		return games.Full
	}
	return games.Usual
}

// levels are the details, the least first, as a player counts them from 1.
var levels = [...]games.Detail{games.Brief, games.Usual, games.Full}

// settings is what a player may choose.
type settings struct{ s *Session }

func (c *settings) name() string     { return "settings" }
func (c *settings) hear(string) bool { return false }

func (c *settings) tell() {
	s := c.s
	for i, d := range levels {
		if d == s.detail {
			s.say("Detail is " + strconv.Itoa(i+1) + " of 3.")
		}
	}
	if all, err := s.all(); err == nil && Chosen(all) {
		s.say("You begin in lines whenever you connect.")
	}
	s.tellChoices("Choose")
}

func (c *settings) phrases() []phrase {
	s := c.s
	return []phrase{
		{"detail 1", "say as little as possible", func([]string) { s.setDetail("1") }},
		{"detail 2", "as usual", func([]string) { s.setDetail("2") }},
		{"detail 3", "say all that a glance would tell", func([]string) { s.setDetail("3") }},
		{"lines on", "begin in lines whenever you connect with a terminal", func([]string) {
			s.set(map[string]bool{look.LinesSetting: true}, "From now on you begin in lines whenever you connect.")
		}},
		{"lines off", "begin with screens", func([]string) {
			s.set(map[string]bool{look.LinesSetting: false}, "From now on you begin with screens when you connect with a terminal.")
		}},
		{"back", "to where you were", func([]string) { s.back() }},
	}
}

func (s *Session) setDetail(level string) {
	n, err := strconv.Atoi(level)
	if err != nil || n < 1 || n > len(levels) {
		s.fail(errRefused, "Detail is 1, 2 or 3.")
		return
	}
	s.detail = levels[n-1]
	s.set(map[string]bool{settingBrief: s.detail == games.Brief, settingFull: s.detail == games.Full}, "Detail is "+level+" of 3.")
}

// all are the settings as they are stored; none of a guest's.
func (s *Session) all() (map[string]string, error) {
	if s.guest() {
		return nil, nil
	}
	return s.house.Store.Settings(s.key)
}

// set stores choices beside those that there are, and says so; a guest's last as long as the session.
func (s *Session) set(choices map[string]bool, said string) {
	if s.guest() {
		s.say(said + " A guest's settings last as long as the visit.")
		return
	}
	all, err := s.all()
	if err == nil {
		all = maps.Clone(all)
		for k, on := range choices {
			if delete(all, k); on {
				all[k] = "on"
			}
		}
		err = s.house.Store.SetSettings(s.key, all)
	}
	if err != nil {
		s.house.Log.Error("keep settings", "error", err)
		said += " It is not stored: the arcade takes no writes just now."
	}
	s.say(said)
}
