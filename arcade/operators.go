package arcade

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/door"
	"arcade.example.com/arcade/look"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// isAdmin reports whether a key stands in the data folder's admins file (authorized_keys format). It is read each
// time: an operator who takes a key out does not have to restart.
func (s *Server) isAdmin(k keys.Key) bool {
	if k.Guest() || s.cfg.Admins == "" {
		return false
	}
	text, err := os.ReadFile(s.cfg.Admins)
	if err != nil {
		return false
	}
	for len(text) > 0 {
		pub, _, _, rest, err := gossh.ParseAuthorizedKey(text)
		if err != nil {
			return false
		}
		if keys.Of(pub) == k {
			return true
		}
		text = rest
	}
	return false
}

// operate answers an operator's command; false where it is none, or the caller no operator: to others these commands
// do not exist.
func (s *Server) operate(sess *door.Session, args []string) (code int, ok bool) {
	if len(args) == 0 || (args[0] != "admin" && args[0] != "backup") || !s.isAdmin(sess.Key()) {
		return 0, false
	}
	s.cfg.Log.Warn("operator", "from", sess.Source(), "tag", tagText(s.cfg.Store.Tag(sess.Key())), "command", keys.Clean(sess.RawCommand(), keys.MaxText))
	if args[0] == "backup" {
		return s.backup(sess), true
	}
	var text bytes.Buffer
	err := s.administer(args[1:], &text)
	_, _ = io.Copy(sess, &text)
	switch {
	case err == nil:
		return command.ExitDone, true
	case errors.Is(err, errAdmin):
		fmt.Fprintln(sess.Stderr(), keys.Clean(err.Error(), 4*keys.MaxText))
		return command.ExitUsage, true
	}
	fmt.Fprintln(sess.Stderr(), keys.Clean(err.Error(), 4*keys.MaxText))
	return command.ExitRefused, true
}

func (s *Server) backup(sess *door.Session) int {
	if _, _, terminal := sess.Pty(); terminal {
		fmt.Fprintln(sess.Stderr(), "A backup is no text: ssh host backup > arcade.db, without -t.")
		return command.ExitUsage
	}
	if err := s.cfg.Store.Backup(sess); err != nil {
		s.cfg.Log.Error("backup", "error", err)
		fmt.Fprintln(sess.Stderr(), "The backup is not whole: "+err.Error())
		return command.ExitRefused
	}
	return command.ExitDone
}

// errAdmin is wrong usage of an operator's command.
var errAdmin = errors.New("usage: admin stats | sessions | players | kick PLAYER | bans | ban PLAYER|TAG|NETWORK [--for 24h] [--why TEXT] | unban WHO | rename PLAYER NAME | remove-run RUN | announce [TEXT]")

// administer carries out an operator's command. Every one of them takes --json.
func (s *Server) administer(args []string, out io.Writer) error {
	fs := flag.NewFlagSet("admin", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	asJSON := fs.Bool("json", false, "")
	length := fs.Duration("for", 24*time.Hour, "")
	why := fs.String("why", "", "")
	var words []string
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return fmt.Errorf("%w: %w", err, errAdmin)
		}
		if args = fs.Args(); len(args) > 0 {
			words, args = append(words, args[0]), args[1:]
		}
	}
	if len(words) == 0 {
		return errAdmin
	}
	answer, err := s.order(words[0], words[1:], *length, keys.Clean(*why, keys.MaxText))
	if err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(out).Encode(answer)
	}
	return answer.print(out)
}

// answer is what an operator is told: an object of JSON, or lines.
type answer interface{ print(io.Writer) error }

