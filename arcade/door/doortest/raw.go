// Package doortest is the other side of the door: SSH clients for tests, among them one that misbehaves as it is told.
// It knows nothing of the server that it is used on.
package doortest

import (
	"bufio"
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"

	gossh "golang.org/x/crypto/ssh"
)

// Raw is an SSH client that does as it is told: it can stop anywhere in a handshake and send packets that no
// client would. It knows one algorithm of each kind and checks nothing.
type Raw struct {
	net.Conn
	Buffered *bufio.Reader // what comes from the server
	session  []byte        // the session id, which signatures are made over
	in, out  *sealer
}

// sealer is aes128-gcm@openssh.com in one direction (RFC 5647).
type sealer struct {
	aead  cipher.AEAD
	nonce [12]byte
}

func newSealer(iv, key []byte) *sealer {
	block, _ := aes.NewCipher(key)
	aead, _ := cipher.NewGCM(block)
	return &sealer{aead, [12]byte(iv)}
}

func (s *sealer) next() []byte {
	nonce := bytes.Clone(s.nonce[:])
	binary.BigEndian.PutUint64(s.nonce[4:], binary.BigEndian.Uint64(s.nonce[4:])+1)
	return nonce
}

// NewRaw returns a client on a connection that has said nothing yet.
func NewRaw(nc net.Conn) *Raw { return &Raw{Conn: nc, Buffered: bufio.NewReader(nc)} }

// RawVersion is the line that a Raw greets with.
const RawVersion = "SSH-2.0-raw"

// Frame makes a packet of a payload, sealed once there are keys.
func (c *Raw) Frame(payload []byte) []byte {
	block, free := 8, 4 // the length counts towards whole blocks
	if c.out != nil {
		block, free = 16, 0
	}
	pad := block - (free+1+len(payload))%block
	if pad < 4 {
		pad += block
	}
	p := binary.BigEndian.AppendUint32(nil, uint32(1+len(payload)+pad))
	body := append(append([]byte{byte(pad)}, payload...), make([]byte, pad)...)
	if c.out == nil {
		return append(p, body...)
	}
	return append(p, c.out.aead.Seal(nil, c.out.next(), body, p)...)
}

// Send writes packets at one go.
func (c *Raw) Send(payloads ...[]byte) error {
	var all []byte
	for _, p := range payloads {
		all = append(all, c.Frame(p)...)
	}
	_, err := c.Write(all)
	return err
}

