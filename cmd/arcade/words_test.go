package main

import (
	"net"
	"slices"
	"strings"
	"testing"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games/catalog"
)

// Each line is refused in one line that says what is right.
func TestWrongUsage(t *testing.T) {
	var names []string
	for _, g := range catalog.All() {
		names = append(append(names, g.ID), g.Aliases...)
	}
	for line, want := range map[string]string{
		"paly":                            `unknown command "paly"; did you mean play?`,
		"play mze":                        `there is no game "mze", only ` + strings.Join(names, ", "),
		"play daily":                      `there is no game "daily", only ` + strings.Join(names, ", "),
		"play maze 1x1":                   `no mode "1x1": a size is WxH cells, 3x3 to 200x200, such as 33x21 or 20x20+wilson`,
		"play mines 99x99/9":              `no mode "99x99/9": a mode is beginner, intermediate, expert, each also with -ng, or WIDTHxHEIGHT/MINES from 5x5 to 60x40, such as 24x20/80`,
		"play maze 5x5 now":               `1 word too many: ["now"]`,
		"deal maze 1x1":                   `no mode "1x1": a size is WxH cells, 3x3 to 200x200, such as 33x21 or 20x20+wilson`,
		"deal chess":                      `there is no game "chess" to deal, only maze, minesweeper`,
		"deal maze --sed 1":               `unknown flag: --sed`,
		"deal maze --seed xyz":            `"xyz": a seed is 1 to 16 hexadecimal digits`,
		"solve minesweeper beginner --ga": `unknown flag: --ga`,
		"serve --review -1":               `--review -1: must not be negative`,
		"serve --review some":             `invalid argument "some" for "--review" flag: strconv.ParseInt: parsing "some": invalid syntax`,
		"serve --public a;b":              `--public "a;b": an address is HOST or HOST:PORT, such as arcade.example.com:2222`,
	} {
		var out, errOut strings.Builder
		code := run(t.Context(), strings.Fields(line), &out, &errOut)
		if code != 2 || out.Len() > 0 || errOut.String() != "arcade: "+want+"\n" {
			t.Errorf("%s: exit %d, %q, %q, want %q", line, code, out.String(), errOut.String(), want)
		}
	}
}

func TestHowToConnect(t *testing.T) {
	public, err := look.ParseAddress("arcade.example.com:2022")
	if err != nil {
		t.Fatal(err)
	}
	here := " (here; --public tells players what to type)"
	for _, tt := range []struct {
		public  look.Address
		listens net.Addr
		want    string
	}{
		{public, &net.TCPAddr{Port: 2222}, "ssh -p 2022 arcade.example.com"},
		{look.Address{}, &net.TCPAddr{IP: net.IPv6unspecified, Port: 2222}, "ssh -p 2222 localhost" + here},
		{look.Address{}, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 22}, "ssh localhost" + here},
		{look.Address{}, &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 2222}, "ssh -p 2222 192.0.2.7" + here},
		{look.Address{}, &net.UnixAddr{Name: "/run/arcade", Net: "unix"}, "ssh HOST"},
	} {
		if got := connectWith(tt.public, tt.listens); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.listens, got, tt.want)
		}
	}
}

// A maze of which the terminal has a part, or nothing, has no way out yet.
func TestWayOutOfAWholeMaze(t *testing.T) {
	whole := []string{"Maze", "##########", "##@ , , ##", "######  ##", "##E     ##", "##########"}
	want := strings.NewReplacer("r", keyBytes["right"], "d", keyBytes["down"], "l", keyBytes["left"]).Replace("rrddll")
	if way, err := wayOut(strings.Join(whole, "\n")); err != nil || way != want {
		t.Errorf("%q, %v; want %q", way, err, want)
	}
	for _, missing := range []int{2, 3, 4} {
		part := slices.Clone(whole)
		part[missing] = strings.Repeat(" ", 10)
		if way, err := wayOut(strings.Join(part, "\n")); err == nil {
			t.Errorf("without line %d: %q", missing, way)
		}
	}
	if way, err := wayOut(""); err == nil {
		t.Errorf("of nothing: %q", way)
	}
}
