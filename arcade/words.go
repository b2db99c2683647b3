package arcade

import (
	"strings"
	"time"

	"arcade.example.com/storage"
)

// tidy is a time as records show it: 0:48.213, 1:02:03.004.
func tidy(d time.Duration) string {
	ms := d.Milliseconds()
	rest := pad(ms/1000%60, 2) + "." + pad(ms%1000, 3)
	if h := ms / 3600000; h > 0 {
		return pad(h, 1) + ":" + pad(ms/60000%60, 2) + ":" + rest
	}
	return pad(ms/60000, 1) + ":" + rest
}

// whole is a time in whole seconds, as a running clock shows it: 0:48.
func whole(d time.Duration) string {
	t := tidy(d)
	return t[:strings.IndexByte(t, '.')]
}

// millis is a stored time.
func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// gap is a difference of times with its sign: +2.527, -0.420.
func gap(d time.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "-", -d
	}
	if d >= time.Minute {
		return sign + tidy(d)
	}
	return sign + pad(d.Milliseconds()/1000, 1) + "." + pad(d.Milliseconds()%1000, 3)
}

func pad(n int64, digits int) string {
	var b [20]byte
	i := len(b)
	for ; n > 0 || digits > 0; digits-- {
		i--
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return string(b[i:])
}

// ago is how long an instant lies back, in a word or two.
func ago(at, now time.Time) string {
	at, now = at.UTC(), now.UTC()
	days := int(now.Truncate(24*time.Hour).Sub(at.Truncate(24*time.Hour)).Hours() / 24)
	switch {
	case days <= 0:
		return "today"
	case days == 1:
		return "yesterday"
	case days < 7:
		return pad(int64(days), 1) + " days ago"
	case at.Year() == now.Year():
		return at.Format("Jan 02")
	}
	return at.Format("Jan 2006")
}

// ordinal is a rank in words' clothing: 1st, 22nd, 113th.
func ordinal(n int) string {
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
	return pad(int64(n), 1) + suffix
}

// plural is a number and its noun: 1 key, 2 keys.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return pad(int64(n), 1) + " " + noun
}

// name is how a player is shown to others: never empty, and never more than a name.
func name(player, id string) string {
	switch {
	case id == "":
		return "(left)"
	case player == "":
		return "unnamed"
	}
	return player
}

// keyHint tells a guest how to become a player.
const keyHint = "ssh-keygen -t ed25519"

// periods are those of a leaderboard, the longest first.
func periods() []storage.Period { return []storage.Period{storage.All, storage.Week, storage.Day} }

// periodTitle is a period in words.
func periodTitle(p storage.Period) string {
	switch p {
	case storage.Week:
		return "this week"
	case storage.Day:
		return "today"
	}
	return "all time"
}
