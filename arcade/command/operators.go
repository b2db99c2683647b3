package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arcade.example.com/arcade/look"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Operator is what the server does for its operator: all that touches sessions and bans. It is safe for concurrent use.
type Operator interface {
	Stats() Stats
	// Sessions are those with a screen, the oldest first.
	Sessions() []Session
	// Bans are those that stand now.
	Bans() []Ban
	// Kick ends every session of a player, and says whose and how many; an error where there are none.
	Kick(who string) (id string, sessions int, err error)
	// Ban keeps a player, a key by its tag, or a network out for a length of time, and ends the sessions that it concerns.
	Ban(who string, length time.Duration, why string) (Ban, error)
	// Unban lifts a ban and says from whom; an error where there is none.
	Unban(who string) (from string, err error)
	// Sweep removes what has expired, whatever the clock did since the last time: the operator has looked at it.
	Sweep() error
	// Announce shows every session a line, "" takes it away, and says how many there are.
	Announce(line string) (sessions int)
}

// Stats are the server's numbers of the moment.
type Stats struct {
	Sessions int   `json:"sessions"`
	Players  int   `json:"players"` // different ones, guests aside
	Playing  int   `json:"playing"`
	Database int64 `json:"database_bytes"`
	Uptime   int64 `json:"uptime_s"`
	Writable bool  `json:"writable"`
	Panics   int64 `json:"panics"`
	Held     bool  `json:"sweep_held"` // the clock has jumped: nothing that has expired is removed until Sweep

	Others []string `json:"other_nodes,omitempty"`  // that share the store: sessions, players and playing are of all nodes
	Silent []string `json:"silent_nodes,omitempty"` // those that did not answer, and are not counted
}

// Session is a session with a screen as an operator sees it.
type Session struct {
	ID      string `json:"id"` // the player's, "" for a guest
	Player  string `json:"player"`
	Tag     string `json:"tag"` // of the key, for a ban
	From    string `json:"from"`
	Since   string `json:"since"`
	Idle    int64  `json:"idle_s"`
	Playing bool   `json:"playing"`
	Game    string `json:"game"` // what is played, "" for nothing
	Mode    string `json:"mode"`
	Began   string `json:"playing_since"`
	Node    string `json:"node,omitempty"` // where there are several
}

// Ban keeps a player, a key or a network out until an instant.
type Ban struct {
	Who   string    `json:"who"` // a player's id, a key's tag in hexadecimal, or a network in CIDR notation
	Until time.Time `json:"until"`
	Why   string    `json:"why,omitempty"`
}

// operatorVerbs are the commands that only operators have.
func (a *asked) operatorVerbs() []*cobra.Command {
	admin := &cobra.Command{Use: "admin COMMAND", Short: "runs the arcade; each with --json", Args: cobra.ArbitraryArgs, GroupID: forOperators,
		DisableFlagsInUseLine: true}
	asJSON(a, admin.PersistentFlags())
	admin.AddCommand(
		a.order("stats", "sessions, players, the database, panics", atMost(0), a.stats),
		a.order("sessions", "who is here, from where, and plays what since when", atMost(0), a.sessions),
		a.order("players", "every player that the store knows", atMost(0), a.players),
		a.order("kick PLAYER", "ends a player's sessions", exactly(1), a.kick),
		a.order("bans", "the bans that stand", atMost(0), a.bans),
		a.order("ban PLAYER|TAG|NETWORK [--for 24h] [--why TEXT]", "keeps out and ends their sessions; TEXT may have blanks", cobra.MinimumNArgs(1),
			a.ban, forLong, withWhy),
		a.order("unban WHO", "lifts a ban", exactly(1), a.unban),
		a.order("rename PLAYER NAME", "gives a player another name", exactly(2), a.rename),
		a.order("reviews", "the runs that wait for an operator: see --review", atMost(0), a.reviews),
		a.order("approve RUN", "lets a run that waits count", exactly(1), a.withRun(a.Store.Approve, "approved %s: it counts")),
		a.order("remove-run RUN", "takes a run off its leaderboards", exactly(1), a.withRun(a.Store.RemoveRun, "removed %s: it cannot be saved again")),
		a.order("shadow PLAYER [--off]", "hides a player's lines from all others", exactly(1), a.shadow, withOff),
		a.order("forget PLAYER [--yes]", "removes a player for good", exactly(1), a.forgetPlayer, withYes),
		a.order("sweep", "removes what has expired, after the clock has jumped too", atMost(0), a.sweep),
		a.order("announce [TEXT]", "shows everybody a line; without TEXT takes it away", cobra.ArbitraryArgs, a.announce),
	)
	backup := a.verb("backup", "a copy of the database, without its secret: backup > arcade.db", atMost(0), a.ordered(a.backup))
	backup.GroupID = forOperators
	return []*cobra.Command{admin, backup}
}

