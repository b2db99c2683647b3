package arcade

import (
	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/screens"
)

// This is a tea.Program's part in a session, of whose own messages it knows those that the screens answer with: BatchMsg and
// QuitMsg. Each message is taken by the goroutine that brings it, one at a time, so that none waits for another to wake. A
// program has two goroutines, through one of which every command goes, wakes once a second for a renderer that a session does
// not have, and holds twice the stack in frames of its own.

// first shows the first frame. The turn is its own since begin.
func (v *visit) first() {
	defer v.turn.Unlock()
	defer v.server.panics.Catch("loop", v.failed)
	v.do(v.app.Init())
	v.app.View()
}

// send has the screens take a message when it is its turn, and shows what comes of it. After the end it goes nowhere. Who
// brings one must hold nothing that screens may ask for.
func (v *visit) send(msg tea.Msg) {
	v.turn.Lock()
	defer v.turn.Unlock()
	defer v.server.panics.Catch("loop", v.failed)
	select {
	case <-v.done:
		return
	default:
	}
	if _, ends := msg.(tea.QuitMsg); ends {
		v.cancel()
		return
	}
	v.take(msg)
}

// awaitTurn returns when nobody is at it.
func (v *visit) awaitTurn() {
	v.turn.Lock()
	defer v.turn.Unlock()
}

// do runs a command, or those of a batch, and sends what it answers.
func (v *visit) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		defer v.server.panics.Catch("command", v.failed)
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, cmd := range batch {
				v.do(cmd)
			}
			return
		}
		if msg != nil {
			v.send(msg)
		}
	}()
}

// failed ends the visit after a panic.
func (v *visit) failed() {
	v.ended(screens.Failure)
	v.cancel()
}

// take has the screens handle a message, and shows what comes of it.
func (v *visit) take(msg tea.Msg) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		if size == v.size {
			return
		}
		v.size = size
	}
	if v.app.Yields(msg) {
		v.server.spectating <- struct{}{}
		defer func() { <-v.server.spectating }()
	}
	var cmd tea.Cmd
	v.sess.Work(func() {
		_, cmd = v.app.Update(msg)
		v.app.View()
	})
	v.do(cmd)
}
