package arcade

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/door"
	"arcade.example.com/arcade/lines"
	"arcade.example.com/arcade/screens"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// linesHouse is what the sessions in lines share: with those on screens, wherever it is the same.
func linesHouse(cfg Config, h *screens.House) *lines.House {
	return &lines.House{Games: cfg.Games, Store: cfg.Store, Hall: h.Hall, Saver: h.Saver, Log: cfg.Log, Address: cfg.Address, Boot: h.Boot, Idle: cfg.Idle,
		Now: h.Now, Seed: h.Seed, Count: h.Count, Closing: h.Closing}
}

// prefersLines reports whether a player has chosen to be in lines.
func (s *Server) prefersLines(k keys.Key) bool {
	if k.Guest() {
		return false
	}
	set, err := s.cfg.Store.Settings(k)
	if err != nil {
		s.cfg.Log.Error("read settings", "error", err)
	}
	return lines.Chosen(set)
}

// talk holds a session in lines until it ends.
func (s *Server) talk(sess *door.Session, player storage.Player, cmds command.Commands, who command.Caller, want command.Lines) (code int, reason string) {
	if s.crowded(sess, player) {
		fmt.Fprintln(sess.Stderr(), tooManyNew)
		return command.ExitRefused, "too many newcomers"
	}
	v := &visit{server: s, sess: sess, key: sess.Key(), player: player.ID, since: time.Now()}
	who.Terminal, who.Ask = false, nil // what would be asked is said, with what to say then
	v.lines = lines.New(s.lines, v.key, lines.Options{Bot: want.Bot, JSON: want.JSON, First: want.First, Ration: sess.Ration, Check: s.unasked(sess), Command: func(args ...string) []string {
		var said bytes.Buffer
		cmds.Run(who, args, &said, &said)
		return sentences(said.String())
	}})
	defer s.enter(v)()
	s.metrics.sessions.Inc()
	code = command.ExitRefused
	defer s.panics.Catch("lines", func() { _, _ = io.WriteString(sess.Stderr(), screens.Failure+"\n") })
	in, out := io.Reader(whole{v}), io.Writer(sess)
	if _, _, terminal := sess.Pty(); terminal && !want.JSON {
		t := lines.NewTypist(reader{v}, sess)
		in, out = t, t
	}
	reason = v.lines.Run(sess.Context(), in, out)
	return command.ExitDone, reason
}

// sentences are the lines of an answer, without the spaces of its columns.
func sentences(text string) (list []string) {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			list = append(list, strings.Join(words, " "))
		}
	}
	return list
}

// whole is the session's input without a terminal, of which nothing is dropped: a bot or a script does not type.
type whole struct{ v *visit }

func (r whole) Read(b []byte) (int, error) {
	n, err := r.v.sess.ReadWhole(b)
	if n > 0 {
		r.v.input.Store(int64(time.Since(r.v.since)))
	}
	return n, err
}
