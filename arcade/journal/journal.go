// Package journal is between the log and whoever reads it: a log that nobody reads must not stop those who write it.
// It knows lines and nothing of what they say.
package journal

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

const (
	lines    = 4096            // that wait to be written; more are dropped
	maxBytes = 4 << 20         // of them all, as one with a stack may have 64 KiB
	tooLong  = 5 * time.Second // for one line: nobody reads them
)

// Writer writes lines from a goroutine of its own, and drops them where the reader is slower than they come. It is
// safe for concurrent use. A line is what one Write brings, as log/slog's handlers do.
type Writer struct {
	to      io.Writer
	queue   chan []byte
	idle    chan struct{} // closed when the last line is written
	waiting atomic.Int64  // bytes in the queue
	dropped atomic.Int64
	begun   atomic.Int64 // when the write under way began, ns of Unix time; 0: none is

	mu     sync.RWMutex
	closed bool
}

// NewWriter returns a writer to w. Close ends its goroutine.
func NewWriter(w io.Writer) *Writer {
	j := &Writer{to: w, queue: make(chan []byte, lines), idle: make(chan struct{})}
	go j.write()
	return j
}

// Write takes a line, or drops it where too many wait. It never waits itself, and never fails.
func (j *Writer) Write(line []byte) (int, error) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	if j.closed || j.waiting.Add(int64(len(line))) > maxBytes {
		j.drop(line)
		return len(line), nil
	}
	select {
	case j.queue <- append([]byte(nil), line...):
	default:
		j.drop(line)
	}
	return len(line), nil
}

func (j *Writer) drop(line []byte) {
	if !j.closed {
		j.waiting.Add(-int64(len(line)))
	}
	j.dropped.Add(1)
}

// Dropped is how many lines were dropped. A line in the log says so, too, as soon as one can be written again.
func (j *Writer) Dropped() int64 { return j.dropped.Load() }

// Stuck reports whether nobody reads the log: a line has been waiting to be written for five seconds.
func (j *Writer) Stuck() bool {
	begun := j.begun.Load()
	return begun != 0 && time.Since(time.Unix(0, begun)) > tooLong
}

// Close writes the lines that wait, for so long at most. What is written later is dropped.
func (j *Writer) Close(within time.Duration) {
	j.mu.Lock()
	if !j.closed {
		j.closed = true
		close(j.queue)
	}
	j.mu.Unlock()
	select {
	case <-j.idle:
	case <-time.After(within):
	}
}

func (j *Writer) write() {
	defer close(j.idle)
	var told int64
	for line := range j.queue {
		j.waiting.Add(-int64(len(line)))
		j.out(line)
		if n := j.dropped.Load(); n > told {
			j.out(fmt.Appendf(nil, "time=%s level=WARN msg=\"lines were dropped, as nobody read the log\" lines=%d\n", time.Now().Format(time.RFC3339), n-told))
			told = n
		}
	}
}

// out writes a line. Where that fails there is nobody to be told.
func (j *Writer) out(line []byte) {
	j.begun.Store(time.Now().UnixNano())
	defer j.begun.Store(0)
	_, _ = j.to.Write(line)
}
