package door

import (
	"crypto/rand"
	"fmt"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/keys"
)

// Who somebody is, is what their signature proved.

func tellKey(s *Session) { fmt.Fprintf(s, "%s %v", s.Key().Fingerprint(), s.PublicKey() != nil) }

func runAs(t *testing.T, d *door, auth ...gossh.AuthMethod) string {
	t.Helper()
	c, err := doortest.Login(d.reach(t, "127.0.0.2"), auth...)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Output("me")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func whoIs(k gossh.Signer) string { return keys.Of(k.PublicKey()).Fingerprint() + " true" }

func TestKeyIsWhoSigned(t *testing.T) {
	d := openDoor(t, DefaultLimits(), tellKey)
	ana := doortest.NewKey(t)
	if got := runAs(t, d, gossh.PublicKeys(ana)); got != whoIs(ana) {
		t.Errorf("a key is %q, want %q", got, whoIs(ana))
	}
	if got := runAs(t, d, doortest.AsGuest()); got != " false" {
		t.Errorf("a guest is %q", got)
	}
	if _, err := doortest.Login(d.reach(t, "127.0.0.2"), gossh.Password("secret")); err == nil {
		t.Error("a password was accepted")
	}
	if _, err := doortest.Login(d.reach(t, "127.0.0.2")); err == nil {
		t.Error("somebody without any method got in")
	}
}

// Offering another's public key makes nobody that other: it happened to soft-serve and gitea.
func TestStolenKey(t *testing.T) {
	d := openDoor(t, DefaultLimits(), tellKey)
	victim, thief := doortest.NewKey(t), doortest.NewKey(t)
	for what, prove := range map[string]func(*doortest.Raw) error{
		whoIs(thief): func(c *doortest.Raw) error { return c.Sign("victim", thief) },
		" false":     func(c *doortest.Raw) error { return c.AskNothing("victim") },
	} {
		c := doortest.NewRaw(d.reach(t, "127.0.0.2"))
		for _, step := range []func() error{
			c.Handshake,
			func() error { return c.Offer("victim", victim.PublicKey()) },
			func() error { return prove(c) },
		} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		got, err := c.Run("me")
		if err != nil || got != what {
			t.Errorf("after offering the victim's key: %q (%v), want %q", got, err, what)
		}
		c.Close()
	}
}

func TestCertificatesAreOnePlayer(t *testing.T) {
	d := openDoor(t, DefaultLimits(), tellKey)
	ana := doortest.NewKey(t)
	for range 3 {
		cert := &gossh.Certificate{Key: ana.PublicKey(), CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity, KeyId: "ana"}
		if err := cert.SignCert(rand.Reader, doortest.NewKey(t)); err != nil {
			t.Fatal(err)
		}
		signer, err := gossh.NewCertSigner(cert, ana)
		if err != nil {
			t.Fatal(err)
		}
		if got := runAs(t, d, gossh.PublicKeys(signer)); got != whoIs(ana) {
			t.Errorf("with a certificate: %q, want %q", got, whoIs(ana))
		}
	}
}
