// Package command answers ssh host COMMAND: text and JSON in and out. It knows the store, and neither SSH nor a screen;
// a command that wants a screen is parsed to a destination of package to.
package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Caller is who gave a command.
type Caller struct {
	Key      keys.Key
	Terminal bool
	User     string // the SSH user name
}

// Commands answers `ssh host COMMAND`. It knows neither SSH nor a terminal, and is safe for concurrent use.
type Commands struct {
	Store   storage.Store
	Games   []games.Game
	Version string
	Address string // how to connect, as a player types it
	Now     func() time.Time
	Log     *slog.Logger
}

// Exit codes of a command.
const (
	ExitDone    = 0
	ExitRefused = 1 // or not found
	ExitUsage   = 2
)

type (
	misuse  string // a command that was typed wrongly, and what is right
	refusal string // a command that is right, and why it is not done
)

func (m misuse) Error() string  { return string(m) }
func (r refusal) Error() string { return string(r) }

func misused(format string, args ...any) error { return misuse(fmt.Sprintf(format, args...)) }
func refused(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

// A verb is a command: its name, how it is used and answered.
type verb struct {
	name   string
	usage  string // the words and flags after the name
	does   string
	least  int // words
	most   int
	flags  string // the names of the flags that it takes, between blanks
	answer func(*asked) error
	screen func(*asked) (to.Destination, error) // what it shows where there is a terminal; nil: nothing
}

func (c Commands) verbs() []verb {
	return []verb{
		{name: "help", usage: "[COMMAND]", does: "what can be typed here", most: 1, answer: (*asked).help},
		{name: "version", does: "the arcade's version", answer: (*asked).showVersion},
		{name: "games", usage: "[--json]", does: "the games and their modes", flags: "json", answer: (*asked).listGames},
		{name: "leaderboard", usage: "[GAME [MODE]] [--period all|week|day] [--top N] [--json|--csv]",
			does: "the best; without a mode the first three of each", most: 2, flags: "period top json csv",
			answer: (*asked).leaderboard, screen: (*asked).leaderboardScreen},
		{name: "daily", usage: "[GAME] [--date YYYY-MM-DD] [--json]", does: "the day's challenges (UTC)", most: 1, flags: "date json",
			answer: (*asked).daily, screen: (*asked).dailyScreen},
		{name: "replay", usage: "RUN [--json|--cast]", does: "the moves of a run, or an asciicast of it", least: 1, most: 1, flags: "json cast",
			answer: (*asked).replay, screen: (*asked).replayScreen},
		{name: "me", usage: "[--json]", does: "your name, id, keys, bests and streak", flags: "json", answer: (*asked).me},
		{name: "name", usage: "NEW", does: "sets your name", least: 1, most: 1, answer: (*asked).setName},
		{name: "keys", usage: "[--json]", does: "your keys", flags: "json", answer: (*asked).listKeys},
		{name: "link", usage: "[CODE [LABEL]]", does: "shows a code; typed with another key it makes that key yours too", most: 2, answer: (*asked).link},
		{name: "unlink", usage: "KEY", does: "takes a key from you", least: 1, most: 1, answer: (*asked).unlink},
	}
}

// playVerb is the verb that every game is.
func playVerb(g games.Game) verb {
	return verb{name: g.ID, usage: "[MODE]", does: "play it, with ssh -t", most: 1, answer: (*asked).play, screen: (*asked).playScreen}
}

// asked is one command as it was typed.
type asked struct {
	Commands
	who   Caller
	verb  verb
	words []string
	out   io.Writer

	json, csv, cast   bool
	period, top, date string
}

// Run answers a command and returns its exit code. What is said of it in words goes to errOut.
func (c Commands) Run(who Caller, args []string, out, errOut io.Writer) (code int) {
	w := bufio.NewWriter(out)
	err := c.answer(who, args, w)
	_ = w.Flush() // a client that has gone needs no answer
	var m misuse
	var r refusal
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &m):
		fmt.Fprintln(errOut, m)
		return ExitUsage
	case errors.As(err, &r):
		fmt.Fprintln(errOut, r)
		return ExitRefused
	}
	c.Log.Error("command", "error", err)
	fmt.Fprintln(errOut, "The arcade cannot answer that just now.")
	return ExitRefused
}

func (c Commands) answer(who Caller, args []string, out io.Writer) error {
	a, err := c.parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, a.verb.line())
		return nil
	}
	if err != nil {
		return err
	}
	a.who, a.out = who, out
	return explained(a.verb.answer(a))
}

