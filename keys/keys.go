// Package keys knows who is at the other end of a connection: which public key signed, and what a player may be
// called. It makes what strangers say fit to be shown, and keeps the server's own host key. It knows no sessions, no
// games and no store.
package keys

import (
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha256"
	"hash"
	"sync"

	"golang.org/x/crypto/ssh"
)

// Key is a public key that has proved itself. It is comparable; the zero Key is a guest's, who has none.
type Key struct{ blob string }

// Tag is a key as the database knows it: an HMAC of the key with a secret of the database, so that a stolen file
// names nobody whose public key is known elsewhere.
type Tag [16]byte

// Of returns the key that signed, nil for a guest. A certificate is reduced to the key that it certifies: otherwise
// one key would be as many players as it finds certifiers.
func Of(k ssh.PublicKey) Key {
	if k = certified(k); k == nil {
		return Key{}
	}
	return Key{string(k.Marshal())}
}

// certified is the key that a certificate is about, and any other key itself.
func certified(k ssh.PublicKey) ssh.PublicKey {
	for {
		c, ok := k.(*ssh.Certificate)
		if !ok {
			return k
		}
		k = c.Key
	}
}

// Parse reads a key as Bytes writes it; a guest's where there is none.
func Parse(b []byte) Key {
	k, err := ssh.ParsePublicKey(b)
	if err != nil {
		return Key{}
	}
	return Of(k)
}

// Bytes is the key in SSH's own format, to be told to another arcade of the house and nobody else; nil for a guest.
func (k Key) Bytes() []byte { return []byte(k.blob) }

// Guest reports whether there is no key.
func (k Key) Guest() bool { return k.blob == "" }

// Tag returns the key's tag under the secret of a tagger.
func (k Key) Tag(secret *Tagger) Tag {
	mac := secret.macs.Get().(hash.Hash)
	defer secret.macs.Put(mac)
	mac.Reset()
	mac.Write([]byte(k.blob))
	return Tag(mac.Sum(nil))
}

// Tagger is a secret for tags. It is safe for concurrent use.
type Tagger struct{ macs sync.Pool } // each is dear to make, and asked for with every reading of a player's

// NewTagger returns the tagger of a secret.
func NewTagger(secret []byte) *Tagger {
	return &Tagger{sync.Pool{New: func() any { return hmac.New(sha256.New, secret) }}}
}

// Fingerprint is the key's SHA-256 fingerprint as OpenSSH prints it; "" for a guest. For its owner's eyes only.
func (k Key) Fingerprint() string {
	p, err := ssh.ParsePublicKey([]byte(k.blob))
	if err != nil {
		return ""
	}
	return ssh.FingerprintSHA256(p)
}

// Type is the key's algorithm, such as "ssh-ed25519"; "" for a guest.
func (k Key) Type() string {
	p, err := ssh.ParsePublicKey([]byte(k.blob))
	if err != nil {
		return ""
	}
	return p.Type()
}

// Algorithms are those by which keys sign that are Accepted, none with SHA-1.
func Algorithms() []string {
	return []string{ssh.KeyAlgoED25519, ssh.KeyAlgoSKED25519, ssh.KeyAlgoSKECDSA256,
		ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521, ssh.KeyAlgoRSASHA256, ssh.KeyAlgoRSASHA512}
}

// Accepted reports whether a key of this kind may play: ed25519, ECDSA, RSA of 2048 bits and more, and their
// hardware-held kinds, alone or certified.
func Accepted(k ssh.PublicKey) bool {
	k = certified(k)
	if k == nil {
		return false
	}
	switch k.Type() {
	case ssh.KeyAlgoED25519, ssh.KeyAlgoSKED25519, ssh.KeyAlgoSKECDSA256,
		ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521:
		return true
	case ssh.KeyAlgoRSA:
		return rsaBits(k) >= 2048
	}
	return false
}

func rsaBits(k ssh.PublicKey) int {
	c, ok := k.(ssh.CryptoPublicKey)
	if !ok {
		return 0
	}
	r, ok := c.CryptoPublicKey().(*rsa.PublicKey)
	if !ok {
		return 0
	}
	return r.N.BitLen()
}