// Receive reads the payload of one packet.
func (c *Raw) Receive() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(c.Buffered, head[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(head[:]))
	if c.in != nil {
		n += c.in.aead.Overhead()
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(c.Buffered, body); err != nil {
		return nil, err
	}
	if c.in != nil {
		var err error
		if body, err = c.in.aead.Open(nil, c.in.next(), body, head[:]); err != nil {
			return nil, err
		}
	}
	return body[1 : len(body)-int(body[0])], nil
}

// Versions exchanges the greetings and returns the server's.
func (c *Raw) Versions() (string, error) {
	if _, err := io.WriteString(c, RawVersion+"\r\n"); err != nil {
		return "", err
	}
	line, err := c.Buffered.ReadString('\n')
	return string(bytes.TrimRight([]byte(line), "\r\n")), err
}

// KexInit is the packet that begins a key exchange.
func (c *Raw) KexInit() []byte {
	type kexInit struct {
		Cookie                        [16]byte `sshtype:"20"`
		Kex, HostKey                  []string
		CiphersIn, CiphersOut         []string
		MACsIn, MACsOut               []string
		CompressionIn, CompressionOut []string
		LanguagesIn, LanguagesOut     []string
		Follows                       bool
		Reserved                      uint32
	}
	gcm, none := []string{"aes128-gcm@openssh.com"}, []string{"none"}
	return gossh.Marshal(&kexInit{
		Kex: []string{"curve25519-sha256"}, HostKey: []string{"ssh-ed25519"},
		CiphersIn: gcm, CiphersOut: gcm, CompressionIn: none, CompressionOut: none,
	})
}

// Handshake exchanges versions and keys, and asks to authenticate.
func (c *Raw) Handshake() error {
	if err := c.ExchangeKeys(); err != nil {
		return err
	}
	if err := c.Send(gossh.Marshal(struct {
		Service string `sshtype:"5"`
	}{"ssh-userauth"})); err != nil {
		return err
	}
	return c.Expect(6)
}

// ExchangeKeys exchanges versions and keys.
func (c *Raw) ExchangeKeys() error {
	version, err := c.Versions()
	if err != nil {
		return err
	}
	mine := c.KexInit()
	if err := c.Send(mine); err != nil {
		return err
	}
	theirs, err := c.Receive()
	if err != nil {
		return err
	}
	return c.exchange(version, mine, theirs)
}

// exchange agrees on keys by curve25519-sha256 (RFC 8731).
func (c *Raw) exchange(version string, mine, theirs []byte) error {
	private, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	public := private.PublicKey().Bytes()
	if err := c.Send(gossh.Marshal(struct {
		Public []byte `sshtype:"30"`
	}{public})); err != nil {
		return err
	}
	var reply struct {
		HostKey, Public, Signature []byte `sshtype:"31"`
	}
	p, err := c.Receive()
	if err != nil {
		return err
	}
	if err := gossh.Unmarshal(p, &reply); err != nil {
		return err
	}
	remote, err := ecdh.X25519().NewPublicKey(reply.Public)
	if err != nil {
		return err
	}
	secret, err := private.ECDH(remote)
	if err != nil {
		return err
	}
	k := gossh.Marshal(struct{ K *big.Int }{new(big.Int).SetBytes(secret)})
	h := sha256.Sum256(append(gossh.Marshal(struct {
		VC, VS, IC, IS, HostKey, QC, QS []byte
	}{[]byte(RawVersion), []byte(version), mine, theirs, reply.HostKey, public, reply.Public}), k...))
	if err := c.Send([]byte{21}); err != nil {
		return err
	}
	if err := c.Expect(21); err != nil {
		return err
	}
	c.session = h[:]
	derive := func(letter byte) []byte {
		d := sha256.Sum256(append(append(append(bytes.Clone(k), h[:]...), letter), h[:]...))
		return d[:]
	}
	c.out = newSealer(derive('A')[:12], derive('C')[:16])
	c.in = newSealer(derive('B')[:12], derive('D')[:16])
	return nil
}

// ErrUnexpected is returned for a packet of another kind than was expected.
var ErrUnexpected = errors.New("an unexpected packet")

// Expect reads a packet of a kind.
func (c *Raw) Expect(kind byte) error {
	p, err := c.Receive()
	if err != nil {
		return err
	}
	if p[0] != kind {
		return fmt.Errorf("%w: %d, not %d", ErrUnexpected, p[0], kind)
	}
	return nil
}

// AuthRequest is SSH_MSG_USERAUTH_REQUEST.
type AuthRequest struct {
	User, Service, Method string `sshtype:"50"`
	Rest                  []byte `ssh:"rest"`
}

// Offer asks whether a public key would do, which proves nothing.
func (c *Raw) Offer(user string, k gossh.PublicKey) error {
	rest := gossh.Marshal(struct {
		Signed bool
		Type   string
		Key    []byte
	}{false, k.Type(), k.Marshal()})
	if err := c.Send(gossh.Marshal(AuthRequest{user, "ssh-connection", "publickey", rest})); err != nil {
		return err
	}
	return c.Expect(60)
}

// Sign authenticates with a key.
func (c *Raw) Sign(user string, key gossh.Signer) error {
	k := key.PublicKey()
	rest := gossh.Marshal(struct {
		Signed bool
		Type   string
		Key    []byte
	}{true, k.Type(), k.Marshal()})
	request := gossh.Marshal(AuthRequest{user, "ssh-connection", "publickey", rest})
	signature, err := key.Sign(rand.Reader, append(gossh.Marshal(struct{ Session []byte }{c.session}), request...))
	if err != nil {
		return err
	}
	request = append(request, gossh.Marshal(struct{ Signature []byte }{gossh.Marshal(signature)})...)
	if err := c.Send(request); err != nil {
		return err
	}
	return c.Expect(52)
}

// AskNothing authenticates as a guest.
func (c *Raw) AskNothing(user string) error {
	rest := gossh.Marshal(struct{ Language, Submethods string }{})
	if err := c.Send(gossh.Marshal(AuthRequest{user, "ssh-connection", "keyboard-interactive", rest})); err != nil {
		return err
	}
	return c.Expect(52)
}

// OpenSession is SSH_MSG_CHANNEL_OPEN, for a client that takes so many bytes.
func OpenSession(id, window uint32) []byte {
	return gossh.Marshal(struct {
		Type               string `sshtype:"90"`
		ID, Window, Packet uint32
	}{"session", id, window, 1 << 15})
}

// ChannelRequest is SSH_MSG_CHANNEL_REQUEST to the first channel, no answer wanted; payload may be nil.
func ChannelRequest(kind string, payload any) []byte {
	p := gossh.Marshal(struct {
		ID    uint32 `sshtype:"98"`
		Type  string
		Reply bool
	}{0, kind, false})
	if payload != nil {
		p = append(p, gossh.Marshal(payload)...)
	}
	return p
}

// Visit opens a session with a terminal and looks at the arcade. Requests have to wait until the channel is open.
func (c *Raw) Visit(window, w, h uint32) error {
	if err := errors.Join(c.Send(OpenSession(7, window)), c.Expect(91)); err != nil {
		return err
	}
	return c.Send(ChannelRequest("pty-req", Terminal(w, h)), ChannelRequest("shell", nil))
}

// Run opens a session, executes a command in it and returns what it prints.
func (c *Raw) Run(command string) (string, error) {
	if err := c.Send(OpenSession(7, 1<<20)); err != nil {
		return "", err
	}
	if err := c.Expect(91); err != nil {
		return "", err
	}
	if err := c.Send(ChannelRequest("exec", Text(command))); err != nil {
		return "", err
	}
	var printed bytes.Buffer
	for {
		p, err := c.Receive()
		if err != nil {
			return "", err
		}
		switch p[0] {
		case 94: // data
			printed.Write(p[9:])
		case 97: // close
			return printed.String(), c.Send(gossh.Marshal(struct {
				ID uint32 `sshtype:"97"`
			}{0}))
		}
	}
}
