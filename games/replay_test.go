package games_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
)

func TestEncodeIsWhatIsStored(t *testing.T) {
	got := hex.EncodeToString(games.Encode(steps("0 east, 210 ~look south, 300 east")))
	want := "03" + "00" + "00" + "04" + hex.EncodeToString([]byte("east")) +
		"d201" + "00" + "0b" + hex.EncodeToString([]byte("~look south")) +
		"5a" + "01"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestDecodeReadsWhatEncodeWrote(t *testing.T) {
	r := games.NewRand(1, 0)
	for range 200 {
		list := make([]games.Step, r.N(300))
		var at time.Duration
		for i := range list {
			at += time.Duration(r.N(1<<r.N(20))) * time.Millisecond
			list[i] = games.Step{At: at, Move: games.Move(fmt.Sprintf("open %d,%d", r.N(30), r.N(16)))}
		}
		got, err := games.Decode(games.Encode(list))
		if err != nil || !slices.Equal(got, list) {
			t.Fatalf("%v\nread back as %v, %v", list, got, err)
		}
	}
}

// A walk is stored in two bytes a step, or three where a key was waited for longer than 127 ms.
func TestEncodeIsSmall(t *testing.T) {
	list := make([]games.Step, 10000)
	for i := range list {
		list[i] = games.Step{At: time.Duration(i) * 30 * time.Millisecond, Move: []games.Move{"north", "east", "south", "west"}[i%4]}
	}
	if n := len(games.Encode(list)); n > 20100 {
		t.Errorf("%d bytes for 10000 steps", n)
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := games.Encode(steps("0 east, 10 east, 20 west"))
	if _, err := games.Decode(good); err != nil {
		t.Fatal(err)
	}
	bad := map[string][]byte{
		"nothing":                   {},
		"a rest":                    append(slices.Clone(good), 0),
		"a number beyond 64 bits":   bytes.Repeat([]byte{0xff}, 20),
		"more steps than there are": {2, 0, 0, 1, 'a'},
		"too many steps":            games.Encode(make([]games.Step, games.MaxSteps+1)),
		"a word not yet seen":       {1, 0, 1},
		"a word that is cut":        {1, 0, 0, 9, 'a'},
		"a word that is too long":   games.Encode([]games.Step{{Move: games.Move(strings.Repeat("a", 65))}}),
		"a word spelled out twice":  {2, 0, 0, 1, 'a', 0, 0, 1, 'a'},
		"a number in two spellings": {1, 0x80, 0, 0, 1, 'a'},
		"more than a megabyte":      make([]byte, 1<<20+1),
	}
	for n := range good {
		bad[fmt.Sprintf("cut after %d bytes", n)] = good[:n]
	}
	// Sums of times that no run can have must not wrap around into times that it can.
	ages := []byte{20}
	for i := range 20 {
		ages = append(ages, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20)
		if i == 0 {
			ages = append(ages, 0, 1, 'a')
			continue
		}
		ages = append(ages, 1)
	}
	bad["times that overflow"] = ages
	for name, b := range bad {
		if got, err := games.Decode(b); !errors.Is(err, games.ErrReplay) || got != nil {
			t.Errorf("%s: %v, %v, want ErrReplay", name, got, err)
		}
	}
}

// What Decode accepts is in order, within bounds, and has one spelling.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0})
	f.Add(games.Encode(steps("0 east, 210 ~look south, 300 east")))
	f.Add([]byte{2, 0, 0, 1, 'a', 0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		list, err := games.Decode(b)
		if err != nil {
			if !errors.Is(err, games.ErrReplay) || list != nil {
				t.Fatalf("%v with error %v", list, err)
			}
			return
		}
		var at time.Duration
		for i, s := range list {
			if s.At < at || s.At%time.Millisecond != 0 || len(s.Move) > 64 || i >= games.MaxSteps {
				t.Fatalf("step %d: %v after %v", i, s, at)
			}
			at = s.At
		}
		if again := games.Encode(list); !bytes.Equal(again, b) {
			t.Fatalf("%x was read, and is written as %x", b, again)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	list := make([]games.Step, games.MaxSteps)
	for i := range list {
		list[i] = games.Step{At: time.Duration(i) * 30 * time.Millisecond, Move: games.Move(fmt.Sprintf("~at %d,%d", i%30, i%16))}
	}
	stored := games.Encode(list)
	b.SetBytes(int64(len(stored)))
	for b.Loop() {
		if _, err := games.Decode(stored); err != nil {
			b.Fatal(err)
		}
	}
}
