package storage

import (
	"os"
	"regexp"
	"testing"
)

// Each kind of key has a letter of its own: two kinds under one letter would read each other's values.
func TestEveryKindHasItsLetter(t *testing.T) {
	text, err := os.ReadFile("layout.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{"m": "m/"} // the database's own, each named in full
	for _, line := range regexp.MustCompile(`(?m)^//\t([a-z])(/\S*)`).FindAllStringSubmatch(string(text), -1) {
		if before, twice := seen[line[1]]; twice && line[1] != "m" {
			t.Errorf("%s%s is %s%s too", line[1], line[2], line[1], before)
		}
		seen[line[1]] = line[2]
	}
	if len(seen) < 20 {
		t.Errorf("%d kinds are in the table", len(seen))
	}
}
