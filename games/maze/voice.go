package maze

import (
	"fmt"
	"strconv"
	"strings"

	"arcade.example.com/games"
)

// voice is the maze in words. Lengths are in moves, of half a cell. Where there is no map all is told as it lies for one
// who looks the way they last went, and no farther than one sees.
type voice struct{}

// turn is a direction for one who looks in another: how many quarters to the right.
type turn uint8

var turnWords = [...]string{"ahead", "right", "back", "left"}

func (s *state) turnOf(d direction) turn      { return turn(d-s.facing()) & 3 }
func (s *state) directionOf(t turn) direction { return (s.facing() + direction(t)) & 3 }
func (t turn) String() string                 { return turnWords[t] }

// farSeen is how far one sees in a corridor of which there is no map; what is beyond is "more than" so far.
const farSeen = 8

// way is one of the ways that lead from a place.
type way struct {
	turn   turn
	length string // up to the next corner or place
}

// ways are those that lead from s: ahead, to the left, to the right, back.
func (s *state) ways() (list []way) {
	for _, t := range [...]turn{0, 3, 1, 2} {
		d := s.directionOf(t)
		n := 0
		for p := d.from(s.at); s.m.open(p.x, p.y); p = d.from(p) {
			if n++; s.m.place(p) {
				break
			}
		}
		switch {
		case n > farSeen && s.m.plan.inside:
			list = append(list, way{t, fmt.Sprint("more than ", farSeen)})
		case n > 0:
			list = append(list, way{t, fmt.Sprint(n)})
		}
	}
	return list
}

// Say tells how far one went and what is there now.
func (voice) Say(before, after games.State, d games.Detail) []string {
	was, is := before.(*state), after.(*state)
	var said []string
	if is.revealed && !was.revealed {
		said = append(said, "The way is shown.")
	}
	if walked := is.walked(was, d); walked != "" {
		said = append(said, walked+", "+is.place(d)+".")
	}
	if is.revealed && !is.Status().Over() && len(said) > 0 {
		said = append(said, is.shown())
	}
	if d == games.Full && is.Status() == games.Won && was.Status() != games.Won {
		said = append(said, "Steps: "+compare(is.steps(), is.m.units())+".")
	}
	return said
}

// manyCorners is how many stretches of a walk are told one by one.
const manyCorners = 12

// walked is the walk from one position to this, "" for none: its stretches by the map, or without one each as it lay for
// one who came from the last.
func (s *state) walked(from *state, d games.Detail) string {
	var trail []*state // the moves, the last first
	for p := s; p.prev != nil && *p != *from; p = p.prev {
		if p.at != p.prev.at {
			trail = append(trail, p)
		}
	}
	if len(trail) == 0 {
		return ""
	}
	var stretches []string
	for end := len(trail); end > 0; {
		n, way := 0, trail[end-1].facing()
		before := trail[end-1].prev
		for n < end && trail[end-1-n].facing() == way {
			n++
		}
		end -= n
		if s.m.plan.inside {
			stretches = append(stretches, fmt.Sprint(before.turnOf(way), " ", n))
		} else {
			stretches = append(stretches, fmt.Sprint(n, " ", way.move()))
		}
	}
	switch {
	case len(stretches) > manyCorners:
		return fmt.Sprintf("Walked %d round %d corners", len(trail), len(stretches)-1)
	case d == games.Brief && len(stretches) > 1:
		return fmt.Sprint("Walked ", len(trail))
	}
	return "Walked " + strings.Join(stretches, ", ")
}

// place is what is to be decided here, and the ways there are.
func (s *state) place(d games.Detail) string {
	ways := s.ways()
	kind := "at a junction"
	switch {
	case s.at == s.m.exit():
		return "the exit"
	case s.at == s.m.entrance():
		kind = "at the entrance"
	case len(ways) == 1:
		kind = "dead end"
	case len(ways) == 2:
		kind = "in a corridor"
	}
	var list []string
	for _, w := range ways {
		if w.turn == 2 && d != games.Full && len(ways) > 1 {
			continue // one has just come from there
		}
		text := fmt.Sprint(w.turn, " ", w.length)
		if d == games.Full && !s.m.plan.inside {
			text = fmt.Sprintf("%v %s %s", w.turn, s.directionOf(w.turn).move(), w.length)
		}
		list = append(list, text)
	}
	if d == games.Brief && len(ways) == 1 && s.at != s.m.entrance() {
		return kind
	}
	return kind + ": " + strings.Join(list, ", ")
}

