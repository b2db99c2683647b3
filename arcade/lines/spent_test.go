package lines

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"arcade.example.com/storage"
)

// A run that was helped, lost or given up in lines is never saved, by whichever window.
func TestWhatEndsInLinesIsSpent(t *testing.T) {
	for _, tt := range []struct {
		name string
		ends func(x *talker)
	}{
		{"helped", func(x *talker) { x.say("path", "yes") }},
		{"begun anew", func(x *talker) { x.say("again", "yes") }},
		{"given up for another", func(x *talker) { x.say("menu", "maze 10x10", "new") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				h := furnished()
				x := come(t, h, player(t, 1), Options{})
				x.say("maze 5x5", "ahead")
				x.spent(t, h, func() { tt.ends(x) })
			})
		})
	}
	t.Run("lost", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			h := furnished()
			x := come(t, h, player(t, 1), Options{})
			x.say("minesweeper expert", "open 1 1")
			x.spent(t, h, func() {
				g := x.s.top().(*game)
				for cell := range 30 * 16 {
					if g.run.Over() {
						return
					}
					x.say(fmt.Sprintf("open %d %d", cell%30+1, cell/30+1))
				}
			})
		})
	})
}

// spent holds that the run that is played is over for good once something is done.
func (x *talker) spent(t *testing.T, h *House, ends func()) {
	t.Helper()
	r := x.s.top().(*game).run
	ends()
	synctest.Wait()
	run := r.Record(player(t, 1), h.Now())
	if _, err := h.Store.Save(run); !errors.Is(err, storage.ErrSpent) {
		t.Errorf("it is saved: %v", err)
	}
}
