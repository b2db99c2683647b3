package race

import "time"

// Emote is all that can be said in a room: there is no free text.
type Emote uint8

var emotes = [...]string{"gg", "wow", "close", "again?", "hurry", "thanks"}

// Emotes returns what can be said, by Emote.
func Emotes() []string { return emotes[:] }

func (e Emote) String() string { return emotes[e] }

const (
	emotePause = 3 * time.Second // between two of one person
	maxSaid    = 6               // the latest that are kept
)

// Said is an emote of somebody.
type Said struct {
	Name  string
	Emote Emote
	At    time.Time
}

// Say makes an emote, while gathering or in the results, by one who sits, and once in three seconds: otherwise nothing
// happens.
func (s *Seat) Say(e Emote) error {
	return s.do(func(r *Room, p *person) error {
		now := r.rooms.clock.Now()
		if r.phase != Gathering && r.phase != Results || !p.seated || int(e) >= len(emotes) || now.Sub(p.spoke) < emotePause {
			return nil
		}
		p.spoke = now
		r.said = append(r.said[max(0, len(r.said)-maxSaid+1):], Said{p.who.Name, e, now})
		return nil
	})
}

// Mute hides the others' emotes from this seat, or shows them again.
func (s *Seat) Mute(on bool) error {
	return s.do(func(_ *Room, p *person) error {
		p.muted = on
		return nil
	})
}
