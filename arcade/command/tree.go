package command

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/keys"
)

// asked is one command as it was typed: its words and flags, and what answers it.
type asked struct {
	Commands
	who   Caller
	cmd   *cobra.Command
	flags map[*cobra.Command][]func(*asked, *pflag.FlagSet) // added to the command that is found: most are not
	words []string
	out   *bufio.Writer

	answer func() error
	screen func() (to.Destination, error) // what it shows where there is a terminal; nil: nothing

	json, csv, cast         bool
	inLines, bot, yes, off  bool
	rating                  bool // how well people race, in place of times
	period, top, date, kind string
	length                  time.Duration // of a ban
	why, only               string        // of a ban; the id of the player who may use a code
}

// The groups of commands, in the order of the help.
const (
	forPlayers   = "players"
	forGames     = "games"
	forOperators = "operators"
)

// tree is every command that there is for the caller. It is made anew for each command: cobra keeps in it what was
// typed.
func (a *asked) tree() *cobra.Command {
	a.flags = make(map[*cobra.Command][]func(*asked, *pflag.FlagSet))
	root := &cobra.Command{Args: cobra.ArbitraryArgs}
	root.AddCommand(
		a.verb("help [COMMAND]", "what can be typed here", atMost(2), a.help),
		a.verb("version", "the arcade's version", atMost(0), a.showVersion),
		a.verb("games [--json]", "the games and their modes", atMost(0), a.listGames, asJSON),
		a.onScreen(a.leaderboardScreen,
			a.verb(leaderboardVerb+" [GAME [MODE]] [--period P|--rating] [--kind K] [--top N] [--json]",
				"the best, of all, week or day; K: automatic, lines or bots", atMost(2), a.leaderboard,
				asJSON, asCSV, ofPeriod, withTop, withKind, ofRating)),
		a.onScreen(a.dailyScreen,
			a.verb("daily [GAME] [--date YYYY-MM-DD] [--json|--lines]", "the day's challenges (UTC)", atMost(1), a.daily, asJSON, ofDate, inLines)),
		a.onScreen(a.replayScreen,
			a.verb("replay RUN [--json|--cast]", "the moves of a run, or an asciicast of it", exactly(1), a.replay, asJSON, asCast)),
		a.onScreen(a.watchScreen,
			a.verb("watch [NAME|ID|RUN] [--json|--cast]", "who plays what now; one run as a live asciicast",
				atMost(1), a.watch, asJSON, asCast)),
		a.onScreen(a.raceScreen, a.verb("race [WORD] [GAME [MODE]]", "race others on one deal, with ssh -t; a word names the room",
			atMost(3), a.race)),
		a.onScreen(a.tvScreen, a.verb("tv", "follow the most interesting run, with ssh -t", atMost(0), a.tv)),
		a.onScreen(a.checkScreen, a.verb("check [--json]", "what your terminal does here, with ssh -t", atMost(0), a.check, asJSON)),
		a.verb("me [--json]", "your name, id, keys, bests, streak and games won", atMost(0), a.me, asJSON),
		a.verb("name NEW", "sets your name", exactly(1), a.setName),
		a.onScreen(a.rivalsScreen,
			a.verb("rivals [GAME MODE] [--json]", "whom you follow; with a mode, their times and yours", atMost(2), a.listRivals, asJSON)),
		a.verb("follow NAME", "makes a player your rival; nobody is told", exactly(1), a.follow),
		a.verb("unfollow NAME", "ends that", exactly(1), a.unfollow),
		a.verb("keys [--json]", "your keys", atMost(0), a.listKeys, asJSON),
		a.verb("link [CODE [LABEL]] [--yes] [--only ID]", "shows a code; typed with another key it makes that key yours too", atMost(2), a.link,
			withYes, forOnly),
		a.verb("unlink KEY", "takes a key from you", exactly(1), a.unlink),
		a.verb("recover [CODE] [--yes]", "shows a code to keep for a lost key; typed then, it gives you back", atMost(1), a.recover, withYes),
		a.verb("claim CODE", "makes a run yours that a guest has won, within ten minutes", exactly(1), a.claim),
		a.verb("undo LINK", "undoes a link that another key made, for seven days", exactly(1), a.undo),
		a.verb("dismiss LINK", "says that a link was yours", exactly(1), a.dismiss),
		a.verb("forget [ID] [--yes]", "leaves for good, with all that is yours", atMost(1), a.forget, withYes),
	)
	root.AddCommand(a.onScreen(a.playScreen, a.verb(playVerb+" [GAME [MODE]] [--lines] [--bot] [--json]",
		"play in lines instead of on a screen; no terminal is needed", atMost(2), a.play, inLines, asBot, asJSON)))
	for _, g := range a.Games {
		play := a.onScreen(a.playScreen, a.verb(g.ID+" [MODE] [--lines]", "play "+g.Title+", with ssh -t", atMost(1), a.play, inLines))
		play.Aliases, play.GroupID = g.Aliases, forGames
		root.AddCommand(play)
	}
	if a.who.Operator != nil {
		root.AddCommand(a.operatorVerbs()...)
	}
	return root
}

// verb is a command: how it is used, what it does, which words and flags it takes, and what answers it.
func (a *asked) verb(use, does string, words cobra.PositionalArgs, answer func() error, flags ...func(*asked, *pflag.FlagSet)) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: does, Args: words, GroupID: forPlayers, DisableFlagsInUseLine: true,
		RunE: func(*cobra.Command, []string) error {
			a.answer = answer
			return nil
		},
	}
	a.flags[cmd] = flags
	return cmd
}

// onScreen gives a command a screen where there is a terminal.
func (a *asked) onScreen(screen func() (to.Destination, error), cmd *cobra.Command) *cobra.Command {
	choose := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		a.screen = screen
		return choose(cmd, words)
	}
	return cmd
}

