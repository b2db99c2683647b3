package keys

import (
	"crypto/rsa"
	"errors"
	"regexp"
	"slices"

	"golang.org/x/crypto/ssh"
)

// ErrName is returned for a text that is no name. A player is shown NameRule.
var ErrName = errors.New("not a name")

// NameRule says in a sentence what a name is.
const NameRule = "A name is 3 to 16 letters, digits, - or _, with at least one letter."

var (
	nameShape  = regexp.MustCompile(`^[A-Za-z0-9_-]{3,16}$`)
	nameLetter = regexp.MustCompile(`[A-Za-z]`)
)

// reserved names would be taken for the house's own voice, or for nobody.
var reserved = func() (s []string) {
	for _, n := range []string{"admin", "administrator", "arcade", "guest", "moderator", "mod", "nobody", "operator", "root", "server", "staff", "system", "sysop", "unnamed", "you"} {
		s = append(s, Skeleton(n))
	}
	return s
}()

// CheckName returns ErrName where a text may not be a player's name: `[A-Za-z0-9_-]{3,16}` with a letter in it, and
// none that is reserved or looks like one that is.
func CheckName(text string) error {
	if !nameShape.MatchString(text) || !nameLetter.MatchString(text) || slices.Contains(reserved, Skeleton(text)) {
		return ErrName
	}
	return nil
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
