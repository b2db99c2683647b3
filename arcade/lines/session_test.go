package lines

import (
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// However a session ends, its game waits, and goes on in another.
func TestAGameWaits(t *testing.T) {
	for name, end := range map[string]func(*talker){
		"goodbye":              func(x *talker) { x.say("quit") },
		"the end of the input": func(x *talker) { x.in.Close() },
		"a broken connection":  func(x *talker) { x.hang() },
		"the house":            func(x *talker) { x.s.End("The arcade restarts.") },
		"idleness":             func(*talker) { time.Sleep(16 * time.Minute) },
		"the menu":             func(x *talker) { x.say("menu") },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				h := furnished()
				x := come(t, h, player(t, 1), Options{})
				x.say("maze 5x5", "ahead")
				if p, ok := x.s.Plays(); !ok || p.Game != "maze" || p.Mode != "5x5" {
					t.Errorf("it plays %+v, %v", p, ok)
				}
				end(x)
				x.hears()
				if _, ok := x.s.Plays(); ok {
					t.Error("it plays on")
				}
				y := come(t, h, player(t, 1), Options{})
				y.want("maze 10x10", "A game waits for you: Maze, 5 x 5; its clock is at")
				y.want("resume", "At a junction: ahead east 6, right south 2, back west 2.")
				y.say("return", "left", "left", "left", "return", "ahead")
				if said := y.say("ahead"); !strings.Contains(said, "1st of 1 in lines.") {
					t.Errorf("it does not rank:\n%s", said)
				}
			})
		})
	}
}

func TestEndings(t *testing.T) {
	for _, tt := range []struct {
		name string
		end  func(*talker)
		said string
		why  string
	}{
		{"the house", func(x *talker) { x.s.End("The arcade restarts.") }, "The arcade restarts.", "The arcade restarts."},
		{"idle", func(*talker) { time.Sleep(15*time.Minute + time.Second) }, "You were away for 15m0s", "You were away"},
		{"warned", func(*talker) { time.Sleep(14*time.Minute + time.Second) }, "Are you still there?", ""},
		{"flood", func(x *talker) { _, _ = io.WriteString(x.in, strings.Repeat("look\n", 5000)) }, "Too much came at once", "too much input"},
		{"input", func(x *talker) { x.in.Close() }, "Goodbye.", "nothing more came"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				x := come(t, furnished(), guestKey, Options{})
				x.hears()
				tt.end(x)
				if said := x.hears(); !strings.Contains(said, tt.said) || strings.Contains(said, "is kept") {
					t.Errorf("it says %q", said)
				}
				select {
				case why := <-x.why:
					if tt.why == "" || !strings.Contains(why, tt.why) {
						t.Errorf("it ended: %s", why)
					}
				default:
					if tt.why != "" {
						t.Error("it goes on")
					}
				}
			})
		})
	}
}

// A run has one owner: whoever resumes it last has it, and the other is told.
func TestAGameIsTakenOver(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		x, y := come(t, h, player(t, 1), Options{}), come(t, h, player(t, 1), Options{})
		x.say("maze 5x5", "ahead")
		y.want("maze", "which mode")
		y.want("5x5", "A game waits")
		x.hears()
		y.want("resume", "At a junction")
		if said := x.hears(); !strings.Contains(said, "This game goes on in another window of yours.\nMenu: ") {
			t.Errorf("the other is told %q", said)
		}
		x.want("ahead", "I do not know")
		y.want("return", "at the entrance")
	})
}

