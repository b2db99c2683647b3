package screens

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/to"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// reading is what a screen knows of something that the store keeps: nothing yet (the zero reading), its value when ok,
// or that it could not be read. A screen says that something is not there only of what is ok.
type reading[T any] struct {
	is     T
	ok     bool
	failed bool
}

// several are messages that come together, and are drawn once.
type several []tea.Msg

// atOnce runs commands one after the other, and brings what they return together.
func atOnce(cmds ...tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		var all several
		for _, cmd := range cmds {
			all = append(all, cmd())
		}
		return all
	}
}

// unreadable is what a player is told of a reading that failed.
const unreadable = "The records cannot be read right now."

// loader reads for one session. It is used away from the session's goroutine.
type loader struct {
	*House
	key     keys.Key
	id      string // of the player; "" for a guest, and where it could not be read
	session string
	wire    *Wire
}

func (e *env) loader() loader { return loader{e.House, e.key, e.player.ID, e.session, e.wire} }

// got is a reading of what the store answered; an error is logged here, and nowhere else.
func got[T any](l loader, what string, v T, err error) reading[T] {
	if err != nil {
		l.Log.Error("read "+what, "error", err)
	}
	return reading[T]{is: v, ok: err == nil, failed: err != nil}
}

var errUnknown = errors.New("the player could not be read")

// own is the player's line of a leaderboard, nil where they have none.
func (l loader) own(lb storage.Leaderboard) (*storage.Entry, error) {
	switch {
	case l.key.Guest():
		return nil, nil
	case l.id == "":
		return nil, errUnknown
	}
	return orNone(l.Store.Row(lb, l.id))
}

// underReview is the player's run that waits for an operator, nil where none does.
func (l loader) underReview(lb storage.Leaderboard) (*storage.Entry, error) {
	if l.id == "" {
		return nil, nil
	}
	return orNone(l.Store.UnderReview(lb, l.id))
}

// orNone is an entry, nil where there is none.
func orNone(e storage.Entry, err error) (*storage.Entry, error) {
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &e, nil
}

// reader reads where a destination leads.
func (l loader) reader() to.Reader {
	r := to.Reader{Store: l.Store, Holders: &l.Saver.Holders, Games: l.Games, Log: l.Log, Now: l.Now, Key: l.key, ID: l.id, Session: l.session}
	if l.wire != nil {
		r.Holder = l.wire
	}
	return r
}

// account is who plays, and what they chose.
type account struct {
	player   storage.Player
	settings map[string]string
}

func (l loader) account() reading[account] {
	var a account
	if l.key.Guest() {
		return reading[account]{ok: true}
	}
	p, err := l.Store.Player(l.key)
	s, err2 := l.Store.Settings(l.key)
	a.player, a.settings = p, s
	return got(l, "account", a, errors.Join(err, err2))
}
