package command

import (
	"regexp"
	"strings"
	"testing"
)

// What programs read, for every command that takes --json: keys are only ever added. What the store draws or dates by
// itself is blotted out.
func TestEveryCommandInJSON(t *testing.T) {
	drawn := regexp.MustCompile(`"(label|added|seen|joined)":"[^"]*"`)
	c := peopled(t)
	c.Games = c.Games[:1]
	c.Games[0].Modes = c.Games[0].Modes[:3]
	best := `{"game":"maze","mode":"10x10","rank":2,"of":3,"time_ms":48213,"at":"2026-11-18T12:00:00Z","run":"RUN-A"}`
	expert := `{"game":"minesweeper","mode":"expert","rank":1,"of":1,"time_ms":182204,"at":"2026-11-18T12:00:00Z","run":"RUN-D"}`
	key := `{"key":"FINGERPRINT","type":"ssh-ed25519","added":"…","seen":"…","this":true}`
	first := `{"rank":1,"player":"jun","id":"id-002","time_ms":44018,"at":"2026-11-18T12:00:00Z","run":"RUN-B","moves":0,"least":0}`
	own := `{"rank":2,"player":"ana","id":"id-001","time_ms":48213,"at":"2026-11-18T12:00:00Z","run":"RUN-A","moves":0,"least":0}`
	c.answers(t, as(1), "follow jun")
	for line, want := range map[string]string{
		"games": `{"games":[{"id":"maze","title":"Maze","modes":[{"id":"5x5","title":"5 x 5"},{"id":"10x10","title":"10 x 10"},{"id":"15x15","title":"15 x 15"}]}]}`,
		"me": `{"player":"ana","id":"id-001","guest":false,"keys":[` + key + `],"streak":0,"bests":[` + best + `,` + expert + `],"races":{"won":0,"of":0,"heats":[]},"rivals":[{"player":"jun","id":"id-002"}],` +
			`"tallies":[{"game":"maze","mode":"10x10","played":1,"won":1,"streak":1,"longest":1,"least":0,"least_ms":0},{"game":"minesweeper","mode":"expert","played":1,"won":1,"streak":1,"longest":1,"least":0,"least_ms":0}]}`,
		"rivals":                  `{"rivals":[{"player":"jun","id":"id-002"}]}`,
		"rivals maze 10x10":       `{"game":"maze","mode":"10x10","period":"all","kind":"timed","total":2,"entries":[` + first + `,` + own + `]}`,
		"keys":                    `{"keys":[` + key + `],"links":[]}`,
		"leaderboard --top 1":     `{"period":"all","leaderboards":[{"game":"maze","mode":"5x5","period":"all","kind":"timed","total":0,"entries":[]},{"game":"maze","mode":"10x10","period":"all","kind":"timed","total":3,"entries":[` + first + `]},{"game":"maze","mode":"15x15","period":"all","kind":"timed","total":0,"entries":[]}]}`,
		"daily --date 2026-11-19": `{"date":"2026-11-19","ends":"2026-11-20T00:00:00Z","dailies":[{"game":"maze","mode":"` + c.Games[0].Week[3] + `","label":"…","you":null,"total":0,"entries":[]}]}`,
		"replay RUN-A":            `{"run":"RUN-A","game":"maze","mode":"10x10","version":1,"seed":"0000000000009f3c","player":"ana","id":"id-001","time_ms":48213,"steps":[[0,"east"],[210,"~look south"]],"kind":"timed","moves":0,"least":0,"pace":{"first_ms":0,"mean_ms":0,"deviation_ms":0,"together":0}}`,
	} {
		got := drawn.ReplaceAllString(c.answers(t, as(1), line+" --json"), `"$1":"…"`)
		got = strings.ReplaceAll(got, as(1).Key.Fingerprint(), "FINGERPRINT")
		if got != want+"\n" {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}
