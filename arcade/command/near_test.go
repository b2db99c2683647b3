package command

import (
	"strings"
	"testing"
)

func TestSuggestion(t *testing.T) {
	known := []string{"leaderboard", "me", "maze", "name", "keys"}
	for word, want := range map[string]string{
		"leaderboards": "leaderboard", "leaderborad": "leaderboard", "nane": "name", "key": "keys", "mee": "me", "maez": "maze", "mze": "maze", "mame": "maze",
		"": "", "zzzzzz": "", "xy": "", strings.Repeat("leaderboard", 1000): "",
	} {
		got := " Did you mean " + want + "?"
		if want == "" {
			got = " Try: help"
		}
		if s := suggestion(word, known); s != got {
			t.Errorf("%.20q:%s, want%s", word, s, got)
		}
	}
}