func (s *Server) order(verb string, words []string, length time.Duration, why string) (answer, error) {
	takes := func(n int) bool { return len(words) == n }
	store := s.cfg.Store
	switch {
	case verb == "stats" && takes(0):
		return s.stats(), nil
	case verb == "sessions" && takes(0):
		return s.sessions(), nil
	case verb == "players" && takes(0):
		return s.players()
	case verb == "bans" && takes(0):
		return banned{s.bans.all(time.Now())}, nil
	case verb == "kick" && takes(1):
		return s.kick(words[0])
	case verb == "ban" && takes(1):
		return s.ban(words[0], length, why)
	case verb == "unban" && takes(1):
		return s.unban(words[0])
	case verb == "rename" && takes(2):
		p, err := store.Find(words[0])
		if err == nil {
			err = store.Rename(p.ID, words[1])
		}
		return done{"renamed " + p.ID + " to " + words[1]}, err
	case verb == "remove-run" && takes(1):
		return done{"removed " + words[0]}, store.RemoveRun(words[0])
	case verb == "announce":
		line := keys.Clean(strings.Join(words, " "), 120)
		s.tell(line)
		return done{"announced to " + look.Plural(len(s.all()), "session")}, nil
	}
	return nil, errAdmin
}

// done is an order that was carried out.
type done struct {
	Done string `json:"done"`
}

func (d done) print(w io.Writer) error {
	_, err := fmt.Fprintln(w, d.Done)
	return err
}

// figures are the server's numbers of the moment.
type figures struct {
	Sessions int   `json:"sessions"`
	Players  int   `json:"players"` // different ones, guests aside
	Playing  int   `json:"playing"`
	Database int64 `json:"database_bytes"`
	Uptime   int64 `json:"uptime_s"`
	Writable bool  `json:"writable"`
	Panics   int64 `json:"panics"`
}

func (s *Server) stats() figures {
	f := figures{Playing: s.playing(), Database: s.cfg.Store.Size(), Uptime: int64(time.Since(s.began).Seconds()),
		Writable: s.cfg.Store.Healthy() == nil, Panics: s.panics.Caught()}
	ids := make(map[string]bool)
	for _, v := range s.all() {
		f.Sessions++
		if !v.key.Guest() {
			ids[v.app.Player().ID] = true
		}
	}
	f.Players = len(ids)
	return f
}

func (f figures) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "sessions %d\nplayers  %d\nplaying  %d\ndatabase %d bytes\nuptime   %v\nwritable %v\npanics   %d\n",
		f.Sessions, f.Players, f.Playing, f.Database, time.Duration(f.Uptime)*time.Second, f.Writable, f.Panics)
	return err
}

// present is a session as an operator sees it.
type present struct {
	ID      string `json:"id"` // the player's, "" for a guest
	Player  string `json:"player"`
	Tag     string `json:"tag"` // of the key, for a ban
	From    string `json:"from"`
	Since   string `json:"since"`
	Idle    int64  `json:"idle_s"`
	Playing bool   `json:"playing"`
}

type presents struct {
	Sessions []present `json:"sessions"`
}

func (s *Server) sessions() presents {
	list := presents{Sessions: []present{}}
	for _, v := range s.all() {
		p := present{ID: v.app.Player().ID, Player: v.app.Player().Name, From: v.sess.Source().String(), Since: command.Instant(v.since),
			Idle: int64((time.Since(v.since) - time.Duration(v.input.Load())).Seconds()), Playing: v.app.Playing()}
		if !v.key.Guest() {
			p.Tag = tagText(s.cfg.Store.Tag(v.key))
		}
		list.Sessions = append(list.Sessions, p)
	}
	slices.SortFunc(list.Sessions, func(a, b present) int { return strings.Compare(a.Since, b.Since) })
	return list
}

func (p presents) print(w io.Writer) error {
	for _, x := range p.Sessions {
		if _, err := fmt.Fprintf(w, "%-6s  %-16s  %-39s  %s  idle %ds  playing %v  key %s\n", x.ID, x.Player, x.From, x.Since, x.Idle, x.Playing, x.Tag); err != nil {
			return err
		}
	}
	return nil
}

// known is a player whom the store knows.
type known struct {
	ID     string `json:"id"`
	Player string `json:"player"`
	Joined string `json:"joined"`
}

type knowns struct {
	Players []known `json:"players"`
}

func (s *Server) players() (knowns, error) {
	list := knowns{Players: []known{}}
	err := s.cfg.Store.Players(func(p storage.Player) error {
		list.Players = append(list.Players, known{p.ID, p.Name, command.Instant(p.Joined)})
		return nil
	})
	return list, err
}

