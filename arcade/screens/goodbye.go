package screens

import (
	"strings"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
)

// Goodbye is what a player reads who has left: the streak, what waits, and how to come back. It reads the store, so it is
// to be called after the program has ended.
func (a *App) Goodbye() string {
	e := a.env
	var b strings.Builder
	b.WriteString("Goodbye")
	switch {
	case e.guest():
		b.WriteString(". A key makes your runs count: " + look.KeyHint)
	case e.player.Name != "":
		b.WriteString(", " + e.player.Name)
	}
	b.WriteString(".")
	if !e.guest() {
		b.WriteString(e.standing())
	}
	back := " Come back the way you came."
	if e.Address.Known() {
		back = " Come back: " + e.Address.SSH()
	}
	b.WriteString(back)
	return b.String()
}

// standing is what a player leaves behind, in sentences; "" where the store cannot be read.
func (e *env) standing() string {
	days, err := records.Streak(e.Store, e.player.ID, e.Now())
	if err != nil {
		return ""
	}
	var s string
	if days > 0 {
		s += " Dailies: " + look.Plural(days, "day") + " in a row."
	}
	return s + e.waits()
}

// Waits are the games that wait for who has left, in sentences after others; "" for none, and where the store cannot be
// read. It is to be called after the program has ended.
func (a *App) Waits() string { return a.env.waits() }

func (e *env) waits() (s string) {
	if e.guest() {
		return ""
	}
	list, err := e.Store.Kept(e.key)
	if err != nil {
		return ""
	}
	for _, k := range list {
		g, ok := e.game(k.Game)
		if !ok {
			continue
		}
		mode := k.Mode
		if m, err := g.Mode(k.Mode); err == nil {
			mode = m.Title
		}
		s += " " + g.Title + " · " + mode + " waits for you."
	}
	return s
}