// Settings are kept, also those that are not of lines.
func TestSettingsAreKept(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		if err := h.Store.SetSettings(player(t, 1), map[string]string{"theme": "light", "lines.brief": "on"}); err != nil {
			t.Fatal(err)
		}
		x := come(t, h, player(t, 1), Options{})
		if said := x.hears(); strings.Contains(said, "Say ?") {
			t.Errorf("not brief: %q", said)
		}
		x.say("settings", "detail 3", "lines on")
		got, err := h.Store.Settings(player(t, 1))
		if err != nil || len(got) != 3 || got["theme"] != "light" || got["lines.full"] != "on" || !Chosen(got) {
			t.Errorf("%v, %v", got, err)
		}
		x.say("lines off", "detail 2")
		if got, err = h.Store.Settings(player(t, 1)); err != nil || len(got) != 1 {
			t.Errorf("%v, %v", got, err)
		}
	})
}

// Whoever leaves is told how to come back: what ssh takes, which reads a word that begins with a dash as an option of its own.
func TestComingBack(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		var err error
		if h.Address, err = look.ParseAddress("arcade.example.com:2222"); err != nil {
			t.Fatal(err)
		}
		x := come(t, h, player(t, 1), Options{})
		x.want("quit", "Come back: ssh -t -p 2222 arcade.example.com play --lines")
	})
}

// Who would begin a game while the server closes is told why not; who plays goes on.
func TestClosing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		closing := false
		h.Closing = func() bool { return closing }
		x := come(t, h, player(t, 1), Options{})
		x.say("maze 5x5", "ahead")
		y := come(t, h, player(t, 1), Options{})
		y.want("maze 5x5", "A game waits for you")
		closing = true
		y.want("resume", closed)
		y.say("menu")
		y.want("maze 5x5", closed)
		x.s.Tell("The arcade restarts in 25 s.")
		if said := x.hears(); !strings.Contains(said, "restarts in 25 s") {
			t.Errorf("it is told %q", said)
		}
		x.want("ahead", "dead end")
		x.want("again", closed)
		x.say("menu")
		x.want("minesweeper beginner", closed)
		x.say("menu", "daily maze")
		x.want("start", closed)
	})
}

// There is one attempt at a daily, without help; its deal begins with everybody's opening, and ranks in lines.
func TestDailies(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		x := come(t, h, player(t, 1), Options{})
		x.want("daily", "Daily 2000-01-01, Minesweeper")
		x.want("daily minesweeper", "You have one attempt")
		x.want("start", "say start")
		x.want("hint", "Every first cell is safe")
		elsewhere := "open 1 1"
		if x.s.top().(*game).run.Start == "open 0,0" {
			elsewhere = "open 2 2"
		}
		x.want(elsewhere, "so is its opening: say start.")
		x.want("start", "opened")
		x.want("hint", "There is no help in a daily until an hour after its day.")
		x.want("same", "I do not know")
		x.want("menu", "kept")
		x.want("daily minesweeper", "A game waits for you")
		y := come(t, h, guestKey, Options{})
		y.want("daily maze", "This one is over.")
		y.want("start", "Maze, ")
	})
}

// A player who wins the daily of a maze stands on its leaderboard in lines, and has a line to show.
func TestADailyIsWon(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		x := come(t, h, player(t, 1), Options{})
		x.say("daily maze", "start")
		said := x.leaves()
		for _, want := range []string{"no more than needed.", "1st of 1 in lines.", "To show to others: Arcade daily 2000-01-01, Maze"} {
			if !strings.Contains(said, want) {
				t.Errorf("%q is not in\n%s", want, said)
			}
		}
		x.want("same", "this deal is everybody's")
		x.want("boards", "1st you")
		x.want("daily maze", "in lines, daily of 2000-01-01: 1 player.")
		x.want("quit", "Goodbye.\nDailies: 1 day in a row.\nCome back")
	})
}

// A guest who has won is told a code with which the run becomes a player's, on the leaderboard of lines.
func TestAGuestsRunIsClaimedFromLines(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		x := come(t, h, guestKey, Options{})
		x.say("maze 5x5")
		code := regexp.MustCompile(`with a key: ssh HOST claim ([A-Z2-7]{4}-[A-Z2-7]{4})\.`).FindStringSubmatch(x.leaves())
		if code == nil {
			t.Fatal("there is no code")
		}
		run, o, err := h.Saver.Claim(code[1], player(t, 1), h.Now())
		if err != nil || o.Err != nil || o.Rank != 1 || run.Kind != storage.Lines {
			t.Errorf("%+v, %+v, %v", run, o, err)
		}
	})
}

