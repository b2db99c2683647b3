package door

import (
	"io"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// NodeChannel is the type of the channel on which two nodes of one house talk. It changes with what they say there: a node
// that says something else than another is refused by it, and each goes on without the other.
const NodeChannel = "node@arcade.example.com"

// node hands a channel between nodes to Config.Node, if the key that has signed is another node's. Anybody else is told
// what they are told of every channel that there is not. What nodes send is not rationed: it is bounded where it is read.
func (g *Guard) node(srv *ssh.Server, sc *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
	c := connOf(ctx)
	defer g.panics.Catch("node", func() { c.Close() })
	key, _ := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	var serve func(io.ReadWriteCloser)
	if key != nil {
		serve = g.nodes(key)
	}
	if serve == nil || c.node.Swap(true) {
		g.refuseChannel(srv, sc, nc, ctx)
		return
	}
	ch, reqs, err := nc.Accept()
	if err != nil {
		return
	}
	defer c.Close()
	c.mu.Lock()
	c.unused.Stop()
	c.mu.Unlock()
	go gossh.DiscardRequests(reqs)
	serve(ch)
}
