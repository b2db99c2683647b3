package door

import (
	"net"
	"syscall"
)

// backlog is how many bytes may wait in the transport for a slow line, a few frames: with more, what a player sees
// would lag behind what is drawn by as many seconds as the line takes for them, megabytes if the system may choose.
const backlog = 32 << 10

// trickle is as many bytes as may be under way to anyone: some keys' worth.
const trickle = 2 << 10

// boundBacklog bounds what waits in a connection's transport, and returns what sees how much does; nil where nothing can.
func boundBacklog(nc net.Conn) syscall.RawConn {
	if p, ok := nc.(interface{ TCPConn() (*net.TCPConn, bool) }); ok { // a connection through a proxy
		nc, _ = p.TCPConn()
	}
	t, ok := nc.(*net.TCPConn)
	if !ok || t == nil {
		return nil
	}
	t.SetWriteBuffer(backlog)
	raw, err := t.SyscallConn()
	if err != nil {
		return nil
	}
	return raw
}
