package command

import (
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// leaderboardVerb prints leaderboards.
const leaderboardVerb = "leaderboard"

// shownEntry is a line of a leaderboard as programs read it.
type shownEntry struct {
	Rank   int    `json:"rank"`
	Player string `json:"player"`
	ID     string `json:"id"`
	Millis int64  `json:"time_ms"`
	At     string `json:"at"`
	Run    string `json:"run"`
	Moves  uint32 `json:"moves"` // that were made, and that could have been enough; 0 where nobody knows
	Least  uint32 `json:"least"`
}

type shownLeaderboard struct {
	Game    string         `json:"game"`
	Mode    string         `json:"mode"`
	Period  storage.Period `json:"period"`
	Kind    string         `json:"kind"`
	Total   int            `json:"total"`
	Entries []shownEntry   `json:"entries"`
	Review  *shownEntry    `json:"review,omitempty"` // the caller's own that waits for an operator, with the rank that it would have
}

// Instant is a time as programs read it; "" for none.
func Instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func showEntry(e storage.Entry) shownEntry {
	return shownEntry{e.Rank, e.Player, e.ID, e.Millis, Instant(e.At), e.Run, e.Moves, e.Least}
}

func showEntries(list []storage.Entry) []shownEntry {
	shown := make([]shownEntry, 0, len(list))
	for _, e := range list {
		shown = append(shown, showEntry(e))
	}
	return shown
}

// ofPeriod reads --period.
func (a *asked) ofPeriod() (storage.Period, error) {
	if a.period == "" {
		return storage.All, nil
	}
	p := storage.Period(a.period)
	if !slices.Contains(look.Periods(), p) {
		return "", a.wrong("a period is all, week or day, not %s", quoted(a.period))
	}
	return p, nil
}

// ofKind reads --kind.
func (a *asked) ofKind() (storage.Kind, error) {
	if a.kind == "" {
		return storage.Timed, nil
	}
	k, ok := look.KindOf(a.kind)
	if !ok {
		return "", a.wrong("a kind is %s, not %s", strings.Join(look.Kinds(), ", "), quoted(a.kind))
	}
	return k, nil
}

// maxTop bounds --top.
const maxTop = 1000

// lines reads --top.
func (a *asked) lines(usual int) (int, error) {
	if a.top == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(a.top)
	if err != nil || n < 1 || n > maxTop {
		return 0, a.wrong("--top is a number from 1 to %d, not %s", maxTop, quoted(a.top))
	}
	return n, nil
}

// place is one of the leaderboards that a command names.
type place struct {
	game games.Game
	mode games.Mode
}

// places are the leaderboards that the words name: one, or all of a game, or all there are.
func (a *asked) places() (list []place, err error) {
	among := a.Games
	if len(a.words) > 0 {
		g, err := gameOf(a.Games, a.words[0])
		if err != nil {
			return nil, a.wrong("%s", err)
		}
		among = []games.Game{g}
	}
	if len(a.words) == 2 {
		m, ok := among[0].Find(a.words[1])
		if !ok {
			return nil, a.wrong("%s has no leaderboard %s, only %s", among[0].ID, quoted(a.words[1]), strings.Join(modeIDs(among[0]), ", "))
		}
		return []place{{among[0], m}}, nil
	}
	for _, g := range among {
		for _, m := range g.Modes {
			list = append(list, place{g, m})
		}
	}
	return list, nil
}

func modeIDs(g games.Game) (ids []string) {
	for _, m := range g.Modes {
		ids = append(ids, m.ID)
	}
	return ids
}

// wanted are the leaderboards that the command names, with their period and kind.
func (a *asked) wanted() (list []place, p storage.Period, k storage.Kind, err error) {
	if list, err = a.places(); err == nil {
		p, err = a.ofPeriod()
	}
	if err == nil {
		k, err = a.ofKind()
	}
	return list, p, k, err
}

func (a *asked) leaderboardScreen() (to.Destination, error) {
	if a.rating {
		list, err := a.ratedGames()
		if err != nil {
			return nil, err
		}
		return to.Ratings{Game: list[0].ID}, nil
	}
	list, period, kind, err := a.wanted()
	if err != nil {
		return nil, err
	}
	return to.Leaderboard{Leaderboard: storage.Leaderboard{Game: list[0].game.ID, Mode: list[0].mode.ID, Period: period, Kind: kind}}, nil
}

// leaderboard prints the first of one leaderboard, or the first three of several.
func (a *asked) leaderboard() error {
	if a.rating {
		return a.ratings()
	}
	list, period, kind, err := a.wanted()
	if err != nil {
		return err
	}
	one, usual := len(a.words) == 2, 3
	if one {
		usual = 10
	}
	n, err := a.lines(usual)
	if err != nil {
		return err
	}
	you, err := a.player()
	if err != nil {
		return err
	}
	boards := make([]shownLeaderboard, 0, len(list))
	for _, p := range list {
		lb := storage.Leaderboard{Game: p.game.ID, Mode: p.mode.ID, Period: period, At: a.Now(), Kind: kind}
		top, total, review, err := a.read(lb, n, you.ID)
		if err != nil {
			return err
		}
		boards = append(boards, shownLeaderboard{lb.Game, lb.Mode, period, look.KindWord(kind), total, top, review})
	}
	switch {
	case a.json && one:
		return a.write(boards[0])
	case a.json:
		return a.write(struct {
			Period       storage.Period     `json:"period"`
			Leaderboards []shownLeaderboard `json:"leaderboards"`
		}{period, boards})
	case a.csv:
		return a.writeCSV(boards, one)
	}
	return a.printLeaderboards(list, boards, you.ID)
}

// read reads the first of a leaderboard, and the caller's run that waits for an operator to count there, if one does.
func (a *asked) read(lb storage.Leaderboard, n int, you string) (top []shownEntry, total int, review *shownEntry, err error) {
	list, total, err := a.Store.Top(lb, 1, n)
	if err != nil {
		return nil, 0, nil, fmt.Errorf("leaderboard: %w", err)
	}
	e, err := a.Store.UnderReview(lb, you)
	if err == nil {
		review = new(showEntry(e))
	} else if errors.Is(err, storage.ErrNotFound) {
		err = nil
	}
	return showEntries(list), total, review, err
}

// writeCSV writes entries under their names; those of several leaderboards with game and mode before them.
func (a *asked) writeCSV(boards []shownLeaderboard, one bool) error {
	w := csv.NewWriter(a.out)
	header := []string{"game", "mode", "rank", "player", "id", "time_ms", "at", "run", "moves", "least"}
	from := 0
	if one {
		from = 2
	}
	rows := [][]string{header[from:]}
	for _, b := range boards {
		for _, e := range b.Entries {
			row := []string{b.Game, b.Mode, strconv.Itoa(e.Rank), e.Player, e.ID, strconv.FormatInt(e.Millis, 10), e.At, e.Run,
				strconv.FormatUint(uint64(e.Moves), 10), strconv.FormatUint(uint64(e.Least), 10)}
			rows = append(rows, row[from:])
		}
	}
	return w.WriteAll(rows)
}

func (a *asked) printLeaderboards(list []place, boards []shownLeaderboard, you string) error {
	for i, b := range boards {
		kind := ""
		if usual := look.KindWord(storage.Timed); b.Kind != usual {
			kind = ", " + b.Kind
		}
		a.print("%s %s, %s%s: %s\n", list[i].game.Title, list[i].mode.Title, look.PeriodTitle(b.Period), kind, look.Players(b.Total))
		if err := a.printEntries(b.Entries, you, b.Review); err != nil {
			return err
		}
	}
	return nil
}

// printEntries prints the first lines of a leaderboard, and the caller's run that waits, if one does; lines of the player of
// an id are marked.
func (a *asked) printEntries(list []shownEntry, you string, review *shownEntry) error {
	if r := review; r != nil {
		defer a.print("%s, run %s\n", look.UnderReview(storage.Entry{Rank: r.Rank, Millis: r.Millis}), r.Run)
	}
	var rows [][]string
	anyMoves := slices.ContainsFunc(list, func(e shownEntry) bool { return e.Moves > 0 })
	for _, e := range list {
		behind := ""
		if e.Rank > 1 {
			behind = look.Gap(look.Millis(e.Millis - list[0].Millis))
		}
		row := []string{strconv.Itoa(e.Rank), look.Name(e.Player, e.ID), e.ID, look.Tidy(look.Millis(e.Millis)), behind, e.At, e.Run}
		if anyMoves {
			row = append(row, look.Moves(e.Moves, e.Least))
		}
		if e.ID != "" && e.ID == you {
			row = append(row, "you")
		}
		rows = append(rows, row)
	}
	return a.table(rows, 0, 3, 4)
}

// player is who asks; the zero Player for a guest.
func (a *asked) player() (storage.Player, error) {
	if a.who.Key.Guest() {
		return storage.Player{}, nil
	}
	return a.Store.Player(a.who.Key)
}

// challenges are the dailies that the command names, and the day.
func (a *asked) challenges() ([]records.Daily, time.Time, error) {
	today := records.DayOf(a.Now())
	date := today
	if a.date != "" {
		var err error
		if date, err = time.Parse(time.DateOnly, a.date); err != nil {
			return nil, date, a.wrong("a date is %s, not %s", today.Format(time.DateOnly), quoted(a.date))
		}
		if date.After(today) {
			return nil, date, refused("The challenges of %s are not drawn yet; today is %s (UTC).", a.date, today.Format(time.DateOnly))
		}
	}
	among := a.Games
	if len(a.words) == 1 {
		g, err := gameOf(a.Games, a.words[0])
		if err != nil {
			return nil, date, a.wrong("%s", err)
		}
		among = []games.Game{g}
	}
	ds := records.Dailies(date, among, a.Store)
	if len(ds) == 0 && len(a.words) == 1 {
		return nil, date, refused("There is no daily in %s.", among[0].Title)
	}
	return ds, date, nil
}

// dailyScreen is the day's challenge in the game that is named, or in the first that the player has not tried.
func (a *asked) dailyScreen() (to.Destination, error) {
	ds, _, err := a.challenges()
	if err != nil {
		return nil, err
	}
	if len(ds) == 0 {
		return nil, refused("There are no dailies.")
	}
	you, err := a.player()
	if err != nil {
		return nil, err
	}
	for _, d := range ds {
		if _, tried, err := d.Tried(a.Store, you.ID); err == nil && !tried {
			return to.Daily{Daily: d}, nil
		}
	}
	return to.Daily{Daily: ds[0]}, nil
}

type shownDaily struct {
	Game    string       `json:"game"`
	Mode    string       `json:"mode"`
	Label   string       `json:"label"`
	You     *shownEntry  `json:"you"`
	Total   int          `json:"total"`
	Entries []shownEntry `json:"entries"`
	Review  *shownEntry  `json:"review,omitempty"` // as of a leaderboard
}

func (a *asked) daily() error {
	ds, date, err := a.challenges()
	if err != nil {
		return err
	}
	you, err := a.player()
	if err != nil {
		return err
	}
	shown := make([]shownDaily, 0, len(ds))
	for _, d := range ds {
		s, err := a.showDaily(d, you.ID)
		if err != nil {
			return err
		}
		shown = append(shown, s)
	}
	ends := date.AddDate(0, 0, 1)
	if a.json {
		return a.write(struct {
			Date    string       `json:"date"`
			Ends    string       `json:"ends"`
			Dailies []shownDaily `json:"dailies"`
		}{date.Format(time.DateOnly), Instant(ends), shown})
	}
	return a.printDailies(ds, shown, you.ID)
}

func (a *asked) showDaily(d records.Daily, you string) (shownDaily, error) {
	lb := d.Leaderboard()
	top, total, review, err := a.read(lb, 10, you)
	if err != nil {
		return shownDaily{}, err
	}
	s := shownDaily{lb.Game, lb.Mode, d.Label, nil, total, top, review}
	row, err := a.Store.Row(lb, you)
	if errors.Is(err, storage.ErrNotFound) {
		return s, nil
	}
	s.You = new(showEntry(row))
	return s, err
}

func (a *asked) printDailies(ds []records.Daily, shown []shownDaily, you string) error {
	days, err := records.Streak(a.Store, you, a.Now())
	if err != nil {
		return err
	}
	for i, s := range shown {
		d := ds[i]
		a.print("Daily %s, %s: %s, %s\n", d.Day(), d.Title(), look.Players(s.Total), look.New(a.Now(), d.Ends()))
		if err := a.printEntries(s.Entries, you, s.Review); err != nil {
			return err
		}
		if s.You != nil {
			a.print("%s\n", a.share(d, *s.You, s.Total, days))
		}
	}
	return nil
}

func (c Commands) share(d records.Daily, you shownEntry, of, streak int) string {
	return look.Share{Day: d.Day(), Title: d.Game.Title + " " + d.Mode.Title, Label: d.Label, Time: look.Millis(you.Millis), Rank: you.Rank, Of: of,
		Streak: streak, Address: c.Address}.Line()
}
