package catalog_test

import (
	"testing"

	"arcade.example.com/games/catalog"
)

// What a person types names one game at most.
func TestNamesAreUnique(t *testing.T) {
	owner := map[string]string{}
	for _, g := range catalog.All() {
		for _, name := range append([]string{g.ID}, g.Aliases...) {
			if other, taken := owner[name]; taken {
				t.Errorf("%s is %s and %s", name, other, g.ID)
			}
			owner[name] = g.ID
		}
	}
}
