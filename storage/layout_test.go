package storage

import (
	"bytes"
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/keys"
)

// Lines sort in the file as they stand on the leaderboard.
func TestLineKeysSort(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	lb := leaderboardOf("a", "maze", "10x10")
	var lines []line
	for range 500 {
		ms := r.Uint32N(3) << r.UintN(31)
		lines = append(lines, line{value: ms, ms: ms, at: r.Int64N(5) - 2, id: "01234" + string(digits[r.IntN(36)]), run: "r"})
	}
	for _, a := range lines {
		for _, b := range lines[:50] {
			if sorted := bytes.Compare(a.key(lb), b.key(lb)) < 0; sorted != a.before(b) {
				t.Fatalf("%+v before %+v: %v by key", a, b, sorted)
			}
		}
		k := a.key(lb)
		got, rest, ok := cutLeaderboard(k[2:])
		if l, err := readLine(rest, a.encode()); !ok || got != lb || err != nil || l != a {
			t.Fatalf("%q reads as %q %+v, %v", k, got, l, err)
		}
	}
}

// The place of a line that the counters give is the place in the file.
func TestCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	e := newMemory()
	err := e.Update(func(t Tx) error {
		for n := range 2000 {
			lb := leaderboardOf("a", "maze", string(digits[n%3]))
			id := candidate(keys.Tag{byte(r.UintN(4)), byte(r.UintN(100))}, 0)
			if r.UintN(4) == 0 {
				if err := drop(t, lb, id); err != nil {
					return err
				}
				continue
			}
			if _, err := improve(t, lb, line{value: r.Uint32() >> r.UintN(32), at: r.Int64N(3), id: id, run: "r"}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	counters := values(t, e, "c/")
	e.View(func(tx Tx) error {
		places := map[leaderboard]int{}
		tx.Walk([]byte("s/"), nil, func(k, v []byte) bool {
			lb, rest, _ := cutLeaderboard(k[2:])
			l, _ := readLine(rest, v)
			places[lb]++
			if got := rank(tx, lb, l); got != places[lb] {
				t.Errorf("rank %d of line %d", got, places[lb])
			}
			from, skip := place(tx, lb, places[lb])
			tx.Walk(key("s", string(lb)), from, func(there, _ []byte) bool {
				if skip--; skip < 0 && !bytes.Equal(there, k) {
					t.Errorf("place %d leads to %q, not %q", places[lb], there, k)
				}
				return skip >= 0
			})
			return true
		})
		for lb, n := range places {
			if total(tx, lb) != n {
				t.Errorf("total %d of %d", total(tx, lb), n)
			}
		}
		return nil
	})
	if err := e.Update(recount); err != nil {
		t.Fatal(err)
	}
	again := values(t, e, "c/")
	if len(again) != len(counters) || len(again) == 0 {
		t.Errorf("%d counters, recounted %d", len(counters), len(again))
	}
	for k, v := range again {
		if counters[k] != v {
			t.Errorf("counter %q is %q, recounted %q", k, counters[k], v)
		}
	}
}

// Verify finds whatever is changed behind the store's back, one key at a time.
func TestVerifyFinds(t *testing.T) {
	made := NewMemory().(*store)
	for n := range 5 {
		run := Run{ID: "r" + string(digits[n]), Key: testKey(n), Game: "maze", Mode: "10x10", Millis: int64(n), Ended: time.Now()}
		if _, err := made.Save(run); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := made.SetName(testKey(1), "ana"); err != nil {
		t.Fatal(err)
	}
	if _, err := made.Recovery(testKey(1), true, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := made.Follow(testKey(1), candidate(made.Tag(testKey(2)), 0), time.Now()); err != nil {
		t.Fatal(err)
	}
	faults := func() (n int) {
		if err := made.Verify(func(error) { n++ }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := faults(); n != 0 {
		t.Fatalf("%d faults at first", n)
	}
	for k, v := range values(t, made, "") {
		if strings.HasPrefix(k, "m/") || strings.HasPrefix(k, "h/") || strings.HasPrefix(k, "t/") {
			continue // nothing is counted from these
		}
		gone := !strings.HasPrefix(k, "T/") // runs leave nothing else for ever that tallies could be counted from
		for what, spoil := range map[string]func(Tx){
			"gone":    func(t Tx) { t.Del([]byte(k)) },
			"changed": func(t Tx) { t.Put([]byte(k), []byte("\x7f"+v)) },
		} {
			if v == "" && what == "changed" || what == "gone" && !gone {
				continue // the key says it all
			}
			made.Update(func(t Tx) error { spoil(t); return nil })
			if faults() == 0 {
				t.Errorf("%q is %s, and nothing is found", k, what)
			}
			made.Update(func(t Tx) error { t.Put([]byte(k), []byte(v)); return nil })
		}
	}
	lb := string(leaderboardOf("a", "maze", "10x10"))
	for _, k := range []string{
		"c/" + lb + "\x03\x00\x00\x10\x00", "c/" + lb + "\x00\x01", "s/" + lb + strings.Repeat("\x01", lineKey), "s/x", "b/x",
		"b/000000" + lb, "T/x", "T/000000maze\x0010x10\x00", "n/nobody", "k/" + strings.Repeat("k", 16), "o/000000" + strings.Repeat("k", 16), "o/x",
	} {
		made.Update(func(t Tx) error { t.Put([]byte(k), []byte{1}); return nil })
		if faults() == 0 {
			t.Errorf("%q is new, and nothing is found", k)
		}
		made.Update(func(t Tx) error { t.Del([]byte(k)); return nil })
	}
	if n := faults(); n != 0 {
		t.Errorf("%d faults at last", n)
	}
}

func TestSpan(t *testing.T) {
	for at, want := range map[string]string{
		"2026-12-27T23:59:59Z":      "w2026-12-21",
		"2026-12-28T00:00:00Z":      "w2026-12-28",
		"2027-01-03T23:59:59Z":      "w2026-12-28",
		"2027-01-04T08:59:59+09:00": "w2026-12-28",
		"2027-01-04T09:00:00+09:00": "w2027-01-04",
	} {
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := span(Week, when); got != want {
			t.Errorf("week of %s: %s, want %s", at, got, want)
		}
		year, week := when.UTC().ISOWeek()
		monday, _ := time.Parse(time.DateOnly, span(Week, when)[1:])
		if y, w := monday.ISOWeek(); y != year || w != week || monday.Weekday() != time.Monday {
			t.Errorf("%s is of ISO week %d, its Monday of %d", at, week, w)
		}
	}
}

// An id that is taken, or is somebody's name, is nobody else's.
func TestIDsDoNotCollide(t *testing.T) {
	e := newMemory()
	tag := keys.Tag{1, 2, 3}
	var ids []string
	e.Update(func(t Tx) error {
		for n := range 20 {
			id := freeID(t, tag)
			ids = append(ids, id)
			if n%2 == 0 {
				t.Put(key("p", id), playerRecord{}.encode())
			} else {
				t.Put(key("n", keys.Skeleton(id)), []byte("000000"))
			}
		}
		return nil
	})
	slices.SortFunc(ids, cmp.Compare)
	if len(slices.Compact(ids)) != 20 {
		t.Error(ids)
	}
}

// FuzzValues reads anything as any value: an error or a value, never a panic.
func FuzzValues(f *testing.F) {
	f.Add(runRecord{player: "abc123", game: "maze", mode: "10x10", steps: []byte("steps")}.encode())
	f.Add(keyRecord{player: "abc123", kind: "ssh-ed25519"}.encode())
	f.Add(encodeProgress(Progress{Run: "r1"}))
	f.Add([]byte{0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		readPlayer(b, b)
		readKey(b, b)
		readBest(b, b, "")
		readAttempt(b, b)
		readProgress(b, b)
		readCode(b, b)
		readFate(b, b)
		readNotice(b, b)
		readLine(b, b)
		cutLeaderboard(b)
		leaderboard(b).split()
		if rec, err := readRun(b, b); err == nil {
			again, err := readRun(b, rec.encode())
			if err != nil || again.game != rec.game || again.ms != rec.ms || !bytes.Equal(again.steps, rec.steps) {
				t.Errorf("%+v, written and read again %+v, %v", rec, again, err)
			}
		}
	})
}

// backedUp is the file of a store with some runs, the last of many steps.
func backedUp(t testing.TB) []byte {
	t.Helper()
	s := NewMemory()
	for n := range 60 {
		run := Run{ID: string(digits[n%36]) + string(digits[n/36]), Key: testKey(n), Game: "maze", Mode: "10x10", Steps: make([]byte, n*n*3)}
		if _, err := s.Save(run); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := s.Backup(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Whatever byte changes in the header of a page that is in use, or in a meta page: the file is refused.
func TestHeaders(t *testing.T) {
	file := backedUp(t)
	m, err := readMeta(bytes.NewReader(file), 0)
	if err != nil {
		t.Fatal(err)
	}
	c := checker{f: bytes.NewReader(file), meta: m, used: make([]bool, m.high)}
	if err := errors.Join(c.bucket(m.root), checkPages(bytes.NewReader(file), int64(len(file)))); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for page, used := range c.used {
		from, to := 0, headerSize
		if page < 2 {
			from, to, used = headerSize, headerSize+metaSize, true
		}
		for at := from; used && at < to; at++ {
			b := bytes.Clone(file)
			if page*m.pageSize+at >= len(b) || order.Uint64(b[page*m.pageSize:]) != uint64(page) && page > 1 {
				break // the page goes on from the one before
			}
			b[page*m.pageSize+at] ^= 4
			if err := checkPages(bytes.NewReader(b), int64(len(b))); err == nil {
				t.Errorf("byte %d of page %d is changed, and the file is not refused", at, page)
			}
			refused++
		}
	}
	if refused < 2*metaSize+10*headerSize {
		t.Errorf("only %d bytes were changed", refused)
	}
}

// FuzzPages writes over a file, three bytes where and one what, and checks it: it is refused or not, and never more.
func FuzzPages(f *testing.F) {
	file := backedUp(f)
	f.Add([]byte{0, 16, 8, 1, 0, 32, 10, 0xff})
	f.Fuzz(func(t *testing.T, over []byte) {
		b := bytes.Clone(file)
		for ; len(over) >= 4; over = over[4:] {
			b[(int(over[0])<<16|int(over[1])<<8|int(over[2]))%len(b)] = over[3]
		}
		checkPages(bytes.NewReader(b), int64(len(b)))
	})
}
