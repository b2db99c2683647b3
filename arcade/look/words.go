// Package look is how the arcade looks and speaks: themes and styles, head and foot, times and ranks and refusals in
// words. It knows what the store answers, and neither a session nor a screen.
package look

import (
	"strings"
	"time"

	"arcade.example.com/storage"
)

// Tidy is a time as records show it: 0:48.213, 1:02:03.004.
func Tidy(d time.Duration) string {
	ms := d.Milliseconds()
	rest := Pad(ms/1000%60, 2) + "." + Pad(ms%1000, 3)
	if h := ms / 3600000; h > 0 {
		return Pad(h, 1) + ":" + Pad(ms/60000%60, 2) + ":" + rest
	}
	return Pad(ms/60000, 1) + ":" + rest
}

// Tenths is a time in tenths of a second, as it is said: 0:48.2.
func Tenths(d time.Duration) string {
	t := Tidy(d)
	return t[:len(t)-2]
}

// Whole is a time in whole seconds, as a running clock shows it: 0:48.
func Whole(d time.Duration) string {
	t := Tidy(d)
	return t[:strings.IndexByte(t, '.')]
}

// Millis is a stored time.
func Millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// Gap is a difference of times with its sign: +2.527, -0.420.
func Gap(d time.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "-", -d
	}
	if d >= time.Minute {
		return sign + Tidy(d)
	}
	return sign + Pad(d.Milliseconds()/1000, 1) + "." + Pad(d.Milliseconds()%1000, 3)
}

func Pad(n int64, digits int) string {
	var b [20]byte
	i := len(b)
	for ; n > 0 || digits > 0; digits-- {
		i--
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return string(b[i:])
}

// Ago is how long an instant lies back, in a word or two.
func Ago(at, now time.Time) string {
	at, now = at.UTC(), now.UTC()
	days := int(now.Truncate(24*time.Hour).Sub(at.Truncate(24*time.Hour)).Hours() / 24)
	switch {
	case days <= 0:
		return "today"
	case days == 1:
		return "yesterday"
	case days < 7:
		return Pad(int64(days), 1) + " days ago"
	case at.Year() == now.Year():
		return at.Format("Jan 02")
	}
	return at.Format("Jan 2006")
}

// Until is how long it takes from now to an instant, in hours or, when it is near, minutes: 7 h, 12 min.
func Until(now, at time.Time) string {
	left := max(at.Sub(now), 0)
	if left >= time.Hour {
		return Pad(int64(left/time.Hour), 1) + " h"
	}
	return Pad(int64(left/time.Minute), 1) + " min"
}

// New is when a daily gives way to the next, in hours and minutes.
func New(now, ends time.Time) string {
	left := ends.Sub(now)
	if left <= 0 {
		return "over"
	}
	return "new in " + Pad(int64(left/time.Hour), 1) + " h " + Pad(int64(left%time.Hour/time.Minute), 1) + " min"
}

// Ordinal is a rank in words' clothing: 1st, 22nd, 113th.
func Ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return Pad(int64(n), 1) + suffix
}

// Plural is a number and its noun: 1 key, 2 keys.
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Pad(int64(n), 1) + " " + noun
}

// Ended is how a player's runs have ended, in one mode or in several: won 30 of 41 (73 %).
func Ended(modes ...storage.Tally) string {
	var won, of int
	for _, t := range modes {
		won, of = won+t.Won, of+t.Played
	}
	if of == 0 {
		return "none finished"
	}
	return "won " + Pad(int64(won), 1) + " of " + Pad(int64(of), 1) + " (" + Pad(int64(100*won/of), 1) + " %)"
}

// Name is how a player is shown to others: never empty, and never more than a name.
func Name(player, id string) string {
	switch {
	case id == "":
		return "(left)"
	case player == "":
		return "unnamed"
	}
	return player
}

// Shown is how a player who is here is shown to others. An empty id is that of one who could not be read, and has not left.
func Shown(guest bool, player, id string) string {
	switch {
	case guest:
		return "guest"
	case id == "":
		return "unnamed"
	}
	return Name(player, id)
}

// LinesSetting is the name of the setting, "on" or absent, by which a player's sessions are in lines instead of screens.
const LinesSetting = "lines"

// WatchedSetting is the name of the setting that says who may watch: a live.Privacy.
const WatchedSetting = "watched"

// KeyHint tells a guest how to become a player.
const KeyHint = "ssh-keygen -t ed25519"

// Periods are those of a leaderboard, the longest first.
func Periods() []storage.Period { return []storage.Period{storage.All, storage.Week, storage.Day} }

// PeriodTitle is a period in words.
func PeriodTitle(p storage.Period) string {
	switch p {
	case storage.Week:
		return "this week"
	case storage.Day:
		return "today"
	}
	return "all time"
}

// Players is how many players stand somewhere.
func Players(n int) string {
	if n == 0 {
		return "nobody yet"
	}
	return Plural(n, "player")
}

// Moves is how many were made, and how many could have been enough; "" where nobody counted.
func Moves(made, least uint32) string {
	if made == 0 {
		return ""
	}
	return Pad(int64(made), 1) + "/" + Pad(int64(least), 1) + " moves"
}

// WouldBe says what a run comes to that waits for an operator.
func WouldBe(rank, of int) string {
	return "It would be " + Ordinal(rank) + " of " + Pad(int64(of), 1) + ", and counts once an operator has looked at it."
}

// UnderReview is a run that waits for an operator, as its player finds it beside a leaderboard.
func UnderReview(e storage.Entry) string {
	return "under review: " + Tidy(Millis(e.Millis)) + " as " + Ordinal(e.Rank)
}

// Sweep is whether what has expired is removed.
func Sweep(held bool) string {
	if held {
		return "held: the clock has jumped by more than a day; set it right, then: admin sweep"
	}
	return "every hour"
}
