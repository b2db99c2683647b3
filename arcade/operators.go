package arcade

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"time"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/door"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// operator does for the house's operator what commands may ask for.
type operator struct{ *Server }

// operatorOf is what a key may order at an address; nil where it is no operator's.
func (s *Server) operatorOf(k keys.Key, from netip.Addr) command.Operator {
	if !s.admins.has(k, from, time.Now()) {
		return nil
	}
	return operator{s}
}

// Stats makes operator a command.Operator.
func (s operator) Stats() command.Stats {
	f := s.stats()
	f.Players = 0
	ids := make(map[string]bool)
	all, silent := everywhere[count](s.Server, "count", "")
	for _, c := range all {
		f.Sessions += c.Sessions
		f.Playing += c.Playing
		for _, id := range c.Players {
			ids[id] = true
		}
	}
	f.Players, f.Silent = len(ids), silent
	for _, n := range s.nodes.Others() {
		f.Others = append(f.Others, n.Name)
	}
	return f
}

// stats are those of this node.
func (s *Server) stats() command.Stats {
	return command.Stats{Database: s.cfg.Store.Size(), Uptime: int64(time.Since(s.began).Seconds()),
		Writable: s.cfg.Store.Healthy() == nil, Panics: s.panics.Caught(), Held: s.held.Load()}
}

// count is who is at a node.
type count struct {
	Sessions int      `json:"sessions"`
	Playing  int      `json:"playing"`
	Players  []string `json:"players"` // the ids of those who are no guests, each once
}

func (s *Server) count() count {
	c := count{Playing: s.playing()}
	ids := make(map[string]bool)
	for _, v := range s.all() {
		c.Sessions++
		if !v.key.Guest() {
			ids[v.who().ID] = true
		}
	}
	c.Players = slices.Sorted(maps.Keys(ids))
	return c
}

// Sessions makes operator a command.Operator.
func (s operator) Sessions() []command.Session {
	all, _ := everywhere[[]command.Session](s.Server, "sessions", "")
	list := slices.Concat([]command.Session{}, slices.Concat(all...))
	slices.SortFunc(list, func(a, b command.Session) int { return strings.Compare(a.Since, b.Since) })
	return list
}

// sessions are those of this node.
func (s *Server) sessions() []command.Session {
	list := []command.Session{}
	node := ""
	if len(s.nodes.Others()) > 0 {
		node = s.cfg.Name
	}
	for _, v := range s.all() {
		x := command.Session{ID: v.who().ID, Player: v.who().Name, From: v.sess.Source().String(), Since: command.Instant(v.since),
			Idle: int64((time.Since(v.since) - time.Duration(v.input.Load())).Seconds()), Node: node}
		if !v.key.Guest() {
			x.Tag = tagText(s.cfg.Store.Tag(v.key))
		}
		if p, playing := v.plays(); playing {
			x.Playing, x.Game, x.Mode, x.Began = true, p.Game, p.Mode, command.Instant(p.Since)
		}
		list = append(list, x)
	}
	return list
}

// obey does at this node what was ordered here or at another, and returns what came of it.
func (s *Server) obey(verb, value string) (done any) {
	defer s.panics.Catch("order", func() { done = nil })
	switch verb {
	case "count":
		return s.count()
	case "sessions":
		return s.sessions()
	case "announce":
		s.tell(value)
		return len(s.all())
	case "kick":
		return s.endAll(s.visitOf(value), "The operator has ended this session.")
	case "ban":
		return s.endBanned(value)
	case "yield":
		return s.saver.Holders.Yield(value, nil)
	case "left":
		return s.endAll(func(v *visit) bool { return v.who().ID == value }, "All that was kept of you is gone. Come back as somebody new.")
	}
	return nil
}

// everywhere has all nodes obey, and returns what came of it at those that answered, and the names of those that did not.
func everywhere[T any](s *Server, verb, value string) (done []T, silent []string) {
	answers, silent := s.nodes.Order(verb, value)
	if len(silent) > 0 {
		s.cfg.Log.Warn("nodes do not answer", "order", verb, "nodes", silent)
	}
	if own, ok := s.obey(verb, value).(T); ok {
		done = append(done, own)
	}
	for _, a := range answers {
		var x T
		if err := json.Unmarshal(a, &x); err != nil {
			s.cfg.Log.Warn("a node answers what makes no sense", "order", verb, "error", err)
			continue
		}
		done = append(done, x)
	}
	return done, silent
}

// sum is what an order came to at all nodes together.
func (s *Server) sum(verb, value string) (n int) {
	done, _ := everywhere[int](s, verb, value)
	for _, x := range done {
		n += x
	}
	return n
}

// Bans makes operator a command.Operator.
func (s operator) Bans() []command.Ban {
	list := []command.Ban{}
	for _, b := range s.bans.all(time.Now()) {
		list = append(list, command.Ban(b))
	}
	return list
}

