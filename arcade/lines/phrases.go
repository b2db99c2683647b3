package lines

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arcade.example.com/games"
)

// place is where a player is: what is told on coming there, and what can be said.
type place interface {
	name() string
	tell()
	phrases() []phrase
	// hear takes words that are none of the phrases; false for what means nothing here.
	hear(words string) bool
}

// phrase is something that can be said: a word in capitals stands for what the player puts in.
type phrase struct {
	words, does string            // does is "" for another word of a phrase that is told
	do          func(in []string) // with what was put in; nil: hear takes it
}

// question is to be answered by yes or no before anything else.
type question struct {
	text string
	yes  func()
}

func (s *Session) top() place { return s.places[len(s.places)-1] }

// enter goes to a place on top of where the player is.
func (s *Session) enter(p place) {
	s.places = append(s.places, p)
	p.tell()
}

// back goes to where the player was before.
func (s *Session) back() {
	if len(s.places) > 1 {
		s.places = s.places[:len(s.places)-1]
	}
	s.top().tell()
}

func (s *Session) ask(text string, yes func()) {
	s.asks = &question{text, yes}
	s.say(text + " Say yes or no.")
}

// hear answers a line.
func (s *Session) hear(l line) {
	s.owed = true
	if !s.known {
		s.know()
	}
	words, refused := s.heard(l)
	switch {
	case refused != "":
		s.fail(errLine, refused)
	case s.asks != nil:
		s.decide(words)
	case words == "?":
		s.tellPhrases()
	case !s.byNumber(words) && !s.bySense(words):
		s.fail(errWords, fmt.Sprintf("I do not know %q. Say ? for what can be said.", words))
	}
}

// choices are the phrases of the place that are told.
func (s *Session) choices() []phrase { return told(s.top().phrases()) }

// told leaves out what has another word that is told.
func told(list []phrase) (some []phrase) {
	for _, p := range list {
		if p.does != "" {
			some = append(some, p)
		}
	}
	return some
}

// decide takes the answer to a question.
func (s *Session) decide(words string) {
	q := s.asks
	switch strings.ToLower(words) {
	case "yes", "y":
		s.asks = nil
		q.yes()
	case "no", "n":
		s.asks = nil
		s.say("No.")
	default:
		s.fail(errRefused, q.text+" Say yes or no.")
	}
}

// byNumber takes the number of a phrase of the place, and says which that is.
func (s *Session) byNumber(words string) bool {
	n, err := strconv.Atoi(words)
	if err != nil {
		return false
	}
	list := s.choices()
	switch {
	case n < 1 || n > len(list):
		s.fail(errRefused, fmt.Sprintf("There are choices 1 to %d. Say ? for them.", len(list)))
	case open(list[n-1].words):
		s.fail(errRefused, "Say "+list[n-1].words+".")
	default:
		s.say(sentence(list[n-1].words))
		s.bySense(list[n-1].words)
	}
	return true
}

// bySense takes words, first as those of the place.
func (s *Session) bySense(words string) bool {
	return s.among(s.top().phrases(), words) || s.top().hear(words) || s.among(s.everywhere(), words)
}

// among does what a phrase says that the words fit.
func (s *Session) among(list []phrase, words string) bool {
	said := strings.Fields(words)
	for _, p := range list {
		if p.do == nil {
			continue
		}
		if in, ok := fits(p.words, said); ok {
			p.do(in)
			return true
		}
	}
	return false
}

// fits reports whether what was said is a phrase, and what was put in for its words in capitals.
func fits(phrase string, said []string) (in []string, ok bool) {
	want := strings.Fields(phrase)
	if len(want) != len(said) {
		return nil, false
	}
	for i, w := range want {
		switch {
		case open(w):
			in = append(in, said[i])
		case w != strings.ToLower(said[i]):
			return nil, false
		}
	}
	return in, true
}

// open reports whether a phrase has something to be put in.
func open(words string) bool { return strings.ToLower(words) != words }

// tellPhrases tells what can be said, by number, and what else can be said everywhere.
func (s *Session) tellPhrases() {
	var listed []string
	for i, p := range s.choices() {
		s.answer.Can = append(s.answer.Can, said{p.words, p.does})
		if s.detail == games.Brief {
			listed = append(listed, fmt.Sprintf("%d for %s", i+1, p.words))
			continue
		}
		s.say(fmt.Sprintf("%d: %s: %s.", i+1, p.words, p.does))
	}
	if len(listed) > 0 {
		s.say(strings.Join(listed, ", ") + ".")
	}
	var others []string
	for _, p := range told(s.everywhere()) {
		if slices.ContainsFunc(s.choices(), func(here phrase) bool { return here.words == p.words }) {
			continue
		}
		s.answer.Can = append(s.answer.Can, said{p.words, p.does})
		others = append(others, p.words)
		if s.detail == games.Full {
			others[len(others)-1] += " (" + p.does + ")"
		}
	}
	if s.detail != games.Brief {
		s.say("Everywhere: " + strings.Join(others, ", ") + ".")
	}
}
