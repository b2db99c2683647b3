package etcd

import (
	"errors"
	"strings"
	"testing"

	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd/etcdtest"
)

func TestHouse(t *testing.T) {
	a := database(etcdtest.Start(t, 1, etcdtest.Options{NoSync: true}).Addresses(0))
	if h, err := ReadHouse(a); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("before it was founded: %+v, %v", h, err)
	}
	if err := ChangeHostKey(a, []byte("key")); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("before it was founded: %v", err)
	}
	founded := make(chan House)
	for _, key := range []string{"one", "two", "three"} {
		go func() {
			h, err := Found(a, House{HostKey: []byte(key), Secret: []byte("secret of " + key)})
			if err != nil {
				t.Error(err)
			}
			founded <- h
		}()
	}
	first := <-founded
	for range 2 {
		if h := <-founded; string(h.HostKey) != string(first.HostKey) || string(h.Secret) != string(first.Secret) {
			t.Errorf("one founded %s, another %s", first.HostKey, h.HostKey)
		}
	}
	if string(first.Secret) != "secret of "+string(first.HostKey) {
		t.Errorf("%s and %s", first.HostKey, first.Secret)
	}
	if err := ChangeHostKey(a, []byte("another")); err != nil {
		t.Fatal(err)
	}
	if h, err := ReadHouse(a); err != nil || string(h.HostKey) != "another" || string(h.Secret) != string(first.Secret) {
		t.Errorf("%+v, %v", h, err)
	}
	holdsNothingOf(t, a, string(first.Secret))
}

// holdsNothingOf fails the test where the house's secret is in what a node reads and copies.
func holdsNothingOf(t *testing.T, a Address, secret string) {
	t.Helper()
	var copied strings.Builder
	if err := openTest(t, a).Backup(&copied); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(copied.String(), secret) {
		t.Error("the secret is in a copy")
	}
}
