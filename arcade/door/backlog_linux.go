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

// lag is what unsent is, and whether that is more than is always on its way on a line as fast and as long as this one.
func (c *conn) lag() (unsent int, lags bool) {
	unsent = c.unsent()
	if c.raw == nil || unsent <= trickle {
		return unsent, false
	}
	always := trickle
	c.raw.Control(func(fd uintptr) {
		if line, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO); err == nil {
			always = max(always, int(float64(line.Delivery_rate)*float64(line.Min_rtt)/1e6))
		}
	})
	return unsent, unsent > always
}