// shown tells the revealed way.
func (s *state) shown() string {
	d, ok := s.wayOut(newRoute(s.m))
	if !ok {
		return "The way is here."
	}
	return fmt.Sprintf("The way goes %v.", s.turnOf(d))
}

// Look answers what is around, where one is, how far one went, and in a mode with a map what is in a row of it.
func (voice) Look(st games.State, question string, d games.Detail) ([]string, error) {
	s := st.(*state)
	words := strings.Fields(strings.ToLower(question))
	switch {
	case len(words) == 2 && words[0] == "row":
		return s.row(words[1])
	case len(words) != 1:
		return nil, games.ErrWords
	}
	switch words[0] {
	case "look":
		return s.around(), nil
	case "where":
		return s.where(), nil
	case "status":
		said := []string{fmt.Sprintf("%s, %d steps so far.", s.m.plan.mode().Title, s.steps())}
		if s.revealed {
			said = append(said, "The way was shown.")
		}
		if s.Status().Over() {
			said = append(said, "You are out.")
		}
		return said, nil
	}
	return nil, games.ErrWords
}

// around is all that can be said of where one stands.
func (s *state) around() []string {
	text := s.place(games.Full)
	said := []string{strings.ToUpper(text[:1]) + text[1:] + "."}
	if d, n := s.m.sight(s.at, s.m.exit()); n > 0 && n <= farSeen {
		said = append(said, fmt.Sprintf("The exit is %v %d.", s.turnOf(d), n))
	}
	if s.revealed && !s.Status().Over() {
		said = append(said, s.shown())
	}
	return said
}

// where is the place on the map, as far as there is one.
func (s *state) where() []string {
	if s.m.plan.inside {
		return []string{fmt.Sprintf("Somewhere in a maze of %d by %d cells: this mode has no map.", s.m.w, s.m.h)}
	}
	at := fmt.Sprintf("At column %d, row %d", s.at.x/2+1, s.at.y/2+1)
	switch {
	case s.at.x&1 == 1:
		at = fmt.Sprintf("Between columns %d and %d, row %d", s.at.x/2+1, s.at.x/2+2, s.at.y/2+1)
	case s.at.y&1 == 1:
		at = fmt.Sprintf("At column %d, between rows %d and %d", s.at.x/2+1, s.at.y/2+1, s.at.y/2+2)
	}
	return []string{
		fmt.Sprintf("%s, looking %s.", at, s.facing().move()),
		fmt.Sprintf("The exit is at column %d, row %d.", s.m.w, s.m.h),
	}
}

// rowCells is how many cells of a row are told in one sentence.
const rowCells = 20

// row tells the ways that lead from each cell of a row of the map.
func (s *state) row(number string) ([]string, error) {
	row, err := strconv.Atoi(number)
	switch {
	case err != nil:
		return nil, games.ErrWords
	case s.m.plan.inside:
		return nil, games.Refusal("This mode has no map.")
	case row < 1 || row > s.m.h:
		return nil, games.Refusal(fmt.Sprintf("Rows are 1 to %d.", s.m.h))
	}
	var said, cells []string
	for x := range s.m.w {
		p := point{2 * x, 2 * (row - 1)}
		text := strconv.Itoa(x + 1)
		for _, d := range directions {
			if q := d.from(p); s.m.open(q.x, q.y) {
				text += " " + string(d.move())
			}
		}
		cells = append(cells, text)
		if len(cells) == rowCells || x == s.m.w-1 {
			said = append(said, fmt.Sprintf("Row %d: %s.", row, strings.Join(cells, ", ")))
			cells = nil
		}
	}
	return said, nil
}

