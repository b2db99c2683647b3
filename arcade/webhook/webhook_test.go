package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// web is the other side: it answers as it is told, and keeps what it took.
type web struct {
	mu     sync.Mutex
	answer func(try int) (code int, after string)
	tries  int
	took   []string
}

func (w *web) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var body struct{ Text, Content string }
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.Text != body.Content || r.Header.Get("Content-Type") != "application/json" {
		return nil, fmt.Errorf("a message of %+v: %v", body, err)
	}
	w.tries++
	code, after := w.answer(w.tries)
	if code == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	if code < 300 {
		w.took = append(w.took, body.Text)
	}
	return &http.Response{StatusCode: code, Header: http.Header{"Retry-After": {after}}, Body: io.NopCloser(strings.NewReader("ok"))}, nil
}

// hooked runs a hook against a web for some time, after lines were told.
func hooked(t *testing.T, w *web, runs time.Duration, lines ...string) (log string) {
	t.Helper()
	var text bytes.Buffer
	h, err := New("https://chat.example/secret", slog.New(slog.NewTextHandler(&text, nil)))
	if err != nil {
		t.Fatal(err)
	}
	h.client.Transport = w
	for _, l := range lines {
		h.Tell(l)
	}
	ctx, cancel := context.WithTimeout(context.Background(), runs)
	defer cancel()
	h.Run(ctx)
	if strings.Contains(text.String(), "secret") {
		t.Errorf("the address is in the log: %s", text.String())
	}
	return text.String()
}

func always(code int) func(int) (int, string) { return func(int) (int, string) { return code, "" } }

func TestLinesAreToldInTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{answer: always(204)}
		hooked(t, w, time.Minute, "one", "two", "three")
		if got := strings.Join(w.took, " "); got != "one two three" {
			t.Errorf("told %q", got)
		}
	})
}

// A side that is down is asked again, less and less often, and then told everything in order.
func TestASideThatIsDownIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{answer: func(try int) (int, string) {
			switch {
			case try <= 3:
				return 0, ""
			case try == 4:
				return 503, ""
			case try == 5:
				return 429, "60"
			}
			return 200, ""
		}}
		begun := time.Now()
		hooked(t, w, 76*time.Second, "one", "two") // 1, 2, 4, 8 and the 60 that were asked for
		if got := strings.Join(w.took, " "); got != "one two" {
			t.Errorf("told %q after %v, %d tries", got, time.Since(begun), w.tries)
		}
	})
}

func TestWhatIsRefusedIsNotTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{answer: func(try int) (int, string) { return map[bool]int{true: 400, false: 200}[try == 1], "" }}
		log := hooked(t, w, time.Minute, "one", "two")
		if got := strings.Join(w.took, " "); got != "two" || !strings.Contains(log, "400") {
			t.Errorf("told %q, logged %s", got, log)
		}
	})
}

// Whoever tells is never held up, and of too many lines the oldest go.
func TestAQueueThatIsFullDropsTheOldest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		for i := range 250 {
			lines = append(lines, fmt.Sprint(i))
		}
		w := &web{answer: always(200)}
		log := hooked(t, w, time.Minute, lines...)
		if len(w.took) != most || w.took[0] != "150" || w.took[most-1] != "249" {
			t.Errorf("told %d, from %s on", len(w.took), w.took[0])
		}
		if !strings.Contains(log, "dropped=150") {
			t.Errorf("logged %s", log)
		}
	})
}

func TestAHookIsAURL(t *testing.T) {
	for _, bad := range []string{"", "chat.example", "ftp://chat.example", "https://", "://"} {
		if _, err := New(bad, slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
