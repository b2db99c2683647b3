package arcade

import (
	"net/http/httptest"
	"strings"
	"testing"

	"arcade.example.com/arcade/door/doortest"
)

// get asks the server's handler and returns the status and the body.
func (a *arcadeServer) get(path string) (int, string) {
	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w.Code, w.Body.String()
}

func TestMetrics(t *testing.T) {
	a := openArcade(t, nil)
	if _, body := a.get("/metrics"); !strings.Contains(body, "\narcade_goroutines_per_connection 0\n") {
		t.Error("goroutines are counted by no connection")
	}
	x := a.sit(t, 1)
	x.sees("Minesweeper")
	x.press("\r")
	doortest.Eventually(t, "a game runs", func() bool { return a.playing() == 1 })
	x.press("sd")
	doortest.Eventually(t, "the figures to be there", func() bool {
		_, body := a.get("/metrics")
		for _, want := range []string{"arcade_sessions 1", "arcade_players 1", "arcade_playing 1", "arcade_sessions_total 1",
			`arcade_runs_total{end="begun",game="maze",mode="10x10"} 1`, "arcade_keys_total 3", "arcade_frame_seconds_count", "arcade_frames_total",
			"arcade_save_seconds_count 0", "arcade_database_bytes", "arcade_panics 0", "arcade_store_writable 1", "go_goroutines"} {
			if !strings.Contains(body, want) {
				return false
			}
		}
		return true
	})
	if _, body := a.get("/metrics"); strings.Contains(body, "arcade_goroutines_per_connection 0\n") {
		t.Error("no goroutine is counted by a connection")
	}
	if _, body := a.get("/metrics"); strings.Contains(body, "127.0.0.1") {
		t.Error("the metrics name a player's address")
	}
}

func TestHealth(t *testing.T) {
	a := openArcade(t, nil)
	for _, path := range []string{"/healthz", "/readyz"} {
		if code, body := a.get(path); code != 200 {
			t.Errorf("%s: %d %q", path, code, body)
		}
	}
	a.house.Close()
	if code, _ := a.get("/readyz"); code != 503 {
		t.Errorf("ready while closing: %d", code)
	}
	if code, _ := a.get("/healthz"); code != 200 {
		t.Errorf("not healthy while closing: %d", code)
	}
}
