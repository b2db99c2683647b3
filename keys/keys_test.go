package keys

import (
	"bytes"
	"cmp"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"math/big"
	"slices"
	"testing"

	"golang.org/x/crypto/ssh"
)

func public(t testing.TB, k any) ssh.PublicKey {
	t.Helper()
	p, err := ssh.NewPublicKey(k)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ed(t testing.TB) ssh.PublicKey {
	t.Helper()
	k, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return public(t, k)
}

func ec(t testing.TB, c elliptic.Curve) ssh.PublicKey {
	t.Helper()
	k, err := ecdsa.GenerateKey(c, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return public(t, &k.PublicKey)
}

// rsaOf is a key of so many bits that nobody can sign with; only its size is looked at.
func rsaOf(t testing.TB, bits uint) ssh.PublicKey {
	n := new(big.Int).Lsh(big.NewInt(1), bits-1)
	return public(t, &rsa.PublicKey{N: n.SetBit(n, 0, 1), E: 65537})
}

// parsed reads a key from the fields of its blob.
func parsed(t testing.TB, fields any) ssh.PublicKey {
	t.Helper()
	k, err := ssh.ParsePublicKey(ssh.Marshal(fields))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func skEd(t testing.TB) ssh.PublicKey {
	return parsed(t, struct {
		Type  string
		Point []byte
		App   string
	}{ssh.KeyAlgoSKED25519, make([]byte, 32), "ssh:"})
}

func skEC(t testing.TB) ssh.PublicKey {
	plain := parsedEC(t)
	return parsed(t, struct {
		Type, Curve string
		Point       []byte
		App         string
	}{ssh.KeyAlgoSKECDSA256, "nistp256", plain, "ssh:"})
}

// parsedEC is a point of P-256 as it stands in a key.
func parsedEC(t testing.TB) []byte {
	t.Helper()
	var k struct {
		Type, Curve string
		Point       []byte
	}
	if err := ssh.Unmarshal(ec(t, elliptic.P256()).Marshal(), &k); err != nil {
		t.Fatal(err)
	}
	return k.Point
}

// certify has a new authority certify a key.
func certify(t testing.TB, k ssh.PublicKey) ssh.PublicKey {
	t.Helper()
	_, authority, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(authority)
	if err != nil {
		t.Fatal(err)
	}
	c := &ssh.Certificate{Key: k, CertType: ssh.UserCert, ValidPrincipals: []string{"anyone"}}
	if err := c.SignCert(rand.Reader, signer); err != nil {
		t.Fatal(err)
	}
	return c
}

// One key is one player, however many authorities certify it.
func TestCertificatesAreReduced(t *testing.T) {
	plain := ed(t)
	want := Of(plain)
	for range 3 {
		c := certify(t, plain)
		if Of(c) != want {
			t.Error("a certificate is another player than its key")
		}
		if Of(&ssh.Certificate{Key: c}) != want {
			t.Error("a certificate of a certificate is another player")
		}
	}
	if Of(ed(t)) == want {
		t.Error("two keys are one player")
	}
}

func TestGuest(t *testing.T) {
	for _, k := range []Key{{}, Of(nil), Of(&ssh.Certificate{})} {
		if !k.Guest() || k.Fingerprint() != "" || k.Type() != "" {
			t.Errorf("%+v", k)
		}
	}
	if Of(ed(t)).Guest() {
		t.Error("a key is a guest's")
	}
}

func TestTag(t *testing.T) {
	k := Of(ed(t))
	tag := k.Tag(NewTagger([]byte("secret")))
	if tag != k.Tag(NewTagger([]byte("secret"))) || tag == k.Tag(NewTagger([]byte("another"))) || tag == Of(ed(t)).Tag(NewTagger([]byte("secret"))) {
		t.Error("a tag is not of its key and its secret alone")
	}
	if bytes.Contains([]byte(k.blob), tag[:]) {
		t.Error("the tag is a part of the key")
	}
}

func TestShown(t *testing.T) {
	p := ed(t)
	k := Of(certify(t, p))
	if k.Fingerprint() != ssh.FingerprintSHA256(p) || k.Type() != ssh.KeyAlgoED25519 {
		t.Errorf("%s %s", k.Type(), k.Fingerprint())
	}
}

// What is offered to clients are algorithms of keys that are accepted, each, and none that is broken.
func TestAlgorithms(t *testing.T) {
	of := map[string]string{ssh.KeyAlgoRSASHA256: ssh.KeyAlgoRSA, ssh.KeyAlgoRSASHA512: ssh.KeyAlgoRSA}
	want := map[string]bool{ssh.KeyAlgoED25519: true, ssh.KeyAlgoSKED25519: true, ssh.KeyAlgoSKECDSA256: true, ssh.KeyAlgoECDSA256: true,
		ssh.KeyAlgoECDSA384: true, ssh.KeyAlgoECDSA521: true, ssh.KeyAlgoRSA: true}
	seen := map[string]bool{}
	for _, a := range Algorithms() {
		kind := cmp.Or(of[a], a)
		seen[kind] = true
		if !want[kind] || !slices.Contains(ssh.SupportedAlgorithms().PublicKeyAuths, a) {
			t.Errorf("%s is offered", a)
		}
	}
	if len(seen) != len(want) {
		t.Errorf("%v are offered, want %v", seen, want)
	}
}

func TestAccepted(t *testing.T) {
	weak := parsed(t, struct {
		Type       string
		P, Q, G, Y *big.Int
	}{"ssh-dss", new(big.Int).Lsh(big.NewInt(1), 1023), new(big.Int).Lsh(big.NewInt(1), 159), big.NewInt(2), big.NewInt(4)})
	for _, c := range []struct {
		name string
		key  ssh.PublicKey
		want bool
	}{
		{"ed25519", ed(t), true},
		{"P-256", ec(t, elliptic.P256()), true},
		{"P-384", ec(t, elliptic.P384()), true},
		{"P-521", ec(t, elliptic.P521()), true},
		{"hardware ed25519", skEd(t), true},
		{"hardware P-256", skEC(t), true},
		{"RSA 4096", rsaOf(t, 4096), true},
		{"RSA 2048", rsaOf(t, 2048), true},
		{"RSA 2047", rsaOf(t, 2047), false},
		{"RSA 1024", rsaOf(t, 1024), false},
		{"DSA", weak, false},
	} {
		if got := Accepted(c.key); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := Accepted(certify(t, c.key)); got != c.want {
			t.Errorf("%s, certified: %v", c.name, got)
		}
	}
	if Accepted(nil) || Accepted(&ssh.Certificate{}) {
		t.Error("no key was accepted")
	}
}
