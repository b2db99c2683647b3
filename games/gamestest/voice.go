package gamestest

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arcade.example.com/games"
)

// details are the levels at which a Voice speaks.
var details = []games.Detail{games.Usual, games.Brief, games.Full}

// longestSentence is in bytes: what is heard in one breath, or a row of a large board.
const longestSentence = 1000

// voice holds what a game says in words, and what it understands, in every position of some games.
func (s *suite) voice() {
	if s.game.Voice == nil {
		return
	}
	for _, m := range s.played() {
		p := s.player(m, 15, 15)
		p.play(80)
		for i, at := range p.passed {
			s.answers(m, at.state)
			s.phrases(m, at.state)
			s.senseless(m, at.state)
			if i < len(p.moves) {
				s.sayable(m, at.state, p.moves[i])
				s.tells(m, at.state, p.passed[i+1].state)
			}
			if _, err := at.state.Apply(games.Reveal); err == nil {
				s.sayable(m, at.state, games.Reveal)
			}
			if at.changed() {
				s.fault("%s: talking of a position changes it", m.ID)
			}
		}
	}
}

// answers asks what can be asked everywhere.
func (s *suite) answers(m games.Mode, st games.State) {
	for _, question := range []string{"look", "where", "status"} {
		for _, d := range details {
			said, err := s.game.Voice.Look(st, question, d)
			if err != nil || len(said) == 0 {
				s.fault("%s: %q is answered with %q, error %v", m.ID, question, said, err)
			}
			if again, _ := s.game.Voice.Look(st, question, d); !slices.Equal(said, again) {
				s.fault("%s: %q is answered with %q, and then with %q", m.ID, question, said, again)
			}
			s.sentences(m, said)
		}
	}
}

func (s *suite) tells(m games.Mode, before, after games.State) {
	for _, d := range details {
		said := s.game.Voice.Say(before, after, d)
		if again := s.game.Voice.Say(before, after, d); !slices.Equal(said, again) {
			s.fault("%s: a change is told as %q, and then as %q", m.ID, said, again)
		}
		s.sentences(m, said)
	}
}

func (s *suite) sentences(m games.Mode, said []string) {
	for _, line := range said {
		if line == "" || len(line) > longestSentence || !plain(line) || strings.ContainsFunc(line, art) {
			s.fault("%s: %.200q is no sentence of up to %d bytes of text", m.ID, line, longestSentence)
		}
	}
}

// art reports whether a screen reader would spell out a rune's name: box drawing, blocks, shapes, braille, symbols.
func art(r rune) bool { return r >= 0x2190 && r <= 0x2bff }

// phrases says all that can be said by number.
func (s *suite) phrases(m games.Mode, st games.State) {
	for _, phrase := range s.game.Voice.Phrases(st) {
		s.sentences(m, []string{phrase.Words, phrase.Does})
		switch {
		case strings.ToLower(phrase.Words) != phrase.Words:
		case phrase.Asks:
			if said, err := s.game.Voice.Look(st, phrase.Words, games.Usual); err != nil || len(said) == 0 {
				s.fault("%s: %q can be asked, and is answered with %q, error %v", m.ID, phrase.Words, said, err)
			}
		default:
			s.lead(m, st, phrase.Words)
		}
	}
}

// lead makes the moves that words ask for.
func (s *suite) lead(m games.Mode, st games.State, words string) {
	moves, err := s.game.Voice.Read(st, words)
	if err != nil || len(moves) == 0 {
		s.fault("%s: %q can be said, and leads to %q, error %v", m.ID, words, moves, err)
	}
	for _, move := range moves {
		if st, err = st.Apply(move); err != nil {
			s.fault("%s: %q leads to %q: %v", m.ID, words, moves, err)
			return
		}
	}
}