// The first run that ranks brings a code against a lost key, which works; no later one does, and no program's.
func TestARecoveryCodeIsSaidOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		for _, o := range []Options{{Bot: true}, {Bot: true, JSON: true}, {JSON: true}} {
			x := come(t, h, player(t, 1), o)
			if o.JSON {
				x.ask("maze 5x5-fp")
				walkOut(x)
			} else {
				x.say("maze 5x5")
				x.leaves()
			}
			if said := x.all.String(); !strings.Contains(said, "1st of 1") || spareCode.MatchString(said) {
				t.Errorf("%+v is told\n%s", o, said)
			}
			x.hang()
		}
		x := come(t, h, player(t, 1), Options{})
		x.say("maze 5x5")
		code := spareCode.FindString(x.leaves())
		x.say("again")
		if said := x.leaves(); code == "" || spareCode.MatchString(said) {
			t.Errorf("%q at first, and then\n%s", code, said)
		}
		if p, err := h.Store.Recover(player(t, 2), strings.TrimPrefix(code, "recover "), "", "", h.Now()); err != nil || p.ID != x.s.player.ID {
			t.Errorf("recovered %+v, %v", p, err)
		}
	})
}

// The end of a minefield that is lost is told, and of one that is helped that it does not rank.
func TestLostAndHelped(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := furnished()
		x := come(t, h, player(t, 1), Options{})
		x.say("minesweeper beginner", "open 5 5")
		x.want("hint", "With help this run will not rank.")
		x.want("yes", "is safe")
		x.want("hint", "is safe")
		if said := x.say("open 8 7"); !strings.Contains(said, "a mine at row 8 col 7\n") || !strings.Contains(said, "\nLost after 0:04.0.\n") || !strings.Contains(said, "Say again") {
			t.Errorf("%s", said)
		}
		x.say("maze 5x5", "path", "yes")
		x.leaves()
		if ok, why := x.s.top().(*game).run.Ranks(); ok || why == "" || !x.s.top().(*game).run.Won() {
			t.Error("it ranks, or is not won")
		}
		x.want("boards maze", "Nobody stands")
	})
}

// Nothing that is sent holds what is hidden: before the first opening all minefields sound the same, and a maze without a
// map knows no compass and no place. A seed is in nothing.
func TestNothingHiddenIsSent(t *testing.T) {
	ids := regexp.MustCompile(`"run":"[0-9A-Z]{26}"`)
	for _, json := range []bool{false, true} {
		heard := map[string]bool{}
		for seed := range games.Seed(20) {
			bubble(t, func(t *testing.T) {
				h := furnished()
				h.Seed = func() games.Seed { return 0x5eed0000 + seed }
				x := come(t, h, guestKey, Options{JSON: json})
				say := func(words ...string) {
					for _, w := range words {
						if json {
							x.ask(w)
							continue
						}
						x.say(w)
					}
				}
				questions := []string{"?", "look", "where", "status", "row 1", "row 3", "numbers", "around 2 2", "rules", "time", "flag 1 1", "hint", "chord 1 1"}
				say("detail 3", "minesweeper beginner")
				say(questions...)
				heard[ids.ReplaceAllString(x.all.String(), "")] = true
				say("open 5 5")
				say(questions...)
				state := x.s.top().(*game).run.State()
				say("menu", "yes", "maze 10x10-fp")
				from := x.all.Len()
				for range 30 {
					say(questions[:4]...)
					say("left", "right", "ahead", "row 1")
				}
				maze := x.s.top().(*game).run.State()
				all := x.all.String()
				for _, hidden := range []string{(0x5eed0000 + seed).String(), "5eed", state.Text(), maze.Text()} {
					if strings.Contains(all, hidden) {
						t.Errorf("seed %v: %.40q was sent", seed, hidden)
					}
				}
				for _, line := range strings.Split(state.Text(), "\n") {
					if len(line) > 5 && strings.Contains(all, line) {
						t.Errorf("seed %v: %q was sent", seed, line)
					}
				}
				if place := regexp.MustCompile(`\b(north|east|south|west|column|\d+,\d+)\b`).FindString(all[from:]); place != "" {
					t.Errorf("seed %v: a maze without a map says %q", seed, place)
				}
			})
		}
		if len(heard) != 1 {
			t.Errorf("%d different minefields are heard before the first opening", len(heard))
		}
	}
}