func forLong(a *asked, fs *pflag.FlagSet) { fs.DurationVar(&a.length, "for", 24*time.Hour, "") }
func withWhy(a *asked, fs *pflag.FlagSet) { fs.StringVar(&a.why, "why", "", "") }
func withOff(a *asked, fs *pflag.FlagSet) { fs.BoolVar(&a.off, "off", false, "") }

func (a *asked) order(use, does string, words cobra.PositionalArgs, answer func() error, flags ...func(*asked, *pflag.FlagSet)) *cobra.Command {
	cmd := a.verb(use, does, words, a.ordered(answer), flags...)
	cmd.GroupID = forOperators
	return cmd
}

// ordered is an order that is logged, and whose operator is told what is wrong as it is.
func (a *asked) ordered(answer func() error) func() error {
	return func() error {
		a.Log.Warn("operator", "command", keys.Clean(strings.TrimSpace(a.cmd.CommandPath())+" "+strings.Join(a.words, " "), keys.MaxText))
		err := explained(answer())
		if err == nil || errors.As(err, new(misuse)) {
			return err
		}
		return refusal(keys.Clean(err.Error(), 4*keys.MaxText))
	}
}

// done says that an order was carried out.
func (a *asked) done(format string, args ...any) error {
	said := keys.Clean(fmt.Sprintf(format, args...), 4*keys.MaxText)
	if a.json {
		return a.write(struct {
			Done string `json:"done"`
		}{said})
	}
	a.print("%s\n", said)
	return nil
}

// listed answers with a list: rows in columns, or an object that holds it under a name.
func (a *asked) listed(name string, list any, rows [][]string) error {
	if a.json {
		return a.write(map[string]any{name: list})
	}
	return a.table(rows)
}

func (a *asked) stats() error {
	s := a.who.Operator.Stats()
	if a.json {
		return a.write(s)
	}
	rows := [][]string{
		{"sessions", strconv.Itoa(s.Sessions)}, {"players", strconv.Itoa(s.Players)}, {"playing", strconv.Itoa(s.Playing)},
		{"database", strconv.FormatInt(s.Database, 10) + " bytes"}, {"uptime", (time.Duration(s.Uptime) * time.Second).String()},
		{"writable", strconv.FormatBool(s.Writable)}, {"panics", strconv.FormatInt(s.Panics, 10)}, {"sweep", look.Sweep(s.Held)},
	}
	if len(s.Others) > 0 {
		rows = append(rows, []string{"other nodes", strings.Join(s.Others, " ")})
	}
	if len(s.Silent) > 0 {
		rows = append(rows, []string{"silent", strings.Join(s.Silent, " ")})
	}
	return a.table(rows)
}

func (a *asked) sessions() error {
	list := a.who.Operator.Sessions()
	var rows [][]string
	for _, s := range list {
		plays := "plays nothing"
		if s.Game != "" {
			plays = "plays " + s.Game + " " + s.Mode + " since " + s.Began
		}
		who := "guest"
		if s.ID != "" {
			who = look.Name(s.Player, s.ID)
		}
		idle := (time.Duration(s.Idle) * time.Second).String()
		row := []string{s.ID, who, s.From, s.Tag, "here since " + s.Since, "idle " + idle, plays}
		if s.Node != "" {
			row = append(row, "at "+s.Node)
		}
		rows = append(rows, row)
	}
	return a.listed("sessions", list, rows)
}

// shownKnown is a player whom the store knows.
type shownKnown struct {
	ID     string `json:"id"`
	Player string `json:"player"`
	Joined string `json:"joined"`
}

func (a *asked) players() error {
	list, rows := []shownKnown{}, [][]string(nil)
	err := a.Store.Players(func(p storage.Player) error {
		list = append(list, shownKnown{p.ID, p.Name, Instant(p.Joined)})
		rows = append(rows, []string{p.ID, p.Name, Instant(p.Joined)})
		return nil
	})
	if err != nil {
		return err
	}
	return a.listed("players", list, rows)
}

func (a *asked) bans() error {
	list := a.who.Operator.Bans()
	var rows [][]string
	for _, b := range list {
		rows = append(rows, []string{b.Who, "until " + Instant(b.Until), b.Why})
	}
	return a.listed("bans", list, rows)
}

