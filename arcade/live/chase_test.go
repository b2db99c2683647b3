package live_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
)

// house is a hall whose record watch is written down.
type house struct {
	*live.Hall
	script script
	told   []string
	wake   chan struct{}
}

func newHouse(t *testing.T) *house {
	h := &house{script: scripted(t, catalog.All()[0]), wake: make(chan struct{}, 1)}
	h.Hall = live.NewHall(live.Clock{}, func(e live.Event) {
		h.told = append(h.told, fmt.Sprintf("%s %s %v", e.Run.Name, e.Kind, e.Time.Round(time.Second)))
	})
	t.Cleanup(h.Heed(live.Into(h.wake)))
	return h
}

// runner is a run whose pace is set by the test.
type runner struct {
	*house
	run   *live.Run
	began time.Time
	log   []games.Step
}

func (h *house) runs(name string, lines int, record time.Duration, change func(*live.Header)) *runner {
	head := h.script.head(name, name)
	if change != nil {
		change(&head)
	}
	r := &runner{house: h, began: time.Now()}
	r.run = h.Begin(head, h.script.first, live.Moment{State: h.script.first}, nil)
	r.run.Against(lines, record, false)
	return r
}

// to makes steps up to a share of the run, in percent, now.
func (r *runner) to(percent int) {
	s := r.script
	for n := len(r.log); n < len(s.steps); n++ {
		if done, of := s.states[n].Progress(); 100*done > percent*of {
			break
		}
		r.log = append(r.log, games.Step{At: time.Since(r.began), Move: s.steps[n].Move})
	}
	r.run.Publish(s.after(r.log, len(r.log), r.began))
}

// notice is what is to be shown.
func (h *house) notice() string {
	e, ok := h.Notice()
	if !ok {
		return ""
	}
	return e.Words("0:50")
}

func (h *house) expect(t *testing.T, notice string, told ...string) {
	t.Helper()
	synctest.Wait()
	if got := h.notice(); got != notice {
		t.Errorf("the notice is %q, want %q", got, notice)
	}
	if !slices.Equal(h.told, told) {
		t.Errorf("told %q, want %q", h.told, told)
	}
	h.told = nil
}

// A run of which nobody is told how far it is, is said to be a record when it is one, and not before.
func TestRecordOfAnUnseenRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		ana := h.runs("ana", 10, 100*time.Second, func(head *live.Header) { head.Mode.Unseen = true })
		time.Sleep(25 * time.Second)
		ana.to(75)
		h.expect(t, "")
		time.Sleep(25 * time.Second)
		ana.to(100)
		h.expect(t, "", "ana record 50s")
	})
}

// TestRecord: a run that is on pace from 60 % on is announced once, and its record said for ten seconds.
func TestRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		where := h.script.game.Title + " " + h.script.mode.Title
		ana := h.runs("ana", 10, 100*time.Second, nil)
		time.Sleep(25 * time.Second)
		ana.to(50)
		h.expect(t, "")
		time.Sleep(5 * time.Second)
		ana.to(75)
		e, _ := h.Notice()
		h.expect(t, fmt.Sprintf("ana is on record pace in %s, %d %%", where, e.Share), "ana on pace "+e.Time.Round(time.Second).String())
		<-h.wake
		ana.to(80)
		time.Sleep(20 * time.Second)
		ana.to(100)
		h.expect(t, "ana set a record in "+where+": 0:50", "ana record 50s")
		time.Sleep(9 * time.Second)
		<-h.wake
		if h.notice() == "" {
			t.Error("the outcome is gone after nine seconds")
		}
		time.Sleep(2 * time.Second)
		h.expect(t, "")
		<-h.wake
	})
}

// TestRecordUnderReview: what an operator has to look at first is not called a record.
func TestRecordUnderReview(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		ana := h.runs("ana", 50, 100*time.Second, nil)
		ana.run.Against(50, 100*time.Second, true)
		time.Sleep(30 * time.Second)
		ana.to(75)
		time.Sleep(20 * time.Second)
		ana.to(100)
		synctest.Wait()
		if want := "ana was faster than the record in " + h.script.game.Title + " " + h.script.mode.Title + ": 0:50, under review"; h.notice() != want {
			t.Errorf("the notice is %q, want %q", h.notice(), want)
		}
		time.Sleep(time.Minute)
	})
}

