package command

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"

	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// shownRating is a line of a ranking by rating as programs read it.
type shownRating struct {
	Rank   int     `json:"rank"`
	Player string  `json:"player"`
	ID     string  `json:"id"`
	Rating float64 `json:"rating"` // mu - 3 sigma, to a hundredth
	Heats  int     `json:"heats"`
	Won    int     `json:"won"`
}

type shownRatings struct {
	Game    string        `json:"game"`
	Total   int           `json:"total"`
	Entries []shownRating `json:"entries"`
}

// showRating is the figure that is shown.
func showRating(r storage.Rating) float64 {
	return math.Round(100*rating.Rating{Mu: r.Mu, Sigma: r.Sigma}.Shown()) / 100
}

// ratedGames are the games whose ratings the words ask for: a rating is of a game, not of a mode.
func (a *asked) ratedGames() ([]games.Game, error) {
	switch {
	case len(a.words) > 1 || a.period != "":
		return nil, a.wrong("a rating is of a game, in all its modes and for all time")
	case len(a.words) == 0:
		return a.Games, nil
	}
	g, err := gameOf(a.Games, a.words[0])
	if err != nil {
		return nil, a.wrong("%s", err)
	}
	return []games.Game{g}, nil
}

// ratings prints how well people race.
func (a *asked) ratings() error {
	among, err := a.ratedGames()
	if err != nil {
		return err
	}
	n, err := a.lines(10)
	if err != nil {
		return err
	}
	var shown []shownRatings
	for _, g := range among {
		list, err := a.Store.Ratings(g.ID, rating.Settled)
		if err != nil {
			return err
		}
		s := shownRatings{g.ID, len(list), []shownRating{}}
		for i, r := range list[:min(n, len(list))] {
			s.Entries = append(s.Entries, shownRating{i + 1, r.Player, r.ID, showRating(r), r.Heats, r.Won})
		}
		shown = append(shown, s)
	}
	switch {
	case a.json:
		return a.write(struct {
			Ratings []shownRatings `json:"ratings"`
		}{shown})
	case a.csv:
		return a.writeRatings(shown)
	}
	for i, s := range shown {
		a.print("%s, races: %s\n", among[i].Title, look.Players(s.Total))
		var rows [][]string
		for _, e := range s.Entries {
			rows = append(rows, []string{strconv.Itoa(e.Rank), look.Name(e.Player, e.ID), e.ID, fmt.Sprintf("%.2f", e.Rating), fmt.Sprintf("won %d of %d", e.Won, e.Heats)})
		}
		if err := a.table(rows, 0, 3); err != nil {
			return err
		}
	}
	return nil
}

func (a *asked) writeRatings(list []shownRatings) error {
	rows := [][]string{{"game", "rank", "player", "id", "rating", "heats", "won"}}
	for _, s := range list {
		for _, e := range s.Entries {
			rows = append(rows, []string{s.Game, strconv.Itoa(e.Rank), e.Player, e.ID, fmt.Sprintf("%.2f", e.Rating), strconv.Itoa(e.Heats), strconv.Itoa(e.Won)})
		}
	}
	return csv.NewWriter(a.out).WriteAll(rows)
}

// shownRaces is how a player fares in races.
type shownRaces struct {
	Won   int         `json:"won"` // of the heats of the last 30 days
	Of    int         `json:"of"`
	Heats []shownHeat `json:"heats"` // the latest first
}

type shownHeat struct {
	Game   string `json:"game"`
	Mode   string `json:"mode"`
	At     string `json:"at"`
	Place  int    `json:"place"` // 0 for one who came later
	Of     int    `json:"of"`
	Millis int64  `json:"time_ms"`
	Run    string `json:"run"`
}

// lastHeats is how many heats `me` tells.
const lastHeats = 10

func (a *asked) showRaces(id string) (shownRaces, error) {
	s := shownRaces{Heats: []shownHeat{}}
	list, won, of, err := a.Store.HeatsOf(id, lastHeats)
	s.Won, s.Of = won, of
	for _, h := range list {
		s.Heats = append(s.Heats, shownHeat{h.Game, h.Mode, Instant(h.At), h.Place, h.Of, h.Millis, h.Run})
	}
	return s, err
}
