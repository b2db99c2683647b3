package arcade

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/playtest"
)

// A run on pace for the record, and that it fell, are told to the webhook and counted.
func TestARecordIsToldElsewhere(t *testing.T) {
	told := make(chan string, 10)
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var body struct{ Text, Content string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.Text != body.Content {
			t.Errorf("%+v, %v", body, err)
		}
		told <- body.Text
	}))
	defer web.Close()
	a := openArcade(t, func(c *Config) { c.Webhook = web.URL })
	g := a.cfg.Games[0]
	m, _ := g.Find("5x5")
	first, err := g.Deal(m, 7)
	if err != nil {
		t.Fatal(err)
	}
	run := a.hall.Begin(live.Header{ID: "RUN-1", Game: g, Mode: m, Player: "k3f9x2", Name: "ana"}, first, live.Moment{State: first}, nil)
	run.Against(10, time.Hour, false)
	steps, state := playtest.ReplayOf(t, playtest.WonRun(t, g, m, 7, playtest.Key(t, 1), time.Millisecond)).Steps, first
	for i, st := range steps {
		if state, err = state.Apply(st.Move); err != nil {
			t.Fatal(err)
		}
		run.Publish(live.Moment{Steps: steps[:i+1], State: state, Began: time.Now(), Ranked: true})
	}
	for _, want := range []string{"ana is on record pace in Maze 5 x 5, 6", "ana set a record in Maze 5 x 5: 0:00."} {
		select {
		case line := <-told:
			if !strings.HasPrefix(line, want) {
				t.Errorf("told %q, want %q", line, want)
			}
		case <-time.After(15 * time.Second):
			t.Fatalf("%q is not told", want)
		}
	}
	doortest.Eventually(t, "both are counted", func() bool {
		_, body := a.get("/metrics")
		return strings.Contains(body, `arcade_record_watch_total{kind="on pace"} 1`) && strings.Contains(body, `arcade_record_watch_total{kind="record"} 1`)
	})
}