// Announce makes operator a command.Operator.
func (s operator) Announce(line string) (sessions int) { return s.sum("announce", line) }

// Kick makes operator a command.Operator.
func (s operator) Kick(who string) (id string, sessions int, err error) {
	p, err := s.cfg.Store.Find(who)
	if errors.Is(err, storage.ErrNotFound) { // one who was never written is known by the id on their screen
		p, err = storage.Player{ID: who}, nil
	}
	if err != nil {
		return "", 0, fmt.Errorf("find %s: %w", who, err)
	}
	n := s.sum("kick", p.ID)
	if n == 0 {
		return "", 0, fmt.Errorf("%s is not here", who)
	}
	return p.ID, n, nil
}

// visitOf reports whose visits are a player's, also of those whose key was linked since they began.
func (s *Server) visitOf(playerID string) func(*visit) bool {
	return func(v *visit) bool {
		if v.key.Guest() {
			return false
		}
		p, err := s.whose.player(v.key)
		return p.ID == playerID || err != nil && v.who().ID == playerID
	}
}

func (s *Server) endAll(which func(*visit) bool, why string) (n int) {
	for _, v := range s.all() {
		if which(v) {
			v.removed()
			v.ended(why)
			n++
		}
	}
	return n
}

// left ends the sessions of a player who is no more.
func (s *Server) left(playerID string) { s.sum("left", playerID) }

// Sweep makes operator a command.Operator.
func (s operator) Sweep() error { return s.sweep(time.Now(), true) }

// Ban makes operator a command.Operator.
func (s operator) Ban(who string, length time.Duration, why string) (command.Ban, error) {
	x := storage.Ban{Who: who, Until: time.Now().Add(length).UTC().Truncate(time.Second), Why: why}
	if p, ok := netOf(who); ok {
		x.Who = p.String()
	} else if !isTag(who) {
		p, err := s.cfg.Store.Find(who)
		if err != nil {
			return command.Ban{}, fmt.Errorf("%s is no player, key or network: %w", who, err)
		}
		x.Who = p.ID
	}
	if err := s.cfg.Store.Ban(x); err != nil {
		return command.Ban{}, err
	}
	s.sum("ban", x.Who)
	return command.Ban(x), nil
}

// endBanned ends the sessions at this node that a ban concerns. It is in the store, but may not be seen here yet.
func (s *Server) endBanned(who string) int {
	concerns := s.visitOf(who)
	if p, ok := netOf(who); ok {
		concerns = func(v *visit) bool { return p.Contains(v.sess.Source().Unmap()) }
	} else if isTag(who) {
		concerns = func(v *visit) bool { return !v.key.Guest() && tagText(s.cfg.Store.Tag(v.key)) == who }
	}
	why := "The operator has closed the arcade to you."
	if b, is := s.bans.of(time.Now(), who); is {
		why = "The operator has closed the arcade to you until " + command.Instant(b.Until) + "."
	}
	return s.endAll(concerns, why)
}

// Unban makes operator a command.Operator: it lifts a ban from whoever Ban would have put it on, or from what the list
// of bans shows.
func (s operator) Unban(who string) (from string, err error) {
	from = who
	if p, ok := netOf(who); ok {
		from = p.String()
	} else if p, err := s.cfg.Store.Find(who); err == nil {
		from = p.ID
	}
	err = s.cfg.Store.Unban(from)
	if errors.Is(err, storage.ErrNotFound) {
		err = fmt.Errorf("nobody is banned as %q", who)
	}
	return from, err
}

// netOf is what a text in CIDR notation, or a lone address, stands for: of that, all that is its customer's.
func netOf(text string) (netip.Prefix, bool) {
	if a, err := netip.ParseAddr(text); err == nil {
		return door.Customer(a), true
	}
	p, err := netip.ParsePrefix(text)
	return p.Masked(), err == nil
}

// barred says why a session may not begin: a ban on its player or its key. Where the store cannot say whose a key is,
// and never did, it might be that of a player who is banned.
func (s *Server) barred(k keys.Key, player string, unknown error) (why string, is bool) {
	if k.Guest() {
		return "", false
	}
	now := time.Now()
	if b, is := s.bans.of(now, player, tagText(s.cfg.Store.Tag(k))); is {
		return "The arcade is closed to you until " + command.Instant(b.Until) + ".", true
	}
	if unknown != nil && s.bans.onPlayers(now) {
		return "The arcade cannot look up who you are just now, and some are not let in. Try again in a moment.", true
	}
	return "", false
}

func tagText(t keys.Tag) string { return hex.EncodeToString(t[:]) }

// isTag reports whether a text is the tag of a key.
func isTag(text string) bool {
	tag, err := hex.DecodeString(text)
	return err == nil && len(tag) == len(keys.Tag{})
}
