package arcade

import (
	"context"
	"fmt"
	"io"
	"net"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door"
	"arcade.example.com/arcade/live/links"
	"arcade.example.com/arcade/nodes"
)

// newLinks are the links to the other nodes, over which they see what is played here.
func (s *Server) newLinks() *links.Links {
	return links.New(links.Config{Hall: s.hall, Games: s.cfg.Games, Self: s.nodes.Self(), Peers: s.others, Dial: s.callNode, Log: s.cfg.Log, Panics: s.panics})
}

// others are the nodes that can be reached.
func (s *Server) others() (ids []string) {
	for _, n := range s.nodes.Others() {
		if n.Address != "" {
			ids = append(ids, n.ID)
		}
	}
	return ids
}

// answerNode talks with a node that has called, nil where the key is nobody's.
func (s *Server) answerNode(key ssh.PublicKey) func(io.ReadWriteCloser) {
	n, ok := s.nodes.ByKey(key)
	if !ok {
		return nil
	}
	return func(ch io.ReadWriteCloser) { s.links.Serve(n.ID, ch) }
}

// callNode opens the channel to another node.
func (s *Server) callNode(ctx context.Context, id string) (io.ReadWriteCloser, error) {
	for _, n := range s.nodes.Others() {
		if n.ID == id {
			return dialNode(ctx, n, s.nodes.Signer())
		}
	}
	return nil, fmt.Errorf("node %s: gone", id)
}

// nodeLine is a channel to another node, with the connection that it is all of.
type nodeLine struct {
	gossh.Channel
	conn gossh.Conn
}

func (l nodeLine) Close() error { return l.conn.Close() }

// dialNode calls a node as the one that has the signer's key. It has to show the host key that it has posted.
func dialNode(ctx context.Context, n nodes.Node, signer gossh.Signer) (io.ReadWriteCloser, error) {
	nc, err := new(net.Dialer).DialContext(ctx, "tcp", n.Address)
	if err != nil {
		return nil, fmt.Errorf("call node: %w", err)
	}
	if end, ok := ctx.Deadline(); ok {
		nc.SetDeadline(end)
	}
	conn, chans, reqs, err := gossh.NewClientConn(nc, n.Address, &gossh.ClientConfig{
		User: "node", Auth: []gossh.AuthMethod{gossh.PublicKeys(signer)}, HostKeyCallback: gossh.FixedHostKey(n.Host),
		HostKeyAlgorithms: []string{n.Host.Type()}, ClientVersion: "SSH-2.0-arcade",
	})
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("call node: %w", err)
	}
	go gossh.DiscardRequests(reqs)
	go func() {
		for ch := range chans {
			ch.Reject(gossh.Prohibited, "a node opens its own")
		}
	}()
	ch, asked, err := conn.OpenChannel(door.NodeChannel, nil)
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("call node: %w", err)
	}
	go gossh.DiscardRequests(asked)
	nc.SetDeadline(time.Time{})
	return nodeLine{ch, conn}, nil
}
