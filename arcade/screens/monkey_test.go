package screens

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/keys"
)

// monkey does at random whatever a terminal can send, to several sessions in turn.
type monkey struct {
	*rand.Rand
	t     *testing.T
	house *House
	desks []*desk
	seen  map[string]bool // the screens that it came to, with any seed
	log   bytes.Buffer
	did   []string // by the latest session, the last few things
}

// monkeySteps is how much it does with each seed.
func monkeySteps() int {
	if underRace {
		return 600
	}
	return 2500
}

// Whatever is pressed, clicked, pasted and resized, in three sessions of one player and a guest's on one store: no screen
// panics, in windows of any size, and every screen is come to.
func TestMonkey(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			m := &monkey{Rand: rand.New(rand.NewPCG(seed, 17)), t: t, seen: seen}
			m.house, _ = furnished(t)
			m.house.Panics = panics.NewCatcher(slog.New(slog.NewTextHandler(&m.log, nil)))
			for i := range 4 {
				m.desks = append(m.desks, m.sit(i))
			}
			for range monkeySteps() {
				m.step(m.IntN(len(m.desks)))
			}
			for _, d := range m.desks {
				d.app.Leave()
			}
			m.house.Saver.Wait(nil)
		})
	}
	if underRace { // it does too little
		return
	}
	for _, s := range []string{"menu", "play", "leaderboard", "watch", "help", "settingsScreen", "profile", "resume", "eve", "against", "playing", "room"} {
		if !seen["*screens."+s] {
			t.Errorf("the monkey never came to %s", s)
		}
	}
}

func (m *monkey) sit(i int) *desk {
	k := playtest.Key(m.t, 1)
	if i == 3 {
		k = keys.Key{}
	}
	return sit(m.t, m.house, k, 80, 24)
}

// step does one thing in a session, and looks at it.
func (m *monkey) step(i int) {
	d := m.desks[i]
	msg := m.any(d)
	m.did = append(m.did, fmt.Sprintf("%d: %T %v", i, msg, msg))
	d.send(msg)
	d.settle()
	if m.IntN(20) == 0 {
		d.wait(time.Duration(m.IntN(700)) * time.Millisecond)
	}
	d.canvas()
	m.seen[fmt.Sprintf("%T", d.app.top())] = true
	if d.app.failed {
		m.t.Fatalf("%v\n%s", m.did[max(len(m.did)-20, 0):], m.log.String())
	}
	if d.ended {
		d.app.Leave()
		m.desks[i] = m.sit(i)
	}
}

// any is something that a terminal sends. Most of it is keys, of these most that lead on.
func (m *monkey) any(d *desk) tea.Msg {
	mouse := tea.Mouse{X: m.IntN(d.env.width+3) - 1, Y: m.IntN(d.env.height+3) - 1, Button: tea.MouseButton(m.IntN(8))}
	switch n := m.IntN(100); {
	case n < 60:
		return keyMsg(m.t, walked[m.IntN(len(walked))])
	case n < 65:
		return tea.KeyPressMsg{Code: rune(m.IntN(128)), Text: string(rune(' ' + m.IntN(95)))}
	case n < 80:
		return tea.MouseClickMsg(mouse)
	case n < 84:
		return tea.MouseReleaseMsg(mouse)
	case n < 87:
		return tea.MouseMotionMsg(mouse)
	case n < 90:
		return tea.MouseWheelMsg(mouse)
	case n < 92:
		return tea.PasteMsg{Content: []string{"7x9", "ana\x00b", "j\nq", "näme", ""}[m.IntN(5)]}
	case n < 94:
		return tea.WindowSizeMsg{Width: m.IntN(30), Height: m.IntN(12)}
	case n < 96:
		return tea.WindowSizeMsg{Width: 1 + m.IntN(250), Height: 1 + m.IntN(80)}
	case n < 99:
		return tea.WindowSizeMsg{Width: minWidth + m.IntN(60), Height: minHeight + m.IntN(20)}
	}
	return tea.CapabilityMsg{Content: []string{"RGB", "Tc", "XY"}[m.IntN(3)]}
}
