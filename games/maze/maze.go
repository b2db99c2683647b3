// Package maze is the maze: its rules, how one is carved and solved, and how it looks from above and from inside.
//
// It knows nothing of clocks, terminals or colours: a maze comes from a seed, a movement's time from the ticks and
// the Now of its inputs, and the looks are inks.
package maze

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arcade.example.com/games"
)

// version of the dealing: it rises whenever a seed deals another maze than before.
const version = 1

// Bounds of a custom maze's width and height in cells. Below three there is nothing to choose.
const (
	minSize = 3
	maxSize = 200
)

// firstPerson is the variant of the modes that are played inside.
const firstPerson = "first person"

// The smallest windows for the first person: to play in, and to look at.
const (
	insideCols, insideRows   = 40, 12
	previewCols, previewRows = 24, 8
)

// texture is the algorithm that carves a maze, and so its look: long winding ways, or many short dead ends.
type texture string

const (
	deep    texture = "" // depth-first: the one that ranks
	wilson  texture = "wilson"
	kruskal texture = "kruskal"
)

// plan is a mode as the dealing needs it.
type plan struct {
	w, h    int
	texture texture
	inside  bool // no map: played in first person only
}

// ranked are the sizes with a leaderboard; each is square.
var ranked = []int{5, 10, 15, 20, 40}

// Game is the maze's entry in the catalogue.
func Game() games.Game {
	return games.Game{
		ID:       "maze",
		Title:    "Maze",
		Version:  version,
		Modes:    listed(),
		Mode:     mode,
		Deal:     dealState,
		NewBoard: newBoard,
		Label:    label,
		Facts:    facts,
		Figures:  figures,
		Columns:  columns(),
		Voice:    voice{},
		Demo:     demo,
		Demos:    map[string]func() games.Replay{firstPerson: stroll},
		Custom:   "33x21",
		Week:     [7]string{"10x10", "15x15", "10x10-fp", "15x15", "20x20", "15x15-fp", "40x40"},
		Tools:    []games.Tool{dealTool()},
		Help:     help,
		Keys:     letterKeys(),
	}
}

var help = []string{
	"Find the way from the red entrance at the top left to the green exit at the bottom right. There is exactly one. The clock runs from the moment the maze is shown.",
	"Arrows, WASD or hjkl walk. Shift with an arrow or WASD walks on to the next junction, u goes back to the last one, and to those before it for as often as it is pressed. From above, a click walks to any place in line of sight, or as far towards it as there is no choice.",
	"A maze that is larger than its window scrolls: the wheel looks round, with Shift sideways, z shows all of it.",
	"i takes you inside, o out again. Inside, up and down go forward and back, left and right turn; a click at the left or right turns, in the middle it goes forward, and so does the wheel. The clock and the maze stay the same.",
	"p shows the way in green. The run is not ranked from then on; in a ranked run you are asked first.",
	"Each size has its leaderboard, and one more for first person only, where there is no map. Other sizes are played as 33x21, up to 200x200, and other carvings as 20x20+wilson or 20x20+kruskal; those are not ranked, and c shows them being carved.",
}

func listed() []games.Mode {
	var modes []games.Mode
	for _, inside := range []bool{false, true} {
		for _, n := range ranked {
			modes = append(modes, plan{w: n, h: n, inside: inside}.mode())
		}
	}
	return modes
}

// ranks reports whether the plan is that of a listed mode.
func (p plan) ranks() bool { return p.texture == deep && p.w == p.h && slices.Contains(ranked, p.w) }

func (p plan) mode() games.Mode {
	size := fmt.Sprintf("%dx%d", p.w, p.h)
	title := fmt.Sprintf("%d x %d", p.w, p.h)
	// Half blocks, a matrix unit each, with the border.
	m := games.Mode{ID: size, Title: title, Size: size, Variant: "from above", Ranked: p.ranks(), Cols: 2*p.w + 1, Rows: p.h + 1}
	if p.texture != deep {
		m.ID += "+" + string(p.texture)
		m.Title += ", " + string(p.texture)
	}
	if p.inside {
		m.ID += "-fp"
		m.Title += ", first person"
		m.Variant, m.Unseen = firstPerson, true
		m.Cols, m.Rows = insideCols, insideRows
	}
	return m
}

func mode(text string) (games.Mode, error) {
	p, err := parsePlan(text)
	if err != nil {
		return games.Mode{}, err
	}
	return p.mode(), nil
}

// parsePlan reads a mode's ID, and the same with capitals or leading zeros.
func parsePlan(text string) (plan, error) {
	rest := strings.ToLower(text)
	rest, inside := strings.CutSuffix(rest, "-fp")
	rest, carving, named := strings.Cut(rest, "+")
	p := plan{texture: texture(carving), inside: inside}
	if named && p.texture != wilson && p.texture != kruskal {
		return plan{}, fmt.Errorf("%.30q: carvings are +wilson and +kruskal: %w", text, games.ErrMode)
	}
	w, h, _ := strings.Cut(rest, "x")
	var okW, okH bool
	p.w, okW = number(w)
	p.h, okH = number(h)
	if !okW || !okH {
		return plan{}, fmt.Errorf("%.30q: a size is WxH cells, %dx%d to %dx%d, such as 33x21 or 20x20+wilson: %w",
			text, minSize, minSize, maxSize, maxSize, games.ErrMode)
	}
	if inside && !p.ranks() {
		return plan{}, fmt.Errorf("%.30q: -fp goes with 5x5, 10x10, 15x15, 20x20 and 40x40: %w", text, games.ErrMode)
	}
	return p, nil
}

// number reads a width or height within the bounds.
func number(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return int(n), err == nil && n >= minSize && n <= maxSize
}

func dealState(m games.Mode, seed games.Seed) (games.State, error) {
	p, err := parsePlan(m.ID)
	if err != nil {
		return nil, err
	}
	return start(deal(p, seed)), nil
}

// start returns the first position in a maze.
func start(m *maze) *state {
	return &state{m: m, at: m.entrance(), front: m.entrance(), behind: point{-1, -1}}
}
