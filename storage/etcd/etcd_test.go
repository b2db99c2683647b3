package etcd

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd/etcdtest"
	"arcade.example.com/storage/storagetest"
)

func TestMain(m *testing.M) {
	etcdtest.Main()
	os.Exit(m.Run())
}

var prefixes atomic.Int64

// database is a new address in a cluster.
func database(members []string) Address {
	return Address{Members: members, Prefix: fmt.Sprintf("test%d/", prefixes.Add(1))}
}

func openTest(t testing.TB, a Address) storage.Store {
	t.Helper()
	folder := t.TempDir()
	s, err := Open(Config{Cluster: a, Folder: folder, Running: filepath.Join(folder, "running.db"), Secret: storagetest.Secret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error("close: ", err)
		}
	})
	return s
}

// suite runs the contract's tests, each in a database of its own.
func suite(t *testing.T, members []string) {
	storagetest.Run(t, func(t testing.TB) func() storage.Store {
		a := database(members)
		return func() storage.Store { return openTest(t, a) }
	})
}

func TestEtcd(t *testing.T) {
	suite(t, etcdtest.Start(t, 1, etcdtest.Options{NoSync: true}).Addresses(0))
}
