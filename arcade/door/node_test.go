package door

import (
	"io"
	"strings"
	"testing"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/keys"
)

// Another node alone can open the channel on which nodes talk: who plays, comes without a key, or offers a node's key
// that they cannot sign with, is refused as for any channel that there is not.
func TestNodeChannel(t *testing.T) {
	node := doortest.NewKey(t)
	d := openDoor(t, DefaultLimits(), until)
	d.g.nodes = func(k ssh.PublicKey) func(io.ReadWriteCloser) {
		if keys.Of(k) != keys.Of(node.PublicKey()) {
			return nil
		}
		return func(ch io.ReadWriteCloser) {
			n, _ := io.CopyN(ch, ch, 1<<20)
			if n != 1<<20 {
				t.Errorf("%d bytes came", n)
			}
			io.Copy(io.Discard, ch) // the connection ends with this, and takes along what is not read yet
		}
	}
	for who, auth := range map[string]gossh.AuthMethod{"a player": gossh.PublicKeys(doortest.NewKey(t)), "a guest": doortest.AsGuest()} {
		c, err := doortest.Login(d.reach(t, "127.0.0.2"), auth)
		if err != nil {
			t.Fatal(err)
		}
		_, _, refused := c.OpenChannel(NodeChannel, nil)
		_, _, unknown := c.OpenChannel("tun@openssh.com", nil)
		if refused == nil || refused.Error() != unknown.Error() {
			t.Errorf("%s: %v, not %v", who, refused, unknown)
		}
		c.Close()
	}
	nodeForged(t, d, node)
	c, err := doortest.Login(d.reach(t, "127.0.0.2"), gossh.PublicKeys(node))
	if err != nil {
		t.Fatal(err)
	}
	ch, reqs, err := c.OpenChannel(NodeChannel, nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(reqs)
	if _, _, err := c.OpenChannel(NodeChannel, nil); err == nil {
		t.Error("a node has two channels")
	}
	go ch.Write(make([]byte, 1<<20)) // a player's bytes are rationed, so that these would take a minute
	if n, err := io.CopyN(io.Discard, ch, 1<<20); n != 1<<20 {
		t.Errorf("%d bytes came back: %v", n, err)
	}
	ch.Close()
	c.Wait()
}

// forged signs with one key for another.
type forged struct {
	gossh.Signer
	public gossh.PublicKey
}

func (f forged) PublicKey() gossh.PublicKey { return f.public }

// nodeForged opens the channel as one who knows a node's key and has not got it.
func nodeForged(t *testing.T, d *door, node gossh.Signer) {
	for what, prove := range map[string]func(c *doortest.Raw) error{
		"offered, and another's signature": func(c *doortest.Raw) error {
			if err := c.Offer("node", node.PublicKey()); err != nil {
				t.Fatal(err)
			}
			return c.Sign("node", doortest.NewKey(t))
		},
		"offered, and then a guest": func(c *doortest.Raw) error {
			if err := c.Offer("node", node.PublicKey()); err != nil {
				t.Fatal(err)
			}
			return c.AskNothing("node")
		},
		"forged": func(c *doortest.Raw) error {
			if c.Sign("node", forged{doortest.NewKey(t), node.PublicKey()}) == nil {
				t.Error("a signature by another key was taken")
			}
			return c.AskNothing("node")
		},
	} {
		c := doortest.NewRaw(d.reach(t, "127.0.0.2"))
		if err := c.Handshake(); err != nil {
			t.Fatal(err)
		}
		if prove(c) == nil {
			open := strings.Replace(string(doortest.OpenSession(1, 1<<20)), "\x00\x00\x00\x07session", "\x00\x00\x00\x17"+NodeChannel, 1)
			if err := c.Send([]byte(open)); err != nil {
				t.Fatal(err)
			}
			if p, err := c.Receive(); err != nil || p[0] != 92 {
				t.Errorf("%s: %v, %v", what, p, err)
			}
		}
		c.Close()
	}
}
