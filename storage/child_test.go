package storage_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// child in the environment makes the test binary a process that saves runs into that database, for a test to end it.
const child = "STORAGE_TEST_CHILD"

// alone in the environment of a child makes it save from one goroutine, on one thread, so many runs (0: for ever): who
// fails its calls to the system counts them by thread, and who records them finds them in order.
const alone = "STORAGE_TEST_ALONE"

// saveForEver saves from eight goroutines, or alone, and prints each run once it is saved. The first that is not saved it
// tries to save again, prints what came of both, and ends.
func saveForEver(path string) {
	s, err := storage.Open(path, storagetest.Secret)
	if err != nil {
		fmt.Println("open:", err)
		os.Exit(1)
	}
	ids := make(chan string)
	var first sync.Mutex
	writers := 8
	last, err := strconv.Atoi(os.Getenv(alone))
	if err == nil {
		writers = 1
	}
	for range writers {
		go func() {
			runtime.LockOSThread()
			for {
				run := childRun(fmt.Sprint(time.Now().UnixNano(), "-", rand.Int64()))
				if _, err := s.Save(run); err != nil {
					first.Lock()
					_, again := s.Save(run)
					fmt.Println("save:", err, "again:", again)
					os.Exit(1)
				}
				ids <- run.ID
			}
		}()
	}
	for id := range ids {
		fmt.Println(id)
		if last--; last == 0 {
			os.Exit(0)
		}
	}
}

// childRun is the run of an id: its player and its time follow from that.
func childRun(id string) storage.Run {
	h := sha256.Sum256([]byte(id))
	return storagetest.NewRun(id, int(binary.BigEndian.Uint16(h[:])%500), int64(binary.BigEndian.Uint32(h[2:])%100_000))
}

func TestKill(t *testing.T) { killWhileSaving(t, 4) }

// A server is killed while it saves, again and again: every run that it said was saved is there.
func killWhileSaving(t *testing.T, rounds int) {
	t.Parallel()
	path := newPath(t)
	saved := map[string]bool{}
	for range rounds {
		for _, id := range killAfter(t, path, 50+rand.IntN(400)) {
			saved[id] = true
		}
		s, err := storage.Open(path, storagetest.Secret)
		if err != nil {
			t.Fatal(err)
		}
		for id := range saved {
			if _, err := s.Replay(id); err != nil {
				t.Errorf("an acknowledged run is gone: %v", err)
			}
		}
		sound(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killAfter runs the child until it has saved n runs, kills it, and returns all that it printed.
func killAfter(t *testing.T, path string, n int) (ids []string) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), child+"="+path)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if ids = append(ids, lines.Text()); len(ids) == n {
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	c.Wait() // it was killed: that is its error
	if len(ids) < n {
		t.Fatalf("the child ended by itself: %s", ids)
	}
	return ids
}
