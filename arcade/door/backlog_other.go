//go:build !linux

package door

// unsent is for systems that are not asked: a line counts as busy there.
func (c *conn) unsent() int { return backlog }

// lag is for systems that are not asked: nobody waits for what they cannot know.
func (c *conn) lag() (unsent int, lags bool) { return c.unsent(), false }
