package screens

import (
	"image/color"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/storage"
)

// click clicks with the left button on the first cell of a text on the screen.
func (d *desk) click(text string) {
	d.t.Helper()
	for y, line := range strings.Split(d.screen(), "\n") {
		if i := strings.Index(line, text); i >= 0 {
			m := tea.Mouse{X: utf8.RuneCountInString(line[:i]), Y: y, Button: tea.MouseLeft}
			d.send(tea.MouseClickMsg(m))
			d.send(tea.MouseReleaseMsg(m))
			d.settle()
			return
		}
	}
	d.t.Fatalf("there is no %q to click on:\n%s", text, d.screen())
}

func TestMenuIsClicked(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		synctest.Test(t, func(t *testing.T) {
			d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), size[0], size[1])
			d.click("expert")
			d.shows("[expert]")
			d.click("no guess")
			d.shows("● no guess")
			d.click("[expert]")
			d.shows("Minesweeper · Expert, no guess")
			d.press("q")
			d.click("Nobody has a time")
			d.shows("[expert]")
			d.shows("● no guess")
			d.press("q")
			d.click("Settings")
			d.shows("Plain ASCII")
		})
	}
}

func TestLeaderboardIsClicked(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		synctest.Test(t, func(t *testing.T) {
			h, _ := furnished(t)
			d := sit(t, h, playtest.Key(t, 1), size[0], size[1])
			d.press("left", "L")
			d.shows("Leaderboard · Maze · 5 x 5")
			d.click("this week")
			d.shows("[this week]")
			d.click("all time")
			d.click(" 2 ◇")
			d.click(" 2 ◇")
			d.shows("Replay")
			d.press("q")
			d.click("20x20")
			d.shows("[20x20]")
			d.shows("Nobody has a time here yet.")
		})
	}
}

func TestResultLeadsOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("left", "enter")
		d.walkOut(10 * time.Millisecond)
		d.wait(time.Second)
		d.shows("v watch")
		d.press("v")
		d.shows("Replay · unnamed · Maze · 5 x 5")
		d.press("q", "G")
		d.shows("against your own run")
		d.press("enter")
		d.shows("unranked")
	})
}

func TestFaceIsClickedAfterALoss(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("down", "right", "enter", "space")
		for p := d.app.top().(*play); !p.run.Over(); {
			d.press("e", "space")
		}
		d.wait(time.Second)
		d.shows("Lost with")
		d.golden("result-lost-80x24")
		d.press("tab")
		d.click(":(")
		d.shows(":)")
		d.shows("space open")
	})
}

func TestSettingsAndProfileAreClicked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 60, 20)
		d.click("Settings")
		d.press("up") // to the last line, which is seen then
		d.click("‹ off ›")
		d.shows("‹ on ›")
		d.golden("settings-grid-60x20")
		d.press("q")
		d.click("Profile")
		d.golden("profile-60x20")
		d.press("n")
		d.send(tea.PasteMsg{Content: "-b\x1b\n"})
		d.press("enter")
		d.shows("You are ana-b from now on.")
		d.click("Maze · 5 x 5")
		d.shows("Leaderboard · Maze · 5 x 5")
	})
}

func TestReplayIsWoundByMouse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("left", "L", "enter")
		d.shows("▶")
		d.click("Replay")
		d.shows("‖")
		d.send(tea.MouseClickMsg{X: 79, Y: 22, Button: tea.MouseLeft})
		d.shows("0:06.000 / 0:06.000")
		d.send(tea.MouseMotionMsg{X: 8, Y: 22, Button: tea.MouseLeft})
		d.shows("0:00.000 / 0:06.000")
	})
}

func TestCustomSizeIsTyped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("c", "2", "x", "2", "enter")
		d.shows("3x3 to 200x200")
		if strings.Contains(d.screen(), "no such mode") {
			t.Error("the sentence ends in what the bounds say already")
		}
		d.press("ctrl+u", "7", "x", "5", "enter") // the field stays open
		d.shows("unranked")
	})
}

// A window that is too small for a moment does not turn a player out of the first person.
func TestTooSmallAWindowKeepsTheView(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("enter", "i")
		d.shows("o out")
		d.send(tea.WindowSizeMsg{Width: 30, Height: 8})
		d.shows("The arcade needs")
		d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		d.shows("o out")
	})
}

// Where only the sentence about the window's size is shown, a click is for nothing.
func TestNothingIsClickedInTooSmallAWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("left", "L")
		before := d.app.top()
		for w := 1; w < minWidth; w++ {
			d.send(tea.WindowSizeMsg{Width: w, Height: 24})
			for x := range w {
				for y := range 24 {
					d.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
				}
			}
		}
		d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		d.settle()
		if d.app.failed || d.app.top() != before {
			t.Errorf("a click did something:\n%s", d.screen())
		}
		d.shows("Leaderboard · Maze · 5 x 5")
	})
}

// Plain ASCII shows at once in all that is visible: in the menu's preview, and in a game that is resumed.
func TestASCIIRedrawsWhatIsVisible(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.wait(4 * time.Second)
		preview := func() string {
			at, c := newFrame(80, 24).demo, d.canvas()
			return canvasText(c.Sub(at.x, at.y, at.w, at.h))
		}
		blocks := preview()
		d.click("Settings")
		d.click("Plain ASCII")
		d.click("‹ off ›")
		d.press("q")
		if s := preview(); s == blocks || strings.ContainsAny(s, "▀▄█") {
			t.Errorf("the preview is not in ASCII:\n%s", s)
		}
		d.click("Settings")
		d.click("Plain ASCII")
		d.click("‹ on ›")
		d.press("q")
		if s := preview(); s != blocks {
			t.Errorf("the preview is not as it was:\n%s\nwant\n%s", s, blocks)
		}
	})
}

// On a phone everything can be tapped: what the foot has no room for stands in the help, and is pressed from there.
func TestTheHelpIsTapped(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, _ := furnished(t)
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			d.click("help")
			d.shows("The keys here")
			d.click("leaderboard")
			d.settle()
			d.shows("Leaderboard · Maze")
			d.click("back")
			d.click("help")
			d.click("→")
			d.shows("[15x15]")
		})
	}
}

// Every line of the settings says what it is about, and what its first value has found stands with it.
func TestEverySettingHasItsNote(t *testing.T) {
	for _, c := range choices(twoGames()) {
		if c.note == "" {
			t.Errorf("%s says nothing", c.title)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.click("Settings")
		d.shows("auto: true colour")
		d.send(tea.BackgroundColorMsg{Color: color.White})
		d.shows("auto: light")
		before := d.screen()
		d.click("Plain ASCII")
		d.press("right")
		if after := d.screen(); strings.ContainsAny(after, "▀") || !strings.ContainsAny(before, "▀") {
			t.Errorf("the sample does not follow:\n%s", after)
		}
	})
}
