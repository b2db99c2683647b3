// Command bots walks out of a maze in first person, with its left hand on the wall: an example of a bot, see docs/lines.md.
//
//	go run ./docs/bots -p 2222 arcade.example.com
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// answer is what a bot needs of an object that the arcade sends.
type answer struct {
	Said                   []string
	Error, Place, Status   string
	Millis                 int64 `json:"time_ms"`
	Moves, Least, Rank, Of int
}

func main() {
	ssh := exec.Command("ssh", append(os.Args[1:], "play", "maze", "10x10-fp", "--bot", "--json")...)
	ssh.Stderr = os.Stderr
	in, _ := ssh.StdinPipe()
	out, _ := ssh.StdoutPipe()
	if err := ssh.Start(); err != nil {
		log.Fatal(err)
	}
	end, err := play(out, in)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s after %d moves, %d at least: %d of %d\n", end.Status, end.Moves, end.Least, end.Rank, end.Of)
}

// play says a line, reads its answer, and says the next: what comes faster waits, and too much of it ends the session.
func play(out io.Reader, in io.Writer) (a answer, err error) {
	lines := json.NewDecoder(bufio.NewReader(out))
	say := func(words string) {
		if err = json.NewEncoder(in).Encode(map[string]string{"say": words}); err == nil {
			a = answer{}
			err = lines.Decode(&a)
		}
	}
	if err = lines.Decode(&a); err == nil && a.Place == "waiting" { // a game of before
		say("new")
	}
	if err == nil {
		say("look")
	}
	for err == nil && a.Status == "playing" {
		_, ways, _ := strings.Cut(strings.Join(a.Said, " "), ":") // Walked left 2, at a junction: ahead 3, left 1.
		order := []string{"left", "ahead", "right", "back"}
		next := slices.IndexFunc(order, func(way string) bool { return strings.Contains(ways, way) })
		if next < 0 {
			return a, fmt.Errorf("no way in %q", a.Said)
		}
		say(order[next])
	}
	return a, err
}