// explained puts the store's answers that concern the player into words.
func explained(err error) error {
	if said, ok := look.Explain(err); ok {
		return refusal(said)
	}
	return err
}

// Screen returns the screen that a command asks for where there is a terminal. Where it returns none, run answers.
func (c Commands) Screen(args []string) (to.Destination, bool) {
	a, err := c.parse(args)
	if err != nil || a.verb.screen == nil || a.prints() {
		return nil, false
	}
	want, err := a.verb.screen(a)
	return want, err == nil
}

// prints reports whether the command asks for text, terminal or not.
func (a *asked) prints() bool { return a.json || a.csv || a.cast || a.top != "" }

// parse reads a command. Flags may stand anywhere after the first word; after "--" everything is a word.
func (c Commands) parse(args []string) (*asked, error) {
	if len(args) == 0 {
		return nil, misuse("Say what you want. Try: help")
	}
	v, err := c.find(args[0])
	if err != nil {
		return nil, err
	}
	a := &asked{Commands: c, verb: v}
	fs := a.flagSet()
	for rest := args[1:]; len(rest) > 0; {
		if err := fs.Parse(rest); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return a, err
			}
			return a, a.wrong("%s", keys.Clean(err.Error(), keys.MaxText))
		}
		left := fs.Args()
		if at := len(rest) - len(left) - 1; at >= 0 && rest[at] == "--" {
			a.words = append(a.words, left...)
			break
		}
		if len(left) == 0 {
			break
		}
		a.words, rest = append(a.words, left[0]), left[1:]
	}
	if len(a.words) < v.least || len(a.words) > v.most {
		return a, a.wrong("%s takes %s, not %d", v.name, v.takes(), len(a.words))
	}
	if a.json && (a.csv || a.cast) {
		return a, a.wrong("one format at a time")
	}
	return a, nil
}

