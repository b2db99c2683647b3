package door

import "golang.org/x/sys/unix"

// unsent is how many bytes its client has not acknowledged yet; the whole backlog where nobody knows.
func (c *conn) unsent() int {
	n := backlog
	if c.raw == nil {
		return n
	}
	c.raw.Control(func(fd uintptr) {
		if waiting, err := unix.IoctlGetInt(int(fd), unix.SIOCOUTQ); err == nil {
			n = waiting
		}
	})
	return n
}
