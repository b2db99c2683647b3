package sieve

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// sift lets text through a Sieve at one moment, in pieces of so many bytes.
func sift(s *Sieve, text string, piece int, now time.Time) string {
	var out strings.Builder
	for p := range slices.Chunk([]byte(text), piece) {
		passed, _ := s.Pass(p, now)
		out.Write(passed)
	}
	return out.String()
}

func TestSieve(t *testing.T) {
	many := strings.Repeat
	for what, c := range map[string]struct {
		in, want string
	}{
		"keys":                    {many("hjkl", 128), many("hjkl", 128)},
		"too many keys":           {many("j", 3072), many("j", 512)},
		"too many arrows":         {many("\x1b[A", 2000), many("\x1b[A", 456)},
		"application keys":        {many("\x1bOA", 2000), many("\x1bOA", 456)},
		"movements leave room":    {many("\x1b[<35;10;10M", 1000) + "\x1b[<0;10;10M", many("\x1b[<35;10;10M", 228) + "\x1b[<0;10;10M"},
		"letters of two bytes":    {many("ä", 2000), many("ä", 482)},
		"Ctrl+C behind them all":  {many("j", 20<<10) + "\x03", many("j", 512) + "\x03"},
		"Ctrl+C in a sequence":    {many("j", 20<<10) + "\x1b[1;\x03", many("j", 512) + "\x03"},
		"a paste":                 {"\x1b[200~" + many("x", 2<<10) + "\x1b[201~j", "\x1b[200~" + many("x", 2<<10) + "\x1b[201~j"},
		"a long paste ends":       {"\x1b[200~" + many("x", 20<<10) + "\x1b[201~", "\x1b[200~" + many("x", Burst-21) + "\x1b[201~"},
		"a paste after too much":  {many("j", 600) + "\x1b[200~hello\x1b[201~", many("j", 512)},
		"Ctrl+C in a paste":       {"\x1b[200~" + many("x", 20<<10) + "\x03", "\x1b[200~" + many("x", Burst-21) + "\x03"},
		"an answer in a string":   {"\x1bP1+r524742=38\x1b\\\x1b]11;rgb:0000/0000/0000\x07q", "\x1bP1+r524742=38\x1b\\\x1b]11;rgb:0000/0000/0000\x07q"},
		"a string without an end": {"\x1b]52;c;" + many("A", 20<<10), "\x1b]52;c;" + many("A", maxSequence-7) + many("A", 496)},
		"Esc, twice, and Alt":     {"\x1b\x1b\x1bx", "\x1b\x1b\x1bx"},
	} {
		for _, piece := range []int{1 << 20, 512, 7, 1} {
			if strings.HasPrefix(what, "movements") && piece < 1<<20 {
				continue // a movement is known where it comes in one piece, as nearly all do
			}
			s := New()
			if got := sift(&s, c.in, piece, time.Unix(1e9, 0)); got != c.want {
				t.Errorf("%s in pieces of %d: %d bytes pass, want %d: …%.40q", what, piece, len(got), len(c.want), got[max(0, len(got)-40):])
			}
		}
	}
}

// However input comes in pieces, what passes is whole sequences, in their order.
func TestSieveKeepsSequencesWhole(t *testing.T) {
	parts := []string{"j", "ä", "\x1b[A", "\x1b[1;5C", "\x1bOB", "\x1b[<0;3;4M", "\x1b[<0;3;4m", "\x1bx", "\x1b]11;rgb:0/0/0\x1b\\", "\x1b[200~hi\x1b[201~", "\x03"}
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		s, now := New(), time.Unix(1e9, 0)
		s.Budget.Burst = 300
		var in string
		for range 100 {
			in += parts[r.IntN(len(parts))]
		}
		var out strings.Builder
		for len(in) > 0 {
			n := 1 + r.IntN(min(len(in), 20))
			passed, _ := s.Pass([]byte(in[:n]), now)
			out.Write(passed)
			in, now = in[n:], now.Add(time.Duration(r.IntN(20))*time.Millisecond)
		}
		rest := out.String()
		for rest != "" {
			i := slices.IndexFunc(parts, func(p string) bool { return strings.HasPrefix(rest, p) })
			if i < 0 && !strings.HasPrefix(rest, "\x1b[200~") {
				t.Fatalf("what passes goes on with %q", rest)
			}
			if i >= 0 {
				rest = rest[len(parts[i]):]
				continue
			}
			_, after, ended := strings.Cut(rest, "\x1b[201~") // a paste that was cut inside
			if !ended {
				t.Fatalf("a paste without an end: %q", rest)
			}
			rest = after
		}
	}
}

// Whoever moves a mouse for minutes without a rest is not ended for it.
func TestMouseIsNoFlood(t *testing.T) {
	s, now := New(), time.Unix(1e9, 0)
	for range 3 * 60 * 200 {
		now = now.Add(5 * time.Millisecond)
		if _, tooLong := s.Pass([]byte("\x1b[<35;10;10M"), now); tooLong {
			t.Fatal("ended")
		}
	}
	if passed, _ := s.Pass([]byte("\x1b[<0;10;10M"), now); len(passed) == 0 {
		t.Error("a click has no room beside the movements")
	}
}

// FuzzSieve: nothing is added, a Ctrl+C is never lost, and the budget holds.
func FuzzSieve(f *testing.F) {
	f.Add([]byte("\x1b[200~abc\x1b[201~\x03"), 3)
	f.Add([]byte("\x1b]0;x\x1b\\\x1bOA\x1b[<35;1;1M\xc3\xa4"), 1)
	f.Fuzz(func(t *testing.T, in []byte, piece int) {
		s := New()
		s.Budget.Burst = 64
		out := sift(&s, string(in), max(1, min(piece, len(in)+1)), time.Unix(1e9, 0))
		if strings.Count(out, "\x03") != strings.Count(string(in), "\x03") {
			t.Errorf("a Ctrl+C of %q is lost in %q", in, out)
		}
		if _, err := subsequence(out, string(in)); err != nil {
			t.Errorf("%q is not of %q", out, in)
		}
	})
}

var errForeign = errors.New("something was added")

func subsequence(part, whole string) (rest string, err error) {
	for i := range len(part) {
		j := strings.IndexByte(whole, part[i])
		if j < 0 {
			return "", errForeign
		}
		whole = whole[j+1:]
	}
	return whole, nil
}
