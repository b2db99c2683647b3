//go:build hosted

package main

import (
	"bufio"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd/etcdtest"
)

// parts are three members and three arcades, each a process.
type parts struct {
	t       *testing.T
	binary  string
	members *etcdtest.Cluster
	store   string
	folders []string
	nodes   []*exec.Cmd

	mu    sync.Mutex
	ports []string
	saved []string // runs that were acknowledged
	over  bool
}

func newParts(t *testing.T) *parts {
	c := &parts{t: t, binary: filepath.Join(t.TempDir(), "arcade"), members: etcdtest.Start(t, 3, etcdtest.Options{})}
	c.run("go", "build", "-o", c.binary, ".")
	c.store = "etcd://" + strings.Join(c.members.Addresses(0), ",") + "/arcade"
	for i := range 3 {
		c.folders = append(c.folders, filepath.Join(t.TempDir(), "data"))
		c.run(c.binary, "node", "join", "--data", c.folders[i], "--store", c.store)
		c.nodes, c.ports = append(c.nodes, nil), append(c.ports, "0")
		c.start(i)
	}
	t.Cleanup(func() {
		for i := range c.nodes {
			c.kill(i)
		}
	})
	return c
}

func (c *parts) run(name string, args ...string) string {
	c.t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		c.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

func (c *parts) start(i int) {
	c.t.Helper()
	cmd := exec.Command(c.binary, "serve", "--listen", "127.0.0.1:"+c.ports[i], "--data", c.folders[i], "--store", c.store, "--per-source", "0")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		c.t.Fatal(err)
	}
	c.nodes[i] = cmd
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		c.t.Fatalf("node %d does not start: %v", i, err)
	}
	go io.Copy(io.Discard, out)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ports[i] = strings.TrimSpace(line[strings.LastIndexByte(line, ':')+1:])
}

func (c *parts) kill(i int) {
	_ = c.nodes[i].Process.Kill()
	_ = c.nodes[i].Wait()
}

// killOne ends a part with kill -9, and starts it again.
func (c *parts) killOne() (what string) {
	part := rand.N(6)
	if part < 3 {
		c.members.Kill(part)
		c.members.Restart(part)
		return fmt.Sprint("member ", part)
	}
	c.kill(part - 3)
	c.start(part - 3)
	return fmt.Sprint("node ", part-3)
}

func (c *parts) ended() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.over
}

func (c *parts) acknowledged() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.saved)
}

func (c *parts) dial(node int, key ssh.Signer) (*ssh.Client, error) {
	c.mu.Lock()
	port := c.ports[node]
	c.mu.Unlock()
	return ssh.Dial("tcp", net.JoinHostPort("127.0.0.1", port), &ssh.ClientConfig{User: "bot", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 5 * time.Second})
}

// play wins mazes at whatever node answers, until it is over.
func (c *parts) play(key ssh.Signer) {
	for !c.ended() {
		if client, err := c.dial(rand.N(3), key); err == nil {
			_ = c.visit(client) // it ends when the node is killed
			client.Close()
		}
	}
}

func (c *parts) visit(client *ssh.Client) error {
	s, err := client.NewSession()
	if err != nil {
		return err
	}
	in, _ := s.StdinPipe()
	out, _ := s.StdoutPipe()
	if err := s.Start("play maze 5x5-fp --bot --json"); err != nil {
		return err
	}
	heard := json.NewDecoder(out)
	for words := ""; !c.ended(); {
		var a struct {
			ID                        *int
			Said                      []string
			Place, Status, Run, Error string
			Rank                      int
		}
		if err := heard.Decode(&a); err != nil {
			return err
		}
		if words != "" && a.ID == nil { // the house says something of itself
			continue
		}
		if a.Status == "won" && a.Rank > 0 {
			c.mu.Lock()
			c.saved = append(c.saved, a.Run)
			c.mu.Unlock()
		}
		words = next(words, a.Place, a.Status, a.Said)
		if _, err := fmt.Fprintf(in, "{\"say\":%q,\"id\":1}\n", words); err != nil {
			return err
		}
	}
	return nil
}

// next is what a bot says that keeps its left hand on the wall.
func next(said, place, status string, heard []string) string {
	_, ways, _ := strings.Cut(strings.Join(heard, " "), ":")
	switch {
	case place == "waiting":
		return "new"
	case status != "playing":
		return "maze 5x5-fp"
	case said == "":
		return "look"
	}
	for _, way := range []string{"left", "ahead", "right", "back"} {
		if strings.Contains(ways, way) {
			return way
		}
	}
	return "look"
}

// A hundred times a part of the cluster is killed while runs are saved: nothing is wrong with the records then, and
// every run that was acknowledged is there.
func TestHostedPartsAreKilled(t *testing.T) {
	c := newParts(t)
	var players sync.WaitGroup
	for range 20 {
		_, private, err := ed25519.GenerateKey(nil)
		if err != nil {
			t.Fatal(err)
		}
		key, err := ssh.NewSignerFromKey(private)
		if err != nil {
			t.Fatal(err)
		}
		players.Go(func() { c.play(key) })
	}
	killed := map[string]int{}
	for range 100 {
		killed[c.killOne()]++
		before := c.acknowledged()
		for end := time.Now().Add(2 * patience); c.acknowledged() < before+5; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("no run is acknowledged any more after %v", killed)
			}
		}
	}
	c.mu.Lock()
	c.over = true
	c.mu.Unlock()
	players.Wait()
	t.Logf("killed %v; %d runs were acknowledged", killed, len(c.saved))
	if said := c.run(c.binary, "verify", "--data", c.folders[0], "--store", c.store); !strings.Contains(said, "all prove their records") {
		t.Errorf("verify says %s", said)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.Mkdir(copied, 0o700); err != nil {
		t.Fatal(err)
	}
	c.run(c.binary, "backup", "--data", c.folders[0], "--store", c.store, filepath.Join(copied, "arcade.db"))
	secret := func([]byte) ([]byte, error) { return placeOf(c.folders[0]).secret(nil) }
	store, err := storage.Open(filepath.Join(copied, "arcade.db"), secret)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, run := range c.saved {
		if _, err := store.Replay(run); err != nil {
			t.Errorf("an acknowledged run is gone: %v", err)
		}
	}
}
