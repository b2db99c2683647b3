package etcd

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"sync/atomic"
	"testing"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
	"go.etcd.io/etcd/server/v3/embed"
)

// member is one etcd member for all tests of this package, which share it by prefixes.
var member string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "arcade-etcd-")
	if err != nil {
		panic(err)
	}
	config := embed.NewConfig()
	config.Dir, config.LogLevel, config.LogOutputs = folder, "fatal", []string{"/dev/null"}
	config.UnsafeNoFsync = true // what is lost with the machine is not what these tests are about
	client, peer := freeURL(), freeURL()
	config.ListenClientUrls, config.AdvertiseClientUrls = []url.URL{client}, []url.URL{client}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{peer}, []url.URL{peer}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	server, err := embed.StartEtcd(config)
	if err != nil {
		panic(err)
	}
	<-server.Server.ReadyNotify()
	member = client.Host
	code := m.Run()
	server.Close()
	os.RemoveAll(folder)
	os.Exit(code)
}

func freeURL() url.URL {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer l.Close()
	return url.URL{Scheme: "http", Host: l.Addr().String()}
}

var prefixes atomic.Int64

// database is a new address in the cluster.
func database() Address {
	return Address{Members: []string{member}, Prefix: fmt.Sprintf("test%d/", prefixes.Add(1))}
}

func openTest(t testing.TB, a Address) storage.Store {
	t.Helper()
	s, err := Open(Config{Cluster: a, Folder: t.TempDir(), Secret: storagetest.Secret})
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

func TestEtcd(t *testing.T) {
	storagetest.Run(t, func(t testing.TB) func() storage.Store {
		a := database()
		return func() storage.Store { return openTest(t, a) }
	})
}
