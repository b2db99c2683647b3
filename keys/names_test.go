package keys

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestCheckName(t *testing.T) {
	for name, want := range map[string]error{
		"ana": nil, "Bob": nil, "x_1": nil, "a--": nil, "-a-": nil, "0x0": nil, "abcdefghijklmnop": nil, "administer": nil,
		"": ErrName, "ab": ErrName, "abcdefghijklmnopq": ErrName, "123": ErrName, "---": ErrName, "a b": ErrName, "a.b": ErrName,
		" ana": ErrName, "ana\n": ErrName, "ana\x00": ErrName, "ana\x1b[31m": ErrName, "añа": ErrName, "a\u202eb": ErrName,
		"a\u200bb": ErrName, "\ufeffana": ErrName, "ａｎａ": ErrName, "аdmin": ErrName, "ad\u0131min": ErrName, "\xff\xfe\xfd": ErrName,
		strings.Repeat("a", 100_000): ErrName,
		"root":                       ErrName, "Root": ErrName, "r00t": ErrName, "guest": ErrName, "gue5t": ErrName, "9uest": ErrName, "you": ErrName,
		"arcade": ErrName, "4rc4de": ErrName, "arcacle": ErrName, "rnod": ErrName, "sys-op": ErrName, "unnarned": ErrName,
	} {
		if got := CheckName(name); !errors.Is(got, want) {
			t.Errorf("%.30q: %v, want %v", name, got, want)
		}
	}
}

// spellings are all that a name may be spelled like and still be read as it: each letter in each of its forms, with
// separators.
func spellings(forms ...string) []string {
	all := []string{""}
	for _, f := range forms {
		var longer []string
		for _, s := range all {
			for _, form := range strings.Fields(f) {
				longer = append(longer, s+form)
			}
		}
		all = longer
	}
	for _, s := range all {
		all = append(all, s[:1]+"_"+s[1:], s+"-", "--"+s)
	}
	return all
}

func TestNothingLooksLikeTheHouse(t *testing.T) {
	corpus := spellings("a A 4", "d D cl cL c1 C1 cI ci", "m M rn RN rN", "i I 1 l L", "n N")
	if len(corpus) < 1000 {
		t.Fatalf("only %d spellings", len(corpus))
	}
	for _, name := range corpus {
		if CheckName(name) == nil {
			t.Errorf("%q is a name", name)
		}
	}
}

func TestLookalikesAreOneName(t *testing.T) {
	for name, corpus := range map[string][]string{
		"bob":    spellings("b B 8 6", "o O 0", "b B 8 6"),
		"clara":  spellings("c C", "l 1 i I", "a A 4", "r R", "a 4"),
		"willow": spellings("w W vv Vv VV", "i 1 l", "l I", "l 1", "o 0", "w vv"),
		"zest":   spellings("z Z 2", "e E 3", "s S 5", "t T 7"),
		"qq9":    spellings("q Q g G 9", "q g 9", "q g 9"),
	} {
		for _, s := range corpus {
			if Skeleton(s) != Skeleton(name) {
				t.Errorf("%q and %q are two names", s, name)
			}
		}
	}
}

func TestOrdinaryNamesDiffer(t *testing.T) {
	names := strings.Fields("ana anna ben bob bill ella carol dan dora eve eva finn gus hal iris ivy jan joe kim leo lea max mia ned nina " +
		"olga otto pam paul quin ray rosa sam sara tim tom ugo uma vic vera will wim xen yan yves zoe zed maze mines player1 player22 player333")
	var skeletons []string
	for _, n := range names {
		skeletons = append(skeletons, Skeleton(n))
	}
	slices.Sort(skeletons)
	if n := len(slices.Compact(skeletons)); n != len(names) {
		t.Errorf("%d names, %d skeletons", len(names), n)
	}
}

// FuzzCheckName: what passes is plain to read, and neither case nor separators make another name of it.
func FuzzCheckName(f *testing.F) {
	for _, s := range []string{"ana", "A-n_a", "admin", "a\x1b[2J", "ａｎａ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if CheckName(s) != nil {
			return
		}
		if len(s) < 3 || len(s) > 16 || strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Errorf("%q is a name", s)
		}
		for _, other := range []string{strings.ToUpper(s), strings.ToLower(s), "-" + s, s + "_"} {
			if Skeleton(other) != Skeleton(s) {
				t.Errorf("%q and %q are two names", s, other)
			}
		}
	})
}
