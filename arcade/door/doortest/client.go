package doortest

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"net"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"
)

// Reach connects to a server from an address of loopback, until the test ends.
func Reach(t *testing.T, from, addr string) net.Conn {
	t.Helper()
	nc, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close() })
	return nc
}

// ProxyHeader is a header of the PROXY protocol, version 1 or 2, that says that a client comes from somewhere.
func ProxyHeader(version byte, from *net.TCPAddr) string {
	h := proxyproto.HeaderProxyFromAddrs(version, from, &net.TCPAddr{IP: from.IP, Port: 22})
	b, _ := h.Format()
	return string(b)
}

// Login makes an SSH connection of one to a server.
func Login(nc net.Conn, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	return LoginAs(nc, "ana", "SSH-2.0-test", auth...)
}

// LoginAs is Login with a user name and a version of the client's own.
func LoginAs(nc net.Conn, user, version string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	c, chans, reqs, err := gossh.NewClientConn(nc, "arcade", &gossh.ClientConfig{
		User: user, Auth: auth, ClientVersion: version, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return nil, err
	}
	return gossh.NewClient(c, chans, reqs), nil
}

// AsGuest authenticates without a key.
func AsGuest() gossh.AuthMethod {
	return gossh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		if len(questions) > 0 {
			return nil, errors.New("a guest is asked nothing")
		}
		return nil, nil
	})
}

// NewKey makes a key that nobody has.
func NewKey(t testing.TB) gossh.Signer {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// Eventually waits for something that goroutines bring about.
func Eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for begin := time.Now(); !ok(); <-tick.C {
		if time.Since(begin) > 15*time.Second {
			stacks := make([]byte, 1<<16)
			t.Fatalf("never: %s\n%s", what, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// Buffer is what is written to it, by many and while it is read.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// Channel is a session channel of a client, for requests in any order.
type Channel struct {
	gossh.Channel
	Requests <-chan *gossh.Request
}

// OpenChannel opens a session that has asked for nothing yet.
func OpenChannel(t *testing.T, c *gossh.Client) Channel {
	t.Helper()
	ch, reqs, err := c.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	return Channel{ch, reqs}
}

// Ask sends a request and returns the answer.
func (c Channel) Ask(t *testing.T, kind string, payload any) bool {
	t.Helper()
	var p []byte
	if payload != nil {
		p = gossh.Marshal(payload)
	}
	ok, err := c.SendRequest(kind, true, p)
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return ok
}

// Must sends a request that is to be granted.
func (c Channel) Must(t *testing.T, kind string, payload any) {
	t.Helper()
	if !c.Ask(t, kind, payload) {
		t.Fatalf("%s was refused", kind)
	}
}

// Status reads the channel's requests until its exit status.
func (c Channel) Status(t *testing.T) int {
	t.Helper()
	for req := range c.Requests {
		if req.Type == "exit-status" {
			var p struct{ Status uint32 }
			if err := gossh.Unmarshal(req.Payload, &p); err != nil {
				t.Fatal(err)
			}
			return int(p.Status)
		}
	}
	t.Fatal("the channel closed without an exit status")
	return 0
}

// PtyRequest is the payload of pty-req.
type PtyRequest struct {
	Term                   string
	W, H, PixelsW, PixelsH uint32
	Modes                  string
}

// ResizeRequest is the payload of window-change.
type ResizeRequest struct{ W, H, PixelsW, PixelsH uint32 }

// Env is the payload of env.
func Env(name, value string) any { return struct{ Name, Value string }{name, value} }

// Text is the payload of exec, subsystem and signal.
func Text(text string) any { return struct{ Text string }{text} }

// Terminal asks for a terminal of that size in cells.
func Terminal(w, h uint32) PtyRequest { return PtyRequest{Term: "xterm-256color", W: w, H: h} }
