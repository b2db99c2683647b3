package command

import (
	"strings"
	"testing"
	"time"
)

func (c Commands) recovery(t testing.TB, n int) string {
	t.Helper()
	code, _, _ := strings.Cut(c.answers(t, as(n), "recover"), "\n")
	return code
}

func TestRecovering(t *testing.T) {
	c := peopled(t)
	void := c.recovery(t, 1)
	code := c.recovery(t, 1)
	if exit, _, said := c.said(t, as(4), "recover "+void); exit != ExitRefused || !strings.Contains(said, "no such code") {
		t.Errorf("the code before: exit %d, %s", exit, said)
	}
	if exit, _, said := c.said(t, as(1), "recover "+code+" --yes"); exit != ExitRefused || !strings.Contains(said, "another key") {
		t.Errorf("one's own code: exit %d, %s", exit, said)
	}
	got := c.answers(t, as(4), "recover "+strings.ToLower(code))
	if !strings.Contains(got, "You are ana (id-001) again") || strings.Count(got, " unlink ") != 1 {
		t.Errorf("recovered:\n%s", got)
	}
	_, lost, _ := strings.Cut(got, " unlink ")
	c.answers(t, as(4), "unlink "+strings.TrimSpace(lost))
	if got := c.answers(t, as(1), "me"); strings.Contains(got, "ana") {
		t.Errorf("the lost key is still\n%s", got)
	}
	if got := c.answers(t, as(4), "me --json"); !strings.Contains(got, `"player":"ana"`) || !strings.Contains(got, `"rank":2`) {
		t.Errorf("the new key is %s", got)
	}
}

// Who has something of their own is asked before it becomes another's.
func TestRecoveringAsksFirst(t *testing.T) {
	c := peopled(t)
	code := c.recovery(t, 1)
	if exit, _, said := c.said(t, as(2), "recover "+code); exit != ExitRefused || !strings.Contains(said, "You are jun") || !strings.Contains(said, "--yes") {
		t.Errorf("exit %d, %s", exit, said)
	}
	var asked []string
	if exit, _, _ := c.said(t, at(as(2), &asked, false), "recover "+code); exit != ExitRefused || len(asked) != 1 {
		t.Errorf("exit %d after no to %q", exit, asked)
	}
	if got := c.answers(t, at(as(2), &asked, true), "recover "+code); !strings.Contains(got, "You are ana") {
		t.Error(got)
	}
}

func TestWrongRecoveryCodes(t *testing.T) {
	c := peopled(t)
	code := c.recovery(t, 1)
	who := as(4)
	who.Source = "192.0.2.1"
	for range 5 {
		if exit, _, said := c.said(t, who, "recover 0000-0000-0000-0000"); exit != ExitRefused || !strings.Contains(said, "no such code") {
			t.Errorf("exit %d, %s", exit, said)
		}
	}
	if exit, _, _ := c.said(t, who, "recover "+code); exit != ExitRefused {
		t.Errorf("after five wrong ones: exit %d", exit)
	}
	c.Now = func() time.Time { return friday.Add(10 * time.Minute) }
	c.answers(t, who, "recover "+code)
	if exit, _, said := c.said(t, Caller{}, "recover "+code); exit != ExitRefused || !strings.Contains(said, "guest") {
		t.Errorf("a guest: exit %d, %s", exit, said)
	}
}
