// Command bots walks out of a maze in first person, with its left hand on the wall: go run ./docs/bots -p 2222 HOST
package main

import (
	"encoding/json"
	"io"
	"log"
	"os"
	"os/exec"
	"strings"
)

// answer is what a bot needs of an object that the arcade sends; docs/lines.md has all that there is.
type answer struct {
	Said                   []string
	Error, Place, Status   string
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
	log.Printf("%s after %d moves, %d at least: %d of %d (error %v)", end.Status, end.Moves, end.Least, end.Rank, end.Of, err)
}

// play says a line, reads its answer, and says the next: what comes faster waits, and too much of it ends the session.
func play(out io.Reader, in io.Writer) (a answer, err error) {
	heard, words := json.NewDecoder(out), ""
	for err = heard.Decode(&a); err == nil && a.Error == "" && (words == "" || a.Status == "playing"); err = heard.Decode(&a) {
		words = "look"
		if a.Place == "waiting" { // a game of before
			words = "new"
		}
		_, ways, _ := strings.Cut(strings.Join(a.Said, " "), ": ") // Walked left 2, at a junction: ahead 3, left 1.
		for _, way := range []string{"back", "right", "ahead", "left"} {
			if a.Status == "playing" && strings.Contains(ways, way) {
				words = way
			}
		}
		a = answer{}
		_ = json.NewEncoder(in).Encode(map[string]string{"say": words}) // where that fails there is no answer
	}
	return a, err
}
