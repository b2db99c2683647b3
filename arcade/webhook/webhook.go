// Package webhook tells lines of text to one address on the web, in the JSON that Discord and Slack take. It knows HTTP and
// nothing of the arcade, and never makes who tells wait.
package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"
)

const (
	most      = 100              // lines that wait
	firstWait = time.Second      // before the second try; each later one waits twice as long,
	longest   = 5 * time.Minute  // at most this, also where the other side asks for more
	patience  = 10 * time.Second // for an answer
)

// ErrURL is returned by New for what is no address to post to.
var ErrURL = errors.New("a webhook is an http or https URL")

// Hook is one address. It is safe for concurrent use.
type Hook struct {
	url    string
	log    *slog.Logger
	client *http.Client

	mu    sync.Mutex
	queue []string // the oldest first
	lost  int      // dropped since the last that was told
	news  chan struct{}
}

// New returns a hook that tells nothing before Run. ErrURL. The URL is a secret: it is in no error and no log.
func New(to string, log *slog.Logger) (*Hook, error) {
	if !Proper(to) {
		return nil, ErrURL
	}
	return &Hook{url: to, log: log, client: &http.Client{Timeout: patience}, news: make(chan struct{}, 1)}, nil
}

// Proper reports whether a text is an address to post to.
func Proper(to string) bool {
	u, err := url.Parse(to)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// Tell leaves a line to be told. Where too many wait, the oldest is dropped. It never blocks.
func (h *Hook) Tell(line string) {
	h.mu.Lock()
	if h.queue = append(h.queue, line); len(h.queue) > most {
		h.queue = append(h.queue[:0], h.queue[1:]...)
		h.lost++
	}
	h.mu.Unlock()
	select {
	case h.news <- struct{}{}:
	default:
	}
}

// Run tells what is left to it, one line after the other, until the context is done. What waits then is lost.
func (h *Hook) Run(ctx context.Context) {
	for {
		line, ok := h.next()
		if !ok {
			select {
			case <-ctx.Done():
				return
			case <-h.news:
				continue
			}
		}
		if !h.deliver(ctx, line) {
			return
		}
	}
}

// next takes the oldest line.
func (h *Hook) next() (line string, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lost > 0 {
		h.log.Warn("webhook", "dropped", h.lost)
		h.lost = 0
	}
	if len(h.queue) == 0 {
		return "", false
	}
	line = h.queue[0]
	h.queue = append(h.queue[:0], h.queue[1:]...)
	return line, true
}

// deliver tells a line until it is taken, or refused for good; false where the context is done.
func (h *Hook) deliver(ctx context.Context, line string) bool {
	for wait := firstWait; ; wait = min(2*wait, longest) {
		again, asked, err := h.post(ctx, line)
		switch {
		case ctx.Err() != nil:
			return false
		case err == nil:
			return true
		case !again:
			h.log.Error("webhook", "error", err)
			return true
		}
		h.log.Warn("webhook: trying again", "error", err)
		t := time.NewTimer(min(max(wait, asked), longest))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return false
		}
	}
}

// post tells a line once. again: another try may help, after what was asked for.
func (h *Hook) post(ctx context.Context, line string) (again bool, asked time.Duration, err error) {
	// Slack reads text and Discord content; each leaves the other alone.
	body, err := json.Marshal(struct {
		Text    string `json:"text"`
		Content string `json:"content"`
	}{line, line})
	if err != nil {
		return false, 0, fmt.Errorf("write message: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(body))
	if err != nil {
		return false, 0, ErrURL
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.client.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) { // which names the URL
			err = u.Err
		}
		return true, 0, fmt.Errorf("post: %w", err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection can be used again
	switch {
	case resp.StatusCode < 300:
		return false, 0, nil
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		seconds, _ := strconv.ParseFloat(resp.Header.Get("Retry-After"), 64)
		return true, time.Duration(seconds * float64(time.Second)), fmt.Errorf("the answer is %d", resp.StatusCode)
	}
	return false, 0, fmt.Errorf("the answer is %d: the line is dropped", resp.StatusCode)
}
