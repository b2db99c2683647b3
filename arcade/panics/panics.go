// Package panics catches panics: each is one line in the log, of one shape, and counted in one place. It knows nothing
// of what broke.
package panics

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
)

// Catcher catches panics for a whole process. It is safe for concurrent use; NewCatcher makes it.
type Catcher struct {
	log    *slog.Logger
	caught atomic.Int64
}

// NewCatcher returns a catcher that logs to log.
func NewCatcher(log *slog.Logger) *Catcher { return &Catcher{log: log} }

// Catch is to be deferred directly, since only then it can recover. It notes a panic, where there is one, and calls
// end, which ends what the panic broke and nothing more; end may be nil.
func (c *Catcher) Catch(where string, end func()) {
	r := recover()
	if r == nil {
		return
	}
	c.Note(where, r)
	if end != nil {
		end()
	}
}

// Note counts and logs a panic that somebody else has recovered from.
func (c *Catcher) Note(where string, recovered any) {
	c.caught.Add(1)
	c.log.Error("panic", "in", where, "panic", fmt.Sprint(recovered), "stack", string(debug.Stack()))
}

// Caught is how many panics there were.
func (c *Catcher) Caught() int64 { return c.caught.Load() }
