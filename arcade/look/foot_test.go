package look

import (
	"slices"
	"strings"
	"testing"

	"arcade.example.com/games"
)

// line is a foot as it is seen, and at each column the key that a click there presses.
func line(f Foot, width int) (text string, keys []string) {
	c := games.NewCanvas(width, 1)
	f.Draw(c, 0)
	var b strings.Builder
	for x := range width {
		b.WriteRune(max(c.At(x, 0).Rune, ' '))
		keys = append(keys, f.At(x))
	}
	return strings.TrimRight(b.String(), " "), slices.Compact(keys)
}

func TestFootIsClickedWhereItIsDrawn(t *testing.T) {
	hints := []games.Hint{{Key: "enter", Does: "play"}, {Key: "↑↓", Does: "choose"}, {Key: "shift+←→", Does: "far"}, {Key: "e b", Does: "jump"},
		{Key: "pgdn", Does: "page"}, {Key: "q", Does: "back"}, {Key: "?", Does: "help"}}
	for _, tt := range []struct {
		width int
		text  string
		keys  string
	}{
		{100, "  enter play   ↑↓ choose   shift+←→ far   e b jump   pgdn page   q back   ? help",
			",enter,,enter,,up,down,,shift+left,shift+right,,e,,b,,pgdown,,pgdown,,q,,q,,?,,?,"},
		{72, "  enter play  ↑↓ choose  shift+←→ far  e b jump  q back  ? help",
			",enter,,enter,,up,down,,shift+left,shift+right,,e,,b,,q,,q,,?,,?,"},
		{40, " back   help   play   ↑   ↓   shift+←", "q,,?,,enter,,up,,down,,shift+left,"},
		{9, " back", "q,"},
	} {
		text, keys := line(NewFoot(tt.width, hints), tt.width)
		if text != tt.text || strings.Join(keys, ",") != tt.keys {
			t.Errorf("in %d columns %q with %q, want %q with %q", tt.width, text, strings.Join(keys, ","), tt.text, tt.keys)
		}
	}
}

func TestFootOfNoKeys(t *testing.T) {
	for _, width := range []int{40, 80} {
		if text, _ := line(NewFoot(width, nil), width); text != "" {
			t.Errorf("%q", text)
		}
	}
}
