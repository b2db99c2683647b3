package keys

import (
	"errors"
	"regexp"
	"slices"
	"strings"
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

// lookalikes gives every letter and digit the text that it may be taken for, separators none. The wide letters become
// what they look like, not the other way round: so names that look alike fold to one text wherever they are divided.
var lookalikes = strings.NewReplacer("-", "", "_", "",
	"0", "o", "1", "l", "i", "l", "2", "z", "3", "e", "4", "a", "5", "s", "6", "b", "7", "t", "8", "b", "9", "g", "q", "g",
	"d", "cl", "m", "rn", "w", "vv")

// Skeleton maps names that look alike to one text: case, separators and the letters and digits that are mistaken for
// each other fold together. Two players never have names of one skeleton. Names are stored by it, so that a database
// outlives no change of it.
func Skeleton(name string) string { return lookalikes.Replace(strings.ToLower(name)) }