func (k knowns) print(w io.Writer) error {
	for _, p := range k.Players {
		if _, err := fmt.Fprintf(w, "%-6s  %-16s  %s\n", p.ID, p.Player, p.Joined); err != nil {
			return err
		}
	}
	return nil
}

type banned struct {
	Bans []ban `json:"bans"`
}

func (b banned) print(w io.Writer) error {
	for _, x := range b.Bans {
		if _, err := fmt.Fprintf(w, "%-32s  until %s  %s\n", x.Who, command.Instant(x.Until), x.Why); err != nil {
			return err
		}
	}
	return nil
}

// kick ends every session of a player.
func (s *Server) kick(who string) (answer, error) {
	p, err := s.cfg.Store.Find(who)
	if errors.Is(err, storage.ErrNotFound) { // one who was never written is known by the id on his screen
		p, err = storage.Player{ID: who}, nil
	}
	if err != nil {
		return nil, err
	}
	n := s.endAll(func(v *visit) bool { return v.app.Player().ID == p.ID }, "The operator has ended this session.")
	if n == 0 {
		return nil, fmt.Errorf("%s is not here", who)
	}
	return done{"kicked " + look.Plural(n, "session") + " of " + p.ID}, nil
}

func (s *Server) endAll(which func(*visit) bool, why string) (n int) {
	for _, v := range s.all() {
		if which(v) {
			v.ended(why)
			n++
		}
	}
	return n
}

// ban keeps a player, a key by its tag, or a network out, and ends the sessions that it concerns.
func (s *Server) ban(who string, length time.Duration, why string) (answer, error) {
	if length <= 0 {
		return nil, fmt.Errorf("--for %v: %w", length, errAdmin)
	}
	x := ban{Who: who, Until: time.Now().Add(length).UTC().Truncate(time.Second), Why: why}
	var concerns func(*visit) bool
	if p, ok := netOf(who); ok {
		x.Who = p.String()
		concerns = func(v *visit) bool { return p.Contains(v.sess.Source().Unmap()) }
	} else if tag, err := hex.DecodeString(who); err == nil && len(tag) == len(keys.Tag{}) {
		concerns = func(v *visit) bool { return !v.key.Guest() && tagText(s.cfg.Store.Tag(v.key)) == who }
	} else {
		p, err := s.cfg.Store.Find(who)
		if err != nil {
			return nil, fmt.Errorf("%s is no player, key or network: %w", who, err)
		}
		x.Who = p.ID
		concerns = func(v *visit) bool { return v.app.Player().ID == p.ID }
	}
	if err := s.bans.put(x); err != nil {
		return nil, err
	}
	s.endAll(concerns, "The operator has closed the arcade to you until "+command.Instant(x.Until)+".")
	return done{"banned " + x.Who + " until " + command.Instant(x.Until)}, nil
}

// unban lifts a ban from whoever ban would have put it on, or from what the list of bans shows.
func (s *Server) unban(who string) (answer, error) {
	as := who
	if p, ok := netOf(who); ok {
		as = p.String()
	} else if p, err := s.cfg.Store.Find(who); err == nil {
		as = p.ID
	}
	found, err := s.bans.drop(as)
	if err == nil && !found {
		err = fmt.Errorf("nobody is banned as %q", who)
	}
	return done{"unbanned " + as}, err
}

// netOf is what a text in CIDR notation, or a lone address, stands for.
func netOf(text string) (netip.Prefix, bool) {
	if a, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(a, a.BitLen()), true
	}
	p, err := netip.ParsePrefix(text)
	return p.Masked(), err == nil
}

// barred says why a session may not begin: a ban on its player or its key.
func (s *Server) barred(sess *door.Session) (why string, is bool) {
	if sess.Key().Guest() {
		return "", false
	}
	p, err := s.cfg.Store.Player(sess.Key())
	if err != nil {
		return "", false
	}
	b, is := s.bans.of(time.Now(), p.ID, tagText(s.cfg.Store.Tag(sess.Key())))
	return "The arcade is closed to you until " + command.Instant(b.Until) + ".", is
}

func tagText(t keys.Tag) string { return hex.EncodeToString(t[:]) }
