package lines

import (
	"maps"
	"strconv"

	"arcade.example.com/arcade/live"
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
	s.say(sentence(watchers[s.privacy]))
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
			s.set(map[string]string{look.LinesSetting: on(true)}, "From now on you begin in lines whenever you connect.")
		}},
		{"lines off", "begin with screens", func([]string) {
			s.set(map[string]string{look.LinesSetting: on(false)}, "From now on you begin with screens when you connect with a terminal.")
		}},
		{"watch on", "everybody may watch your games", func([]string) { s.setPrivacy(live.Watchable) }},
		{"watch untold", "the same, and you are not told how many do", func([]string) { s.setPrivacy(live.Uncounted) }},
		{"watch off", "nobody may: your games are listed without your name", func([]string) { s.setPrivacy(live.Private) }},
		{"back", "to where you were", func([]string) { s.back() }},
	}
}

// setPrivacy says who may watch, from the next game on, or one that is resumed.
func (s *Session) setPrivacy(p live.Privacy) {
	s.privacy = p
	choice := p.String()
	if p == live.Watchable {
		choice = ""
	}
	s.set(map[string]string{look.WatchedSetting: choice}, "From your next game on "+watchers[p]+".")
}

// watchers are those who may watch, by live.Privacy.
var watchers = [...]string{"everybody may watch", "everybody may watch, and you are not told how many do", "nobody may watch"}

func (s *Session) setDetail(level string) {
	n, err := strconv.Atoi(level)
	if err != nil || n < 1 || n > len(levels) {
		s.fail(errRefused, "Detail is 1, 2 or 3.")
		return
	}
	s.detail = levels[n-1]
	s.set(map[string]string{settingBrief: on(s.detail == games.Brief), settingFull: on(s.detail == games.Full)}, "Detail is "+level+" of 3.")
}

// all are the settings as they are stored; none of a guest's.
func (s *Session) all() (map[string]string, error) {
	if s.guest() {
		return nil, nil
	}
	return s.house.Store.Settings(s.key)
}

// on is a choice as it is stored.
func on(is bool) string {
	if is {
		return "on"
	}
	return ""
}

// set stores choices beside those that there are, "" for none, and says so; a guest's last as long as the session.
func (s *Session) set(choices map[string]string, said string) {
	if s.guest() {
		s.say(said + " A guest's settings last as long as the visit.")
		return
	}
	all, err := s.all()
	if err == nil {
		all = maps.Clone(all)
		for k, v := range choices {
			if delete(all, k); v != "" {
				all[k] = v
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
