package screens

import (
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
)

// caller calls a player who looks elsewhere, if they want that and their terminal says that they do. It is safe for
// concurrent use.
type caller struct {
	mu      sync.Mutex
	how     string    // as the setting is stored; "" not at all
	away    bool      // the terminal has said that it lost the focus
	last    time.Time // when they were called
	counted bool      // among those who wait in the house
	waiting *atomic.Int64
	display *display.Display
}

// callPause is how long it takes until a player is called again.
const callPause = time.Minute

// call calls the player with a text, or leaves it.
func (c *caller) call(text string) {
	c.mu.Lock()
	how := c.how
	now := time.Now()
	if !c.away || !c.last.IsZero() && now.Sub(c.last) < callPause {
		how = ""
	}
	if how != "" {
		c.last = now
	}
	c.mu.Unlock()
	switch how {
	case "bell":
		c.display.Ring()
	case "desktop":
		c.display.Notify(text)
	}
}

// count counts who would be reached by a call. c.mu is held.
func (c *caller) count() {
	waits := c.away && c.how != ""
	switch {
	case waits == c.counted:
	case waits:
		c.waiting.Add(1)
	default:
		c.waiting.Add(-1)
	}
	c.counted = waits
}

// leave ends it: nobody is there to be called.
func (c *caller) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.away = false
	c.count()
}

// choose takes the setting in use. What the terminal calls itself is asked where it matters.
func (c *caller) choose(how string) {
	if c.display == nil {
		return
	}
	c.mu.Lock()
	changed := c.how != how
	c.how = how
	c.count()
	c.mu.Unlock()
	if changed && how == "desktop" {
		c.display.AskName()
	}
}

// heed notes whether the player looks at the terminal: it says so, and who presses a key does.
func (c *caller) heed(msg tea.Msg) {
	_, left := msg.(tea.BlurMsg)
	if _, back := msg.(tea.FocusMsg); !back && !left && !played(msg) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.away = left
	c.count()
}

// Call calls the player with a text of ours, if they look elsewhere and want to be called: at most once a minute. It is
// safe for concurrent use.
func (a *App) Call(text string) { a.env.calls.call(text) }

// Public reports whether others may know that the player is here, as they had chosen when the session began.
func (a *App) Public() bool { return a.public }

// Waiting is how many players look elsewhere and want to be called.
func (h *House) Waiting() int { return int(h.waiting.Load()) }
