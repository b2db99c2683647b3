//go:build hosted

package storage_test

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// The power goes at any moment: of what was written since the last sync, any sectors are on disk and any are not. Whatever
// was acknowledged is there, and the database is sound, in every such image of a server that saved runs.
func TestHostedPowerCut(t *testing.T) {
	const runs, images, sector = 60, 200, 512
	calls := recorded(t, runs)
	r := rand.New(rand.NewPCG(8, 17))
	cuts := map[int]int{} // after which call, how many images
	for range images {
		cuts[r.IntN(len(calls))]++
	}
	var d disk
	var acknowledged []string
	early, torn := 0, 0
	for i, c := range calls {
		switch c.what {
		case "write":
			acknowledged = append(acknowledged, strings.Fields(string(c.data))...)
		case "fdatasync", "fsync":
			d.sync()
		default:
			d.pending = append(d.pending, c)
		}
		for range cuts[i] {
			image := d.cut(r, sector)
			path := newPath(t)
			if err := os.WriteFile(path, image, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := storage.Open(path, storagetest.Secret)
			if err != nil && len(acknowledged) == 0 {
				early++ // while the file was made
				continue
			}
			if err != nil {
				t.Fatalf("after call %d of %d: %v", i, len(calls), err)
			}
			for _, id := range acknowledged {
				if _, err := s.Replay(id); err != nil {
					t.Errorf("after call %d: an acknowledged run is gone: %v", i, err)
				}
			}
			sound(t, s)
			s.Close()
			if len(d.pending) > 0 {
				torn++
			}
		}
	}
	t.Logf("%d images of %d calls that saved %d runs: %d within a write, %d before the file was made", images, len(calls), len(acknowledged), torn, early)
	if len(acknowledged) != runs || torn < images/3 {
		t.Errorf("%d runs were recorded, and %d images within a write", len(acknowledged), torn)
	}
}

// call is one of a process to the system: a write to the database or to its output, a sync, or a change of the file's size.
type call struct {
	what string
	data []byte
	at   int64 // where data goes, or the size
}

// disk is what of a file is surely there, and what was written since.
type disk struct {
	durable []byte
	pending []call
}

func (d *disk) sync() {
	for _, c := range d.pending {
		d.durable = c.apply(d.durable, 0, len(c.data))
	}
	d.pending = nil
}

// cut is the file after the power went: each sector that was not synced is there or not.
func (d *disk) cut(r *rand.Rand, sector int) []byte {
	image := slices.Clone(d.durable)
	likely := r.Float64()
	for _, c := range d.pending {
		for from := 0; from < max(len(c.data), 1); from += sector {
			if r.Float64() < likely {
				image = c.apply(image, from, min(from+sector, len(c.data)))
			}
		}
	}
	return image
}

// apply makes a part of the call.
func (c call) apply(file []byte, from, to int) []byte {
	end := int(c.at) + to
	if grow := end - len(file); grow > 0 {
		file = append(file, make([]byte, grow)...)
	}
	if c.what == "ftruncate" {
		return file[:c.at]
	}
	copy(file[int(c.at)+from:], c.data[from:to])
	return file
}

// recorded is what a child calls that makes a database and saves so many runs in it.
func recorded(t *testing.T, runs int) (calls []call) {
	t.Helper()
	path, trace := newPath(t), filepath.Join(t.TempDir(), "trace")
	c := exec.Command("strace", "-f", "-qq", "-y", "-xx", "-s", "16777216", "-e", "signal=none", "-e", "trace=pwrite64,write,ftruncate,fsync,fdatasync", "-o", trace, os.Args[0])
	c.Env = append(os.Environ(), child+"="+path, alone+"="+fmt.Sprint(runs), "GODEBUG=asyncpreemptoff=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("strace: %v: %.500s", err, out)
	}
	f, err := os.Open(trace)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	syncing := map[string]string{} // the sync that a thread waits in
	for lines.Scan() {
		x, ok := parse(t, lines.Text(), path, syncing)
		if ok {
			calls = append(calls, x)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return calls
}

var (
	begun   = regexp.MustCompile(`^(\d+) +(\w+)\((\d+)<([^>]*)>(?:, )?(.*)$`)
	resumed = regexp.MustCompile(`^(\d+) +<\.\.\. (fsync|fdatasync) resumed>\) += 0`)
	written = regexp.MustCompile(`^"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?, \d+(?:, (\d+))?`)
)

// parse reads a line of strace's. A write counts from its beginning, a sync from its end.
func parse(t *testing.T, line, path string, syncing map[string]string) (c call, ok bool) {
	t.Helper()
	if m := resumed.FindStringSubmatch(line); m != nil {
		what := syncing[m[1]]
		delete(syncing, m[1])
		return call{what: what}, what != ""
	}
	m := begun.FindStringSubmatch(line)
	if m == nil {
		return c, false
	}
	thread, what, file, rest := m[1], m[2], m[4], m[5]
	if what == "write" && m[3] != "1" || what != "write" && unescape(t, file) != path {
		return c, false
	}
	switch what {
	case "fsync", "fdatasync":
		if strings.Contains(line, "<unfinished") {
			syncing[thread] = what
			return c, false
		}
		return call{what: what}, true
	case "ftruncate":
		size, err := strconv.ParseInt(rest[:strings.IndexAny(rest+")", ") ")], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return call{what: what, at: size}, true
	}
	w := written.FindStringSubmatch(rest)
	if w == nil || w[2] != "" {
		t.Fatalf("strace wrote %.200s", line)
	}
	at, err := strconv.ParseInt(cmp.Or(w[3], "0"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return call{what: what, data: []byte(unescape(t, w[1])), at: at}, true
}

// unescape reads what strace writes with -xx.
func unescape(t *testing.T, text string) string {
	t.Helper()
	if !strings.HasPrefix(text, `\x`) {
		return text
	}
	var b bytes.Buffer
	for _, two := range strings.Split(text, `\x`)[1:] {
		n, err := strconv.ParseUint(two, 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteByte(byte(n))
	}
	return b.String()
}