func (a *asked) kick() error {
	id, n, err := a.who.Operator.Kick(a.words[0])
	if err != nil {
		return err
	}
	return a.done("kicked %s of %s", look.Plural(n, "session"), id)
}

// ban reads the words after the first as the rest of the reason: SSH hands on a line without its quotes.
func (a *asked) ban() error {
	reason := slices.Concat([]string{a.why}, a.words[1:])
	switch {
	case a.why == "" && len(a.words) > 1:
		return a.wrong("bans one at a time; a reason stands after --why")
	case a.length <= 0:
		return a.wrong("--for %v is no length of time", a.length)
	}
	b, err := a.who.Operator.Ban(a.words[0], a.length, keys.Clean(strings.Join(reason, " "), keys.MaxText))
	if err != nil {
		return err
	}
	return a.done("banned %s until %s", b.Who, Instant(b.Until))
}

func (a *asked) unban() error {
	from, err := a.who.Operator.Unban(a.words[0])
	if err != nil {
		return err
	}
	return a.done("unbanned %s", from)
}

func (a *asked) rename() error {
	p, err := a.Store.Find(a.words[0])
	if err != nil {
		return fmt.Errorf("find %s: %w", a.words[0], err)
	}
	if err := a.Store.Rename(p.ID, a.words[1]); err != nil {
		return err
	}
	return a.done("renamed %s to %s", p.ID, a.words[1])
}

// withRun does something with the run that is named.
func (a *asked) withRun(do func(run string) error, said string) func() error {
	return func() error {
		if err := do(a.words[0]); err != nil {
			return err
		}
		return a.done(said, a.words[0])
	}
}

// shownReview is a run that waits for an operator.
type shownReview struct {
	Game  string `json:"game"`
	Mode  string `json:"mode"`
	Daily string `json:"daily"`
	Kind  string `json:"kind"`
	Of    int    `json:"of"`
	shownEntry
}

func (a *asked) reviews() error {
	waiting, err := a.Store.Reviews()
	if err != nil {
		return err
	}
	list, rows := []shownReview{}, [][]string(nil)
	for _, r := range waiting {
		list = append(list, shownReview{r.Game, r.Mode, r.Daily, look.KindWord(r.Kind), r.Of, showEntry(r.Entry)})
		rows = append(rows, []string{r.Run, look.Name(r.Player, r.ID), r.ID, strings.TrimSpace(r.Game + " " + r.Mode + " " + r.Daily),
			look.Tidy(look.Millis(r.Millis)), "as " + look.Ordinal(r.Rank) + " of " + strconv.Itoa(r.Of), Instant(r.At)})
	}
	return a.listed("reviews", list, rows)
}

func (a *asked) shadow() error {
	p, err := a.Store.Find(a.words[0])
	if err != nil {
		return fmt.Errorf("find %s: %w", a.words[0], err)
	}
	if err := a.Store.Shadow(p.ID, !a.off); err != nil {
		return err
	}
	if a.off {
		return a.done("%s is seen by all again", p.ID)
	}
	return a.done("%s is seen by nobody else", p.ID)
}

// forgetPlayer removes a player whom the operator has named twice.
func (a *asked) forgetPlayer() error {
	p, err := a.Store.Find(a.words[0])
	if err != nil {
		return fmt.Errorf("find %s: %w", a.words[0], err)
	}
	if !a.yes {
		question := fmt.Sprintf("Forget %s (%s)? Name, keys, times and dailies go for good.", look.Name(p.Name, p.ID), p.ID)
		if err := a.agreed(question, "admin", "forget", p.ID, "--yes"); err != nil {
			return err
		}
	}
	if err := a.Store.RemovePlayer(p.ID); err != nil {
		return err
	}
	if a.Left != nil {
		a.Left(p.ID)
	}
	return a.done("forgot %s", p.ID)
}

func (a *asked) sweep() error {
	if err := a.who.Operator.Sweep(); err != nil {
		return err
	}
	return a.done("swept")
}

func (a *asked) announce() error {
	n := a.who.Operator.Announce(keys.Clean(strings.Join(a.words, " "), 120))
	return a.done("announced to %s", look.Plural(n, "session"))
}

func (a *asked) backup() error {
	if a.who.Terminal {
		return misused("A backup is no text: %s > arcade.db, without -t.", a.Address.SSH("backup"))
	}
	if err := a.Store.Backup(a.out); err != nil {
		a.Log.Error("backup", "error", err)
		return fmt.Errorf("the backup is not whole: %w", err)
	}
	return nil
}
