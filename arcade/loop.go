package arcade

import (
	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/screens"
)

// loop shows the first frame, and then hands the screens one message after the other, until one of them ends the visit
// or the context is done. It is a tea.Program's part in a session, of whose own messages it knows those that the screens
// answer with: BatchMsg and QuitMsg. A program has a second goroutine, through which every command goes, wakes once a second
// for a renderer that a session does not have, and holds twice the stack in frames of its own. What it waits in are small
// frames, run's and those under it too: a stack of which 1,248 bytes are in use shrinks to 4 KiB no more.
func (v *visit) loop() {
	defer v.cancel()
	defer v.server.panics.Catch("loop", v.failed)
	v.first()
	for {
		select {
		case <-v.done:
			return
		case msg := <-v.msgs:
			if _, ends := msg.(tea.QuitMsg); ends {
				return
			}
			v.take(msg)
		}
	}
}

// first shows the first frame.
func (v *visit) first() {
	v.do(v.app.Init())
	v.app.View()
}

// send brings the loop a message, and waits until it takes it. After the loop's end it goes nowhere.
func (v *visit) send(msg tea.Msg) {
	select {
	case <-v.done:
	case v.msgs <- msg:
	}
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