func asJSON(a *asked, fs *pflag.FlagSet)   { fs.BoolVar(&a.json, "json", false, "") }
func asCSV(a *asked, fs *pflag.FlagSet)    { fs.BoolVar(&a.csv, "csv", false, "") }
func inLines(a *asked, fs *pflag.FlagSet)  { fs.BoolVar(&a.inLines, "lines", false, "") }
func asBot(a *asked, fs *pflag.FlagSet)    { fs.BoolVar(&a.bot, "bot", false, "") }
func asCast(a *asked, fs *pflag.FlagSet)   { fs.BoolVar(&a.cast, "cast", false, "") }
func ofPeriod(a *asked, fs *pflag.FlagSet) { fs.StringVar(&a.period, "period", "", "") }
func withKind(a *asked, fs *pflag.FlagSet) { fs.StringVar(&a.kind, "kind", "", "") }
func withTop(a *asked, fs *pflag.FlagSet)  { fs.StringVar(&a.top, "top", "", "") }
func withYes(a *asked, fs *pflag.FlagSet)  { fs.BoolVar(&a.yes, "yes", false, "") }
func forOnly(a *asked, fs *pflag.FlagSet)  { fs.StringVar(&a.only, "only", "", "") }
func ofRating(a *asked, fs *pflag.FlagSet) { fs.BoolVar(&a.rating, "rating", false, "") }
func ofDate(a *asked, fs *pflag.FlagSet)   { fs.StringVar(&a.date, "date", "", "") }

func atMost(n int) cobra.PositionalArgs {
	takes := "no words"
	if n > 0 {
		takes = "at most " + look.Plural(n, "word")
	}
	return words(0, n, takes)
}

func exactly(n int) cobra.PositionalArgs { return words(n, n, look.Plural(n, "word")) }

// words says how many words a command takes, and how many it was given.
func words(least, most int, takes string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("takes %s, not %d", takes, len(args))
		}
		return nil
	}
}

// parse reads a command and chooses what answers it. Flags may stand anywhere; after "--" everything is a word.
//
// It walks cobra's tree itself: Execute would add commands for shell completion, and read the server's own arguments
// where there are none.
func (c Commands) parse(who Caller, args []string) (*asked, error) {
	a := &asked{Commands: c, who: who}
	if len(args) == 0 {
		return nil, misuse("Say what you want. Try: help")
	}
	root := a.tree()
	cmd, rest, err := root.Find(verbFirst(names(root), playFirst(longFlags(args))))
	if err != nil {
		return nil, fmt.Errorf("find command: %w", err)
	}
	a.cmd, a.words = cmd, rest
	for _, add := range a.flags[cmd] {
		add(a, cmd.Flags())
	}
	err = cmd.ParseFlags(rest)
	if err == nil {
		a.words = cmd.Flags().Args()
	}
	switch {
	case errors.Is(err, pflag.ErrHelp):
		a.answer = func() error { return a.usage(cmd) }
		return a, nil
	case cmd.HasSubCommands():
		return nil, a.unknown()
	case err != nil:
		return nil, a.wrong("%s", keys.Clean(err.Error(), keys.MaxText))
	}
	if err := cmd.ValidateArgs(a.words); err != nil {
		return nil, a.wrong("%s", err)
	}
	if a.json && (a.csv || a.cast) {
		return nil, a.wrong("one format at a time")
	}
	return a, cmd.RunE(cmd, a.words)
}

// longFlags lets -json stand for --json: no command has short flags but -h.
func longFlags(args []string) []string {
	args = slices.Clone(args)
	for i, w := range args {
		if w == "--" {
			break
		}
		if len(w) > 2 && w[0] == '-' && w[1] >= 'a' && w[1] <= 'z' {
			args[i] = "-" + w
		}
	}
	return args
}

// playFirst lets --lines alone, or with flags of play's, stand for play --lines.
func playFirst(args []string) []string {
	if slices.ContainsFunc(args, func(w string) bool { return !strings.HasPrefix(w, "--") || w == "--" }) || !slices.Contains(args, "--lines") {
		return args
	}
	return slices.Insert(slices.Clone(args), 0, playVerb)
}

// verbFirst brings the command before the flags that were typed before it, whose values would else be taken for it.
func verbFirst(verbs, args []string) []string {
	if !strings.HasPrefix(args[0], "-") {
		return args
	}
	at := slices.IndexFunc(args, func(w string) bool { return slices.Contains(verbs, w) })
	if at < 0 || slices.Contains(args[:at], "--") {
		return args
	}
	return slices.Concat(args[at:at+1], args[:at], args[at+1:])
}

// names are what the commands below one are called, aliases too.
func names(of *cobra.Command) (list []string) {
	for _, c := range of.Commands() {
		list = append(append(list, c.Name()), c.Aliases...)
	}
	return list
}

// unknown is the misuse of a command that has others below it, with none of them.
func (a *asked) unknown() error {
	known := names(a.cmd)
	if len(a.words) == 0 {
		return a.wrong("say which: %s", strings.Join(known, ", "))
	}
	path := strings.TrimSpace(a.cmd.CommandPath() + " " + a.words[0])
	return misused("There is no command %s.%s", quoted(path), suggestion(a.words[0], known))
}

// wrong is a misuse of the command, with how it is used.
func (a *asked) wrong(format string, args ...any) error {
	name := strings.TrimSpace(a.cmd.CommandPath())
	return misuse(name + ": " + fmt.Sprintf(format, args...) + ".\n" + line(a.cmd))
}

// line says how a command is used.
func line(cmd *cobra.Command) string { return "Usage: " + strings.TrimSpace(cmd.UseLine()) }
