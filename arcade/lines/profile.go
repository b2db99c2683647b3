package lines

import (
	"slices"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/storage"
)

// profile is who the player is.
type profile struct{ s *Session }

func (p *profile) name() string     { return "profile" }
func (p *profile) hear(string) bool { return false }

func (p *profile) tell() {
	s := p.s
	s.say(s.whoami())
	if s.guest() || !s.known {
		return
	}
	days, err := records.Streak(s.house.Store, s.player.ID, s.house.Now())
	if err == nil && days > 0 {
		s.say("Dailies: " + look.Plural(days, "day") + " in a row.")
	}
	for _, k := range []storage.Kind{storage.Lines, storage.Bots, storage.Timed} {
		var list []storage.Best
		if err == nil {
			list, err = s.house.Store.Bests(s.player.ID, k)
		}
		for _, b := range list {
			g, _ := s.gameOf(b.Game)
			said := g.Title + " " + modeTitle(g, b.Mode) + ", " + kindTitle(k) + ": " + look.Ordinal(b.Rank) + " of " + look.Pad(int64(b.Of), 1)
			if k != storage.Timed {
				said += ", " + score(b.Figures)
			}
			s.say(said + ", " + look.Tidy(look.Millis(b.Millis)) + ".")
		}
	}
	if err != nil {
		s.unread("profile", err)
	}
}

func (p *profile) phrases() []phrase {
	s := p.s
	return []phrase{
		{"name NEW", "set your name", p.command("name")},
		{"keys", "your keys", p.command("keys")},
		{"link", "a code that makes another key yours", p.command("link")},
		{"link CODE", "make this key one of the player's who was shown the code", p.command("link")},
		{"link CODE --yes", "", p.command("link", "--yes")},
		{"unlink KEY", "take a key from you", p.command("unlink")},
		{"recover", "a code to keep for a lost key", p.command("recover")},
		{"recover CODE", "get back the player of a lost key", p.command("recover")},
		{"recover CODE --yes", "", p.command("recover", "--yes")},
		{"rivals", "whom you follow", p.command("rivals")},
		{"follow NAME", "make a player your rival", p.command("follow")},
		{"unfollow NAME", "end that", p.command("unfollow")},
		{"back", "to where you were", func([]string) { s.back() }},
	}
}

// command answers as the command line does, and reads again who the player is.
func (p *profile) command(verb string, flags ...string) func([]string) {
	return func(in []string) {
		s := p.s
		s.say(s.opt.Command(slices.Concat([]string{verb}, in, flags)...)...)
		detail := s.detail
		s.know()
		s.detail = detail
	}
}