// sayable says a legal move as it stands in replays.
func (s *suite) sayable(m games.Mode, st games.State, move games.Move) {
	for _, words := range []string{string(move), "  " + strings.ToUpper(string(move)) + " "} {
		if moves, err := s.game.Voice.Read(st, words); err != nil || !slices.Equal(moves, []games.Move{move}) {
			s.fault("%s: the legal move %q, said as %q, is understood as %q, error %v", m.ID, move, words, moves, err)
		}
	}
}

// senseless says what means nothing.
func (s *suite) senseless(m games.Mode, st games.State) {
	for _, words := range []string{"", " ", "~look", "\x00", "\xff", "no such move", "\x1b[2J", strings.Repeat("9", 1000), strings.Repeat("a ", 1000)} {
		moves, err := s.game.Voice.Read(st, words)
		s.want(err, games.ErrWords, "%s: Read(%.30q)", m.ID, words)
		_, asked := s.game.Voice.Look(st, words, games.Usual)
		s.want(asked, games.ErrWords, "%s: Look(%.30q)", m.ID, words)
		if len(moves) > 0 {
			s.fault("%s: %.30q is understood as %q", m.ID, words, moves)
		}
	}
}

// secrets plays the same inputs on several seeds: where all that the screens have shown so far is the same, all that
// is said must be.
func (s *suite) secrets() {
	if s.game.Voice == nil {
		return
	}
	const seeds, inputs = 16, 6
	for _, m := range s.played() {
		heard := map[[sha256.Size]byte]string{}
		for seed := range games.Seed(seeds) {
			p := s.player(m, seed, 16)
			var shown [sha256.Size]byte
			before := p.state
			for range inputs {
				shown = sha256.Sum256(append(shown[:], s.sight(m, p.state)...))
				said := s.everything(before, p.state)
				if other, met := heard[shown]; met && other != said {
					s.fault("%s: what looks the same is told as\n%s\nand, on seed %v, as\n%s", m.ID, other, seed, said)
				}
				heard[shown] = said
				before = p.state
				p.any()
			}
		}
	}
}

// sight is all that a fresh board shows of a position to who looks round, which is no move.
func (s *suite) sight(m games.Mode, st games.State) (cells []byte) {
	b := s.game.NewBoard()
	b.Fit(st, 40, 12, games.Options{Motion: games.NoMotion})
	b.Show(st)
	c := games.NewCanvas(40, 12)
	for turn := 0; ; turn++ {
		c.Clear()
		b.Draw(c, st, games.Scene{})
		for y := range 12 {
			for _, cell := range c.Row(y) {
				cells = binary.BigEndian.AppendUint32(cells, uint32(cell.Rune))
				cells = binary.BigEndian.AppendUint16(cells, uint16(cell.FG))
				cells = binary.BigEndian.AppendUint16(cells, uint16(cell.BG))
			}
		}
		if move, _ := b.Input(st, games.Input{Kind: games.Key, Key: "left"}); turn == 3 || move == "" || !move.Shows() {
			return cells
		}
	}
}

// everything is all that can be heard of a position, and of how it came about.
func (s *suite) everything(before, st games.State) string {
	var b strings.Builder
	voice := s.game.Voice
	for _, d := range details {
		fmt.Fprintln(&b, voice.Say(before, st, d))
		for _, question := range []string{"look", "where", "status"} {
			fmt.Fprintln(&b, filled(voice.Look(st, question, d)))
		}
	}
	for _, phrase := range voice.Phrases(st) {
		fmt.Fprintln(&b, phrase)
		var words []string
		for word := range strings.FieldsSeq(phrase.Words) {
			if strings.ToLower(word) != word {
				word = "2"
			}
			words = append(words, word)
		}
		if phrase.Asks {
			fmt.Fprintln(&b, filled(voice.Look(st, strings.Join(words, " "), games.Full)))
		}
	}
	return b.String()
}

// filled is an answer or the refusal of one.
func filled(said []string, err error) string {
	var refused games.Refusal
	if errors.As(err, &refused) {
		return string(refused)
	}
	return fmt.Sprint(said, err)
}
