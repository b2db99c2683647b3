package keys_test

import (
	"testing"

	"arcade.example.com/keys"
	"arcade.example.com/keys/keystest"
)

func TestCleanLeavesPrintableASCII(t *testing.T) {
	for _, text := range keystest.Hostile() {
		keystest.CheckClean(t, text, 64)
	}
	for text, want := range map[string]string{
		"":                "",
		"ana":             "ana",
		"ana maría":       "ana mar?a",
		"\x1b[31mred":     "?[31mred",
		"one\ntwo":        "one?two",
		"~ is kept !":     "~ is kept !",
		"xterm-256colour": "xterm-256col",
	} {
		if got := keys.Clean(text, 12); got != want {
			t.Errorf("Clean(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, text := range keystest.Hostile() {
		f.Add(text, 32)
	}
	f.Fuzz(func(t *testing.T, text string, max int) { keystest.CheckClean(t, text, max%(1<<16)&(1<<16-1)) })
}
