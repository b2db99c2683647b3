package arcade

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door"
	"arcade.example.com/arcade/live/links"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/nodes"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// newLinks are the links to the other nodes, over which they see what is played here.
func (s *Server) newLinks() *links.Links {
	return links.New(links.Config{Hall: s.hall, Rooms: s.rooms, Games: s.cfg.Games, Self: s.nodes.Self(), Peers: s.others, Dial: s.callNode,
		Pack: packKey, Unpack: unpackKey, Log: s.cfg.Log, Panics: s.panics})
}

// sharedRooms is what rooms are made of that may be other nodes', too.
func (s *Server) sharedRooms() race.Setup {
	setup := roomSetup(s.cfg, s.hall, s.keepHeat)
	if s.cfg.Reach != "" {
		setup.Elsewhere, setup.Claim = s.elsewhere, s.claimRoom
		setup.Taken = func(word string) bool { return s.homeOf(word) != "" }
		setup.Others = func() []race.OpenRoom { return s.links.Others() }
	}
	return setup
}

func packKey(ref any) []byte {
	k, _ := ref.(keys.Key)
	return k.Bytes()
}

func unpackKey(b []byte) any { return keys.Parse(b) }

// roomNote begins the name of the note by which a node says that a room is its own.
const roomNote = "room/"

// claimRoom tells the other nodes that somebody is in a room of this one, or nobody any more.
func (s *Server) claimRoom(word string, here bool) {
	var note []byte
	if here {
		note = []byte{}
	}
	s.cfg.Store.Post(roomNote+word, note)
}

// homeOf is the other node on which the word of a room was said first; "" where that is nobody, or this one.
func (s *Server) homeOf(word string) string {
	for _, n := range s.cfg.Store.Notes(roomNote + word) {
		if n.Name == roomNote+word {
			if n.Node == s.nodes.Self() {
				return ""
			}
			return n.Node
		}
	}
	return ""
}

// elsewhere is a place in another node's room.
func (s *Server) elsewhere(word string, plan race.Plan, who race.Who, wake func()) race.Place {
	home := s.homeOf(word)
	if home == "" {
		return nil
	}
	if place := s.links.Enter(home, word, plan, who, wake); place != nil {
		return place
	}
	away := race.NewAway(s.hall, word, plan, wake, func(race.Act) {})
	away.Gone()
	return away
}

// settleRooms has one node alone keep a room whose word was said on two at the same time.
func (s *Server) settleRooms() {
	s.cfg.Store.OnNote(func(n storage.Note) {
		word, is := strings.CutPrefix(n.Name, roomNote)
		if !is || n.Value == nil {
			return
		}
		time.AfterFunc(0, func() { // as it closes a room, and so posts
			defer s.panics.Catch("rooms", nil)
			if s.homeOf(word) != "" {
				s.rooms.Yield(word)
			}
		})
	})
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
