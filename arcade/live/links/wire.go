package links

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games"
	"arcade.example.com/keys"
)

// What nodes say, as SSH writes its own messages: a number, and the fields one after the other. Times are milliseconds.
type (
	row struct { // a run of this node as it stands
		Run                       string `sshtype:"1"`
		Game, Mode                string
		Version                   uint32
		Player, Name, Daily, Word string
		Privacy, Status           uint32
		Clock                     uint64
		Done, Of                  uint32
		Ranked                    bool
		Kind                      string
		Spectators                uint32
		Record                    uint64
	}
	over struct { // a run is not under way any more
		Run string `sshtype:"2"`
	}
	beat struct { // this is all that is new in the list: this node lives
		Sent       uint64 `sshtype:"3"` // by its own clock, in microseconds
		Heard, Ago uint64 // the last Sent of the other's, and how long ago that came
	}
	watch struct { // this node wants a run of the other's from a step on
		Run            string `sshtype:"4"`
		From, Watching uint32
	}
	count struct { // so many watch it here
		Run      string `sshtype:"5"`
		Watching uint32
	}
	leave struct { // nobody watches it here any more
		Run string `sshtype:"6"`
	}
	head struct { // what the run was dealt from
		Run, Game, Mode string `sshtype:"7"`
		Version         uint32
		Seed            uint64
	}
	chunk struct { // steps of the run from number At on, and its clock at this instant
		Run    string `sshtype:"8"`
		At     uint32
		Clock  uint64
		Ranked bool
		Kind   string
		Steps  []byte // as games.Encode writes them
	}
	end struct { // how it ended
		Run    string `sshtype:"9"`
		How    uint32
		Time   uint64
		Placed string
	}
	gone struct { // there is no such run
		Run string `sshtype:"10"`
	}
)

// The bounds of what is said.
const (
	maxMessage = 1 << 20 // bytes
	maxRun     = 64      // bytes of a run's id, and of a mode
	maxRuns    = 1 << 14 // in a node's list
	maxWatched = 1 << 12 // runs of one node on another
	chunkSteps = 500
	maxMillis  = 1 << 40
)

// errWire is returned for what no node says.
var errWire = errors.New("not what a node says")

// message returns an empty message of a number.
func message(number byte) any {
	switch number {
	case 1:
		return new(row)
	case 2:
		return new(over)
	case 3:
		return new(beat)
	case 4:
		return new(watch)
	case 5:
		return new(count)
	case 6:
		return new(leave)
	case 7:
		return new(head)
	case 8:
		return new(chunk)
	case 9:
		return new(end)
	case 10:
		return new(gone)
	case 11:
		return new(rooms)
	case 12:
		return new(heat)
	case 13:
		return new(sit)
	case 14:
		return new(act)
	case 15:
		return new(news)
	case 16:
		return new(out)
	}
	return nil
}

// write writes one message with its length before it.
func write(w io.Writer, m any) error {
	p := gossh.Marshal(m)
	if _, err := w.Write(binary.BigEndian.AppendUint32(nil, uint32(len(p)))); err != nil {
		return err
	}
	_, err := w.Write(p)
	return err
}

// read reads one message, with buf for its bytes.
func read(r io.Reader, buf []byte) (any, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(size[:])
	if n == 0 || n > maxMessage {
		return nil, fmt.Errorf("%d bytes: %w", n, errWire)
	}
	if _, err := io.ReadFull(r, buf[:n]); err != nil {
		return nil, err
	}
	return parse(buf[:n])
}

// parse reads a message.
func parse(p []byte) (any, error) {
	m := message(p[0])
	if m == nil {
		return nil, fmt.Errorf("message %d: %w", p[0], errWire)
	}
	if err := gossh.Unmarshal(p, m); err != nil {
		return nil, fmt.Errorf("message %d: %w: %w", p[0], errWire, err)
	}
	return m, nil
}

// rowOf is a run as the other node is told of it.
func rowOf(r live.Row) row {
	return row{
		Run: r.ID, Game: r.Game.ID, Mode: r.Mode.ID, Version: uint32(r.Game.Version), Player: r.Player, Name: r.Name, Daily: r.Daily, Word: r.Word,
		Privacy: uint32(r.Privacy), Status: uint32(r.Status), Clock: uint64(r.Clock.Milliseconds()), Done: uint32(r.Done), Of: uint32(r.Of),
		Ranked: r.Ranked, Kind: r.Kind, Spectators: uint32(r.Spectators), Record: uint64(r.Record.Milliseconds()),
	}
}

// same reports whether there is nothing new in a row: its clock runs by itself.
func (r row) same(was row) bool {
	r.Clock = was.Clock
	return r == was
}

// live is the row as this node shows it; an error for one that no arcade has, ErrUnknown for a game that this one has not.
func (r row) live(all []games.Game) (live.Row, error) {
	if r.Run == "" || len(r.Run) > maxRun || len(r.Mode) > maxRun || r.Clock > maxMillis || r.Record > maxMillis ||
		r.Privacy > uint32(live.Private) || r.Status > uint32(games.Lost) || r.Done > 1<<30 || r.Of > 1<<30 || r.Spectators > 1<<30 {
		return live.Row{}, fmt.Errorf("row: %w", errWire)
	}
	g, m, err := find(all, r.Game, r.Mode, r.Version)
	if err != nil {
		return live.Row{}, err
	}
	clean := func(text string) string { return keys.Clean(text, keys.MaxText) }
	return live.Row{
		Header: live.Header{ID: clean(r.Run), Game: g, Mode: m, Player: clean(r.Player), Name: clean(r.Name), Daily: clean(r.Daily), Privacy: live.Privacy(r.Privacy), Word: clean(r.Word)},
		Status: games.Status(r.Status), Clock: millis(r.Clock), Done: int(r.Done), Of: int(r.Of), Ranked: r.Ranked, Kind: clean(r.Kind), Spectators: int(r.Spectators), Record: millis(r.Record),
	}, nil
}

func millis(n uint64) time.Duration { return time.Duration(n) * time.Millisecond }

// errUnknown is returned for a game, a mode or a version that this arcade has not.
var errUnknown = errors.New("not in this arcade")

func find(all []games.Game, id, mode string, version uint32) (games.Game, games.Mode, error) {
	for _, g := range all {
		if g.ID != id {
			continue
		}
		if dealt, ok := g.At(int(version)); ok {
			if m, err := dealt.Mode(mode); err == nil {
				return dealt, m, nil
			}
		}
	}
	return games.Game{}, games.Mode{}, fmt.Errorf("%s %s, version %d: %w", keys.Clean(id, maxRun), keys.Clean(mode, maxRun), version, errUnknown)
}
