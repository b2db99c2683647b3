package journal

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestLinesArriveInOrder(t *testing.T) {
	var out bytes.Buffer
	j := NewWriter(&out)
	log := slog.New(slog.NewTextHandler(j, nil))
	for i := range 1000 {
		log.Info("event", "n", i)
	}
	j.Close(time.Minute)
	all := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(all) != 1000 || j.Dropped() != 0 {
		t.Fatalf("%d lines, %d dropped", len(all), j.Dropped())
	}
	for i, line := range all {
		if !strings.HasSuffix(line, fmt.Sprintf("msg=event n=%d", i)) {
			t.Fatalf("line %d: %s", i, line)
		}
	}
	fmt.Fprintln(j, "too late")
	if j.Dropped() != 1 {
		t.Error("a line after the end is not counted")
	}
	j.Close(time.Minute)
}

// A pipe that nobody reads stops nobody who logs, and is known; when it is read again, the log says what is missing.
func TestNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		j := NewWriter(w)
		begin := time.Now()
		for range lines + 1001 {
			fmt.Fprintln(j, "a line")
			synctest.Wait()
		}
		if time.Since(begin) != 0 || j.Dropped() != 1000 {
			t.Errorf("took %v, %d lines were dropped", time.Since(begin), j.Dropped())
		}
		if j.Stuck() {
			t.Error("stuck at once")
		}
		time.Sleep(tooLong + time.Second)
		if !j.Stuck() {
			t.Error("nobody knows that it is stuck")
		}
		text := make(chan string)
		go func() {
			b, _ := io.ReadAll(r)
			text <- string(b)
		}()
		synctest.Wait()
		if j.Stuck() {
			t.Error("stuck though it is read")
		}
		j.Close(time.Minute)
		w.Close()
		if got := <-text; strings.Count(got, "a line\n") != lines+1 || !strings.Contains(got, "lines=1000\n") {
			t.Errorf("%d lines, the last of them %q", strings.Count(got, "\n"), got[max(0, len(got)-120):])
		}
	})
}

func TestCloseDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		j := NewWriter(w)
		fmt.Fprintln(j, "a line")
		begin := time.Now()
		j.Close(2 * time.Second)
		if took := time.Since(begin); took != 2*time.Second {
			t.Errorf("took %v", took)
		}
		r.Close()
	})
}

func TestBytesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		j := NewWriter(w)
		for range 200 {
			j.Write(make([]byte, 64<<10))
			synctest.Wait()
		}
		if kept := 200 - j.Dropped(); kept < 60 || kept > 65 {
			t.Errorf("%d lines of 64 KiB are kept", kept)
		}
		r.Close()
		j.Close(time.Minute)
	})
}