// The same question gets the same answer, wherever one is, until something has changed.
func TestTheSameQuestionHasTheSameAnswer(t *testing.T) {
	everywhere := []string{"?", "look", "where", "status", "", "rules maze", "boards maze 5x5", "row 1", "numbers", "around 5 5", "nonsense"}
	for _, way := range [][]string{{}, {"maze"}, {"settings"}, {"profile"}, {"daily maze"}, {"maze 5x5", "ahead"}, {"maze 10x10-fp"}, {"minesweeper beginner", "open 5 5"}} {
		for _, detail := range []string{"1", "2", "3"} {
			bubble(t, func(t *testing.T) {
				x := come(t, furnished(), player(t, 1), Options{})
				x.say(append([]string{"detail " + detail}, way...)...)
				for _, question := range everywhere {
					if once, again := x.say(question), x.say(question); once != again || once == "" {
						t.Errorf("after %q at detail %s %q is answered with %q, and then with %q", way, detail, question, once, again)
					}
				}
			})
		}
	}
}

// Every sentence is a line of plain letters without art, whatever is said.
func TestSentencesArePlain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		x := come(t, furnished(), guestKey, Options{})
		for _, words := range []string{"?", "\x1b[2J", "héllo", "\x00", strings.Repeat("a", 500), "play \x07\x1b]0;x\x07", "boards maze x\ty", "name x", "0", "-1", "99999999999999999999"} {
			x.say(words)
		}
		for _, r := range x.all.String() {
			if r != '\n' && (r < ' ' || r > '~') {
				t.Fatalf("%q was said in\n%s", r, x.all.String())
			}
		}
		if !strings.Contains(x.all.String(), "A line has at most 200 bytes.") {
			t.Error("a long line is not refused")
		}
	})
}

// FuzzLines says anything, as text and in objects: it is answered, each object with one, and nothing breaks.
func FuzzLines(f *testing.F) {
	for _, words := range []string{"?", "maze 5x5\n1\nlook", "mines\nbeginner\nopen 5 5\nhint\nyes", "daily maze\nstart\npath", "profile\nname x\nback\nback\nback", "boards maze 5x5 bots week"} {
		f.Add(words, false)
		f.Add(words, true)
	}
	f.Fuzz(func(t *testing.T, words string, objects bool) {
		if len(words) > 1000 || strings.Count(words, "\n") > 20 {
			t.Skip()
		}
		bubble(t, func(t *testing.T) {
			x := come(t, furnished(), guestKey, Options{JSON: objects, Command: func(...string) []string { return []string{"answered"} }})
			for line := range strings.Lines(words) {
				if objects {
					b, _ := json.Marshal(map[string]string{"say": strings.TrimSpace(line)})
					line = string(b)
				}
				time.Sleep(time.Second)
				x.hears()
				if _, err := io.WriteString(x.in, strings.TrimSuffix(line, "\n")+"\n"); err != nil {
					return // goodbye was said
				}
				if said := x.hears(); objects && (strings.Count(said, "\n") != 1 || !json.Valid([]byte(said))) {
					t.Errorf("%q is answered with %q", line, said)
				}
			}
		})
	})
}
