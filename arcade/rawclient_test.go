package arcade

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

// rawClient is an SSH client that does as it is told: it can stop anywhere in a handshake and send packets that no
// client would. It knows one algorithm of each kind and checks nothing.
type rawClient struct {
	net.Conn
	read    *bufio.Reader
	session []byte // the session id, which signatures are made over
	in, out *sealer
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

func newRawClient(nc net.Conn) *rawClient { return &rawClient{Conn: nc, read: bufio.NewReader(nc)} }

const rawVersion = "SSH-2.0-raw"

// frame makes a packet of a payload, sealed once there are keys.
func (c *rawClient) frame(payload []byte) []byte {
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

// send writes packets at one go.
func (c *rawClient) send(payloads ...[]byte) error {
	var all []byte
	for _, p := range payloads {
		all = append(all, c.frame(p)...)
	}
	_, err := c.Write(all)
	return err
}

// receive reads the payload of one packet.
func (c *rawClient) receive() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(c.read, head[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(head[:]))
	if c.in != nil {
		n += c.in.aead.Overhead()
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(c.read, body); err != nil {
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

// versions exchanges the greetings and returns the server's.
func (c *rawClient) versions() (string, error) {
	if _, err := io.WriteString(c, rawVersion+"\r\n"); err != nil {
		return "", err
	}
	line, err := c.read.ReadString('\n')
	return string(bytes.TrimRight([]byte(line), "\r\n")), err
}

func (c *rawClient) kexInit() []byte {
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

// handshake exchanges versions and keys, and asks to authenticate.
func (c *rawClient) handshake() error {
	version, err := c.versions()
	if err != nil {
		return err
	}
	mine := c.kexInit()
	if err := c.send(mine); err != nil {
		return err
	}
	theirs, err := c.receive()
	if err != nil {
		return err
	}
	if err := c.exchange(version, mine, theirs); err != nil {
		return err
	}
	if err := c.send(gossh.Marshal(struct {
		Service string `sshtype:"5"`
	}{"ssh-userauth"})); err != nil {
		return err
	}
	return c.expect(6)
}

// exchange agrees on keys by curve25519-sha256 (RFC 8731).
func (c *rawClient) exchange(version string, mine, theirs []byte) error {
	private, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	public := private.PublicKey().Bytes()
	if err := c.send(gossh.Marshal(struct {
		Public []byte `sshtype:"30"`
	}{public})); err != nil {
		return err
	}
	var reply struct {
		HostKey, Public, Signature []byte `sshtype:"31"`
	}
	p, err := c.receive()
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
	}{[]byte(rawVersion), []byte(version), mine, theirs, reply.HostKey, public, reply.Public}), k...))
	if err := c.send([]byte{21}); err != nil {
		return err
	}
	if err := c.expect(21); err != nil {
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

var errUnexpected = errors.New("an unexpected packet")

// expect reads a packet of a kind.
func (c *rawClient) expect(kind byte) error {
	p, err := c.receive()
	if err != nil {
		return err
	}
	if p[0] != kind {
		return fmt.Errorf("%w: %d, not %d", errUnexpected, p[0], kind)
	}
	return nil
}

// authRequest is SSH_MSG_USERAUTH_REQUEST.
type authRequest struct {
	User, Service, Method string `sshtype:"50"`
	Rest                  []byte `ssh:"rest"`
}

// offer asks whether a public key would do, which proves nothing.
func (c *rawClient) offer(user string, k gossh.PublicKey) error {
	rest := gossh.Marshal(struct {
		Signed bool
		Type   string
		Key    []byte
	}{false, k.Type(), k.Marshal()})
	if err := c.send(gossh.Marshal(authRequest{user, "ssh-connection", "publickey", rest})); err != nil {
		return err
	}
	return c.expect(60)
}

// sign authenticates with a key.
func (c *rawClient) sign(user string, key gossh.Signer) error {
	k := key.PublicKey()
	rest := gossh.Marshal(struct {
		Signed bool
		Type   string
		Key    []byte
	}{true, k.Type(), k.Marshal()})
	request := gossh.Marshal(authRequest{user, "ssh-connection", "publickey", rest})
	signature, err := key.Sign(rand.Reader, append(gossh.Marshal(struct{ Session []byte }{c.session}), request...))
	if err != nil {
		return err
	}
	request = append(request, gossh.Marshal(struct{ Signature []byte }{gossh.Marshal(signature)})...)
	if err := c.send(request); err != nil {
		return err
	}
	return c.expect(52)
}

// askNothing authenticates as a guest.
func (c *rawClient) askNothing(user string) error {
	rest := gossh.Marshal(struct{ Language, Submethods string }{})
	if err := c.send(gossh.Marshal(authRequest{user, "ssh-connection", "keyboard-interactive", rest})); err != nil {
		return err
	}
	return c.expect(52)
}

// openSession is SSH_MSG_CHANNEL_OPEN, for a client that takes so many bytes.
func openSession(id, window uint32) []byte {
	return gossh.Marshal(struct {
		Type               string `sshtype:"90"`
		ID, Window, Packet uint32
	}{"session", id, window, 1 << 15})
}

// channelRequest is SSH_MSG_CHANNEL_REQUEST to the first channel, no answer wanted; payload may be nil.
func channelRequest(kind string, payload any) []byte {
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

// visit opens a session with a terminal and looks at the arcade. Requests have to wait until the channel is open.
func (c *rawClient) visit(window, w, h uint32) error {
	if err := errors.Join(c.send(openSession(7, window)), c.expect(91)); err != nil {
		return err
	}
	return c.send(channelRequest("pty-req", terminal(w, h)), channelRequest("shell", nil))
}

// run opens a session, executes a command in it and returns what it prints.
func (c *rawClient) run(command string) (string, error) {
	if err := c.send(openSession(7, 1<<20)); err != nil {
		return "", err
	}
	if err := c.expect(91); err != nil {
		return "", err
	}
	if err := c.send(channelRequest("exec", textRequest{command})); err != nil {
		return "", err
	}
	var printed bytes.Buffer
	for {
		p, err := c.receive()
		if err != nil {
			return "", err
		}
		switch p[0] {
		case 94: // data
			printed.Write(p[9:])
		case 97: // close
			return printed.String(), c.send(gossh.Marshal(struct {
				ID uint32 `sshtype:"97"`
			}{0}))
		}
	}
}
