package maze

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"arcade.example.com/games"
)

// appendText appends the maze as text, a line of the matrix a line, with a border: '#' a wall, '.' the path if it is
// shown, 'S' entrance, 'E' exit, '@' the player, who may be nowhere.
func (m *maze) appendText(b []byte, solved bool, you point) []byte {
	w, h := m.size()
	for y := -1; y <= h; y++ {
		for x := -1; x <= w; x++ {
			b = append(b, m.glyph(point{x, y}, solved, you))
		}
		b = append(b, '\n')
	}
	return b
}

func (m *maze) glyph(p point, solved bool, you point) byte {
	switch {
	case p == you:
		return '@'
	case p == m.entrance():
		return 'S'
	case p == m.exit():
		return 'E'
	case solved && m.onPath(p.x, p.y):
		return '.'
	case m.open(p.x, p.y):
		return ' '
	}
	return '#'
}

var nowhere = point{-2, -2}

// dealTool prints mazes: `arcade deal maze 20x20 --seed 9f3c --count 3 --solve --format svg`.
func dealTool() games.Tool {
	return games.Tool{
		Verb:  "deal",
		Short: "print mazes as text or as a picture",
		New: func(fs *flag.FlagSet) func(games.Mode, io.Writer) error {
			o := dealing{count: 1, format: "text"}
			fs.StringVar(&o.seed, "seed", "", "seed of the first maze, `hex`; each next one has the next seed")
			fs.Var(&o.count, "count", "how many mazes")
			fs.BoolVar(&o.solve, "solve", false, "show the way from entrance to exit")
			fs.Var(&o.format, "format", "`text` or svg")
			return o.run
		},
	}
}

// dealing are the options of the deal tool.
type dealing struct {
	seed   string
	count  count
	solve  bool
	format format
}

// run prints the mazes. No seed is seed 0.
func (o *dealing) run(mode games.Mode, w io.Writer) error {
	p, err := parsePlan(mode.ID)
	if err != nil {
		return err
	}
	var seed games.Seed
	if o.seed != "" {
		if seed, err = games.ParseSeed(o.seed); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	if o.format == "svg" {
		o.svg(out, p, seed)
	} else {
		o.text(out, p, seed)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("print mazes: %w", err)
	}
	return nil
}

func (o *dealing) text(out *bufio.Writer, p plan, seed games.Seed) {
	for i := range int(o.count) {
		if i > 0 {
			out.WriteByte('\n')
		}
		m := deal(p, seed+games.Seed(i))
		out.Write(m.appendText(out.AvailableBuffer(), o.solve, nowhere))
	}
}

// svg prints one picture, the mazes below one another, with a unit of the matrix as its unit of length.
func (o *dealing) svg(out *bufio.Writer, p plan, seed games.Seed) {
	w, h := 2*p.w+1, 2*p.h+1
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges" fill="none">`+"\n",
		w, int(o.count)*(h+1)-1)
	for i := range int(o.count) {
		m := deal(p, seed+games.Seed(i))
		fmt.Fprintf(out, `<g transform="translate(0,%d)"><title>maze %s %v</title><path fill="#4b5680" d="M0 0h%dv%dh-%dz"/>`+"\n",
			i*(h+1), p.mode().ID, seed+games.Seed(i), w, h, w)
		fmt.Fprintf(out, `<path fill="#f4f4f8" d="%s"/>`+"\n", m.squares(m.open))
		if o.solve {
			fmt.Fprintf(out, `<path fill="#1fb55b" d="%s"/>`+"\n", m.squares(m.onPath))
		}
		fmt.Fprintf(out, `<path fill="#ff4a3d" d="M1 1h1v1h-1z"/><path fill="#0a8f3c" d="M%d %dh1v1h-1z"/></g>`+"\n", w-2, h-2)
	}
	out.WriteString("</svg>\n")
}

// squares is the outline, as SVG has it, of the points for which has is true; those beside one another are one.
func (m *maze) squares(has func(x, y int) bool) []byte {
	var b []byte
	w, h := m.size()
	for y := range h {
		for x := 0; x < w; x++ {
			n := 0
			for has(x+n, y) {
				n++
			}
			if n > 0 {
				b = fmt.Appendf(b, "M%d %dh%dv1h-%dz", x+1, y+1, n, n)
				x += n
			}
		}
	}
	return b
}

// count is a flag's value, 1 to maxCount.
type count int

// maxCount is far more than anyone prints, and few enough to be done in a minute.
const maxCount = 1_000_000

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (c *count) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxCount {
		return fmt.Errorf("a count is 1 to %d", maxCount)
	}
	*c = count(n)
	return nil
}

// format is a flag's value.
type format string

func (f *format) String() string { return string(*f) }

func (f *format) Set(text string) error {
	if text != "text" && text != "svg" {
		return errors.New("a format is text or svg")
	}
	*f = format(text)
	return nil
}
