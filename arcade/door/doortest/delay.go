package doortest

import (
	"net"
	"time"
)

// Delay listens on loopback for connections that lead to an address, from an address of loopback, and take half of a
// round trip each way. They end when one side closes; who is done closes the listener.
func Delay(from, to string, roundTrip time.Duration) (net.Listener, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := dialer.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			go delay(far, near, roundTrip/2)
			go delay(near, far, roundTrip/2)
		}
	}()
	return l, nil
}

// delayed is what came, and when it goes on.
type delayed struct {
	bytes []byte
	due   time.Time
}

// delay hands on what comes from one side to the other, each part of it so much later.
func delay(to, from net.Conn, by time.Duration) {
	parts := make(chan delayed, 1024)
	go func() {
		defer close(parts)
		for {
			b := make([]byte, 32<<10)
			n, err := from.Read(b)
			if err != nil {
				return
			}
			parts <- delayed{b[:n], time.Now().Add(by)}
		}
	}()
	for p := range parts {
		time.Sleep(time.Until(p.due))
		_, _ = to.Write(p.bytes) // that it is closed is found by the reader of its other way
	}
	to.Close()
	from.Close()
}