// TestFallsBehind: a notice is withdrawn when the clock has run past the pace, whether or not the player moves, and
// not given again; what became of the run is said all the same.
func TestFallsBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		where := h.script.game.Title + " " + h.script.mode.Title
		ana := h.runs("ana", 10, 100*time.Second, nil)
		time.Sleep(50 * time.Second)
		ana.to(70)
		h.told = nil
		time.Sleep(15 * time.Second)
		if h.notice() == "" {
			t.Error("withdrawn too early")
		}
		ana.to(72)
		time.Sleep(10 * time.Second)
		h.expect(t, "", "ana behind 1m40s")
		ana.to(95)
		h.expect(t, "")
		time.Sleep(40 * time.Second)
		ana.to(100)
		h.expect(t, "ana missed the record in "+where+": 0:50", "ana missed 1m55s")
	})
}

// TestHelpWithdrawsTheNotice: a run whose player is helped is on no pace any more, from that step on.
func TestHelpWithdrawsTheNotice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		ana := h.runs("ana", 10, 100*time.Second, nil)
		time.Sleep(50 * time.Second)
		ana.to(70)
		if h.notice() == "" {
			t.Fatal("nothing is announced")
		}
		h.told = nil
		helped := h.script.after(ana.log, len(ana.log), ana.began)
		helped.Ranked = false
		ana.run.Publish(helped)
		h.expect(t, "", "ana behind 0s")
		time.Sleep(time.Minute)
		ana.run.Publish(helped)
		h.expect(t, "")
	})
}

// TestOneNoticeAMinute: the second on pace is announced when a minute has passed since the first; a record that was
// not announced is told, and not shown.
func TestOneNoticeAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		ana, jun, eve := h.runs("ana", 10, 1000*time.Second, nil), h.runs("jun", 10, 1000*time.Second, nil), h.runs("eve", 10, 1000*time.Second, nil)
		time.Sleep(100 * time.Second)
		ana.to(70)
		jun.to(70)
		eve.to(70)
		time.Sleep(30 * time.Second)
		jun.to(80)
		eve.to(100)
		if e, _ := h.Notice(); e.Run.Name != "ana" || len(h.told) != 2 || h.told[1] != "eve record 2m10s" {
			t.Errorf("shown is %s, told %q", e.Run.Name, h.told)
		}
		time.Sleep(31 * time.Second)
		jun.to(85)
		if e, _ := h.Notice(); e.Run.Name != "jun" || len(h.told) != 3 {
			t.Errorf("after a minute shown is %s, told %q", e.Run.Name, h.told)
		}
		ana.run.Close(live.End{How: live.Left})
		if e, _ := h.Notice(); e.Run.Name != "jun" || len(h.told) != 4 {
			t.Errorf("when ana left, shown is %s, told %q", e.Run.Name, h.told)
		}
		jun.run.Close(live.End{How: live.Left})
		if got, want := h.notice(), "jun did not finish the run for the record in "+h.script.game.Title+" "+h.script.mode.Title; got != want {
			t.Errorf("when jun left, shown is %q, want %q", got, want)
		}
	})
}

// TestNoRecordToWatch: short leaderboards, dailies, private and unranked runs, and those in lines, are nobody's business.
func TestNoRecordToWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		for _, r := range []*runner{
			h.runs("short", 9, time.Hour, nil),
			h.runs("none", 10, 0, nil),
			h.runs("daily", 10, time.Hour, func(h *live.Header) { h.Daily = "2026-11-20" }),
			h.runs("private", 10, time.Hour, func(h *live.Header) { h.Privacy = live.Private }),
		} {
			time.Sleep(2 * time.Minute)
			r.to(70)
			r.to(100)
		}
		lines := h.runs("lines", 10, time.Hour, nil)
		after := h.script.after(h.script.steps, len(h.script.steps)-1, time.Now())
		after.Kind = "lines"
		lines.run.Publish(after)
		unranked := h.runs("unranked", 10, time.Hour, nil)
		unranked.run.Publish(live.Moment{Steps: h.script.steps[:len(h.script.steps)-1], State: h.script.states[len(h.script.steps)-2], Began: time.Now()})
		h.expect(t, "")
	})
}
