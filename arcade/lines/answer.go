package lines

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"arcade.example.com/arcade/look"
	"arcade.example.com/keys"
)

// protocol is the version of the objects of --json. Keys only get added.
const protocol = 1

// answer is what is said to one line, or of itself. Its JSON is the protocol for bots.
type answer struct {
	Protocol int             `json:"protocol,omitempty"` // in the first
	ID       json.RawMessage `json:"id,omitempty"`       // as the line had it
	Said     []string        `json:"said"`
	Error    string          `json:"error,omitempty"` // why the line did nothing
	Asks     string          `json:"asks,omitempty"`  // a question: the next line is yes or no
	Can      []said          `json:"can,omitempty"`   // to "?"
	Place    string          `json:"place"`
	Game     string          `json:"game,omitempty"`
	Mode     string          `json:"mode,omitempty"`
	Run      string          `json:"run,omitempty"`
	Status   string          `json:"status,omitempty"`
	Ranked   bool            `json:"ranked,omitempty"`
	Millis   int64           `json:"time_ms,omitempty"` // these once the run is over
	Moves    uint32          `json:"moves,omitempty"`
	Least    uint32          `json:"least,omitempty"`
	Rank     int             `json:"rank,omitempty"`
	Of       int             `json:"of,omitempty"`
	Review   bool            `json:"review,omitempty"` // it waits for an operator: rank is what it would have
}

// said is a phrase as programs read it.
type said struct {
	Say  string `json:"say"`
	Does string `json:"does"`
}

// Why a line did nothing.
const (
	errLine    = "line"    // it is too long, or no object
	errWords   = "words"   // it means nothing here
	errRefused = "refused" // it cannot be done, or not now
)

func (s *Session) say(sentences ...string) { s.answer.Said = append(s.answer.Said, sentences...) }

// fail says why a line did nothing.
func (s *Session) fail(why string, sentences ...string) {
	s.answer.Error = why
	s.say(sentences...)
}

// flush writes what was said.
func (s *Session) flush(out io.Writer) error {
	a, owed := s.answer, s.owed
	s.answer, s.owed = answer{}, false
	if len(a.Said) == 0 && a.Place == "" && !owed {
		return nil
	}
	var b bytes.Buffer
	if !s.opt.JSON {
		for _, sentence := range a.Said {
			b.WriteString(sentence + "\n")
		}
		_, err := out.Write(b.Bytes())
		return err
	}
	if a.Said == nil {
		a.Said = []string{}
	}
	if a.Place == "" {
		a.Place = s.top().name()
		if g, ok := s.top().(*game); ok {
			g.describe(&a)
		}
	}
	if s.asks != nil {
		a.Asks = s.asks.text
	}
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(a); err != nil {
		return err
	}
	_, err := out.Write(b.Bytes())
	return err
}

// heard is the words of a line, and how its answer is to be marked; an error sentence for a line that has none.
func (s *Session) heard(l line) (words string, refused string) {
	if l.long {
		return "", "A line has at most " + look.Pad(MaxLine, 1) + " bytes."
	}
	words = l.text
	if s.opt.JSON {
		var in struct {
			Say *string         `json:"say"`
			ID  json.RawMessage `json:"id"`
		}
		if err := json.Unmarshal([]byte(l.text), &in); err != nil || in.Say == nil {
			return "", `A line is an object such as {"say":"?"}.`
		}
		words, s.answer.ID = *in.Say, in.ID
	}
	return strings.TrimSpace(keys.Clean(strings.TrimSpace(words), MaxLine)), ""
}

// sentence makes one of a phrase.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	text = strings.ToUpper(text[:1]) + text[1:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
