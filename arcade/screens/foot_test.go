package screens

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
)

// What answers a question is in sight and can be clicked, however narrow the window.
func TestAQuestionStandsWithItsAnswers(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, _ := furnished(t)
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			d.press("left", "enter")
			pass(100*time.Millisecond, d)
			d.press(playtest.WayOut(t, d.app.top().(*play).run.State())[0], "q")
			pass(100*time.Millisecond, d)
			if asked := strings.Join(strings.Fields(d.screen()), " "); !strings.Contains(asked, "The game waits for you; its clock runs on.") {
				t.Errorf("the question is cut:\n%s", d.screen())
			}
			d.shows("yes")
			d.shows("no")
			if d.app.foot().At(strings.Index(d.lastLine(), "no")) != "n" {
				t.Errorf("the answer cannot be clicked:\n%s", d.screen())
			}
		})
	}
}

// lastLine is the foot as it is shown, a byte for each column.
func (d *desk) lastLine() string {
	lines := strings.Split(strings.TrimRight(d.screen(), "\n"), "\n")
	return strings.Map(func(r rune) rune { return min(r, 0x7f) }, lines[len(lines)-1])
}

// News stand in the foot's place with the keys for which there is room, each of them whole.
func TestNewsCutNoKey(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, _ := furnished(t)
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			d.app.chase = chase{line: "longest-name-yet is on record pace in Minesweeper Intermediate, no guess, 71 % · W watch"}
			if told := strings.Join(strings.Fields(d.screen()), " "); !strings.Contains(told, "71 % · W watch") {
				t.Errorf("the news are cut:\n%s", d.screen())
			}
			d.app.chase.line = "ana is on record pace in Maze 5 x 5, 66 % · W watch"
			for _, k := range d.app.top().Keys() {
				line := d.lastLine()
				if at := strings.Index(line, "  "+k.Key+" "); at > 0 && k.Key == strings.Trim(k.Key, "↑↓←→") && !strings.Contains(line, k.Key+" "+k.Does) {
					t.Errorf("%s %s is cut:\n%s", k.Key, k.Does, d.screen())
				}
			}
		})
	}
}
