package etcd

import (
	"slices"
	"strings"
	"testing"
)

func TestParseAddress(t *testing.T) {
	for _, c := range []struct {
		text, members, prefix, user, password string
		tls                                   bool
	}{
		{"etcd://one:2379", "one:2379", "arcade/", "", "", false},
		{"etcd://one:2379,two:2379,[::1]:2379/", "one:2379 two:2379 [::1]:2379", "arcade/", "", "", false},
		{"etcd://one:2379/games/arcade", "one:2379", "games/arcade/", "", "", false},
		{"etcd://ana:p%40ss:w@one:2379,two:2379/x?tls=true", "one:2379 two:2379", "x/", "ana", "p@ss:w", true},
		{"etcd://one:2379?tls=true", "one:2379", "arcade/", "", "", true},
	} {
		a, err := ParseAddress(c.text)
		if err != nil || strings.Join(a.Members, " ") != c.members || a.Prefix != c.prefix || a.User != c.user || a.Password != c.password || (a.TLS != nil) != c.tls {
			t.Errorf("%s: %+v, %v", c.text, a, err)
		}
		again, err := ParseAddress(a.String())
		if err != nil || !slices.Equal(again.Members, a.Members) || again.Prefix != a.Prefix {
			t.Errorf("%s: %s is %+v, %v", c.text, a, again, err)
		}
	}
	for _, text := range []string{"", "etcd://", "etcd:///arcade", "etcd://one", "etcd://one:2379,", "etcd://:2379", "http://one:2379",
		"./data", "etcd://one:2379?ca=/nowhere", "etcd://one:2379?cert=/nowhere", "etcd://one:2379?other=1", "etcd://a:secret@one:2379/%zz"} {
		if a, err := ParseAddress(text); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %+v, %v", text, a, err)
		}
	}
}