func (a *asked) flagSet() *flag.FlagSet {
	fs := flag.NewFlagSet(a.verb.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	for name := range strings.FieldsSeq(a.verb.flags) {
		switch name {
		case "json":
			fs.BoolVar(&a.json, name, false, "")
		case "csv":
			fs.BoolVar(&a.csv, name, false, "")
		case "cast":
			fs.BoolVar(&a.cast, name, false, "")
		case "period":
			fs.StringVar(&a.period, name, "", "")
		case "top":
			fs.StringVar(&a.top, name, "", "")
		case "date":
			fs.StringVar(&a.date, name, "", "")
		}
	}
	return fs
}

// takes says how many words follow the verb.
func (v verb) takes() string {
	switch {
	case v.most == 0:
		return "no words"
	case v.least == v.most:
		return look.Plural(v.most, "word")
	}
	return strconv.Itoa(v.least) + " to " + look.Plural(v.most, "word")
}

func (v verb) line() string { return strings.TrimSpace("Usage: " + v.name + " " + v.usage) }

// wrong is a misuse of the verb, with how it is used.
func (a *asked) wrong(format string, args ...any) error {
	return misuse(a.verb.name + ": " + fmt.Sprintf(format, args...) + ".\n" + a.verb.line())
}

// find finds a verb, or a game by its id or an alias.
func (c Commands) find(word string) (verb, error) {
	for _, v := range c.verbs() {
		if v.name == word {
			return v, nil
		}
	}
	if g, ok := c.game(word); ok {
		return playVerb(g), nil
	}
	var names []string
	for _, v := range c.verbs() {
		names = append(names, v.name)
	}
	return verb{}, misused("There is no command %s.%s", quoted(word), suggestion(word, append(names, c.gameNames()...)))
}

func (c Commands) game(word string) (games.Game, bool) {
	for _, g := range c.Games {
		for _, name := range append([]string{g.ID}, g.Aliases...) {
			if name == word {
				return g, true
			}
		}
	}
	return games.Game{}, false
}

func (c Commands) gameNames() (names []string) {
	for _, g := range c.Games {
		names = append(append(names, g.ID), g.Aliases...)
	}
	return names
}

// gameOf finds the game that a word after the verb names.
func (a *asked) gameOf(word string) (games.Game, error) {
	if g, ok := a.game(word); ok {
		return g, nil
	}
	return games.Game{}, a.wrong("there is no game %s, only %s", quoted(word), strings.Join(a.gameNames(), ", "))
}

// modeOf finds the mode that a word names.
func (a *asked) modeOf(g games.Game, word string) (games.Mode, error) {
	m, err := g.Mode(word)
	if err != nil {
		return games.Mode{}, a.wrong("%s", keys.Clean(err.Error(), 2*keys.MaxText))
	}
	return m, nil
}

// quoted is a word of the player's as it can be shown to him.
func quoted(word string) string {
	const most = 32
	if len(word) > most {
		return strconv.Quote(keys.Clean(word, most)) + "..."
	}
	return strconv.Quote(keys.Clean(word, most))
}

// suggestion names the word that was meant, where one is near enough to have been meant.
func suggestion(word string, known []string) string {
	const far = 3
	best, name := far, ""
	for _, k := range known {
		if d := distance(word, k); d < best && d < len(k) {
			best, name = d, k
		}
	}
	if name == "" {
		return " Try: help"
	}
	return " Did you mean " + name + "?"
}

// distance is the number of letters to change, add or leave out between two words; more than any that counts where
// one is so long that it could only waste time.
func distance(a, b string) int {
	const longest = 32
	if len(a) > longest || len(b) > longest {
		return longest
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// write prints one JSON object on one line.
func (a *asked) write(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

func (a *asked) print(format string, args ...any) { fmt.Fprintf(a.out, format, args...) }

// table prints rows in columns. Columns whose number is in right end flush, the others begin so.
func (a *asked) table(rows [][]string, right ...int) {
	var width []int
	for _, row := range rows {
		for i, text := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], len(text))
		}
	}
	align := make([]int, len(width))
	for i := range align {
		align[i] = -1
	}
	for _, i := range right {
		if i < len(align) {
			align[i] = 1
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			fmt.Fprintf(&line, "%*s  ", align[i]*width[i], text)
		}
		a.print("  %s\n", strings.TrimRight(line.String(), " "))
	}
}

func (a *asked) help() error {
	if len(a.words) == 1 {
		v, err := a.find(a.words[0])
		if err != nil {
			return err
		}
		a.print("%s\n%s.\n", v.line(), strings.ToUpper(v.does[:1])+v.does[1:])
		return nil
	}
	a.print("Without a command, and with a terminal, you get the menu. Commands:\n\n")
	var rows [][]string
	for _, v := range a.verbs() {
		rows = append(rows, []string{strings.TrimSpace(v.name + " " + v.usage), v.does})
	}
	for _, g := range a.Games {
		rows = append(rows, []string{strings.Join(append([]string{g.ID}, g.Aliases...), "|") + " [MODE]", "play " + g.Title + ", with ssh -t"})
	}
	for _, row := range rows {
		a.print("  %s\n      %s\n", row[0], row[1])
	}
	a.print("\nWith ssh -t, leaderboard, daily and replay open on their screens.\n")
	return nil
}

func (a *asked) showVersion() error {
	a.print("arcade %s\n", a.Version)
	return nil
}

func (a *asked) listGames() error {
	type mode struct {
		ID    string `json:"id"`
		Title string `json:"title"`
	}
	type game struct {
		ID    string `json:"id"`
		Title string `json:"title"`
		Modes []mode `json:"modes"`
	}
	list := []game{}
	for _, g := range a.Games {
		entry := game{g.ID, g.Title, []mode{}}
		for _, m := range g.Modes {
			entry.Modes = append(entry.Modes, mode{m.ID, m.Title})
		}
		list = append(list, entry)
	}
	if a.json {
		return a.write(struct {
			Games []game `json:"games"`
		}{list})
	}
	var rows [][]string
	for _, g := range list {
		for _, m := range g.Modes {
			rows = append(rows, []string{g.ID, m.ID, m.Title})
		}
	}
	a.table(rows)
	return nil
}

// play answers a game's name where there is no screen for it: the mode is wrong, or there is no terminal.
func (a *asked) play() error {
	if _, err := a.playScreen(); err != nil {
		return err
	}
	return misused("%s is played in a terminal: ssh -t %s %s", a.verb.name, a.Address, strings.Join(append([]string{a.verb.name}, a.words...), " "))
}

func (a *asked) playScreen() (to.Destination, error) {
	g, _ := a.game(a.verb.name)
	m := g.Modes[0]
	if len(a.words) == 1 {
		var err error
		if m, err = a.modeOf(g, a.words[0]); err != nil {
			return nil, err
		}
	}
	return to.Game{Game: g, Mode: m}, nil
}
