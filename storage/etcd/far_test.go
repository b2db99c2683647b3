package etcd

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd/etcdtest"
	"arcade.example.com/storage/storagetest"
	"google.golang.org/grpc"
)

// distant is a connection to a member that stands far away: what is written to it arrives a round trip later.
type distant struct {
	net.Conn
	trip time.Duration
	sent chan parcel
}

type parcel struct {
	bytes   []byte
	arrives time.Time
}

func (d distant) Write(p []byte) (int, error) {
	d.sent <- parcel{slices.Clone(p), time.Now().Add(d.trip)}
	return len(p), nil
}

func (d distant) deliver() {
	for p := range d.sent {
		time.Sleep(time.Until(p.arrives))
		if _, err := d.Conn.Write(p.bytes); err != nil {
			return // whoever reads learns of it
		}
	}
}

// away places a node so far from the members.
func away(trip time.Duration) []grpc.DialOption {
	return []grpc.DialOption{grpc.WithContextDialer(func(ctx context.Context, at string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", at)
		if err != nil {
			return nil, err
		}
		d := distant{conn, trip, make(chan parcel, 1<<16)}
		go d.deliver()
		return d, nil
	})}
}

// BenchmarkFar saves and logs in at nodes near the members and far from them: alone, from a hundred sessions, and beside a
// hundred sessions that save on a node near the members.
func BenchmarkFar(b *testing.B) {
	a := database(etcdtest.Start(b, 3, etcdtest.Options{}).Addresses(0))
	near := openTest(b, a)
	saveAll(b, []storage.Store{near}, 100, 5000, nil)
	for _, trip := range []time.Duration{0, 50 * time.Millisecond, 150 * time.Millisecond} {
		b.Run(trip.String(), func(b *testing.B) {
			folder := b.TempDir()
			far, err := Open(Config{Cluster: a, Folder: folder, Running: filepath.Join(folder, "running.db"), Secret: storagetest.Secret, dial: away(trip)})
			if err != nil {
				b.Fatal(err)
			}
			defer far.Close()
			nodes := []storage.Store{far}
			var alone, crowd, beside, logins []time.Duration
			for b.Loop() {
				saveAll(b, nodes, 1, 10, &alone)
				saveAll(b, nodes, 100, 200, &crowd)
				busy := make(chan struct{})
				go func() { saveAll(b, []storage.Store{near}, 100, 3000, nil); close(busy) }()
				for done := false; !done; {
					select {
					case <-busy:
						done = true
					default:
						saveAll(b, nodes, 1, 1, &beside)
					}
				}
				for range 1000 {
					k := storagetest.Key(rand.IntN(5000))
					begun := time.Now()
					_, err := far.Player(k)
					_, err2 := far.Settings(k)
					logins = append(logins, time.Since(begun))
					if err := errors.Join(err, err2); err != nil {
						b.Fatal(err)
					}
				}
			}
			for what, took := range map[string][]time.Duration{"save": alone, "save-of-100": crowd, "save-beside-100": beside} {
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Milliseconds()), what+"-ms-p50")
				b.ReportMetric(float64(took[len(took)*99/100].Milliseconds()), what+"-ms-p99")
			}
			b.ReportMetric(float64(middle(logins).Nanoseconds())/1000, "login-µs-p50")
			b.ReportMetric(0, "ns/op")
		})
	}
}
