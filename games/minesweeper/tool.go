package minesweeper

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"strconv"

	"arcade.example.com/games"
)

// dealTool prints boards as text.
func dealTool() games.Tool {
	return games.Tool{
		Verb:  "deal",
		Short: "print boards: * mine, S the first cell, digits, . for none around",
		New: func(flags *flag.FlagSet) func(games.Mode, io.Writer) error {
			d := dealing{count: 1}
			seed := flags.String("seed", games.Seed(0).String(), "`HEX` seed of the first board; each further one has the next")
			flags.StringVar(&d.first, "first", "", "the first cell `X,Y`, from 0,0 at the top left (default: the start cell of the seed)")
			flags.Var(&d.count, "count", "`N`, the number of boards")
			return func(m games.Mode, w io.Writer) (err error) {
				if d.seed, err = games.ParseSeed(*seed); err != nil {
					return err
				}
				return d.print(m, w)
			}
		},
	}
}

func atLeastOne(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && n < 1 {
		err = strconv.ErrRange
	}
	return n, err
}

// dealing is what to print.
type dealing struct {
	seed  games.Seed
	first string // "X,Y", or "" for the start cell of each seed
	count amount
}

func (d dealing) print(m games.Mode, w io.Writer) error {
	su, err := setupOf(m.ID)
	if err != nil {
		return err
	}
	first := su.cellAt(d.first)
	if d.first != "" && first < 0 {
		return fmt.Errorf("--first %.20q: a cell is COLUMN,ROW, from 0,0 to %d,%d: %w", d.first, su.w-1, su.h-1, games.ErrMode)
	}
	out := bufio.NewWriter(w)
	for k := range int(d.count) {
		seed, at := d.seed+games.Seed(k), first
		if d.first == "" {
			at = su.start(seed)
		}
		if k > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprint(out, su.deal(seed, at).text(at))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("print boards: %w", err)
	}
	return nil
}

// text is a line about the board, and a line for each of its rows.
func (f *minefield) text(first int) string {
	b := fmt.Appendf(nil, "# start=%d,%d mines=%d bv=%d\n", first%f.W, first/f.W, f.Mines, f.bv)
	for i, count := range f.Count {
		switch {
		case i == first:
			b = append(b, 'S')
		case f.Mine[i]:
			b = append(b, '*')
		case count == 0:
			b = append(b, '.')
		default:
			b = append(b, '0'+count)
		}
		if i%f.W == f.W-1 {
			b = append(b, '\n')
		}
	}
	return string(b)
}