// Read understands a move as it stands in replays, one step; a direction, as it lies or with "go" on the map, which walks on
// to the next place, or so many steps with a number; "return", back to the last junction; and "path", or
// "hint" as other games have it.
func (voice) Read(st games.State, words string) ([]games.Move, error) {
	s := st.(*state)
	list := strings.Fields(strings.ToLower(words))
	if len(list) == 0 {
		return nil, games.ErrWords
	}
	if d, ok := heading(games.Move(list[0])); ok && len(list) == 1 {
		return s.walk(d, 1)
	}
	switch strings.Join(list, " ") {
	case string(games.Reveal), "path", "hint":
		return s.showing()
	case "return":
		d, ok := s.backtrack()
		if !ok {
			return nil, games.Refusal("There is no junction to go back to.")
		}
		return s.walk(d, games.MaxSteps)
	}
	if list[0] == "go" {
		list = list[1:]
	}
	d, ok := s.direction(list)
	if !ok {
		return nil, games.ErrWords
	}
	n := games.MaxSteps
	if len(list) == 2 {
		var err error
		if n, err = strconv.Atoi(list[1]); err != nil || n < 1 {
			return nil, games.ErrWords
		}
	}
	return s.walk(d, n)
}

// direction reads the first of one or two words as a direction.
func (s *state) direction(words []string) (direction, bool) {
	if len(words) == 0 || len(words) > 2 {
		return 0, false
	}
	for t, word := range turnWords {
		if words[0] == word {
			return s.directionOf(turn(t)), true
		}
	}
	return heading(games.Move(words[0]))
}

func (s *state) showing() ([]games.Move, error) {
	switch {
	case s.Status().Over():
		return nil, games.Refusal("You are out already.")
	case s.revealed:
		return nil, games.Refusal("The way is shown already.")
	}
	return []games.Move{games.Reveal}, nil
}

// walk is up to n moves along the corridor that begins in direction d, as far as the next place.
func (s *state) walk(d direction, n int) ([]games.Move, error) {
	p := d.from(s.at)
	switch {
	case s.Status().Over():
		return nil, games.Refusal("You are out already.")
	case !s.m.open(p.x, p.y) && s.m.plan.inside:
		return nil, games.Refusal(fmt.Sprintf("There is a wall %v.", s.turnOf(d)))
	case !s.m.open(p.x, p.y):
		return nil, games.Refusal(fmt.Sprintf("There is a wall %s.", d.move()))
	}
	moves := []games.Move{d.move()}
	for len(moves) < n && !s.m.place(p) {
		d = s.m.onward(p, d)
		p = d.from(p)
		moves = append(moves, d.move())
	}
	return moves, nil
}

// Phrases are the ways there are, and what can be asked.
func (voice) Phrases(st games.State) []games.Phrase {
	s := st.(*state)
	var list []games.Phrase
	if !s.Status().Over() {
		for _, w := range s.ways() {
			does := w.length + " and on to the next place"
			if !s.m.plan.inside {
				does = string(s.directionOf(w.turn).move()) + " " + does
			}
			list = append(list, games.Phrase{Words: w.turn.String(), Does: does})
		}
		list = append(list, games.Phrase{Words: "ahead STEPS", Does: "no farther than so many steps, any way"})
		if s.came != nil {
			list = append(list, games.Phrase{Words: "return", Does: "back to the last junction"})
		}
		if !s.revealed {
			list = append(list, games.Phrase{Words: "path", Does: "show the way; the run does not rank then"})
		}
	}
	where := "your place on the map"
	if s.m.plan.inside {
		where = "how large the maze is"
	}
	list = append(list,
		games.Phrase{Words: "look", Does: "the ways from here", Asks: true},
		games.Phrase{Words: "where", Does: where, Asks: true},
		games.Phrase{Words: "status", Does: "how many steps you made", Asks: true})
	if !s.m.plan.inside {
		list = append(list, games.Phrase{Words: "row NUMBER", Does: "the ways from each cell of a row", Asks: true})
	}
	return list
}
